// Forms and the small stepper: the same for a pattern's images and no others, and cells as the engine's reference has them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun, RunsBuilder, translateRuns } from "../../../engine/core/runs.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { latticeSymmetries } from "../../../engine/grids/lattice-group.ts";
import { slicedTurn, symmetriesOf, turnAbout } from "../../../engine/grids/symmetry.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { canonicalForm, cellList, stateList } from "../../../renderer/library/canonical-form.ts";
import { canStep, SmallUniverse } from "../../../renderer/library/small-step.ts";
import { canonicalForm as slowForm } from "../../support/canonical-form.ts";
import { cellsOf, runsOf } from "../../support/pattern-claims.ts";
import { anyRule } from "../../support/scenario.ts";

const neighbourhood = fc.constantFrom<Neighbourhood>("moore", "hex", "von-neumann");
const side = fc.integer({ min: -6, max: 6 });
const someCells = fc
  .uniqueArray(fc.tuple(side, side), { selector: String, minLength: 1, maxLength: 14 })
  .map((cells) => cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]));
const flat = (cells: readonly (readonly [number, number])[]): Float64Array => Float64Array.from(cells.flat());

function statedCells(runs: Runs): string[] {
  const cells: string[] = [];
  forEachRun(runs, (x, y, length, state) => {
    for (let k = 0; k < length; k++) cells.push(`${Number(runs.x) + x + k},${Number(runs.y) + y}:${state}`);
  });
  return cells;
}

describe("the canonical form", () => {
  it("knows 8 images on squares and 12 on hexagons", () => {
    expect(latticeSymmetries("moore")).toHaveLength(8);
    expect(latticeSymmetries("von-neumann")).toHaveLength(8);
    expect(latticeSymmetries("hex")).toHaveLength(12);
    expect(new Set(latticeSymmetries("hex").map(String)).size).toBe(12);
    expect(new Set(latticeSymmetries("moore").map(String)).size).toBe(8);
  });

  it("is the same for every image, wherever it lies", () => {
    fc.assert(
      fc.property(neighbourhood, someCells, fc.nat(11), side, side, (kind, cells, which, dx, dy) => {
        const group = latticeSymmetries(kind);
        const [a, b, c, d] = group[which % group.length];
        const image = cells.map(([x, y]) => [a * x + b * y + dx * 1000, c * x + d * y + dy * 1000] as const);
        expect(canonicalForm(flat(image), kind)).toBe(canonicalForm(flat(cells), kind));
      }),
    );
  });

  it("tells apart what is not an image, as the slow one does, cell for cell", () => {
    fc.assert(
      fc.property(neighbourhood, someCells, someCells, (kind, one, other) => {
        const same = slowForm(runsOf(one), kind) === slowForm(runsOf(other), kind);
        expect(canonicalForm(flat(one), kind) === canonicalForm(flat(other), kind)).toBe(same);
      }),
      { numRuns: 300 },
    );
    // Near misses: one cell moved by one.
    fc.assert(
      fc.property(neighbourhood, someCells, fc.nat(13), (kind, cells, which) => {
        const moved = cells.map(
          ([x, y], i) => (i === which % cells.length ? [x + 1, y] : [x, y]) as [number, number],
        );
        if (new Set(moved.map(String)).size < moved.length) return;
        const sorted = moved.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
        const same = slowForm(runsOf(cells), kind) === slowForm(runsOf(sorted), kind);
        expect(canonicalForm(flat(cells), kind) === canonicalForm(flat(sorted), kind)).toBe(same);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same for all images of triangles, and another one for what stands upside down", () => {
    const moves = Object.values(symmetriesOf(TRIANGLE.fresh().rule));
    const form = (runs: Runs): string => {
      const aside = Number((runs.x + runs.y) & 1n);
      return canonicalForm(cellList(runs, aside) as Float64Array, "triangle");
    };
    fc.assert(
      fc.property(
        someCells,
        fc.array(fc.constantFrom(...moves), { maxLength: 4 }),
        side,
        side,
        (cells, all, x, y) => {
          let image = runsOf(cells);
          for (const symmetry of all)
            image = atOnce(slicedTurn(turnAbout(symmetry, { x: BigInt(x), y: BigInt(y) }), image));
          expect(form(translateRuns(image, BigInt(x + y), BigInt(x - y)))).toBe(form(runsOf(cells)));
        },
      ),
    );
    fc.assert(
      fc.property(someCells, someCells, (one, other) => {
        const same = slowForm(runsOf(one), "triangle") === slowForm(runsOf(other), "triangle");
        expect(form(runsOf(one)) === form(runsOf(other))).toBe(same);
      }),
    );
    const rhombus = runsOf([
      [0, 0],
      [1, 0],
    ]);
    expect(form(translateRuns(rhombus, 1n, 0n))).toBe(form(rhombus));
    const crooked = runsOf([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 1],
    ]);
    expect(form(translateRuns(crooked, 1n, 0n))).not.toBe(form(crooked));
  });

  it("reads the cells of runs wherever they lie", () => {
    fc.assert(
      fc.property(someCells, (cells) => {
        expect(cellList(runsOf(cells))).toEqual(flat(cells));
      }),
    );
    expect(canonicalForm(new Float64Array(), "moore")).toBe("");
  });
});

describe("the canonical form of states", () => {
  const form = (states: readonly number[], cells = [0, 0, 1, 0, 2, 0]): string =>
    canonicalForm(Float64Array.from(cells), "moore", true, states);

  it("is another one for other states, and that of cells without for state 1", () => {
    expect(form([1, 2, 3])).toBe(form([3, 2, 1]));
    expect(form([1, 2, 3])).toBe(form([1, 2, 3], [5, 5, 5, 6, 5, 7]));
    expect(new Set([form([1, 2, 3]), form([1, 3, 2]), form([2, 1, 3]), form([1, 1, 1])]).size).toBe(4);
    expect(form([1, 1, 1])).toBe(canonicalForm(Float64Array.of(0, 0, 1, 0, 2, 0), "moore"));
  });
});

describe("the small stepper", () => {
  it("makes the cells of the reference, B0 and all neighbourhoods included", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRule,
        someCells,
        fc.integer({ min: 1, max: 7 }),
        async (rule, cells, generation) => {
          const small = new SmallUniverse(rule, flat(cells));
          const init = { rule, topology: UNBOUNDED, cells: runsOf(cells), algorithm: "reference" };
          const { universe } = await createUniverse(init, {});
          for (let i = 0; i < generation; i++) small.step();
          await universe.step(BigInt(generation));
          const theirs = cellsOf(await universe.readRuns());
          universe.dispose();
          const ours: [number, number][] = [];
          small.forEach((x, y) => void ours.push([x, y]));
          expect(ours.sort((a, b) => a[1] - b[1] || a[0] - b[0])).toEqual(theirs);
          expect([small.generation, small.population]).toEqual([generation, theirs.length]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("makes the states of the reference under Generations, and the same patterns have the same form", async () => {
    const rule = fc
      .constantFrom("/2/3", "345/2/4", "2/13/21V", "34/2/5H", "B2-a3/S12/3")
      .map((text) => parseRule(text));
    await fc.assert(
      fc.asyncProperty(
        rule,
        someCells,
        fc.nat(1e6),
        fc.integer({ min: 1, max: 9 }),
        async (rule, cells, mix, age) => {
          const states = cells.map((_, i) => 1 + ((mix + i * i) % (rule.states - 1)));
          const out = new RunsBuilder();
          for (const [i, [x, y]] of cells.entries()) out.add(x, y, 1, states[i]);
          const init = { rule, topology: UNBOUNDED, cells: out.build(0n, 0n), algorithm: "reference" };
          const { universe } = await createUniverse(init, {});
          await universe.step(BigInt(age));
          const theirs = await universe.readRuns();
          universe.dispose();
          const small = new SmallUniverse(rule, flat(cells), states);
          for (let i = 0; i < age; i++) small.step();
          small.keep(-99, -99, 99, 99);
          const ours: string[] = [];
          small.forEach((x, y, state) => void ours.push(`${x},${y}:${state}`));
          expect(ours.sort()).toEqual(statedCells(theirs).sort());
          const listed = cellList(theirs) as Float64Array;
          expect(canonicalForm(small.list(), rule.neighbourhood, true, small.states)).toBe(
            canonicalForm(listed, rule.neighbourhood, true, stateList(theirs, rule)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("says of what rules it makes the cells", () => {
    for (const text of ["B3/S23", "B2-a/S12", "/2/3", "2/13/21V"])
      expect(canStep(parseRule(text)), text).toBe(true);
  });

  it("keeps the cells of a box, all of them and no others", () => {
    const places: [number, number][] = [];
    for (let y = -9; y <= 9; y++) for (let x = -9; x <= 9; x++) places.push([x, y]);
    const small = new SmallUniverse(parseRule("B3/S23"), flat(places));
    small.keep(-7, -2, 5, 8);
    const inside = places.filter(([x, y]) => x >= -7 && x <= 5 && y >= -2 && y <= 8);
    expect([...small.list()]).toEqual([...flat(inside)]);
  });

  it("forgets what has flown off", () => {
    const glider = flat([
      [1, 0],
      [2, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
    const small = new SmallUniverse(parseRule("B3/S23"), glider);
    for (let i = 0; i < 60; i++) {
      small.step();
      small.keep(-5, -5, 5, 5);
    }
    expect([...small.list()].every((v) => Math.abs(v) <= 5)).toBe(true);
    expect(small.population).toBeLessThan(5);
  });
});
