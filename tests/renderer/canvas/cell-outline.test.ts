import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { GridKind, Point } from "../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { cameraOn, cellAtPoint } from "../../../renderer/canvas/camera.ts";
import { outlineOfBox, outlineOfCells } from "../../../renderer/canvas/cell-outline.ts";

const SIZE = { width: 400, height: 300 };
const FAR = 10n ** 25n;
const sceneOf = (kind: GridKind, zoom: number) => ({
  camera: cameraOn({ x: FAR, y: FAR }, zoom, kind),
  size: SIZE,
  kind,
});

/** Even-odd: how often a ray to the right crosses the sides. */
function holds(sides: readonly (readonly [Point, Point])[], { x, y }: Point): boolean {
  let inside = false;
  for (const [a, b] of sides) {
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

const ring = (points: readonly Point[]) =>
  points.map((point, at) => [point, points[(at + 1) % points.length] as Point] as const);

const somewhere = fc.record({
  x: fc.double({ min: 1, max: SIZE.width - 1, noNaN: true }),
  y: fc.double({ min: 1, max: SIZE.height - 1, noNaN: true }),
});

describe.each([HEX, SQUARE])("an outline on $id", (kind) => {
  test("of a box holds exactly the points of its cells, also where the box leaves the screen", () => {
    const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(100_000));
    const from = fc.integer({ min: -20, max: 8 });
    const zooms = fc.double({ min: 2, max: 6, noNaN: true });
    fc.assert(
      fc.property(from, from, side, side, zooms, fc.boolean(), somewhere, (x, y, w, h, zoom, back, point) => {
        const scene = sceneOf(kind, zoom);
        const shift = back ? BigInt(Math.floor(w / 2)) : 0n;
        const box = { x: FAR + BigInt(x) - shift, y: FAR + BigInt(y) - shift, w: BigInt(w), h: BigInt(h) };
        const cell = cellAtPoint(scene.camera, SIZE, kind, point);
        const inside = cell.x >= box.x && cell.x < box.x + box.w && cell.y >= box.y && cell.y < box.y + box.h;
        expect(holds(ring(outlineOfBox(box, scene)), point)).toBe(inside);
      }),
      { numRuns: 400 },
    );
  });

  test("of a set of cells holds exactly theirs", () => {
    const cell = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }));
    fc.assert(
      fc.property(
        fc.uniqueArray(cell, { minLength: 1, maxLength: 60, selector: String }),
        somewhere,
        (cells, point) => {
          const scene = sceneOf(kind, 4);
          const runs = new RunsBuilder();
          for (const [x, y] of cells) runs.add(x, y, 1);
          const sides = outlineOfCells(runs.build(FAR, FAR), scene);
          const at = cellAtPoint(scene.camera, SIZE, kind, point);
          const inside = cells.some(([x, y]) => FAR + BigInt(x) === at.x && FAR + BigInt(y) === at.y);
          expect(holds(sides ?? [], point)).toBe(inside);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("cells too small for tips have a straight outline, and too large a set none of its own", () => {
  const box = { x: FAR, y: FAR, w: 30n, h: 20n };
  expect(outlineOfBox(box, sceneOf(HEX, 1))).toHaveLength(4);
  const runs = new RunsBuilder();
  for (let y = 0; y < 100; y++) runs.add(0, y, 100);
  expect(outlineOfCells(runs.build(0n, 0n), sceneOf(HEX, 4))).toBeNull();
});
