/**
 * Runs one scenario on several algorithms and demands the same answers to every question one can ask a universe. The
 * reference is one of them; on its own it is checked against bgolly (golden.ts, tests/interop).
 */

import fc from "fast-check";
import { expect } from "vitest";
import type {
  Algorithm,
  AlgorithmEnvironment,
  Snapshot,
  Universe,
} from "../../engine/algorithms/algorithm.ts";
import type { Raster } from "../../engine/core/raster.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns, runsBounds, runsPopulation } from "../../engine/core/runs.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import { cases } from "./effort.ts";
import { equalRuns, hashRuns } from "./runs.ts";
import type { Action, Scenario } from "./scenario.ts";
import { anyScenario, patchBlock, patchRect } from "./scenario.ts";

/** Those of the algorithms that take every rule of the scenario on its grid. */
export function algorithmsFor(scenario: Scenario, algorithms: readonly Algorithm[]): readonly Algorithm[] {
  const rules = [
    scenario.rule,
    ...scenario.script.flatMap((action) => (action.kind === "rule" ? [action.rule] : [])),
  ];
  return algorithms.filter((a) => rules.every((rule) => a.refuses(rule, scenario.topology) === null));
}

/** What a universe looks like from outside, in a form that a failing test prints well. */
interface Seen {
  readonly algorithm: string;
  readonly generation: bigint;
  readonly population: bigint;
  readonly bounds: string;
  readonly hash: string;
  readonly runs: Runs;
  readonly window: Uint32Array;
  readonly windowRuns: Runs;
  readonly raster: Pick<Raster, "counts" | "states">;
}

async function look(universe: Universe, scenario: Scenario, at: number): Promise<Seen> {
  const [x, y] = scenario.centre;
  // A window that moves with the script's position, so that every alignment is met sooner or later.
  const window = {
    x: x - 70n + BigInt((at * 13) % 41),
    y: y - 50n - BigInt(at),
    w: BigInt(100 + at * 7),
    h: 90n,
  };
  const bounds = await universe.bounds();
  const request = { x: x - 128n + BigInt(at), y: y - 128n, width: 40 + at, height: 70, scale: at % 4 };
  const { counts, states } = await universe.raster(request);
  return {
    algorithm: universe.algorithm,
    generation: universe.generation,
    population: await universe.population(),
    bounds: bounds ? `${bounds.x},${bounds.y} ${bounds.w} x ${bounds.h}` : "none",
    hash: formatHash(await universe.hash()),
    runs: await universe.readRuns(),
    window: (await universe.readBlock(window)).words,
    windowRuns: await universe.readRuns(window),
    raster: { counts, ...(states && { states }) },
  };
}

async function act(universe: Universe, scenario: Scenario, action: Action, kept: Snapshot[]): Promise<void> {
  switch (action.kind) {
    case "step": {
      const target = universe.generation + BigInt(action.generations);
      // A budget of nothing stops after every slice; calling again goes on.
      const budget = action.sliced ? { milliseconds: 0 } : undefined;
      while ((await universe.step(target, budget)) === "more");
      expect(universe.generation).toBe(target);
      return;
    }
    case "write": {
      const block = patchBlock(scenario, action.patch);
      if (action.as === "block") await universe.writeBlock(block, action.mode);
      else if (action.mode !== "copy") await universe.writeRuns(blockToRuns(block), action.mode);
      return;
    }
    case "clear":
      return universe.clear(patchRect(scenario, action.patch));
    case "renumber":
      universe.setGeneration(universe.generation + BigInt(action.by));
      return;
    case "rule":
      universe.setRule(action.rule);
      return;
    case "snapshot":
      kept.push(await universe.snapshot());
      return;
    case "restore": {
      const last = kept.at(-1);
      if (last) await universe.restore(last);
      return;
    }
  }
}

async function play(
  algorithm: Algorithm,
  scenario: Scenario,
  environment: AlgorithmEnvironment,
): Promise<Seen[]> {
  const { rule, topology, generation } = scenario;
  const universe = await algorithm.create({ rule, topology, generation }, environment);
  const seen: Seen[] = [];
  const kept: Snapshot[] = [];
  try {
    for (const [at, action] of scenario.script.entries()) {
      await act(universe, scenario, action, kept);
      seen.push(await look(universe, scenario, at));
    }
  } finally {
    universe.dispose();
  }
  return seen;
}

/** Plays the scenario on the reference and on the others and compares what is seen after every action. */
export async function expectAgreement(
  scenario: Scenario,
  reference: Algorithm,
  others: readonly Algorithm[],
  environment: AlgorithmEnvironment,
): Promise<void> {
  const expected = await play(reference, scenario, environment);
  for (const view of expected) expectCoherent(view);
  for (const algorithm of algorithmsFor(scenario, others)) {
    const actual = await play(algorithm, scenario, environment);
    for (const [at, view] of actual.entries()) expectSame(view, expected[at], scenario, at);
  }
}

function expectSame(actual: Seen, expected: Seen, scenario: Scenario, at: number): void {
  const where = `${actual.algorithm}, ${formatUniverseRule(scenario)}, after action ${at} (${scenario.script[at].kind})`;
  const plain = ({ generation, population, bounds, hash }: Seen): object => ({
    generation,
    population,
    bounds,
    hash,
  });
  expect(plain(actual), where).toEqual(plain(expected));
  expect(equalRuns(actual.runs, expected.runs), `${where}: runs`).toBe(true);
  expect(equalRuns(actual.windowRuns, expected.windowRuns), `${where}: runs of a window`).toBe(true);
  expect(actual.window, `${where}: block`).toEqual(expected.window);
  expect(actual.raster, `${where}: raster`).toEqual(expected.raster);
}

/** The reference's own answers must fit each other. */
function expectCoherent(view: Seen): void {
  const box = runsBounds(view.runs);
  expect(view.population).toBe(runsPopulation(view.runs));
  expect(view.hash).toBe(formatHash(hashRuns(view.runs)));
  expect(view.bounds).toBe(box ? `${box.x},${box.y} ${box.w} x ${box.h}` : "none");
}

/** The property: whatever happens, they agree. An algorithm that chance left out gets scenarios that it takes. */
export async function assertAgreement(
  reference: Algorithm,
  others: readonly Algorithm[],
  environment: AlgorithmEnvironment,
  runs: number,
  scenarios: fc.Arbitrary<Scenario> = anyScenario,
): Promise<void> {
  const tookPart = new Set<string>();
  const agree = (drawn: fc.Arbitrary<Scenario>, compared: readonly Algorithm[], count: number) =>
    fc.assert(
      fc.asyncProperty(drawn, async (scenario) => {
        for (const algorithm of algorithmsFor(scenario, compared)) tookPart.add(algorithm.id);
        await expectAgreement(scenario, reference, compared, environment);
      }),
      cases(count),
    );
  await agree(scenarios, others, runs);
  for (const left of others.filter(({ id }) => !tookPart.has(id))) {
    const its = scenarios.filter((scenario) => algorithmsFor(scenario, [left]).length > 0);
    await agree(its, [left], Math.ceil(runs / others.length));
  }
  expect([...tookPart].sort()).toEqual(others.map((a) => a.id).sort());
}
