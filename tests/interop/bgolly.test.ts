/**
 * The same soup through bgolly and through the algorithms here: random rules on random grids, and some that a random
 * draw would seldom hit. Whatever is wrong in the joins of an edge, in B0 or in a neighbourhood shows here.
 */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Algorithm } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { BLOCK } from "../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { HASHLIFE } from "../../engine/algorithms/hashlife/hashlife.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns, clipRuns, runsPopulation } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { clipToGrid } from "../../engine/core/topology.ts";
import { ruleFilesIn } from "../../engine/node/rule-files.ts";
import { generationsRule } from "../../engine/rules/generations.ts";
import { backgroundOf, lightsEmptySpace } from "../../engine/rules/phases.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { formatUniverseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { Golly, sameShape } from "../support/bgolly.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { equalRuns } from "../support/runs.ts";
import { anyRule, anyTableRule, anyTopology } from "../support/scenario.ts";

const program = toolOrSkip("bgolly");
const RULES = "/usr/share/golly/Rules";
const ALGORITHMS = [REFERENCE, BITWISE, BLOCK, HASHLIFE];

interface Soup {
  readonly seed: number;
  readonly density: number;
  readonly width: number;
  readonly height: number;
  readonly dx: number;
  readonly dy: number;
}

const anySoup: fc.Arbitrary<Soup> = fc.record({
  seed: fc.nat(2 ** 32 - 1),
  density: fc.constantFrom(0.05, 0.3, 0.5, 0.8),
  width: fc.integer({ min: 1, max: 120 }),
  height: fc.integer({ min: 1, max: 120 }),
  dx: fc.integer({ min: -90, max: 90 }),
  dy: fc.integer({ min: -90, max: 90 }),
});

/** The soup's cells, as far as they lie on the grid. */
function cellsOn({ topology }: UniverseRule, soup: Soup, states?: readonly number[]): Runs {
  const block = soupBlock({ ...soup, states });
  const moved = { ...block, x: block.x + BigInt(soup.dx), y: block.y + BigInt(soup.dy) };
  const box = { x: moved.x, y: moved.y, w: BigInt(moved.w), h: BigInt(moved.h) };
  const onGrid = clipToGrid(topology, box);
  return clipRuns(blockToRuns(moved), onGrid ?? { ...box, w: 0n, h: 0n });
}

async function runHere(
  algorithm: Algorithm,
  init: UniverseRule,
  cells: Runs,
  generation: number,
): Promise<Runs> {
  const universe = await algorithm.create(init, {});
  await universe.writeRuns(cells, "or");
  await universe.step(BigInt(generation));
  const result = await universe.readRuns();
  expect(await universe.population()).toBe(runsPopulation(result));
  universe.dispose();
  return result;
}

describe.skipIf(!program)("bgolly and Tessella", () => {
  let golly: Golly;
  beforeAll(() => {
    golly = new Golly(program as string);
  });
  afterAll(() => golly.dispose());

  async function compare(init: UniverseRule, cells: Runs, generation: number): Promise<void> {
    if (cells.rows.length === 0) return;
    const rule = formatUniverseRule(init);
    const request = { rule, cells, generation };
    const shape = await golly.quickLife(request);
    const placed =
      backgroundOf(init.rule, init.topology) === "strobing" ? null : await golly.hashLife(request);
    for (const algorithm of ALGORITHMS) {
      if (algorithm.refuses(init.rule, init.topology) !== null) continue;
      const where = `${algorithm.id}, ${rule} after ${generation}`;
      const ours = await runHere(algorithm, init, cells, generation);
      expect(runsPopulation(ours), `${where}: population`).toBe(runsPopulation(shape));
      expect(sameShape(ours, shape), `${where}: QuickLife's cells`).toBe(true);
      if (placed) expect(equalRuns(ours, placed), `${where}: HashLife's cells in place`).toBe(true);
    }
  }

  // The frozen border is Tessella's own.
  const grids = anyTopology.filter((topology) => topology.kind !== "frozen");

  it("agree on random soups under random rules on random grids", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRule,
        grids,
        anySoup,
        fc.integer({ min: 1, max: 20 }),
        async (rule, topology, soup, generation) => {
          const init = { rule, topology };
          await compare(init, cellsOn(init, soup), generation);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("agree on rules that do more than count, and on how those are spelled", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTableRule,
        grids,
        anySoup,
        fc.integer({ min: 1, max: 9 }),
        async (rule, topology, soup, generation) => {
          const init = { rule, topology };
          // Golly has letters for squares alone.
          if (/[a-z].*H$/.test(rule.text)) return;
          await compare(init, cellsOn(init, soup), generation);
          if (!rule.text.startsWith("MAP")) expect(await golly.spelling(rule.text)).toBe(rule.text);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("agree on Generations, and on how those are spelled", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyRule, anyTableRule),
        grids,
        anySoup,
        fc.constantFrom(3, 4, 7, 30, 256),
        fc.integer({ min: 1, max: 9 }),
        async (live, topology, soup, states, generation) => {
          // B0 is no rule, and Golly has letters for squares alone.
          if (lightsEmptySpace(live) || /[a-z].*H$/.test(live.text)) return;
          const init = { rule: generationsRule(live, states), topology };
          const all = Array.from({ length: states - 1 }, (_, i) => i + 1);
          const cells = cellsOn(init, soup, all);
          if (cells.rows.length === 0) return;
          const rule = formatUniverseRule(init);
          const theirs = await golly.generations({ rule, cells, generation });
          const ours = await runHere(REFERENCE, init, cells, generation);
          expect(equalRuns(ours, theirs), `${rule} after ${generation}`).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("agree on grids of a few cells, joined in every way", { timeout: 60_000 }, async () => {
    const sides = fc.integer({ min: 1, max: 5 });
    const suffix = fc
      .tuple(sides, sides, fc.integer({ min: -4, max: 4 }))
      .chain(([w, h, s]) =>
        fc.constantFrom(
          `T${w},${h}`,
          `P${w},${h}`,
          `T${w}${s < 0 ? s : `+${s}`},${h}`,
          `T${w},${h}${s < 0 ? s : `+${s}`}`,
          `K${w}*,${h}`,
          `K${w},${h}*`,
          `K${2 * w}*+1,${h}`,
          `K${w},${2 * h}*+1`,
          `C${w},${h}`,
          `S${w}`,
          `T0,${h}`,
          `T${w},0`,
          `P${w},0`,
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        anyRule,
        suffix,
        fc.nat(2 ** 20),
        fc.integer({ min: 1, max: 6 }),
        async (rule, text, seed, generation) => {
          const { topology } = parseUniverseRule(`B3/S23:${text}`);
          const init = { rule, topology };
          const soup = { seed, density: 0.5, width: 12, height: 12, dx: 0, dy: 0 };
          await compare(init, cellsOn(init, soup), generation);
        },
      ),
      { numRuns: 150 },
    );
  });

  // Long diagrams, by their tables of rows: in pairs (Perrier, Tempesti, TMGas), in more rows than two bytes count (Perrier), at seams.
  it.each([
    "Langtons-Loops:T97,61",
    "Evoloop",
    "Codd:T64,64+7",
    "Worm-1042015:T70,90",
    "TMGasMargolus_emulated:P77,50",
    "Tempesti:T128,64",
    "Perrier:P70,61",
    "JvN29:T61,40",
    "Hutton32",
  ])("agree on a soup of %s, state for state", async (text) => {
    const init = parseUniverseRule(text, { files: ruleFilesIn([RULES]) });
    const all = Array.from({ length: init.rule.states - 1 }, (_, i) => i + 1);
    const soup = { seed: 5, density: 0.4, width: 60, height: 50, dx: 0, dy: 0 };
    const cells = cellsOn(init, soup, all);
    const theirs = await golly.named({ rule: text, cells, generation: 9 }, RULES);
    expect(equalRuns(await runHere(BITWISE, init, cells, 9), theirs)).toBe(true);
    expect(runsPopulation(theirs)).toBeGreaterThan(0n);
  });

  it.each([
    ["ANNEAL:T256,256", 64],
    ["B2/S34H:T201,77", 64],
    ["B2/S34H", 100],
    ["B3/S23", 500],
    ["B0123478/S01234678", 60],
    ["B0123478/S34678:P64,65", 61],
    ["B013568/S01", 33],
    ["B0/S6H:K64*+1,31", 40],
    ["B04/S024V:C40,33", 41],
    ["B3/S23:T150+37,99", 200],
    ["B36/S23:S90", 150],
  ])("agree on a soup under %s after %i generations", async (text, generation) => {
    const init = parseUniverseRule(text);
    const soup = { seed: 2024, density: 0.5, width: 100, height: 90, dx: 0, dy: 0 };
    await compare(init, cellsOn(init, soup), generation);
  });
});
