/** Draws a universe where nobody looks: for what becomes of it, not for how it looks. */

import { expect } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { GRID_KINDS } from "../../engine/grids/registry.ts";
import type { CellPicture, PictureGate } from "../../engine/picture/drawing.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";

const SIZE = { width: 90, height: 60 };

/** What is drawn. */
export function pictureOf({ topology }: Universe, zoom: number): CellPicture {
  const colours = {
    ground: 0,
    cell: 1,
    grid: 2,
    grid10: 3,
    outside: 4,
    edge: 5,
    ages: [1, 1, 1, 1, 1, 1, 1, 1],
  };
  const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom };
  const kind = GRID_KINDS.get("square");
  return gpuPicture(SIZE, { camera, kind, topology, colours, gridLines: true, boldEvery: 10, ratio: 1 });
}

/** On what stands in for a canvas. */
export async function draw(universe: Universe, zoom: number, gate?: PictureGate): Promise<void> {
  const textures: GPUTexture[] = [];
  const context = {
    configure: ({ device, format }: GPUCanvasConfiguration) => {
      const texture = device.createTexture({ label: "canvas", size: SIZE, format, usage: 0x12 });
      textures.push(texture);
    },
    getCurrentTexture: () => textures[0],
  } as unknown as GPUCanvasContext;
  try {
    await universe.drawing?.draw(context, pictureOf(universe, zoom), gate);
  } finally {
    for (const texture of textures) texture.destroy();
  }
}

/** On a canvas that has nothing to draw on, so that it fails at the last moment. */
export async function drawInVain(universe: Universe, picture: CellPicture): Promise<void> {
  const context = {
    configure: () => undefined,
    getCurrentTexture: () => {
      throw new Error("no texture");
    },
  } as unknown as GPUCanvasContext;
  await expect(universe.drawing?.draw(context, picture)).rejects.toThrow("no texture");
}
