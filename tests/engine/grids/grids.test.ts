import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soupThreshold } from "../../../engine/core/soup.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { gridLeft, gridTop, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { GRID_KINDS, gridKindOf, gridKindOn } from "../../../engine/grids/registry.ts";
import { weightsOf } from "../../../engine/rules/counted-shapes.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { formatUniverseRule, parseRule } from "../../../engine/rules/universe-rule.ts";
import { evenly } from "../../support/evenly.ts";

const coordinate = fc.integer({ min: -100_000, max: 100_000 });
const kinds = GRID_KINDS.list();
const hex = GRID_KINDS.get("hex");

describe.each(kinds)("the $id grid", (kind) => {
  it("finds the cell again from its centre and from any point well inside it", () => {
    const { down, up } = outlinesOf(kind);
    fc.assert(
      fc.property(coordinate, coordinate, fc.integer({ min: 0, max: 5 }), evenly(0, 0.97), (x, y, k, t) => {
        const centre = kind.centreOf(x, y);
        expect(kind.cellAt(centre.x, centre.y)).toEqual({ x, y });
        // Towards a corner of its outline.
        const outline = pointsUp(kind, { x: BigInt(x), y: BigInt(y) }) ? up : down;
        const corner = outline[k % outline.length];
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
    const { rule, topology, soup } = kind.fresh();
    expect(formatUniverseRule({ rule, topology })).toMatch(
      kind.id === "triangle" ? /^R1,C0,S.*,NL$/ : /^B\d*\/S\d*/,
    );
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

describe("the triangular grid", () => {
  const triangle = GRID_KINDS.get("triangle");
  const corner = (x: bigint, y: bigint, kind = triangle): string[] => {
    const { down, up } = outlinesOf(kind);
    const centre = kind.centreOf(Number(x), Number(y));
    const outline = pointsUp(kind, { x, y }) ? up : down;
    return outline.map((at) => `${(at.x + centre.x).toFixed(6)},${(at.y + centre.y).toFixed(6)}`);
  };

  it("shares a corner with the twelve cells that a rule of range 1 counts, and with no others", () => {
    const [even, odd] = weightsOf({ kind: "counted", range: 1, shape: "L", birth: [], survival: [] });
    for (const [x, y, { dx, dy }] of [
      [4, -6, even],
      [-3, 8, odd],
    ] as const) {
      const own = new Set(corner(BigInt(x), BigInt(y)));
      const near: string[] = [];
      for (let j = -3; j <= 3; j++)
        for (let i = -4; i <= 4; i++)
          if ((i || j) && corner(BigInt(x + i), BigInt(y + j)).some((at) => own.has(at)))
            near.push(`${i},${j}`);
      expect(near).toEqual([...dx].map((at, k) => `${at},${dy[k]}`));
      expect(near).toHaveLength(12);
    }
  });

  it("counts from the corner of a bounded grid, as the rules do", () => {
    const downAt = (topology: Topology): boolean => {
      const at = { x: BigInt(gridLeft(topology)), y: BigInt(gridTop(topology)) };
      return !pointsUp(gridKindOf(triangle.fresh().rule, topology), at);
    };
    expect([torus(8, 8), torus(30, 20), torus(7, 12), torus(9, 7), UNBOUNDED].map(downAt)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(gridKindOn("triangle", torus(30, 20))).toBe(gridKindOf(triangle.fresh().rule, torus(30, 20)));
  });

  it("says of a point which triangle it lies in, whichever cell numbers count from", () => {
    fc.assert(
      fc.property(evenly(-9, 9), evenly(-9, 9), coordinate, (px, py, from) => {
        const found = triangle.cellAt(px, py, from % 2 !== 0);
        const { down, up } = outlinesOf(triangle);
        const outline = (found.x + found.y + from) % 2 === 0 ? down : up;
        const centre = triangle.centreOf(found.x, found.y);
        for (const [k, a] of outline.entries()) {
          const b = outline[(k + 1) % 3]!;
          const [qx, qy] = [px - centre.x - a.x, py - centre.y - a.y];
          expect((b.x - a.x) * qy - (b.y - a.y) * qx).toBeGreaterThan(-1e-9);
        }
      }),
    );
  });
});

describe("the grid a rule is shown on", () => {
  it("follows its neighbourhood", () => {
    const idOf = (rule: string): string => gridKindOf(parseRule(rule), UNBOUNDED).id;
    expect(idOf("B2/S34H")).toBe("hex");
    expect(idOf("B3/S23")).toBe("square");
    expect(idOf("B13/S012V")).toBe("square");
    expect(idOf("ANNEAL")).toBe("square");
    expect(idOf("R2,C0,S5-9,B7-8,NL")).toBe("triangle");
    expect(idOf("R1,C0,S2,B1,N@8AL")).toBe("triangle");
    expect(idOf("R1,C0,S2,B1,N@8A")).toBe("square");
  });

  it("is chosen from a list of four", () => {
    expect(kinds.map((kind) => kind.id)).toEqual(["square", "hex", "triangle", "anneal"]);
  });
});
