import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOfRect } from "../../../engine/core/cell-sets.ts";
import { rect } from "../../../engine/core/rect.ts";
import { forEachRun, RunsBuilder, runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { GridKind } from "../../../engine/grids/grid-kind.ts";
import { pointsUp, TRIANGLE_ROW } from "../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { gridKindOf } from "../../../engine/grids/registry.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { HalfPoint, SymmetryName } from "../../../engine/grids/symmetry.ts";
import {
  INVERSE,
  imageOfCell,
  SYMMETRIES,
  slicedTurn,
  symmetriesOf,
  turnAbout,
  turnCentre,
} from "../../../engine/grids/symmetry.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { anyCells, anyOrigin, cellNames, isCanonical } from "../../renderer/editor/cells.ts";
import { equalRuns } from "../../support/runs.ts";

const neighbourhoods: readonly Neighbourhood[] = ["moore", "hex", "von-neumann"];
const names = Object.keys(INVERSE) as readonly SymmetryName[];
const anyNeighbourhood = fc.constantFrom(...neighbourhoods);
const anyName = fc.constantFrom(...names);
const anyCentre: fc.Arbitrary<HalfPoint> = fc.record({
  x: fc.bigInt({ min: -9n, max: 9n }),
  y: fc.bigInt({ min: -9n, max: 9n }),
});

describe("symmetries", () => {
  it("map every neighbourhood to itself", () => {
    for (const neighbourhood of neighbourhoods) {
      const around = new Set(NEIGHBOURS[neighbourhood].map(([x, y]) => `${x},${y}`));
      for (const name of names) {
        const [a, b, c, d] = SYMMETRIES[neighbourhood][name].matrix;
        const image = NEIGHBOURS[neighbourhood].map(([x, y]) => `${a * x + b * y},${c * x + d * y}`);
        expect(new Set(image)).toEqual(around);
      }
    }
  });

  it("turn clockwise by a quarter on squares and by a sixth on hexagons", () => {
    for (const [kind, neighbourhood, angle] of [
      [SQUARE, "moore", 90],
      [HEX, "hex", 60],
    ] as const) {
      const [a, b, c, d] = SYMMETRIES[neighbourhood]["rotate-clockwise"].matrix;
      const origin = kind.centreOf(0, 0);
      const from = kind.centreOf(3, 1);
      const to = kind.centreOf(3 * a + b, 3 * c + d);
      const direction = (p: { x: number; y: number }): number => Math.atan2(p.y - origin.y, p.x - origin.x);
      const turned = ((direction(to) - direction(from)) * 180) / Math.PI;
      expect((turned + 360) % 360).toBeCloseTo(angle, 9);
    }
  });

  it("move each cell by their matrix, anywhere on the plane", () => {
    fc.assert(
      fc.property(
        anyNeighbourhood,
        anyName,
        anyCells,
        anyOrigin,
        anyCentre,
        (n, name, near, away, centre) => {
          const cells = translateRuns(near, away, away);
          const turn = turnAbout(SYMMETRIES[n][name], { x: centre.x + 2n * away, y: centre.y + 2n * away });
          const [a, b, c, d] = turn.symmetry.matrix.map(BigInt) as [bigint, bigint, bigint, bigint];
          const expected = [...cellNames(cells)].map((cell) => {
            const [x, y] = cell.split(",").map(BigInt) as [bigint, bigint];
            return `${a * x + b * y + turn.dx},${c * x + d * y + turn.dy}`;
          });
          const image = atOnce(slicedTurn(turn, cells));
          expect(cellNames(image)).toEqual(new Set(expected));
          expect(isCanonical(image)).toBe(true);
        },
      ),
    );
  });

  it("stay within half a cell of the centre", () => {
    fc.assert(
      fc.property(anyNeighbourhood, anyName, anyCentre, (n, name, centre) => {
        const image = turnCentre(turnAbout(SYMMETRIES[n][name], centre), centre);
        const moved = [image.x - centre.x, image.y - centre.y];
        for (const by of moved) expect(by >= -2n && by <= 2n).toBe(true);
      }),
    );
  });

  it("are undone by their inverse, about any centre", () => {
    fc.assert(
      fc.property(anyNeighbourhood, anyName, anyCells, anyCentre, (n, name, cells, centre) => {
        const there = turnAbout(SYMMETRIES[n][name], centre);
        const image = turnCentre(there, centre);
        const back = turnAbout(SYMMETRIES[n][INVERSE[name]], image);
        expect(turnCentre(back, image)).toEqual(centre);
        expect(equalRuns(atOnce(slicedTurn(back, atOnce(slicedTurn(there, cells)))), cells)).toBe(true);
      }),
    );
  });

  it("come back after a whole turn, and half of one is a point reflection in the centre", () => {
    fc.assert(
      fc.property(anyNeighbourhood, anyCells, anyCentre, (n, cells, centre) => {
        const turns = n === "hex" ? 6 : 4;
        let [there, at] = [cells, centre];
        for (let i = 0; i < turns; i++) {
          const turn = turnAbout(SYMMETRIES[n]["rotate-clockwise"], at);
          there = atOnce(slicedTurn(turn, there));
          at = turnCentre(turn, at);
          if (i !== turns / 2 - 1) continue;
          expect(at).toEqual(centre);
          const opposite = [...cellNames(cells)].map((cell) => {
            const [x, y] = cell.split(",").map(BigInt) as [bigint, bigint];
            return `${centre.x - x},${centre.y - y}`;
          });
          expect(cellNames(there)).toEqual(new Set(opposite));
        }
        expect(at).toEqual(centre);
        expect(equalRuns(there, cells)).toBe(true);
      }),
    );
  });
});

/** The middle of a triangle, in units of which a side is 2 long. */
function middleOf(lattice: GridKind, x: bigint, y: bigint): { readonly x: number; readonly y: number } {
  const up = pointsUp(lattice, { x, y });
  return { x: Number(x), y: TRIANGLE_ROW * (Number(y) + (up ? 1 : -1) / 6) };
}

describe("symmetries of triangles", () => {
  const { rule } = TRIANGLE.fresh();
  const anyGrid = fc.constantFrom(UNBOUNDED, torus(9, 8), torus(10, 8), torus(7, 9));
  const flips = ["flip-across", "flip-down"] as const;
  const turns = ["rotate-clockwise", "rotate-anticlockwise"] as const;
  const anyState = fc.constantFrom(1, 1, 2, 3);
  const anyStates = fc
    .array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), anyState), {
      maxLength: 40,
    })
    .map((places) => {
      const out = new RunsBuilder();
      for (const [x, y, state] of places) out.add(x, y, 1, state);
      return out.build(3n, -4n);
    });

  it("lay triangles on triangles, and turn those over that they mirror top to bottom or turn", () => {
    fc.assert(
      fc.property(anyName, anyGrid, anyCentre, anyCentre, (name, topology, centre, { x, y }) => {
        const lattice = gridKindOf(rule, topology);
        const turn = turnAbout(symmetriesOf(rule, topology)[name], centre);
        const over = name !== "flip-across";
        expect(pointsUp(lattice, imageOfCell(turn, x, y))).toBe(pointsUp(lattice, { x, y }) !== over);
      }),
    );
  });

  it("flip within half a cell of the centre, leave it where it may be one, and are undone by their inverse", () => {
    fc.assert(
      fc.property(fc.constantFrom(...flips), anyCentre, anyCells, (name, centre, cells) => {
        const symmetries = symmetriesOf(rule);
        const there = turnAbout(symmetries[name], centre);
        const image = turnCentre(there, centre);
        const moved = [image.x - centre.x, image.y - centre.y].map(Number);
        expect(Math.abs(moved[0]!) + Math.abs(moved[1]!)).toBeLessThanOrEqual(2);
        const fits = { "flip-across": centre.x % 2n === 0n, "flip-down": centre.y % 2n !== 0n }[name];
        expect(moved.every((by) => by === 0)).toBe(fits);
        const back = turnAbout(symmetries[INVERSE[name]], image);
        expect(turnCentre(back, image)).toEqual(centre);
        expect(equalRuns(atOnce(slicedTurn(back, atOnce(slicedTurn(there, cells)))), cells)).toBe(true);
      }),
    );
  });

  it("turn by a sixth of a circle about the nearest corner", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...turns),
        anyGrid,
        anyCentre,
        anyCentre,
        (name, topology, centre, { x, y }) => {
          const lattice = gridKindOf(rule, topology);
          const turn = turnAbout(symmetriesOf(rule, topology)[name], centre);
          const corner = turnCentre(turn, centre);
          const [cx, cy] = [Number(corner.x) / 2, (TRIANGLE_ROW * Number(corner.y)) / 2];
          const far = Math.hypot(cx - Number(centre.x) / 2, cy - (TRIANGLE_ROW * Number(centre.y)) / 2);
          expect(far).toBeLessThan(1.16);
          const from = middleOf(lattice, x, y);
          const image = imageOfCell(turn, x, y);
          const angle = (name === "rotate-clockwise" ? Math.PI : -Math.PI) / 3;
          const [dx, dy] = [from.x - cx, from.y - cy];
          const to = middleOf(lattice, image.x, image.y);
          expect(to.x).toBeCloseTo(cx + dx * Math.cos(angle) - dy * Math.sin(angle), 6);
          expect(to.y).toBeCloseTo(cy + dx * Math.sin(angle) + dy * Math.cos(angle), 6);
        },
      ),
    );
  });

  it("take cells with their states, each to its image, and come back after six turns", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...turns),
        anyGrid,
        anyCentre,
        anyStates,
        (name, topology, centre, cells) => {
          const symmetry = symmetriesOf(rule, topology)[name];
          let [there, about] = [cells, centre];
          for (let i = 0; i < 6; i++) {
            const turn = turnAbout(symmetry, about);
            const turned = atOnce(slicedTurn(turn, there));
            const wanted = new RunsBuilder();
            forEachRun(there, (x, y, length, state) => {
              for (let k = 0n; k < length; k++) {
                const image = imageOfCell(turn, there.x + BigInt(x) + k, there.y + BigInt(y));
                wanted.add(Number(image.x), Number(image.y), 1, state);
              }
            });
            expect(equalRuns(turned, wanted.build(0n, 0n))).toBe(true);
            about = turnCentre(turn, about);
            there = turned;
          }
          expect(equalRuns(there, cells)).toBe(true);
        },
      ),
    );
  });

  it("take a strip of a triangle's row to a strip that climbs, as one run of two in each row", () => {
    const row = atOnce(
      slicedTurn(
        turnAbout(symmetriesOf(rule)["rotate-clockwise"], { x: 0n, y: 1n }),
        cellsOfRect(rect(0, 0, 8, 1)),
      ),
    );
    expect([...row.rows].map((y, i) => [y, row.starts[i + 1]! - row.starts[i]!])).toEqual(
      [...row.rows].map((y) => [y, 1]),
    );
    expect(runsPopulation(row)).toBe(8n);
  });
});
