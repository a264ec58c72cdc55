import { isDeepStrictEqual } from "node:util";
// What a running thumbnail shows: it stays with what moves, keeps its bounds, begins anew, and large patterns stand still.

import { describe, expect, it } from "vitest";
import { cellsToRuns } from "../../../engine/core/cells.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { cellList, stateList } from "../../../renderer/library/canonical-form.ts";
import { readEntry } from "../../../renderer/library/catalogue.ts";
import { boxOf, mayRun, ThumbnailRun } from "../../../renderer/library/thumbnail-run.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";

function load(id: string) {
  const source = BUILT_IN_SOURCES.find(
    (candidate) => candidate.id === id,
  ) as (typeof BUILT_IN_SOURCES)[number];
  const { pattern } = readPattern(new TextEncoder().encode(source.text));
  const cells = cellList(cellsToRuns(pattern.cells)) as Float64Array;
  const { rule } = parseUniverseRule(pattern.rule ?? "B3/S23");
  return { cells, rule, facts: readEntry(source), states: stateList(cellsToRuns(pattern.cells), rule) };
}

function shown(run: ThumbnailRun): string[] {
  const cells: string[] = [];
  run.cells((x, y, state = 1) => void cells.push(`${x},${y}${state === 1 ? "" : `:${state}`}`));
  return cells.sort();
}

describe("a thumbnail that runs", () => {
  it("goes along with a spaceship: after a period it shows what it showed before", () => {
    for (const id of ["glider", "lightweight-spaceship", "turtle", "frogs-frog", "swirl-ship"]) {
      const { cells, rule, facts, states } = load(id);
      const run = new ThumbnailRun(rule, cells, facts, states);
      const first = shown(run);
      const period = facts.period as number;
      for (let i = 0; i < period; i++) run.step();
      const { box } = run;
      for (let i = 0; i < 4 * period; i++) run.step();
      expect(shown(run), id).toEqual(first);
      // Its picture is as large as the ship in any of its phases, however far it has come.
      expect(run.box, id).toEqual(box);
    }
  });

  it("comes back with an oscillator, and grows no further than three times its size", () => {
    const { cells, rule, facts } = load("pulsar");
    const run = new ThumbnailRun(rule, cells, facts);
    const first = shown(run);
    for (let i = 0; i < 3; i++) run.step();
    expect(shown(run)).toEqual(first);
    const acorn = load("acorn");
    const wild = new ThumbnailRun(acorn.rule, acorn.cells, acorn.facts);
    for (let i = 0; i < 200; i++) wild.step();
    const { left, right } = wild.box;
    expect(right - left + 1).toBeGreaterThan(7);
    expect(right - left + 1).toBeLessThanOrEqual(7 + 2 * 8);
    for (const cell of shown(wild)) {
      const [x] = cell.split(",").map(Number) as [number];
      expect(x >= left && x <= right).toBe(true);
    }
  });

  it("begins anew after a while, and when everything has died", () => {
    const gun = load("gosper-glider-gun");
    const run = new ThumbnailRun(gun.rule, gun.cells, gun.facts);
    // From its first glider on, a gun never looks again as it did at first.
    const first = shown(run);
    let begun = 0;
    for (let i = 0; i < 500; i++) {
      run.step();
      if (isDeepStrictEqual(shown(run), first)) begun++;
    }
    expect(begun).toBe(1);
    const lone = new ThumbnailRun(gun.rule, Float64Array.of(0, 0), {});
    lone.step();
    expect(shown(lone)).toEqual(["0,0"]);
  });

  it("is only for what moves and is small", () => {
    const block = load("block");
    expect(mayRun(block.cells, boxOf(block.cells), block.facts)).toBe(false);
    expect(mayRun(new Float64Array(2 * 601), { left: 0, top: 0, right: 9, bottom: 9 }, {})).toBe(false);
    const apart = (x: number): boolean =>
      mayRun(Float64Array.of(0, 0, x, 0), boxOf(Float64Array.of(0, 0, x, 0)), {});
    // 160 cells across are the most.
    expect([159, 160, 400].map(apart)).toEqual([true, false, false]);
    expect(mayRun(new Float64Array(), boxOf(new Float64Array()), {})).toBe(false);
  });
});
