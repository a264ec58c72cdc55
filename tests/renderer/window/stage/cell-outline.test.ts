import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Runs } from "../../../../engine/core/runs.ts";
import { RunsBuilder, translateRuns } from "../../../../engine/core/runs.ts";
import type { GridKind, Point } from "../../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../../engine/grids/hex.ts";
import { SQUARE } from "../../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../../engine/grids/triangle.ts";
import { cameraOn, cellAtPoint, pointOfCell } from "../../../../engine/picture/camera-moves.ts";
import { outlineOfBox, outlineOfCells } from "../../../../renderer/window/stage/cell-outline.ts";
import { evenly } from "../../../support/evenly.ts";

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
  x: evenly(1, SIZE.width - 1),
  y: evenly(1, SIZE.height - 1),
});

describe.each([HEX, SQUARE, TRIANGLE])("an outline on $id", (kind) => {
  test("of a box holds exactly the points of its cells, also where the box leaves the screen", () => {
    const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(100_000));
    const from = fc.integer({ min: -20, max: 8 });
    const zooms = evenly(2, 6);
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
          const at = cellAtPoint(scene.camera, SIZE, kind, point);
          const holdsPoint = (dx: number): boolean =>
            cells.some(([x, y]) => FAR + BigInt(x + dx) === at.x && FAR + BigInt(y) === at.y);
          const set = runs.build(FAR, FAR);
          expect(holds(outlineOfCells(set, scene) ?? [], point)).toBe(holdsPoint(0));
          // The same set, moved: its arrays are the same, and its triangles point the other way.
          const moved = translateRuns(set, 1n, 0n);
          expect(holds(outlineOfCells(moved, scene) ?? [], point)).toBe(holdsPoint(1));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("cells too small for tips have a straight outline, those below a pixel none", () => {
  const box = { x: FAR, y: FAR, w: 30n, h: 20n };
  expect(outlineOfBox(box, sceneOf(HEX, 1))).toHaveLength(4);
  const runs = new RunsBuilder();
  for (let y = 0; y < 100; y++) runs.add(0, y, 100);
  const large = runs.build(FAR, FAR);
  expect(outlineOfCells(large, sceneOf(HEX, 1))?.length).toBeLessThan(400);
  expect(outlineOfCells(large, sceneOf(HEX, -0.1))).toBeNull();
});

test("a set is gone through once, however often it is drawn and wherever it moves", () => {
  const runs = new RunsBuilder();
  for (let y = 0; y < 9; y++) runs.add(y % 3, y, 4);
  const set = runs.build(FAR, FAR);
  let looks = 0;
  const watch = (runs: Runs): Runs => ({
    ...runs,
    get starts() {
      looks++;
      return runs.starts;
    },
  });
  const watched = watch(set);
  const first = outlineOfCells(watched, sceneOf(SQUARE, 4));
  const once = looks;
  expect(once).toBeGreaterThan(0);
  for (const zoom of [4, 5]) outlineOfCells(watched, sceneOf(SQUARE, zoom));
  const moved = outlineOfCells(watch(translateRuns(set, 2n, 0n)), sceneOf(SQUARE, 4));
  expect(moved).toEqual(first?.map((side) => side.map(({ x, y }) => ({ x: x + 2 * 16, y }))));
  expect(looks).toBe(once);
});

test("a large set is outlined where it is seen, and nowhere else", () => {
  const side = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 80_000 }), fc.boolean(), (left, top, length, slant) => {
      const scene = sceneOf(HEX, 5);
      const inside = (x: number, y: number): boolean => {
        const from = left + (slant ? Math.ceil((y - top) / 2) : 0);
        return y >= top && y < top + 2000 && x >= from && x < from + length;
      };
      const runs = new RunsBuilder();
      for (let y = top; y < top + 2000; y++) {
        runs.add(left + (slant ? Math.ceil((y - top) / 2) : 0), y, length);
      }
      const sides = outlineOfCells(runs.build(FAR, FAR), scene) ?? [];
      expect(sides.length).toBeLessThan(200);
      const nameOf = (points: readonly Point[]) =>
        points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
      const seen = (points: readonly Point[]) =>
        points.every(({ x, y }) => x > 0 && y > 0 && x < SIZE.width && y < SIZE.height);
      const expected: string[] = [];
      for (let y = -8; y <= 8; y++) {
        for (let x = -14; x <= 14; x++) {
          if (!inside(x, y)) continue;
          const cell = { x: FAR + BigInt(x), y: FAR + BigInt(y) };
          const around = outlineOfBox({ ...cell, w: 1n, h: 1n }, scene);
          const centre = pointOfCell(scene.camera, SIZE, HEX, cell);
          around.forEach((a, corner) => {
            const b = around[(corner + 1) % around.length] as Point;
            const beyond = cellAtPoint(scene.camera, SIZE, HEX, {
              x: a.x + b.x - centre.x,
              y: a.y + b.y - centre.y,
            });
            const open = !inside(Number(beyond.x - FAR), Number(beyond.y - FAR));
            if (open && a !== b && nameOf([a]) !== nameOf([b]) && seen([a, b]))
              expected.push(nameOf([a, b].sort(byPlace)));
          });
        }
      }
      const found = sides.filter(seen).map((points) => nameOf([...points].sort(byPlace)));
      expect(found.sort()).toEqual(expected.sort());
    }),
    { numRuns: 25 },
  );
});

function byPlace(a: Point, b: Point): number {
  return Math.round(a.x * 100) - Math.round(b.x * 100) || a.y - b.y;
}
