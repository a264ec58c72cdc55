// A GPU universe drawn where its cells live looks as the CPU painter paints the same cells: squares, hexagons, grid lines,
// edges and density, at sizes and places that are no multiples of anything.

import { afterAll, describe, expect, test } from "vitest";
import { createGpuUniverse } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { GRID_KINDS } from "../../engine/grids/registry.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";
import { tilesOf } from "../../engine/picture/picture-tiles.ts";
import type { GridScene } from "../../engine/picture/scene.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { at, COLOURS, difference, Paper } from "../support/drawn-pictures.ts";
import { fillSoup } from "../support/fill-soup.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(async () => navigator.gpu);

const open = new Map<string, GpuUniverse>();
afterAll(() => {
  for (const universe of open.values()) universe.dispose();
});

/** Tests look at one universe in turn: drawing leaves its cells alone. */
async function universeWith(text: string, density = 0.4): Promise<GpuUniverse> {
  const name = `${text} ${density}`;
  const universe = open.get(name) ?? (await createGpuUniverse(parseUniverseRule(text), onGpu));
  if (open.has(name)) return universe;
  open.set(name, universe);
  await fillSoup(universe, { seed: 5, density });
  return universe;
}

describe("a GPU universe is drawn as the CPU painter paints it", () => {
  const size = { width: 181, height: 127 };

  test.each([0, 0.4, 1, 2.3, 3, 4, 5.1])("squares at zoom %s", async (zoom) => {
    const universe = await universeWith("B3/S23:T77,51");
    for (const camera of [at(0, 0, zoom), at(-40, 27, zoom), at(33, -30, zoom, 0, 0)]) {
      expect((await difference(universe, camera, size)).wrong).toBe(0);
    }
    const { wrong, colours } = await difference(universe, at(0, 0, zoom), size, { ratio: 2 });
    expect(wrong).toBe(0);
    expect(colours).toBeGreaterThan(2);
  });

  test.each([0, 0.7, 1.5, 2.4, 3, 4.2, 5.5])("hexagons at zoom %s", async (zoom) => {
    const universe = await universeWith("B2/S34H:P61,45");
    // A point that lies on a border within the last bits of a 32-bit float may fall on either side of it; cameras at round
    // offsets put whole rows of points there, so these are not.
    for (const camera of [at(0, 0, zoom), at(-33, 20, zoom), at(24, -20, zoom, 0.01, 0.02)]) {
      expect((await difference(universe, camera, size)).wrong).toBeLessThan(0.002);
    }
    const { wrong, colours } = await difference(universe, at(0, 0, zoom), size, { ratio: 2 });
    expect(wrong).toBeLessThan(0.002);
    expect(colours).toBeGreaterThan(2);
  });

  test.each([0, 0.7, 1.5, 2.4, 3, 4.2, 5.5])("triangles at zoom %s", async (zoom) => {
    for (const text of ["B4/S456L:P61,45", "B4/S456L:T77,51", "456/4/5L:P60,45"]) {
      const universe = await universeWith(text);
      for (const camera of [at(0, 0, zoom), at(-33, 20, zoom), at(25, -20, zoom, 0.01, 0.02)]) {
        const { wrong, colours } = await difference(universe, camera, size, { kind: "triangle" });
        expect(wrong).toBeLessThan(0.002);
        expect(colours).toBeGreaterThan(2);
      }
      const { wrong } = await difference(universe, at(0, 0, zoom), size, { ratio: 2, kind: "triangle" });
      expect(wrong).toBeLessThan(0.002);
    }
  });

  test.each([-0.5, -0.85, -1, -2.3, -5.2, -9])("density of triangles at zoom %s", async (zoom) => {
    const universe = await universeWith("B4/S456L:P1501,1203", 0.02);
    for (const camera of [at(0, 0, zoom), at(-700, 550, zoom), at(500, -601, zoom, 0, 0)]) {
      const { wrong, colours } = await difference(universe, camera, size, { kind: "triangle" });
      expect(wrong).toBe(0);
      if (zoom > -9) expect(colours).toBeGreaterThan(2);
    }
  });

  test.each([-0.5, -1, -1.15, -2.3, -4, -5.2, -6, -7.7, -9, -14.5, -40, -800])(
    "density at zoom %s",
    async (zoom) => {
      for (const text of ["B3/S23:P1501,1203", "B2/S34H:T1501,1203"]) {
        const universe = await universeWith(text, 0.02);
        // Farther away the grid is less than a pixel, and its rim falls on one or the next.
        const most = zoom > -20 ? 0 : 0.005;
        for (const camera of [at(0, 0, zoom), at(-700, 550, zoom), at(500, -601, zoom, 0, 0)]) {
          const { wrong, colours } = await difference(universe, camera, size);
          expect(wrong).toBeLessThanOrEqual(most);
          if (zoom > -9) expect(colours).toBeGreaterThan(2);
        }
      }
    },
  );

  // In the middle a column of pixels begins just where a square does, and the CPU's raster begins elsewhere than the grid.
  test.each([
    "B3/S23:T512,384",
    "B3/S23:T1920,64",
    "B3/S23:T8192,300",
    "B2/S34H:T8192,300",
    "B2/S34H:P1501,600",
  ])("density of %s, seen from the middle of a cell's edge", async (text) => {
    const universe = await universeWith(text, 0.1);
    const even = { width: 300, height: 200 };
    for (const zoom of [-0.35, -1.15, -1.4, -1.5, -2.25, -3.35]) {
      for (const [dx, dy] of [
        [0, 0],
        [0.5, 0.5],
      ] as const) {
        const { wrong } = await difference(universe, at(0, 0, zoom, dx, dy), even);
        expect(wrong, `zoom ${zoom}, offset ${dx}`).toBe(0);
      }
    }
  });

  test("far outside of the grid there is nothing but the outside", async () => {
    const universe = await universeWith("B3/S23:T64,64");
    for (const zoom of [-30, -3, 0, 4]) {
      const camera: Camera = { x: 2n ** 90n, y: -(2n ** 70n), dx: 0, dy: 0, zoom };
      const { wrong, colours } = await difference(universe, camera, size);
      expect(wrong).toBe(0);
      expect(colours).toBe(1);
    }
  });

  test("a gate sees how bright the picture is, tile by tile, before anybody else, and may hold it back", async () => {
    const universe = await universeWith("B3/S23:T77,51", 0.3);
    // The left half dies, so that tiles differ.
    await universe.clear({ x: -100n, y: -100n, w: 100n, h: 200n });
    const scene: GridScene = {
      camera: at(0, 0, 3),
      kind: GRID_KINDS.get("square"),
      topology: universe.topology,
      colours: COLOURS,
      gridLines: false,
      boldEvery: 10,
      ratio: 1,
    };
    const paper = new Paper(size);
    const picture = gpuPicture(size, scene);
    const seen: Float32Array[] = [];
    const gate = (admits: boolean) => ({
      across: 8,
      down: 5,
      admits: (tiles: Float32Array) => {
        seen.push(tiles);
        return admits;
      },
    });
    expect(await universe.drawing.draw(paper.context, picture, gate(false))).toBe(false);
    expect(new Set(await paper.read())).toEqual(new Set([0]));
    expect(await universe.drawing.draw(paper.context, picture, gate(true))).toBe(true);
    const drawn = await paper.read();
    const plain = new Paper(size);
    expect(await universe.drawing.draw(plain.context, picture)).toBe(true);
    expect(drawn).toEqual(await plain.read());
    const painted = tilesOf({ ...size, pixels: drawn }, gate(true));
    expect(seen).toHaveLength(2);
    for (const tiles of seen) {
      expect(tiles).toHaveLength(40);
      // The painter's side samples; the GPU counts every pixel.
      const off = [...tiles].map((tile, i) => tile - painted[i]!);
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.1);
      expect(Math.abs(off.reduce((sum, one) => sum + one, 0) / off.length)).toBeLessThan(0.01);
    }
    expect(seen[0]![17]!).toBeLessThan(0.02);
    expect(seen[0]![22]!).toBeGreaterThan(0.1);
  });
});
