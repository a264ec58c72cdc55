/**
 * Reads for algorithms that can hand out any region as a packed block: runs, bounds, population, raster and hash are
 * derived from it. Regions are read in bands, so no read packs the whole universe at once.
 */

import type { Block } from "../core/block.ts";
import { blockPopulation, blockStride, forEachBlockRun, livingBlock } from "../core/block.ts";
import type { Raster, RasterRequest } from "../core/raster.ts";
import { addBlockToRaster, createRaster, rasterRect } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { EMPTY_RUNS, MAX_READ_RUNS, RunsBuilder } from "../core/runs.ts";
import { hashAdd, hashBlock } from "../core/state-hash.ts";

/** Gives the cells of a box that lies inside the extent. */
type BlockReader = (region: Rect) => Block | Promise<Block>;

/**
 * Boxes inside the region that hold all its live cells, from the top down; no two of them share a row. For algorithms
 * where reading empty cells costs more than finding these boxes.
 */
type PartFinder = (region: Rect) => Promise<readonly Rect[]>;

export const BAND_CELLS = 2 ** 25;

async function* bands(extent: Rect | null, read: BlockReader, find?: PartFinder): AsyncGenerator<Block> {
  if (!extent || extent.w <= 0n) return;
  for (const { x, y, w, h } of find ? await find(extent) : [extent]) {
    const rows = BigInt(BAND_CELLS) / w || 1n;
    for (let dy = 0n; dy < h; dy += rows) {
      yield await read({ x, y: y + dy, w, h: h - dy < rows ? h - dy : rows });
    }
  }
}

export async function densePopulation(extent: Rect | null, read: BlockReader): Promise<bigint> {
  let total = 0n;
  for await (const block of bands(extent, read)) total += BigInt(blockPopulation(block));
  return total;
}

export async function denseHash(extent: Rect | null, read: BlockReader): Promise<bigint> {
  let total = 0n;
  for await (const block of bands(extent, read)) total = hashAdd(total, hashBlock(block));
  return total;
}

export async function denseRuns(
  extent: Rect | null,
  region: Rect | undefined,
  read: BlockReader,
  find?: PartFinder,
): Promise<Runs> {
  const box = extent && region ? intersectRects(extent, region) : extent;
  if (!box) return EMPTY_RUNS;
  const out = new RunsBuilder(MAX_READ_RUNS);
  for await (const block of bands(box, read, find)) {
    const dx = Number(block.x - box.x);
    const dy = Number(block.y - box.y);
    forEachBlockRun(block, (i, j, length, state) => out.add(i + dx, j + dy, length, state));
  }
  return out.build(box.x, box.y);
}

export async function denseBounds(extent: Rect | null, read: BlockReader): Promise<Rect | null> {
  if (!extent) return null;
  let top = -1n;
  let bottom = -1n;
  const columns = new Uint32Array(blockStride(Number(extent.w)));
  for await (const cells of bands(extent, read)) {
    const block = livingBlock(cells);
    for (let j = 0; j < block.h; j++) {
      let any = 0;
      for (let k = 0; k < columns.length; k++) {
        const word = block.words[j * columns.length + k];
        any |= word;
        columns[k] |= word;
      }
      if (any === 0) continue;
      const y = block.y + BigInt(j);
      if (top < 0n) top = y - extent.y;
      bottom = y - extent.y;
    }
  }
  if (top < 0n) return null;
  const first = columns.findIndex((word) => word !== 0);
  let last = columns.length - 1;
  while (columns[last] === 0) last--;
  const lowest = columns[first];
  const left = first * 32 + (31 - Math.clz32(lowest & -lowest));
  const right = last * 32 + (31 - Math.clz32(columns[last]));
  return { x: extent.x + BigInt(left), y: extent.y + top, w: BigInt(right - left + 1), h: bottom - top + 1n };
}

export async function denseRaster(
  extent: Rect | null,
  request: RasterRequest,
  read: BlockReader,
  find?: PartFinder,
  cellStates = 2,
): Promise<Raster> {
  const raster = createRaster(request, cellStates);
  const box = extent ? intersectRects(extent, rasterRect(raster)) : null;
  for await (const block of bands(box, read, find)) addBlockToRaster(raster, block);
  return raster;
}
