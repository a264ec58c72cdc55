import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsPopulation, translateRuns } from "../../../../engine/core/runs.ts";
import type { Neighbourhood } from "../../../../engine/rules/rule.ts";
import type { BrushForm } from "../../../../renderer/editor/cells/brush.ts";
import { brushCells, MOST_BRUSH, sweptCells } from "../../../../renderer/editor/cells/brush.ts";
import { axisEnd, mirrored, squareCorner, straightEnd } from "../../../../renderer/editor/cells/constrain.ts";
import { lineBetween } from "../../../../renderer/editor/cells/line.ts";
import { cellsOfShape, MOST_SIDE, uprightBox } from "../../../../renderer/editor/cells/shapes.ts";
import { expectIs } from "../../../support/expect-each.ts";
import { kindOf, nameOf, slowBox, slowEllipse, slowRim, spotOf } from "../../../support/slow-shapes.ts";
import { anyOrigin, cellNames, isCanonical } from "../cells.ts";

const LATTICES = ["moore", "hex"] as const satisfies readonly Neighbourhood[];
const anySpot = fc.record({ x: fc.integer({ min: -25, max: 25 }), y: fc.integer({ min: -25, max: 25 }) });
const cellAt = ({ x, y }: { readonly x: number; readonly y: number }, origin = 0n) => ({
  x: origin + BigInt(x),
  y: origin + BigInt(y),
});

describe.each(LATTICES)("shapes (%s)", (neighbourhood) => {
  it.each([
    ["rectangle", slowBox],
    ["ellipse", slowEllipse],
  ] as const)(
    "a filled %s has the cells whose centres lie in it, its outline those at the rim",
    (shape, slow) => {
      fc.assert(
        fc.property(anySpot, anySpot, anyOrigin, (a, b, origin) => {
          const home = (style: "filled" | "outline") =>
            translateRuns(
              cellsOfShape(shape, cellAt(a, origin), cellAt(b, origin), neighbourhood, style),
              -origin,
              -origin,
            );
          const expected = slow(a, b, neighbourhood);
          const [filled, outline] = [home("filled"), home("outline")];
          expect(cellNames(filled)).toEqual(expected);
          expect(cellNames(outline)).toEqual(slowRim(expected, neighbourhood));
          expect(isCanonical(filled) && isCanonical(outline)).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );

  it("an ellipse reaches the sides of its box, and is the same seen from all of them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 0, max: 18 }), (w, h) => {
        const corner = neighbourhood === "hex" ? { x: w + h, y: 2 * h } : { x: w, y: h };
        const cells = cellNames(
          cellsOfShape("ellipse", cellAt({ x: 0, y: 0 }), cellAt(corner), neighbourhood, "filled"),
        );
        const kind = kindOf(neighbourhood);
        const middle = kind.centreOf(corner.x / 2, corner.y / 2);
        for (const name of cells) {
          const at = kind.centreOf(spotOf(name).x, spotOf(name).y);
          for (const [sx, sy] of [
            [-1, 1],
            [1, -1],
          ] as const) {
            const mirror = kind.cellAt(middle.x + sx * (at.x - middle.x), middle.y + sy * (at.y - middle.y));
            expectIs(cells.has(nameOf(mirror)), true);
          }
        }
        const ys = [...cells].map((name) => spotOf(name).y);
        expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, corner.y]);
      }),
    );
  });

  it("a straight line goes along the lattice and ends near the pointer", () => {
    fc.assert(
      fc.property(anySpot, anySpot, (a, b) => {
        const end = straightEnd(cellAt(a), cellAt(b), neighbourhood);
        const [x, y] = [Number(end.x) - a.x, Number(end.y) - a.y];
        const onAxis = x === 0 || y === 0 || x === y || (neighbourhood === "moore" && x === -y);
        expect(onAxis).toBe(true);
        const kind = kindOf(neighbourhood);
        const [from, to, at] = [
          kind.centreOf(a.x, a.y),
          kind.centreOf(b.x, b.y),
          kind.centreOf(Number(end.x), Number(end.y)),
        ];
        const drag = Math.hypot(to.x - from.x, to.y - from.y);
        // At most half an angle between axes aside.
        expect(Math.hypot(at.x - to.x, at.y - to.y)).toBeLessThan(drag * 0.55 + 1);
      }),
    );
  });

  it("a square corner makes a box as high as it is wide on the screen, around the same corner", () => {
    fc.assert(
      fc.property(anySpot, anySpot, (a, b) => {
        const corner = squareCorner(cellAt(a), cellAt(b), neighbourhood);
        const kind = kindOf(neighbourhood);
        const from = kind.centreOf(a.x, a.y);
        const at = kind.centreOf(Number(corner.x), Number(corner.y));
        expect(Math.abs(Math.abs(at.x - from.x) - Math.abs(at.y - from.y))).toBeLessThan(
          neighbourhood === "hex" ? 0.95 : 1e-9,
        );
        const middle = mirrored(cellAt(a), corner);
        expect([middle.x + corner.x, middle.y + corner.y]).toEqual([2n * BigInt(a.x), 2n * BigInt(a.y)]);
      }),
    );
  });

  it.each<BrushForm>(["disc", "square"])("a %s brush covers what its copies along the line cover", (form) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 17 }), anySpot, anySpot, (size, a, b) => {
        const brush = { size, form };
        const expected = new Set<string>();
        for (const name of cellNames(lineBetween(cellAt(a), cellAt(b), neighbourhood))) {
          for (const cell of cellNames(brushCells(brush, cellAt(spotOf(name)), neighbourhood)))
            expected.add(cell);
        }
        const swept = sweptCells(brush, cellAt(a), cellAt(b), neighbourhood);
        expect(cellNames(swept)).toEqual(expected);
        expect(isCanonical(swept)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("a brush of every size is so many cells across, in each direction of the lattice", () => {
    for (let size = 1; size <= MOST_BRUSH; size++) {
      const spots = [
        ...cellNames(brushCells({ size, form: "disc" }, cellAt({ x: 0, y: 0 }), neighbourhood)),
      ].map(spotOf);
      const across = (of: (spot: { x: number; y: number }) => number) => {
        const all = spots.map(of);
        return Math.max(...all) - Math.min(...all) + 1;
      };
      expect([across(({ x }) => x), across(({ y }) => y)]).toEqual([size, size]);
      if (neighbourhood === "hex") expect(across(({ x, y }) => x - y)).toBe(size);
      expect(spots.some(({ x, y }) => x === 0 && y === 0)).toBe(true);
    }
  });
});

it.each([
  [5, 2, [5, 0]],
  [-2, -5, [0, -5]],
  [3, -3, [3, 0]],
  [0, 4, [0, 4]],
  [0, 0, [0, 0]],
])("a hand that goes %i across and %i down on squares goes along a row or a column", (across, down, end) => {
  const from = { x: 7n, y: -3n };
  const { x, y } = axisEnd(from, { x: from.x + BigInt(across), y: from.y + BigInt(down) }, "moore");
  expect([Number(x - from.x), Number(y - from.y)]).toEqual(end);
});

it("a rectangle of hexagons stands upright: its rows alternate by half a cell", () => {
  const box = uprightBox({ x: 0n, y: 0n }, { x: 6n, y: 4n }, "hex");
  expect([...box.rows].map((y, row) => [box.spans[row * 2] as number][0] - y / 2)).toEqual([
    0, 0.5, 0, 0.5, 0,
  ]);
  expect([...box.rows].map((_y, row) => box.spans[row * 2 + 1])).toEqual([5, 4, 5, 4, 5]);
});

it("a filled ellipse of 4,000 by 4,000 costs as much as it has rows", () => {
  const [a, b] = [
    { x: 0n, y: 0n },
    { x: 3999n, y: 3999n },
  ];
  const cells = cellsOfShape("ellipse", a, b, "moore", "filled");
  expect(cells.rows.length).toBe(4000);
  expect(cells.spans.length).toBe(8000);
  expect(Number(runsPopulation(cells)) / (Math.PI * 2000 ** 2)).toBeCloseTo(1, 3);
  expect(cellsOfShape("ellipse", a, b, "moore", "outline").rows.length).toBe(4000);
  const far = { x: BigInt(MOST_SIDE), y: 0n };
  expect(() => cellsOfShape("ellipse", a, far, "moore", "filled")).toThrow(/too large to be drawn at once/);
});
