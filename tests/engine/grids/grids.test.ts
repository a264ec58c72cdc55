import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soupThreshold } from "../../../engine/core/soup.ts";
import { GRID_KINDS, gridKindOf } from "../../../engine/grids/registry.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { formatUniverseRule, parseRule } from "../../../engine/rules/universe-rule.ts";
import { evenly } from "../../support/evenly.ts";

const coordinate = fc.integer({ min: -100_000, max: 100_000 });
const kinds = GRID_KINDS.list();
const hex = GRID_KINDS.get("hex");

describe.each(kinds)("the $id grid", (kind) => {
  it("finds the cell again from its centre and from any point well inside it", () => {
    fc.assert(
      fc.property(coordinate, coordinate, fc.integer({ min: 0, max: 5 }), evenly(0, 0.97), (x, y, k, t) => {
        const centre = kind.centreOf(x, y);
        expect(kind.cellAt(centre.x, centre.y)).toEqual({ x, y });
        // Towards a corner of its outline.
        const corner = kind.outline[k % kind.outline.length];
        expect(kind.cellAt(centre.x + corner.x * t, centre.y + corner.y * t)).toEqual({ x, y });
      }),
    );
  });

  it("never answers with minus zero, which would not equal the cell 0", () => {
    for (const [x, y] of [
      [0, 0],
      [-0.2, -0.2],
      [0.4, 0.4],
      [-0.4, 0.3],
    ]) {
      const cell = kind.cellAt(x, y);
      expect([Object.is(cell.x, -0), Object.is(cell.y, -0)]).toEqual([false, false]);
    }
  });

  it("has an outline around its centre, clockwise, whose area is one cell's", () => {
    const { outline } = kind;
    let area = 0;
    for (const [k, a] of outline.entries()) {
      const b = outline[(k + 1) % outline.length];
      area += (a.x * b.y - b.x * a.y) / 2;
    }
    // y grows downward, so clockwise counts as positive. Cells fill the plane: a row is as high as its cells are deep.
    const rowHeight = kind.centreOf(0, 1).y - kind.centreOf(0, 0).y;
    expect(area).toBeCloseTo(rowHeight, 12);
  });

  it("starts a universe with a rule, a grid and a soup that make sense together", () => {
    const { rule, topology, soup } = kind.fresh;
    expect(formatUniverseRule({ rule, topology })).toMatch(/^B\d*\/S\d*/);
    if (soup) expect(soupThreshold(soup.density)).toBeGreaterThan(0);
    expect(kind.summary).toMatch(/\.$/);
  });
});

describe("the hexagonal grid", () => {
  it("has its six neighbours, and only these, at distance 1", () => {
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const here = hex.centreOf(x, y);
        const near: string[] = [];
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) {
            const there = hex.centreOf(x + dx, y + dy);
            const distance = Math.hypot(there.x - here.x, there.y - here.y);
            if (distance > 0.001 && distance < 1.5) {
              expect(distance).toBeCloseTo(1, 6);
              near.push(`${dx},${dy}`);
            }
          }
        }
        expect(near.sort()).toEqual(NEIGHBOURS.hex.map(([dx, dy]) => `${dx},${dy}`).sort());
      }),
    );
  });

  it("answers with the nearest centre for any point", () => {
    fc.assert(
      fc.property(evenly(-50, 50), evenly(-50, 50), (px, py) => {
        const found = hex.cellAt(px, py);
        const distance = (x: number, y: number): number => {
          const centre = hex.centreOf(x, y);
          return Math.hypot(centre.x - px, centre.y - py);
        };
        const own = distance(found.x, found.y);
        for (const [dx, dy] of NEIGHBOURS.hex) {
          expect(distance(found.x + dx, found.y + dy)).toBeGreaterThanOrEqual(own - 1e-9);
        }
      }),
    );
  });
});

describe("the grid a rule is shown on", () => {
  it("follows its neighbourhood", () => {
    expect(gridKindOf(parseRule("B2/S34H")).id).toBe("hex");
    expect(gridKindOf(parseRule("B3/S23")).id).toBe("square");
    expect(gridKindOf(parseRule("B13/S012V")).id).toBe("square");
    expect(gridKindOf(parseRule("ANNEAL")).id).toBe("square");
  });

  it("is chosen from a list of three", () => {
    expect(kinds.map((kind) => kind.id)).toEqual(["square", "hex", "anneal"]);
  });
});
