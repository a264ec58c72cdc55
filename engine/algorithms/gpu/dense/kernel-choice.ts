/**
 * Which kernels are worth trying on a grid, the first choice first. The tuner finds the fastest of them; this list
 * only spares it those that cannot win, after measurements on an H200: tiles in workgroup memory where a pass ends
 * before it has paid for its start, strips where memory limits a pass, and both in between.
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import { BIT_ROW } from "./bit-row-kernel.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { GpuTopology } from "./step-source.ts";
import { stripsKernel } from "./strips-kernel.ts";
import type { TileShape } from "./tile-kernel.ts";
import { tileKernel } from "./tile-kernel.ts";
import { LEAST_VECTOR_HEIGHT, LEAST_VECTOR_WIDTH, VECTOR_ROW } from "./vector-row-kernel.ts";

interface Entry {
  readonly kind: "tile" | "strips" | "vector";
  readonly type: DenseKernelType;
  /** Cells of the grids on which it is tried. */
  readonly least: number;
  readonly most: number;
}

const SOFTWARE_TILE: TileShape = { words: 8, rows: 32, reach: 8, threadRows: 4 };

/** Threads: at most 256, the number that every adapter allows. */
const tile = (words: number, rows: number, reach: number, threadRows: number, most: number): Entry => ({
  kind: "tile",
  type: tileKernel({ words, rows, reach, threadRows }),
  least: 0,
  most,
});

/** Four generations a pass, or eight where memory is slow beside the arithmetic. */
const strips = (length: 4 | 8, lanes: number, chunkRows: number, least: number, most: number): Entry => ({
  kind: "strips",
  type: stripsKernel({ lengths: [length, 1], lanes, chunkRows, ahead: length === 4 ? 4 : 2 }),
  least,
  most,
});

const ENTRIES: readonly Entry[] = [
  tile(4, 16, 32, 4, 2 ** 18),
  tile(4, 64, 32, 4, 2 ** 22),
  tile(8, 32, 32, 4, 2 ** 22),
  tile(8, 64, 16, 4, 2 ** 25),
  tile(14, 64, 16, 8, 2 ** 25),
  { kind: "vector", type: VECTOR_ROW, least: 2 ** 20, most: Number.POSITIVE_INFINITY },
  // The rows of a chunk decide how evenly a grid's chunks fall to the GPU's processors, whose number WebGPU does not
  // tell: 46 and 69 are a fifth apart on one grid and the other way round on the next. Only the lanes are compiled
  // in, so trying rows costs little.
  strips(4, 32, 24, 2 ** 23, 2 ** 26),
  strips(4, 64, 40, 2 ** 24, 2 ** 29),
  strips(4, 32, 46, 2 ** 24, 2 ** 30),
  strips(4, 32, 69, 2 ** 26, Number.POSITIVE_INFINITY),
  strips(8, 32, 96, 2 ** 23, 2 ** 30),
  strips(4, 32, 128, 2 ** 29, Number.POSITIVE_INFINITY),
  strips(4, 64, 192, 2 ** 30, Number.POSITIVE_INFINITY),
  strips(8, 32, 256, 2 ** 28, Number.POSITIVE_INFINITY),
];

/** Narrower or lower grids go to kernels that do not walk down rows. */
const LEAST_STRIPS_SIDE = 256;

export function kernelsFor(
  topology: GpuTopology,
  { software, limits }: Pick<GpuDevice, "software" | "limits">,
): readonly [DenseKernelType, ...DenseKernelType[]] {
  const { width, height } = topology;
  const moved = topology.kind === "torus" && (topology.shiftX !== 0 || topology.shiftY !== 0);
  const vectors = width >= LEAST_VECTOR_WIDTH && height >= LEAST_VECTOR_HEIGHT;
  // A software adapter compiles for seconds and gains by vectors at most.
  if (software) {
    if (moved) return [tileKernel(SOFTWARE_TILE)];
    return vectors ? [BIT_ROW, VECTOR_ROW] : [BIT_ROW];
  }
  const cells = width * height;
  const offered = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
  const tried = ENTRIES.filter(({ kind, type, least, most }) => {
    // Only tiles support tori with shifted edges.
    if (moved) return kind === "tile";
    if (cells < least || cells > most) return false;
    if (kind === "tile") return true;
    if (kind === "vector") return vectors;
    return Math.min(width, height) >= LEAST_STRIPS_SIDE && type.bytes(width, height) <= offered;
  }).map(({ type }) => type);
  const [first, ...rest] = tried;
  return moved ? [first, ...rest] : [BIT_ROW, ...tried];
}
