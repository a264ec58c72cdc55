// How a run asks its universe to step, with universes that only count and, flat out, a clock that only steps move.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { StepBudget, StepOutcome, Universe } from "../../../engine/algorithms/algorithm.ts";
import { SwitchableUniverse } from "../../../engine/algorithms/switchable.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import type { RunOptions } from "../../../engine/worker/protocol/universe.ts";
import { UniverseSession } from "../../../engine/worker/session.ts";
import { cellsOf, universeWith } from "../../support/universes.ts";

const INCREMENT = 30n;
afterEach(() => vi.restoreAllMocks());

/** As many targets are asked for before the run is stopped. */
const ASKED = 8;

/** Takes next to no time for a step, or `milliseconds` for each generation; at a speed, by the machine's clock. */
async function targetsOf(
  leaps: boolean,
  interval: number,
  milliseconds = 0,
  asked = ASKED,
): Promise<bigint[]> {
  let time = 0;
  vi.restoreAllMocks();
  if (interval === 0) vi.spyOn(performance, "now").mockImplementation(() => time);
  const targets: bigint[] = [];
  const ahead: unknown[] = [];
  const controller = new AbortController();
  const universe = {
    algorithm: leaps ? "hashlife" : "reference",
    generation: 0n,
    rule: LIFE,
    population: async () => 0n,
    async step(target: bigint, budget: StepBudget): Promise<StepOutcome> {
      if (targets.at(-1) !== target) targets.push(target);
      if (targets.length === asked) controller.abort();
      ahead.push(budget.ahead);
      time += milliseconds || 0.01;
      this.generation = milliseconds === 0 ? target : this.generation + 1n;
      return this.generation === target ? "done" : "more";
    },
  };
  const session = new UniverseSession(1, new SwitchableUniverse(universe as unknown as Universe));
  await session.run({ increment: INCREMENT, interval }, controller.signal);
  expect(new Set(ahead)).toEqual(new Set([interval === 0]));
  expect(targets).toHaveLength(asked);
  return targets;
}

describe("a run", () => {
  it("flat out takes more and more increments together, and always whole ones", async () => {
    const targets = await targetsOf(false, 0);
    expect(targets.slice(0, 3)).toEqual([30n, 90n, 210n]);
    for (const target of targets) expect(target % INCREMENT).toBe(0n);
  });

  it("does not get ever longer where nothing takes any time, as what is at rest does not", async () => {
    const targets = await targetsOf(false, 0, 0, 400);
    const steps = targets.map((target, i) => (target - (targets[i - 1] ?? 0n)) / INCREMENT);
    expect(steps.slice(-100)).toEqual(Array<bigint>(100).fill(2n ** 16n));
  });

  it("takes one at a time where they are slow", async () => {
    const targets = await targetsOf(false, 0, 1.9);
    expect(targets).toEqual(targets.map((_, i) => INCREMENT * BigInt(i + 1)));
  });

  it("takes one at a time where a step of many is no sequence of small ones, and at a speed", async () => {
    for (const targets of [await targetsOf(true, 0), await targetsOf(false, 20)]) {
      expect(targets).toEqual(targets.map((_, i) => INCREMENT * BigInt(i + 1)));
    }
  });
});

/** Every seven generations take two milliseconds; answers what a read sees that is asked for right after the run has begun. */
async function firstTurnOf(options: RunOptions): Promise<bigint> {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const universe = await universeWith(cellsOf(["OO", "OO"]));
  const step = universe.step.bind(universe);
  universe.step = (target) => {
    time += (2 * Number(target - universe.generation)) / 7;
    return step(target);
  };
  const session = new UniverseSession(1, new SwitchableUniverse(universe));
  const running = session.run(options, new AbortController().signal);
  const seen = await session.turn(({ generation }) => generation);
  await session.stop();
  await running;
  return seen;
}

describe("a run's turn", () => {
  it("has as many small steps as there is time for, flat out", async () => {
    expect(await firstTurnOf({ increment: 7n, interval: 0 })).toBe(6n * 7n);
  });

  it("has one step at a pace", async () => {
    expect(await firstTurnOf({ increment: 7n, interval: 40 })).toBe(7n);
  });
});
