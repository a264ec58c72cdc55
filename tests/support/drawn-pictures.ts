/** Pictures that a universe on the GPU draws by itself, beside those that the CPU painter paints of its cells. */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { GRID_KINDS, gridKindOn } from "../../engine/grids/registry.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { cellsInView, rasterForView } from "../../engine/picture/camera.ts";
import type { CellIcons } from "../../engine/picture/cell-icons.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";
import { createPicture, paint } from "../../engine/picture/painter.ts";
import type { GridScene } from "../../engine/picture/scene.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import { TOLD_COLOURS } from "./paint-colours.ts";
import { pixelOf } from "./pixels.ts";

export const COLOURS = {
  ...TOLD_COLOURS,
  grid: pixelOf("#2a3340"),
  grid10: pixelOf("#465266"),
  outside: pixelOf("#30161d"),
  edge: pixelOf("#818c9b"),
};

/** As different as can be: a picture with a wrong state in it is a wrong picture. */
const STATE_COLOURS = Array.from({ length: 255 }, (_, at) => 0xff000000 + ((at * 0x9e3779) & 0xffffff));

/** Stands in for a canvas: what is drawn stays to be read. */
export class Paper {
  #device: GPUDevice | null = null;
  #texture: GPUTexture | null = null;
  readonly #size: ViewSize;

  constructor(size: ViewSize) {
    this.#size = size;
  }

  readonly context = {
    getConfiguration: () => (this.#device ? { device: this.#device, format: "rgba8unorm" } : null),
    configure: ({ device }: GPUCanvasConfiguration) => {
      this.#device = device;
      const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST;
      this.#texture = device.createTexture({ ...{ size: this.#size, format: "rgba8unorm" }, usage });
    },
    getCurrentTexture: () => this.#texture,
  } as unknown as GPUCanvasContext;

  async read(): Promise<Uint32Array> {
    const device = this.#device!;
    const { width, height } = this.#size;
    const bytesPerRow = Math.ceil((width * 4) / 256) * 256;
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const buffer = device.createBuffer({ size: bytesPerRow * height, usage });
    const encoder = device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture: this.#texture! }, { buffer, bytesPerRow }, this.#size);
    device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const all = new Uint32Array(buffer.getMappedRange().slice(0));
    buffer.destroy();
    const pixels = new Uint32Array(width * height);
    for (let j = 0; j < height; j++) {
      pixels.set(all.subarray((j * bytesPerRow) / 4, (j * bytesPerRow) / 4 + width), j * width);
    }
    return pixels;
  }
}

async function frameOf(universe: Universe, scene: GridScene, size: ViewSize): Promise<ViewFrame> {
  const { camera, kind } = scene;
  const request = rasterForView(camera, size, kind);
  const { generation } = universe;
  if (request) return { kind: "raster", generation, camera, raster: await universe.raster(request) };
  const block = await universe.readBlock(cellsInView(camera, size, kind));
  return { kind: "block", generation, camera, block };
}

export function sceneOf(universe: Universe, camera: Camera, ratio = 1): GridScene {
  return {
    camera,
    kind: GRID_KINDS.get(universe.rule.neighbourhood === "hex" ? "hex" : "square"),
    topology: universe.topology,
    colours:
      universe.rule.states > 2
        ? { ...COLOURS, states: STATE_COLOURS.slice(0, universe.rule.states - 1) }
        : COLOURS,
    gridLines: true,
    boldEvery: 7,
    ratio,
  };
}

function alike(a: number, b: number): boolean {
  for (let shift = 0; shift < 32; shift += 8) {
    if (Math.abs(((a >>> shift) & 0xff) - ((b >>> shift) & 0xff)) > 3) return false;
  }
  return true;
}

/** The share of pixels that differ by more than a few levels of 255 in a channel, and how many colours were seen. */
export async function difference(
  universe: Universe,
  camera: Camera,
  size: ViewSize,
  {
    ratio = 1,
    icons = null,
    kind,
  }: { readonly ratio?: number; readonly icons?: CellIcons | null; readonly kind?: string } = {},
) {
  const usual = { ...sceneOf(universe, camera, ratio), icons };
  const scene = kind ? { ...usual, kind: gridKindOn(kind, universe.topology) } : usual;
  const paper = new Paper(size);
  await universe.drawing!.draw(paper.context, gpuPicture(size, scene));
  const drawn = await paper.read();
  const picture = createPicture(size.width, size.height);
  paint(picture, { ...scene, frame: await frameOf(universe, scene, size) });
  let wrong = 0;
  const colours = new Set<number>();
  let last: number | undefined;
  for (let i = 0; i < drawn.length; i++) {
    const [a, b] = [drawn[i]!, picture.pixels[i]!];
    if (a !== b && !alike(a, b)) wrong++;
    if (a !== last) colours.add(a);
    last = a;
  }
  return { wrong: wrong / drawn.length, colours: colours.size };
}

export const at = (x: number, y: number, zoom: number, dx = 0.3, dy = 0.7): Camera => ({
  x: BigInt(x),
  y: BigInt(y),
  dx,
  dy,
  zoom,
});
