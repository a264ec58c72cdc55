// The parts that identifying is made of, each beside a slow twin or known answers.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellCode } from "../../../engine/analysis/apgcode.ts";
import { cellSetOf, clustersOf, runsOfSet } from "../../../engine/analysis/cell-set.ts";
import { findEngine } from "../../../engine/analysis/find-engine.ts";
import { ReturnFinder } from "../../../engine/analysis/find-return.ts";
import { forEachCell, frameOf } from "../../../engine/analysis/frame.ts";
import { normaliserFor, sameForm } from "../../../engine/analysis/normal-form.ts";
import { growthExponent, repeatingTail, steadyGains } from "../../../engine/analysis/population-series.ts";
import { Subject } from "../../../engine/analysis/subject.ts";
import { isTurned, pointsOf, symmetryName } from "../../../engine/analysis/symmetry.ts";
import { divisorsOf } from "../../../engine/core/integers.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { commonPopulation, RunsBuilder, runsBounds, translateRuns } from "../../../engine/core/runs.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { HALF_TURN, slicedTurn, symmetriesOf, turnAbout } from "../../../engine/grids/symmetry.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { RuleLattice } from "../../../engine/rules/rule.ts";
import { cellsOf as listOf, objectsOf } from "../../support/pattern-claims.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { universeWith } from "../../support/universes.ts";

const BASE = { x: 0n, y: 0n };
const points = (body: string, lattice: RuleLattice) => pointsOf(cellsFromRle(body), BASE, lattice);

function runsOf(cells: readonly (readonly [number, number])[]): Runs {
  const out = new RunsBuilder();
  for (const [x, y] of cells) out.add(x, y, 1);
  return out.build(0n, 0n);
}

const someCells = (side: number) =>
  fc.uniqueArray(fc.tuple(fc.nat(side - 1), fc.nat(side - 1)), {
    minLength: 1,
    maxLength: 30,
    selector: (cell) => String(cell),
  });

describe("the name of a symmetry", () => {
  it.each([
    ["2o$2o!", "D8_4"],
    ["bo$obo$bo!", "D8_1"],
    ["3o!", "D4_+1"],
    ["2o!", "D4_+2"],
    ["3o$3o!", "D4_+2"],
    ["4o$4o!", "D4_+4"],
    ["2o$obo$b2o!", "D4_x1"],
    ["2o$2o$2b2o$2b2o!", "D4_x4"],
    ["2o$bo$b2o!", "C2_1"],
    ["2o$b2o!", "C2_2"],
    ["b2o$2o!", "C2_2"],
    ["2bo$obo$bobo$bo!", "C2_4"],
    ["3o$bo!", "D2_+1"],
    ["4o$b2o!", "D2_+2"],
    ["2o$o!", "D2_x"],
    ["b3o$o!", "C1"],
    ["bo2b$3bo$o$2bo!", "C4_4"],
    ["bo$4bo2$o$3bo!", "C4_1"],
  ])("%s: %s", (body, name) => {
    const box = runsBounds(cellsFromRle(body));
    expect(symmetryName(points(body, "moore"), Number(box?.w), Number(box?.h), "moore")).toBe(name);
  });

  it.each([
    ["o!", "D12"],
    ["2o$obo$b2o!", "D12"],
    ["2o!", "D4"],
    ["2o$bo!", "D6"],
    ["3o$o!", "C1"],
  ])("%s on hexagons: %s", (body, name) => {
    expect(symmetryName(points(body, "hex"), 0, 0, "hex")).toBe(name);
  });

  it.each([
    ["o!", "D6"],
    ["bo!", "D6"],
    ["obo!", "D2"],
    ["2o!", "D4"],
    ["3o!", "D2"],
    ["3o$bo!", "D6"],
    ["b3o$b3o!", "D12"],
    ["4o!", "C2"],
    ["3o$3o!", "D4"],
    ["bobo$bobo!", "D4"],
    ["b4o$b3o!", "D2"],
    ["4o$o!", "C1"],
  ])("%s on triangles: %s", (body, name) => {
    expect(symmetryName(points(body, "triangle"), 0, 0, "triangle")).toBe(name);
  });

  it("is the same for what triangles are turned or mirrored to, which is told as such", () => {
    const { rule } = TRIANGLE.fresh();
    const moves = Object.values(symmetriesOf(rule));
    fc.assert(
      fc.property(someCells(8), fc.constantFrom(...moves), someCells(2), (cells, symmetry, [move]) => {
        const [own] = [runsOf(cells)];
        const [x, y] = move as [number, number];
        const image = atOnce(slicedTurn(turnAbout(symmetry, { x: 5n, y: 4n }), own));
        const moved = translateRuns(image, BigInt(x + y), BigInt(x - y));
        const [one, other] = [own, moved].map((each) => pointsOf(each, BASE, "triangle"));
        expect(isTurned(one!, other!, "triangle")).toBe(true);
        expect(symmetryName(other!, 0, 0, "triangle")).toBe(symmetryName(one!, 0, 0, "triangle"));
        // Upside down it is another one, but for what a turn makes of it.
        const over = pointsOf(translateRuns(own, 1n, 0n), BASE, "triangle");
        const half = atOnce(slicedTurn(turnAbout(HALF_TURN, { x: 0n, y: 1n }), own));
        const turned = moves
          .map((each) => atOnce(slicedTurn(turnAbout(each, { x: 0n, y: 1n }), half)))
          .flatMap((each) => [
            each,
            ...moves.map((then) => atOnce(slicedTurn(turnAbout(then, { x: 0n, y: 1n }), each))),
          ]);
        const places = (runs: Runs): string => {
          const { x: left, y: top } = runsBounds(runs)!;
          const aside = (left + top) & 1n;
          return JSON.stringify(listOf(translateRuns(runs, aside - left, -top)));
        };
        const expected = new Set([own, half, ...turned].map(places));
        expect(isTurned(one!, over, "triangle")).toBe(expected.has(places(translateRuns(own, 1n, 0n))));
      }),
      { numRuns: 60 },
    );
  });
});

describe("the code of a census", () => {
  it.each([
    ["2o$2o!", "33"],
    ["b2o$o2bo$b2o!", "696"],
    ["3o!", "7"],
    ["b3o$3o!", "7e"],
    ["bo$2bo$3o!", "153"],
  ])("%s: %s", (body, code) => {
    expect(cellCode(points(body, "moore"))).toBe(code);
  });

  it("writes gaps and strips", () => {
    expect(cellCode(points("obo!", "moore"))).toBe("5");
    // Two blocks with four rows between them; the same with three, four and more columns would be longer.
    expect(cellCode(points("2o4b2o$2o4b2o!", "moore"))).toBe("33z66");
    // 41 dead columns are 39 and 2, and nothing else tells them.
    expect(cellCode(points(`${"2o41b2o$".repeat(5)}!`, "moore"))).toBe("vvyzwvv");
  });
});

describe("a normal form", () => {
  it("is the same wherever the cells lie, and different for others", () => {
    fc.assert(
      fc.property(
        someCells(9),
        someCells(9),
        fc.integer({ min: -99, max: 99 }),
        fc.integer({ min: -99, max: 99 }),
        (a, b, dx, dy) => {
          const { formOf, between } = normaliserFor(UNBOUNDED, BASE);
          const cells = runsOf(a);
          const here = formOf(frameOf(cells, 0n, BASE));
          const there = formOf(frameOf(translateRuns(cells, BigInt(dx), BigInt(dy)), 0n, BASE));
          expect(sameForm(here, there)).toBe(true);
          expect(there.key).toBe(here.key);
          expect(between(here, there)).toEqual({ x: dx, y: dy });
          const other = formOf(frameOf(runsOf(b), 0n, BASE));
          const box = runsBounds(runsOf(a));
          const boxB = runsBounds(runsOf(b));
          const same =
            box &&
            boxB &&
            equalRuns(translateRuns(cells, -box.x, -box.y), translateRuns(runsOf(b), -boxB.x, -boxB.y));
          expect(sameForm(here, other)).toBe(same);
        },
      ),
    );
  });

  it("is the same all around a torus", () => {
    const [w, h] = [11, 8];
    fc.assert(
      fc.property(someCells(6), fc.nat(10), fc.nat(7), (a, dx, dy) => {
        const { formOf } = normaliserFor(torus(w, h), BASE);
        const around = runsOf(a.map(([x, y]) => [(x + dx) % w, (y + dy) % h]));
        expect(sameForm(formOf(frameOf(runsOf(a), 0n, BASE)), formOf(frameOf(around, 0n, BASE)))).toBe(true);
      }),
    );
  });
});

describe("equal keys", () => {
  it("prove nothing: the cells are compared", async () => {
    const universe = await universeWith(cellsFromRle("b3o$3o!"), { algorithm: "bitwise" });
    const real = await Subject.open(universe, {});
    // Every generation has the same key.
    const subject = new Proxy(real, {
      get: (target, name) => {
        if (name === "normaliser")
          return {
            ...real.normaliser,
            formOf: (frame: never) => ({ ...real.normaliser.formOf(frame), key: 1 }),
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const first = await subject.read();
    const finder = new ReturnFinder(subject, first);
    expect(await finder.look(first, 0)).toBeNull();
    expect(await finder.look(await subject.next(), 1)).toBeNull();
    expect(await finder.look(await subject.next(), 2)).toMatchObject({ settles: 0, period: 2 });
    universe.dispose();
  });
});

describe("sets of cells", () => {
  it("count what two of them share", () => {
    fc.assert(
      fc.property(someCells(8), someCells(8), (a, b) => {
        const others = new Set(b.map(String));
        const common = a.filter((cell) => others.has(String(cell))).length;
        const moved = translateRuns(runsOf(b.map(([x, y]) => [x + 5, y - 3])), -5n, 3n);
        expect(commonPopulation(runsOf(a), moved)).toBe(common);
        // Far from the origin, too.
        expect(commonPopulation(translateRuns(runsOf(a), 70n, 40n), translateRuns(moved, 70n, 40n))).toBe(
          common,
        );
      }),
    );
  });

  it("come back as runs, and fall into the same groups as a slow search finds", () => {
    fc.assert(
      fc.property(someCells(20), (cells) => {
        const moved = cells.map(([x, y]) => [x - 10, y - 10] as const);
        const set = cellSetOf(runsOf(moved), BASE);
        expect(equalRuns(runsOfSet(set, BASE), runsOf(moved))).toBe(true);
        const groups = clustersOf(set, 1)
          .map((cluster) => String(listOf(runsOfSet(cluster, BASE))))
          .sort();
        expect(groups).toEqual(
          objectsOf(listOf(runsOf(moved)))
            .map(String)
            .sort(),
        );
      }),
    );
  });

  it("are walked cell by cell from the base", () => {
    const seen: string[] = [];
    forEachCell(cellsFromRle("2o$bo!", 10n, 20n), { x: 9n, y: 20n }, (x, y) => seen.push(`${x},${y}`));
    expect(seen).toEqual(["1,0", "2,0", "2,1"]);
  });
});

describe("the search for an engine", () => {
  it("leaves the universe as it found it, whatever it tried", async () => {
    const cells = cellsFromRle("bo$2bo$3o!");
    const subject = await Subject.open(await universeWith(cells), {});
    await subject.advance(8);
    const before = await subject.read();
    // A glider does not grow, whatever these numbers say.
    const growing = Array.from({ length: 200 }, (_, i) => i);
    expect(await findEngine(subject, before, growing, growing.length)).toBe(null);
    const after = await subject.read();
    expect(after.generation).toBe(8n);
    expect(equalRuns(after.cells, before.cells)).toBe(true);
  });
});

describe("a series of populations", () => {
  const series = (n: number, at: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => at(i));
  const wave = (i: number) => [0, 4, 1, 7, 3][i % 5] as number;

  it("gains steadily from some point on", () => {
    const populations = series(300, (i) =>
      i < 100 ? (i * 7919) % 31 : 40 + Math.floor(i / 5) * 6 + wave(i),
    );
    expect(steadyGains(populations, 300, 3)).toEqual([5, 10, 15]);
    expect(steadyGains(series(300, wave), 300, 3)).toEqual([]);
    expect(
      steadyGains(
        series(300, (i) => i * i),
        300,
        3,
      ),
    ).toEqual([]);
  });

  it("repeats from some point on", () => {
    const populations = series(600, (i) => (i < 123 ? 500 - i : 40 + wave(i)));
    expect(repeatingTail(populations, 600)).toEqual({ period: 5, since: 123 });
    expect(repeatingTail(populations, 300)).toBeNull();
  });

  it("grows as a power", () => {
    expect(
      growthExponent(
        series(4000, (i) => i * i),
        4000,
      ),
    ).toBeCloseTo(2, 1);
    expect(
      growthExponent(
        series(4000, (i) => 3 * i + wave(i)),
        4000,
      ),
    ).toBeCloseTo(1, 1);
    expect(growthExponent(series(4000, wave), 4000)).toBeNull();
  });
});

it("divisors, ascending, and no more than are asked for", () => {
  expect(divisorsOf(1n)).toEqual([1n]);
  expect(divisorsOf(36n)).toEqual([1n, 2n, 3n, 4n, 6n, 9n, 12n, 18n, 36n]);
  expect(divisorsOf(177n)).toEqual([1n, 3n, 59n, 177n]);
  expect(divisorsOf(36n, 9n)).toEqual([1n, 2n, 3n, 4n, 6n, 9n]);
  // All of them would not fit into memory.
  expect(divisorsOf((2n ** 240n - 1n) * 2n ** 200n, 8n)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]);
});
