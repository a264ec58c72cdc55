// What the tools draw on triangles, beside slow twins that know nothing but the corners of each triangle.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../../engine/core/rect.ts";
import { TRIANGLE_ROW } from "../../../../engine/grids/grid-kind.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { cellLattice } from "../../../../renderer/editor/cells/cell-lattice.ts";
import { squareCorner, straightEnd } from "../../../../renderer/editor/cells/constrain.ts";
import { floodEdit } from "../../../../renderer/editor/cells/drawing-edits.ts";
import { floodFrom } from "../../../../renderer/editor/cells/flood.ts";
import { lineBetween } from "../../../../renderer/editor/cells/line.ts";
import { localUniverse } from "../../../support/local-editor.ts";
import { cellNames, cellsOf } from "../cells.ts";

type Spot = readonly [x: number, y: number];
const LATTICES = ["triangle", "odd triangle"] as const;
type Triangles = (typeof LATTICES)[number];

const isDown = (lattice: Triangles, [x, y]: Spot): boolean =>
  (Math.abs(x + y) % 2 === 0) === (lattice === "triangle");

/** In columns, and in half rows. */
function cornersOf(lattice: Triangles, [x, y]: Spot): readonly string[] {
  const down = isDown(lattice, [x, y]);
  const [wide, tip] = down ? [2 * y - 1, 2 * y + 1] : [2 * y + 1, 2 * y - 1];
  return [`${x - 1},${wide}`, `${x + 1},${wide}`, `${x},${tip}`];
}

function shared(lattice: Triangles, a: Spot, b: Spot): number {
  const corners = new Set(cornersOf(lattice, a));
  return cornersOf(lattice, b).filter((corner) => corners.has(corner)).length;
}

/** All that hangs together with the first of some cells, which touch where they share so many corners. */
function slowArea(lattice: Triangles, start: Spot, cells: readonly Spot[], corners: 1 | 2): Set<string> {
  const found = [start];
  const left = new Set(cells.map(String));
  left.delete(String(start));
  for (const at of found)
    for (const name of left) {
      const other = name.split(",").map(Number) as unknown as Spot;
      if (shared(lattice, at, other) < corners) continue;
      left.delete(name);
      found.push(other);
    }
  return new Set(found.map(String));
}

const SIDE = 9;
const ALL: readonly Spot[] = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)]);
const anySpot = fc.tuple(fc.nat(SIDE - 1), fc.nat(SIDE - 1));
const anyEnd = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));
const cellAt = ([x, y]: Spot) => ({ x: BigInt(x), y: BigInt(y) });

describe.each(LATTICES)("on the lattice: %s", (lattice) => {
  it("live triangles hang together by their corners, dead ones by their sides", async () => {
    const anyLive = fc
      .integer({ min: 1, max: 9 })
      .chain((of) =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: ALL.length, maxLength: ALL.length })
          .map((dice) => ALL.filter((_, i) => (dice[i] as number) < of)),
      );
    await fc.assert(
      fc.asyncProperty(anySpot, anyLive, async (start, live) => {
        const alive = new Set(live.map(String));
        const state = alive.has(String(start));
        const { cells } = await floodFrom({
          start: cellAt(start),
          window: rect(0, 0, SIDE, SIDE),
          live: cellsOf(live.map(([x, y]) => [BigInt(x), BigInt(y)] as const)),
          lattice,
        });
        const like = ALL.filter((spot) => alive.has(String(spot)) === state);
        expect(cellNames(cells)).toEqual(slowArea(lattice, start, like, state ? 1 : 2));
      }),
      { numRuns: 150 },
    );
  });

  it("a line is a chain of triangles that share sides, along the straight way", () => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        const names = cellNames(lineBetween(cellAt(a), cellAt(b), lattice));
        const cells = [...names].map((name) => name.split(",").map(Number) as unknown as Spot);
        expect(names.has(String(a)) && names.has(String(b))).toBe(true);
        expect(slowArea(lattice, a, cells, 2)).toEqual(names);
        // But for the ends, each of them stands between two others.
        for (const cell of cells) {
          const beside = cells.filter((other) => shared(lattice, cell, other) === 2).length;
          expect(beside).toBeLessThanOrEqual(2);
        }
        const middle = (spot: Spot) => ({
          x: spot[0],
          y: TRIANGLE_ROW * (spot[1] + (isDown(lattice, spot) ? -1 : 1) / 6),
        });
        const [from, to] = [middle(a), middle(b)];
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        for (const cell of cells) {
          const at = middle(cell);
          const area = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
          // A triangle's corners are 1.155 from its middle.
          expect(Math.abs(area) / length).toBeLessThan(1.16);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("Shift keeps lines to rows, to sides that climb, or upright, near the pointer", () => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        const end = straightEnd(cellAt(a), cellAt(b), lattice);
        const [x, y] = [Number(end.x) - a[0], Number(end.y) - a[1]];
        expect(y === 0 || x === 0 || Math.abs(x) === Math.abs(y)).toBe(true);
        const [right, down] = [b[0] - a[0], (b[1] - a[1]) * TRIANGLE_ROW];
        const off = Math.hypot(x - right, y * TRIANGLE_ROW - down);
        expect(off).toBeLessThan(Math.hypot(right, down) * 0.52 + 1.01);
      }),
    );
  });

  it("Shift makes boxes as high as they are wide, but for half a row", () => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        const corner = squareCorner(cellAt(a), cellAt(b), lattice);
        const [x, y] = [Number(corner.x) - a[0], Number(corner.y) - a[1]];
        const [wide, high] = [Math.abs(x) + 2, (Math.abs(y) + 1) * TRIANGLE_ROW];
        expect(Math.abs(wide - high)).toBeLessThan(TRIANGLE_ROW / 2 + 0.51);
      }),
    );
  });
});

describe("a fill of triangles", () => {
  const change = async (rule: string, live: readonly Spot[], start: Spot): Promise<number> => {
    const universe = await localUniverse({ rule, algorithm: "reference" });
    await universe.writeRuns(cellsOf(live.map(([x, y]) => [BigInt(x), BigInt(y)] as const)), "or");
    const edit = await floodEdit(universe, cellAt(start), { seen: rect(-9, -9, 20, 20), ink: 1 });
    await edit?.change.apply(universe);
    return Number(await universe.population()) - live.length;
  };

  it("does not leak where two triangles meet at a corner", async () => {
    // The twelve around cell (0, 0), which points down: it is alone within.
    const ring = ALL.map(([x, y]) => [x - 4, y - 4] as const).filter(
      (spot) => String(spot) !== "0,0" && shared("triangle", [0, 0], spot) > 0,
    );
    expect(ring).toHaveLength(12);
    expect(await change("R1,C0,S4-6,B4,NL", ring, [0, 0])).toBe(1);
    // Without its three neighbours and what stands opposite, the sides alone do not hold a fill; the nine at its corners do.
    const corners = ring.filter((spot) => shared("triangle", [0, 0], spot) === 1);
    expect(await change("R1,C0,S4-6,B4,NL", corners, [0, 0])).toBe(4);
  });

  it("goes round a torus, also one in whose corner x + y is odd", async () => {
    for (const grid of ["T8,6", "T6,6", "T6,8"]) {
      const rule = `R1,C0,S4-6,B4,NL:${grid}`;
      const { topology } = parseUniverseRule(rule);
      const [width, height] = grid.slice(1).split(",").map(Number) as [number, number];
      // A row of cells cuts the torus once: the rest is one area.
      const row = Array.from({ length: width }, (_, i) => [i - Math.floor(width / 2), 0] as const);
      expect(cellLattice(parseUniverseRule(rule))).toBe(
        (Math.floor(width / 2) + Math.floor(height / 2)) % 2 === 0 ? "triangle" : "odd triangle",
      );
      expect(topology.kind).toBe("torus");
      expect(await change(rule, row, [0, 1])).toBe(width * height - width);
    }
  });
});
