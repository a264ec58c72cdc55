/**
 * Tiles in workgroup memory with a ghost area: the ANNEAL exercise (shaders/comparison/cells/tile.wgsl).
 *
 * The exercise hands out a CUDA program whose domain has a ghost border in memory, W + 2 cells wide, and asks for a
 * version in which each block of 32 x 32 threads first copies its cells and a ring of ghosts into shared memory and
 * then counts there. The first row of threads, the first column and the corner threads fill the ring. Widths and
 * heights that are no multiple of 32 are the hard part: the last tile of a row ends early, and its ring with it. Here
 * the torus is joined while the ring is filled, so the domain needs no border of its own.
 *
 * It is the classic lesson in sharing memory by hand. On the exercise's machines each of the nine reads of a cell
 * went to slow memory, and tiles saved eight of them. Caches have since taken over that job, and the price is left: a
 * barrier at which all wait, threads that fetch twice while others idle, and (side + 2)^2 cells fetched for side^2
 * computed, 27 % more at 16 and 13 % more at 32. Measurements tell whether it still pays. The hexagonal work tried
 * shared memory too and found it slower than its naive kernel.
 *
 * 32 x 32 threads are more than WebGPU promises (256); where the adapter has no 1,024 for a workgroup, tiles are 16 x
 * 16.
 */

import type { DenseKernelType } from "../dense/dense-kernel.ts";
import { cellBytes } from "./cell-form.ts";
import { EachCellKernel } from "./naive-kernel.ts";
import { TILE_SHADERS } from "./seed-shaders.ts";

const LARGE = 32;
const SMALL = 16;

/**
 * The side of the tiles that the exercise asks for, or of the largest tiles that the adapter's workgroups have
 * threads for.
 */
export function tileSide(limits: GPUSupportedLimits): number {
  return fitsTile(LARGE, limits) ? LARGE : SMALL;
}

/** Whether the adapter's workgroups have threads for tiles of that side. */
export function fitsTile(side: number, limits: GPUSupportedLimits): boolean {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX, maxComputeWorkgroupSizeY } = limits;
  return (
    maxComputeInvocationsPerWorkgroup >= side * side &&
    Math.min(maxComputeWorkgroupSizeX, maxComputeWorkgroupSizeY) >= side
  );
}

/** Tiles of that side; by default of the largest that the adapter takes. */
export function tileKernel(side?: number): DenseKernelType {
  return {
    id: side === undefined ? "tile" : `tile-${side}`,
    bytes: cellBytes,
    create: (place) => {
      const taken = side ?? tileSide(place.gpu.limits);
      return new EachCellKernel(place, TILE_SHADERS, { side: taken }, [taken, taken]);
    },
  };
}

export const TILE = tileKernel();
