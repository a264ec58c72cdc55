// What the GPU is told to read for a picture.

import fc from "fast-check";
import { expect, test } from "vitest";
import { plane, UNBOUNDED } from "../../../engine/core/topology.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { cellsInView } from "../../../engine/picture/camera.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { PLANE_TILE } from "../../../engine/picture/drawing.ts";
import { gpuPicture } from "../../../engine/picture/gpu-picture.ts";
import type { GridScene } from "../../../engine/picture/scene.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { evenly } from "../../support/evenly.ts";

test.each(["square", "hex", "triangle"])(
  "on a plane: every visible cell and those around them, in whole tiles: %s",
  (id) => {
    const kind = GRID_KINDS.get(id);
    const place = fc.integer({ min: -200, max: 200 });
    const far = fc.constantFrom(0n, 2n ** 90n, -(10n ** 30n));
    const side = fc.integer({ min: 1, max: 700 });
    fc.assert(
      fc.property(place, place, far, evenly(0, 6), side, side, (x, y, from, zoom, width, height) => {
        const camera = { x: from + BigInt(x), y: from + BigInt(y), dx: 0.25, dy: -0.375, zoom };
        const look = { colours: paintColours(THEMES.get("dark")), gridLines: false, boldEvery: 0, ratio: 1 };
        const scene: GridScene = { ...look, camera, kind, topology: UNBOUNDED };
        const { window } = gpuPicture({ width, height }, scene);
        if (!window) throw new Error("a plane has a window");
        const seen = cellsInView(camera, { width, height }, kind);
        const tile = BigInt(PLANE_TILE);
        const along = (start: bigint, count: number, first: bigint, cells: bigint): void => {
          const end = start + BigInt(count);
          expect([start % tile, end % tile]).toEqual([0n, 0n]);
          expect(start < first && end > first + cells).toBe(true);
          // No more than needed.
          expect(start + tile >= first && end - tile <= first + cells + 1n).toBe(true);
        };
        along(window.x, window.columns, seen.x, seen.w);
        along(window.y, window.rows, seen.y, seen.h);
      }),
    );
  },
);

test.each([
  ["square", 4],
  ["hex", 4],
  ["triangle", 4],
  ["square", -3],
  ["hex", -3],
])(
  "however far a grid lies from the camera, 32 bits hold the sum of two of its places: %s, zoom %i",
  (id, zoom) => {
    const look = { colours: paintColours(THEMES.get("dark")), gridLines: false, boldEvery: 0, ratio: 1 };
    for (const far of [3n, 2n ** 29n, 2n ** 31n, 10n ** 30n, -(2n ** 31n), -(10n ** 30n)]) {
      const camera = { x: far, y: -far, dx: 0, dy: 0, zoom };
      const scene: GridScene = { ...look, camera, kind: GRID_KINDS.get(id), topology: plane(64, 48) };
      const picture = gpuPicture({ width: 20, height: 10 }, scene);
      const places = Object.values(picture).flatMap((value) =>
        typeof value === "number" && Number.isInteger(value)
          ? [value]
          : value instanceof Int32Array
            ? [...value]
            : [],
      );
      expect(places.every((place) => 2 * Math.abs(place) < 2 ** 31)).toBe(true);
      // As far as 32 bits go, the grid is where it is.
      if (picture.kind === "hexagons" && far === 2n ** 29n) expect(picture.left).toBe(-32 - 2 ** 29);
    }
  },
);
