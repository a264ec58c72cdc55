/** Reading the cells of a TileStore. `parity` is that of the present generation. */

import type { Block } from "../../core/block.ts";
import { blockStride, createBlock, planesOf } from "../../core/block.ts";
import { floorDiv, toSafeNumber } from "../../core/integers.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import {
  addAt,
  addCellsToRaster,
  addWordToRaster,
  createRaster,
  PixelAxis,
  rasterRect,
} from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects, isEmptyRect, unionRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { EMPTY_RUNS, MAX_READ_RUNS, RunsBuilder } from "../../core/runs.ts";
import {
  HASH_A,
  HASH_B,
  hashAdd,
  hashBits,
  hashMul,
  hashPow,
  hashShift,
  ROW_WORDS,
  RowsHash,
} from "../../core/state-hash.ts";
import { EMPTY, STRIP, STRIP_ROWS, STRIP_TILES, TILE } from "./tile-layout.ts";
import type { Region } from "./tile-places.ts";
import { placeIn, REGION_SIDE } from "./tile-places.ts";
import type { TileStore } from "./tile-store.ts";
import { livingIndex, planeIndex, rowCells } from "./tile-words.ts";

const SIDE = BigInt(TILE);
const REGION_CELLS = REGION_SIDE * TILE;

export function tilesPopulation(store: TileStore, parity: number): bigint {
  let total = 0;
  for (const [tile] of store.tiles()) total += store.kernel.population(tile, parity);
  return BigInt(total);
}

/** Top left cell of a region in universe coordinates. */
function regionOrigin(store: TileStore, region: Region): { x: bigint; y: bigint } {
  const side = BigInt(REGION_CELLS);
  return { x: store.geometry.left + region.rx * side, y: store.geometry.top + region.ry * side };
}

export function tilesBounds(store: TileStore, parity: number): Rect | null {
  const { words } = store;
  let total: Rect | null = null;
  for (const region of store.regions()) {
    let left = Number.POSITIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let right = -1;
    let bottom = -1;
    for (const [place, tile] of region.tiles) {
      const x = (place & (REGION_SIDE - 1)) * TILE;
      const y = Math.floor(place / REGION_SIDE) * TILE;
      // Whatever lives in a tile inside the box of those before it.
      if (x >= left && x + TILE - 1 <= right && y >= top && y + TILE - 1 <= bottom) continue;
      const at = livingIndex(store, tile, parity);
      let columns = 0;
      let first = -1;
      let last = -1;
      for (let row = 0; row < TILE; row++) {
        const word = words[at + row];
        if (word === 0) continue;
        if (first < 0) first = row;
        last = row;
        columns |= word;
      }
      if (first < 0) continue;
      left = Math.min(left, x + 31 - Math.clz32(columns & -columns));
      right = Math.max(right, x + 31 - Math.clz32(columns));
      top = Math.min(top, y + first);
      bottom = Math.max(bottom, y + last);
    }
    if (right < 0) continue;
    const origin = regionOrigin(store, region);
    total = unionRects(total, {
      x: origin.x + BigInt(left),
      y: origin.y + BigInt(top),
      w: BigInt(right - left + 1),
      h: BigInt(bottom - top + 1),
    });
  }
  return total;
}

export function tilesHash(store: TileStore, parity: number): bigint {
  return hashBits(store.bits, (bit) => planeHash(store, parity, bit));
}

/** Sums lines of tiles, shifted by memoized powers of the two bases within the region, then by the region's place. */
function planeHash(store: TileStore, parity: number, bit: number): bigint {
  const powersX = new Map<number, bigint>();
  const powersY = new Map<number, bigint>();
  const power = (memo: Map<number, bigint>, base: bigint, n: number): bigint => {
    let p = memo.get(n);
    if (p === undefined) memo.set(n, (p = hashPow(base, BigInt(n * TILE))));
    return p;
  };
  let total = 0n;
  for (const region of store.regions()) {
    const lines = new Map<number, RowsHash>();
    for (const [place, tile] of region.tiles) {
      const column = place % ROW_WORDS;
      let line = lines.get(place - column);
      if (!line) lines.set(place - column, (line = new RowsHash(TILE)));
      line.add(column, store.words, planeIndex(tile, parity, bit), 1, TILE);
    }
    let sum = 0n;
    for (const [place, line] of lines) {
      const part = line.all();
      if (part === 0n) continue;
      const x = power(powersX, HASH_A, place & (REGION_SIDE - 1));
      const y = power(powersY, HASH_B, Math.floor(place / REGION_SIDE));
      sum = hashAdd(sum, hashMul(part, hashMul(x, y)));
    }
    if (sum === 0n) continue;
    const origin = regionOrigin(store, region);
    total = hashAdd(total, hashMul(sum, hashShift(origin.x, origin.y)));
  }
  return total;
}

interface Placed {
  readonly tile: number;
  /** Top left cell, relative to the requested box. */
  readonly x: number;
  readonly y: number;
}

/** Tiles with cells that meet the box, in no order. Offsets are doubles: the box spans less than 2^53 cells. */
export function tilesIn(store: TileStore, parity: number, box: Rect): Placed[] {
  const found: Placed[] = [];
  const { words } = store;
  forEachTile(store, box, (tile, x, y) => {
    const at = livingIndex(store, tile, parity);
    for (let row = 0; row < TILE; row++) {
      if (words[at + row] !== 0) {
        found.push({ tile, x, y });
        return;
      }
    }
  });
  return found;
}

/**
 * Visits every tile that meets the box, with its top left cell relative to the box: place by place where the box has
 * fewer places than there are tiles, else tile by tile.
 */
function forEachTile(store: TileStore, box: Rect, visit: (tile: number, x: number, y: number) => void): void {
  const { geometry } = store;
  const firstX = floorDiv(box.x - geometry.left, SIDE);
  const firstY = floorDiv(box.y - geometry.top, SIDE);
  const columns = floorDiv(box.x + box.w - 1n - geometry.left, SIDE) - firstX + 1n;
  const rows = floorDiv(box.y + box.h - 1n - geometry.top, SIDE) - firstY + 1n;
  if (columns * rows < BigInt(store.count)) {
    const x = Number(geometry.left + firstX * SIDE - box.x);
    const y = Number(geometry.top + firstY * SIDE - box.y);
    for (let row = 0; row < rows; row++) {
      forEachInLine(store, firstX, firstY + BigInt(row), Number(columns), (tile, column) => {
        visit(tile, x + column * TILE, y + row * TILE);
      });
    }
    return;
  }
  const [width, height] = [Number(box.w), Number(box.h)];
  for (const region of store.regions()) {
    const origin = regionOrigin(store, region);
    const side = BigInt(REGION_CELLS);
    if (!intersectRects(box, { ...origin, w: side, h: side })) continue;
    const dx = Number(origin.x - box.x);
    const dy = Number(origin.y - box.y);
    for (const [place, tile] of region.tiles) {
      const x = dx + (place & (REGION_SIDE - 1)) * TILE;
      const y = dy + Math.floor(place / REGION_SIDE) * TILE;
      if (x + TILE > 0 && y + TILE > 0 && x < width && y < height) visit(tile, x, y);
    }
  }
}

/**
 * Visits the tiles among `columns` places in a line from (tx, ty) on, with doubles except for one bigint step per
 * region.
 */
export function forEachInLine(
  store: TileStore,
  tx: bigint,
  ty: bigint,
  columns: number,
  visit: (tile: number, column: number) => void,
): void {
  for (let column = 0; column < columns; ) {
    const x = tx + BigInt(column);
    const first = placeIn(x, ty);
    const end = Math.min(columns, column + REGION_SIDE - (first % REGION_SIDE));
    const tiles = store.regionOf(x, ty)?.tiles;
    for (let i = column; tiles && i < end; i++) {
      const tile = tiles.get(first + i - column);
      if (tile !== undefined) visit(tile, i);
    }
    column = end;
  }
}

/** `earlier`: a block that is no longer needed. */
export function tilesBlock(store: TileStore, parity: number, region: Rect, earlier?: Block): Block {
  const block = createBlock(
    region.x,
    region.y,
    toSafeNumber(region.w, "The width"),
    toSafeNumber(region.h, "The height"),
    store.bits,
    earlier,
  );
  if (block.w === 0 || block.h === 0) return block;
  const stride = blockStride(block.w);
  // Where most places hold a tile, tiles are taken side by side; elsewhere tile by tile.
  const places = BigInt(stride) * (region.h / SIDE + 1n);
  const read = places <= 2n * BigInt(store.count) ? readStrips : readTiles;
  planesOf(block).forEach((plane, bit) => {
    read(store, parity, bit, region, plane);
  });
  if (block.w % 32 !== 0) {
    const lastMask = 2 ** (block.w % 32) - 1;
    for (let at = stride - 1; at < block.words.length; at += stride) block.words[at] &= lastMask;
  }
  return block;
}

type ReadPlane = (store: TileStore, parity: number, bit: number, region: Rect, block: Block) => void;

const readStrips: ReadPlane = (store, parity, bit, region, block) => {
  const { geometry, words, kernel } = store;
  const stride = blockStride(block.w);
  const tx = floorDiv(region.x - geometry.left, SIDE);
  const ty = floorDiv(region.y - geometry.top, SIDE);
  const shift = Number(region.x - geometry.left - tx * SIDE);
  const above = Number(region.y - geometry.top - ty * SIDE);
  // A shifted word needs the tile after it as well; the kernel takes four tiles at a time.
  const most = STRIP_TILES - (shift > 0 ? 4 : 0);
  for (let y = -above, line = ty; y < block.h; y += TILE, line++) {
    const firstRow = Math.max(0, -y);
    const endRow = Math.min(TILE, block.h - y);
    for (let column = 0; column < stride; column += most) {
      const columns = Math.min(most, stride - column);
      const tiles = (columns + (shift > 0 ? 1 : 0) + 3) & ~3;
      words.fill(EMPTY, STRIP / 4, STRIP / 4 + tiles);
      forEachInLine(store, tx + BigInt(column), line, tiles, (tile, i) => {
        words[STRIP / 4 + i] = tile;
      });
      kernel.readStrip(tiles, planeIndex(0, parity, bit) * 4, shift);
      let from = STRIP_ROWS / 4 + firstRow * tiles;
      let to = (y + firstRow) * stride + column;
      if (tiles === stride) {
        block.words.set(words.subarray(from, from + (endRow - firstRow) * tiles), to);
        continue;
      }
      for (let row = firstRow; row < endRow; row++, from += tiles, to += stride) {
        for (let k = 0; k < columns; k++) block.words[to + k] = words[from + k];
      }
    }
  }
};

const readTiles: ReadPlane = (store, parity, bit, region, block) => {
  const stride = blockStride(block.w);
  const { words } = store;
  const out = block.words;
  forEachTile(store, region, (tile, x, y) => {
    // The tile's words fall on columns k and, unless aligned, k + 1 of the block; either may be outside.
    const k = Math.floor(x / TILE);
    const shift = x - k * TILE;
    const onLeft = k >= 0;
    const onRight = shift > 0 && k + 1 < stride;
    const endRow = Math.min(TILE, block.h - y);
    for (let row = Math.max(0, -y); row < endRow; row++) {
      const word = words[planeIndex(tile, parity, bit) + row];
      const to = (y + row) * stride + k;
      if (onLeft) out[to] |= word << shift;
      if (onRight) out[to + 1] |= word >>> (TILE - shift);
    }
  });
};

export function tilesRuns(store: TileStore, parity: number, region: Rect | undefined): Runs {
  const bounds = tilesBounds(store, parity);
  const box = bounds && region ? intersectRects(bounds, region) : bounds;
  if (!box) return EMPTY_RUNS;
  const width = toSafeNumber(box.w, "The width of the cells");
  const height = toSafeNumber(box.h, "The height of the cells");
  const placed = tilesIn(store, parity, box).sort((a, b) => a.y - b.y || a.x - b.x);
  const out = new RunsBuilder(MAX_READ_RUNS);
  const add = ({ tile, x }: Placed, row: number, y: number): void => {
    const word = store.words[planeIndex(tile, parity) + row];
    if (word !== 0) addWordRuns(out, word, x, y, width);
  };
  const addStated = ({ tile, x }: Placed, row: number, y: number): void =>
    addStatedRuns(out, rowCells(store, tile, parity, row), x, y, width);
  const addRow = store.bits === 1 ? add : addStated;
  for (let first = 0; first < placed.length; ) {
    let end = first;
    while (end < placed.length && placed[end].y === placed[first].y) end++;
    for (let row = 0; row < TILE; row++) {
      const y = placed[first].y + row;
      if (y < 0 || y >= height) continue;
      for (let i = first; i < end; i++) addRow(placed[i], row, y);
    }
    first = end;
  }
  return out.build(box.x, box.y);
}

/** Adds the runs of one word; the builder joins runs across words. */
function addWordRuns(out: RunsBuilder, word: number, x: number, y: number, width: number): void {
  let rest = word;
  while (rest !== 0) {
    const start = 31 - Math.clz32(rest & -rest);
    const above = ~word & ~((1 << start) - 1) & (0xffffffff << start);
    const end = above === 0 ? 32 : 31 - Math.clz32(above & -above);
    const from = Math.max(0, x + start);
    const to = Math.min(width, x + end);
    if (to > from) out.add(from, y, to - from);
    rest = end === 32 ? 0 : rest & (0xffffffff << end);
  }
}

/** The same of cells in more states, a word a bit. */
function addStatedRuns(out: RunsBuilder, cells: Uint32Array, x: number, y: number, width: number): void {
  // Cells that are unlike the one to their left.
  let starts = 0;
  for (const bit of cells) starts |= bit ^ (bit << 1);
  if (starts === 0) return;
  for (let start = 0; start < TILE; ) {
    const rest = start === TILE - 1 ? 0 : starts & (0xfffffffe << start);
    const end = rest === 0 ? TILE : 31 - Math.clz32(rest & -rest);
    const state = cells.reduce((sum, word, bit) => sum | (((word >>> start) & 1) << bit), 0);
    const from = Math.max(0, x + start);
    const to = Math.min(width, x + end);
    if (state !== 0 && to > from) out.add(from, y, to - from, state);
    start = end;
  }
}

/** Above this scale a raster may span more cells than doubles count exactly, so it is walked region by region. */
const NEAR_SCALE = 20;

export function tilesRaster(store: TileStore, parity: number, request: RasterRequest): Raster {
  const raster = createRaster(request, 2 ** store.bits);
  const box = rasterRect(raster);
  if (isEmptyRect(box)) return raster;
  const { scale } = raster;
  const add = (tile: number, xAxis: PixelAxis, x: number, yAxis: PixelAxis, y: number): void => {
    const px = xAxis.pixelOf(x);
    const py = yAxis.pixelOf(y);
    if (store.bits === 1 && xAxis.pixelOf(x + TILE - 1) === px && yAxis.pixelOf(y + TILE - 1) === py) {
      if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) return;
      addAt(raster, px, py, store.kernel.population(tile, parity));
      return;
    }
    for (let row = 0; row < TILE; row++) {
      const pixelRow = yAxis.pixelOf(y + row);
      if (pixelRow < 0 || pixelRow >= raster.height) continue;
      if (store.bits > 1) addCellsToRaster(raster, rowCells(store, tile, parity, row), xAxis, x, pixelRow);
      else addWordToRaster(raster, store.words[planeIndex(tile, parity) + row], xAxis, x, pixelRow);
    }
  };
  if (scale <= NEAR_SCALE) {
    const axis = new PixelAxis(0n, scale);
    for (const { tile, x, y } of tilesIn(store, parity, box)) add(tile, axis, x, axis, y);
    return raster;
  }
  for (const region of store.regions()) {
    const origin = regionOrigin(store, region);
    const xAxis = new PixelAxis(origin.x - raster.x, scale);
    const yAxis = new PixelAxis(origin.y - raster.y, scale);
    for (const [place, tile] of region.tiles) {
      add(tile, xAxis, (place & (REGION_SIDE - 1)) * TILE, yAxis, Math.floor(place / REGION_SIDE) * TILE);
    }
  }
  return raster;
}
