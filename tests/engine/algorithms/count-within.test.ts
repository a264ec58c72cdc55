import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import type { TakeTurn } from "../../../engine/algorithms/count-within.ts";
import { countWithin } from "../../../engine/algorithms/count-within.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clipRuns, forEachRun, RunsBuilder } from "../../../engine/core/runs.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { universeWith } from "../../support/universes.ts";

const turnOf =
  (universe: Universe): TakeTurn =>
  (act) =>
    act(universe);

/** Every cell as text: what counting is checked against. */
function names(runs: Runs): Set<string> {
  const all = new Set<string>();
  forEachRun(runs, (x, y, length) => {
    for (let i = 0; i < length; i++) all.add(`${runs.x + BigInt(x + i)},${runs.y + BigInt(y)}`);
  });
  return all;
}

const anyMask = fc
  .array(
    fc.tuple(
      fc.integer({ min: -120, max: 120 }),
      fc.integer({ min: -90, max: 90 }),
      fc.integer({ min: 1, max: 150 }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((runs) => {
    const out = new RunsBuilder();
    for (const [x, y, length] of runs) out.add(x, y, length);
    return out.build(3n, -5n);
  });
const anyRegion = fc
  .tuple(
    fc.integer({ min: -130, max: 60 }),
    fc.integer({ min: -100, max: 60 }),
    fc.integer({ min: 1, max: 260 }),
    fc.integer({ min: 1, max: 200 }),
  )
  .map(([x, y, w, h]) => rect(x, y, w, h));
const SOUP = { seed: 11, density: 0.4, width: 200, height: 150 };

describe("counting within a part", () => {
  for (const algorithm of ["reference", "bitwise", "hashlife"]) {
    it(`is exact in boxes and masks, by runs and by blocks (${algorithm})`, async () => {
      const universe = await universeWith(undefined, { algorithm, soup: SOUP, topology: UNBOUNDED });
      const all = names(await universe.readRuns());
      // As if there was too much alive to be read as runs.
      const full = Object.create(universe, {
        population: { value: async () => 2n ** 40n },
        bounds: { value: async () => rect(-1000, -1000, 2000, 2000) },
        readBlock: { value: (box: Parameters<Universe["readBlock"]>[0]) => universe.readBlock(box) },
      }) as Universe;
      await fc.assert(
        fc.asyncProperty(anyRegion, fc.option(anyMask), async (region, mask) => {
          const chosen = mask && names(mask);
          let expected = 0n;
          for (const cell of all) {
            const [x, y] = cell.split(",").map(BigInt) as [bigint, bigint];
            const inside =
              x >= region.x && x < region.x + region.w && y >= region.y && y < region.y + region.h;
            if (inside && (!chosen || chosen.has(cell))) expected++;
          }
          for (const source of [universe, full]) {
            const counted = await countWithin(turnOf(source), { region, mask });
            expect(counted).toEqual({ live: expected, complete: true });
          }
        }),
        { numRuns: 40 },
      );
      universe.dispose();
    });
  }

  it("tells states apart, in boxes and everywhere, as runs and packed", async () => {
    const rule = parseRule("345/2/7");
    const universe = await universeWith(undefined, { algorithm: "reference", rule, soup: SOUP });
    const seeded = await universe.readRuns();
    await universe.step(3n);
    const runs = await universe.readRuns();
    expect(runs).not.toEqual(seeded);
    const far = Object.create(universe, {
      rule: { value: rule },
      population: { value: async () => 2n ** 40n },
      readBlock: { value: (box: Rect) => universe.readBlock(box) },
      bounds: { value: async () => rect(-3000, -1000, 6000, 2000) },
    }) as Universe;
    for (const region of [undefined, rect(-20, -9, 33, 25), rect(900, 900, 5, 5)]) {
      const expected = new Array<bigint>(6).fill(0n);
      forEachRun(region ? clipRuns(runs, region) : runs, (_x, _y, length, state) => {
        expected[state - 1] = (expected[state - 1] as bigint) + BigInt(length);
      });
      const live = expected.reduce((sum, count) => sum + count);
      for (const source of [universe, far])
        expect(await countWithin(turnOf(source), { region, byState: true })).toEqual({
          ...{ live, complete: true, states: expected },
        });
    }
    const mask = cellsFromRle("20o$20o$20o!");
    const named = names(mask);
    const under = [...names(runs)].filter((cell) => named.has(cell)).length;
    expect(under).toBeGreaterThan(10);
    for (const source of [universe, far])
      expect((await countWithin(turnOf(source), { region: rect(0, 0, 20, 3), mask })).live).toBe(
        BigInt(under),
      );
    // A mask with gaps, which a line of words cannot have by chance.
    const holes = cellsFromRle("3o2b5ob9o$20o$b7o3bo!");
    const chosen = names(holes);
    const within = new Array<bigint>(6).fill(0n);
    forEachRun(runs, (x, y, length, state) => {
      for (let i = 0; i < length; i++)
        if (chosen.has(`${runs.x + BigInt(x + i)},${runs.y + BigInt(y)}`)) within[state - 1]++;
    });
    for (const source of [universe, far])
      expect(
        await countWithin(turnOf(source), { region: rect(0, 0, 20, 3), mask: holes, byState: true }),
      ).toMatchObject({ states: within, complete: true });
    universe.dispose();
  });

  it("knows at once what holds everything, however far that reaches", async () => {
    const universe = await universeWith(undefined, { algorithm: "bitwise", soup: SOUP });
    const vast = { x: -(10n ** 40n), y: -(10n ** 40n), w: 2n * 10n ** 40n, h: 2n * 10n ** 40n };
    const counted = await countWithin(turnOf(universe), { region: vast });
    expect(counted).toEqual({ live: await universe.population(), complete: true });
  });

  it("gives up in time, and then says that there may be more", async () => {
    const soup = { seed: 1, density: 0.5, width: 4096, height: 4096 };
    const universe = await universeWith(undefined, {
      algorithm: "bitwise",
      soup,
      topology: torus(4096, 4096),
    });
    const region = rect(-2048, -2048, 4096, 4095);
    const counted = await countWithin(turnOf(universe), { region, budget: -1 });
    expect(counted).toEqual({ live: 0n, complete: false });
    const whole = await countWithin(turnOf(universe), { region });
    expect(whole.complete).toBe(true);
    const last = await countWithin(turnOf(universe), { region: rect(-2048, 2047, 4096, 1) });
    expect(whole.live + last.live).toBe(await universe.population());
  });

  it("ends when it is told to", async () => {
    const soup = { seed: 1, density: 0.5, width: 4096, height: 2048 };
    const universe = await universeWith(undefined, {
      algorithm: "bitwise",
      soup,
      topology: torus(4096, 4096),
    });
    const controller = new AbortController();
    let turns = 0;
    const turn: TakeTurn = (act) => {
      if (++turns === 2) controller.abort();
      return act(universe);
    };
    const region = rect(-2048, -2000, 4000, 4000);
    await expect(countWithin(turn, { region }, controller.signal)).rejects.toMatchObject({ code: "aborted" });
    expect(turns).toBe(2);
  });
});
