// Forms and the small stepper: the same for a pattern's images and no others, and cells as the engine's reference has them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { canonicalForm, cellList, symmetryMatrices } from "../../../renderer/library/canonical-form.ts";
import { SmallUniverse } from "../../../renderer/library/small-step.ts";
import { canonicalForm as slowForm } from "../../support/canonical-form.ts";
import { cellsOf, runsOf } from "../../support/pattern-claims.ts";
import { anyRule } from "../../support/scenario.ts";

const neighbourhood = fc.constantFrom<Neighbourhood>("moore", "hex", "von-neumann");
const side = fc.integer({ min: -6, max: 6 });
const someCells = fc
  .uniqueArray(fc.tuple(side, side), { selector: String, minLength: 1, maxLength: 14 })
  .map((cells) => cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]));
const flat = (cells: readonly (readonly [number, number])[]): Float64Array => Float64Array.from(cells.flat());

describe("the canonical form", () => {
  it("knows 8 images on squares and 12 on hexagons", () => {
    expect(symmetryMatrices("moore")).toHaveLength(8);
    expect(symmetryMatrices("von-neumann")).toHaveLength(8);
    expect(symmetryMatrices("hex")).toHaveLength(12);
  });

  it("is the same for every image, wherever it lies", () => {
    fc.assert(
      fc.property(neighbourhood, someCells, fc.nat(11), side, side, (kind, cells, which, dx, dy) => {
        const group = symmetryMatrices(kind);
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

  it("reads the cells of runs wherever they lie", () => {
    fc.assert(
      fc.property(someCells, (cells) => {
        expect(cellList(runsOf(cells))).toEqual(flat(cells));
      }),
    );
    expect(canonicalForm(new Float64Array(), "moore")).toBe("");
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
