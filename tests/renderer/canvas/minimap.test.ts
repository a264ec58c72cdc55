// The minimap's geometry: what it shows, where the view is on it, and where a press on it leads.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rect } from "../../../engine/core/rect.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { cameraOn, cellAtPoint, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import type { Seen } from "../../../renderer/canvas/minimap.ts";
import { lookFromMap, mapCamera, mapPicture, viewOnMap } from "../../../renderer/canvas/minimap.ts";
import { showsAll } from "../../../renderer/canvas/piloting.ts";
import { evenly } from "../../support/evenly.ts";

const MAP = { width: 160, height: 100 };
const seenAt = (x: bigint, y: bigint, zoom: number, kind = SQUARE): Seen => ({
  camera: cameraOn({ x, y }, zoom, kind),
  size: { width: 800, height: 600 },
  kind,
});
const BOX: Rect = { x: -500n, y: -300n, w: 1000n, h: 600n };

describe("the minimap", () => {
  test("is not there without cells, nor when all of them are in view", () => {
    expect(mapCamera(null, seenAt(0n, 0n, 2), MAP)).toBeNull();
    expect(mapCamera(BOX, seenAt(0n, 0n, -2), MAP)).toBeNull();
    expect(mapCamera(BOX, seenAt(0n, 0n, 2), MAP)).not.toBeNull();
  });

  test("shows all of the pattern, and the view where it is", () => {
    for (const kind of [SQUARE, HEX]) {
      const seen = seenAt(100n, -50n, 2, kind);
      const map = mapCamera(BOX, seen, MAP);
      if (!map) throw new Error("no map");
      expect(showsAll(BOX, map, MAP, kind)).toBe(true);
      const frame = viewOnMap(map, MAP, seen);
      // The view's size in cells, at the map's scale.
      expect(frame.width).toBeCloseTo(200 * 2 ** map.zoom, 5);
      expect(frame.height).toBeCloseTo(150 * 2 ** map.zoom, 5);
      const middle = pointOfCell(map, MAP, kind, { x: 100n, y: -50n });
      expect(Math.abs(frame.x + frame.width / 2 - middle.x)).toBeLessThan(1);
      expect(Math.abs(frame.y + frame.height / 2 - middle.y)).toBeLessThan(1);
    }
  });

  test("draws a pixel twice as large once gliders have left, and still shows all of it", () => {
    const seen = seenAt(0n, 0n, 2);
    expect(mapPicture({ x: -60n, y: -60n, w: 300n, h: 200n }, seen, MAP)?.size).toEqual(MAP);
    const far = { ...BOX, w: 60_000n, h: 60_000n };
    const map = mapPicture(far, seen, MAP);
    expect(map?.size).toEqual({ width: 80, height: 50 });
    expect(map && showsAll(far, map.camera, map.size, SQUARE)).toBe(true);
    expect(mapPicture(BOX, seenAt(0n, 0n, -2), MAP)).toBeNull();
  });

  test("shows both while they are of one order, and else the pattern, with a mark on the side where the view is", () => {
    const near = seenAt(700n, 0n, 2);
    const both = mapCamera(BOX, near, MAP);
    expect(both && showsAll({ ...BOX, w: 1150n }, both, MAP, SQUARE)).toBe(true);
    for (const [x, y] of [
      [2n ** 300n, 0n],
      [-(2n ** 60n), 2n ** 61n],
    ] as const) {
      const far = seenAt(x, y, 2);
      const map = mapCamera(BOX, far, MAP);
      if (!map) throw new Error("no map");
      expect(map).toEqual(mapCamera(BOX, seenAt(0n, 0n, 2), MAP));
      const { x: left, y: top, width, height } = viewOnMap(map, MAP, far);
      expect(left).toBe(x > 0n ? MAP.width - width : 0);
      if (y > 0n) expect(top).toBe(MAP.height - height);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(5);
    }
  });

  test("the rectangle is always within the map", () => {
    const views = fc.record({
      x: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      y: fc.bigInt({ min: -5000n, max: 5000n }),
      zoom: evenly(-40, 6),
      kind: fc.constantFrom(SQUARE, HEX),
    });
    fc.assert(
      fc.property(views, ({ x, y, zoom, kind }) => {
        const seen = seenAt(x, y, zoom, kind);
        const map = mapCamera(BOX, seen, MAP);
        if (!map) return;
        const frame = viewOnMap(map, MAP, seen);
        expect(frame.x).toBeGreaterThanOrEqual(0);
        expect(frame.y).toBeGreaterThanOrEqual(0);
        expect(frame.x + frame.width).toBeLessThanOrEqual(MAP.width + 1e-6);
        expect(frame.y + frame.height).toBeLessThanOrEqual(MAP.height + 1e-6);
      }),
      { numRuns: 300 },
    );
  });

  test("a press on it brings what lies there to the middle of the view, at the same zoom", () => {
    for (const kind of [SQUARE, HEX]) {
      const seen = seenAt(0n, 0n, 3, kind);
      const map = mapCamera(BOX, seen, MAP);
      if (!map) throw new Error("no map");
      const point = { x: 31, y: 77 };
      const camera = lookFromMap(map, MAP, point, seen);
      expect(camera.zoom).toBe(3);
      const middle = { x: seen.size.width / 2, y: seen.size.height / 2 };
      expect(cellAtPoint(camera, seen.size, kind, middle)).toEqual(cellAtPoint(map, MAP, kind, point));
      const after = viewOnMap(map, MAP, { ...seen, camera });
      expect(Math.abs(after.x + after.width / 2 - point.x)).toBeLessThan(1);
      expect(Math.abs(after.y + after.height / 2 - point.y)).toBeLessThan(1);
    }
  });
});
