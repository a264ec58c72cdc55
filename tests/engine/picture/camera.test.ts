import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect, rectContains } from "../../../engine/core/rect.ts";
import { pointsUp } from "../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { cellsInView, checkView, rasterForView } from "../../../engine/picture/camera.ts";
import { evenly } from "../../support/evenly.ts";

const looking = (rest: Partial<Camera> = {}): Camera => ({ x: 0n, y: 0n, dx: 0, dy: 0, zoom: 0, ...rest });

const anyCamera = fc.record({
  x: fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
  y: fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
  dx: evenly(-2, 2),
  dy: evenly(-2, 2),
  zoom: evenly(-40, 6),
});
const anySize = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 3000 }),
});
const anyKind = fc.constantFrom(SQUARE, HEX, TRIANGLE);

describe("camera", () => {
  it("sees a pixel a cell at zoom 0, and one cell of margin", () => {
    expect(cellsInView(looking(), { width: 100, height: 60 }, SQUARE)).toEqual(rect(-51, -31, 103, 63));
    expect(cellsInView(looking({ x: 2n ** 100n, dx: 0.5 }), { width: 3, height: 1 }, SQUARE).x).toBe(
      2n ** 100n - 2n,
    );
  });

  it("sees at least every cell that a pixel of the view falls on", () => {
    fc.assert(
      fc.property(anyCamera, anySize, anyKind, evenly(0, 1), evenly(0, 1), (camera, size, kind, u, v) => {
        const pixel = 2 ** -camera.zoom;
        const { x, y } = kind.cellAt(
          camera.dx + (u - 0.5) * size.width * pixel,
          camera.dy + (v - 0.5) * size.height * pixel,
          pointsUp(kind, camera),
        );
        const box = cellsInView(camera, size, kind);
        return rectContains(box, camera.x + BigInt(x), camera.y + BigInt(y));
      }),
    );
  });

  it("takes a raster where a pixel covers several cells, never coarser than the screen unless it is huge", () => {
    expect(rasterForView(looking(), { width: 100, height: 60 }, SQUARE)).toBeNull();
    const request = rasterForView(looking({ zoom: -3.5 }), { width: 800, height: 600 }, SQUARE);
    expect(request?.scale).toBe(3);
    fc.assert(
      fc.property(anyCamera, anySize, anyKind, (camera, size, kind) => {
        const raster = rasterForView(camera, size, kind);
        if (!raster) return camera.zoom >= 0;
        const box = cellsInView(camera, size, kind);
        const side = 1n << BigInt(raster.scale);
        const covers = BigInt(raster.width - 1) * side >= box.w && BigInt(raster.height - 1) * side >= box.h;
        const small = raster.width * raster.height <= 2 ** 24;
        return covers && small && (raster.scale <= -camera.zoom || raster.width * raster.height > 2 ** 21);
      }),
    );
  });

  it.each([
    [looking({ zoom: Number.NaN }), { width: 10, height: 10 }],
    [looking({ zoom: 11 }), { width: 10, height: 10 }],
    [looking({ dx: Number.POSITIVE_INFINITY }), { width: 10, height: 10 }],
    [looking(), { width: 0, height: 10 }],
    [looking(), { width: 10.5, height: 10 }],
    [looking(), { width: 10, height: 99_999 }],
  ])("refuses %o with %o", (camera, size) => {
    expect(() => checkView(camera, size)).toThrow(expect.objectContaining({ code: "bad-argument" }));
  });
});
