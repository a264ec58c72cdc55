/** Writing cells into a TileStore, all or nothing. `plane` is the one that holds the present generation. */

import type { Block } from "../../core/block.ts";
import { blockStride } from "../../core/block.ts";
import { floorDiv, mod } from "../../core/integers.ts";
import type { Rect } from "../../core/rect.ts";
import { isEmptyRect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { forEachRun, runsBounds, runsToBlock } from "../../core/runs.ts";
import type { WriteMode } from "../algorithm.ts";
import { tilesIn } from "./tile-cells.ts";
import { PLANE_BYTES, TILE } from "./tile-layout.ts";
import type { TileStore } from "./tile-store.ts";

const SIDE = BigInt(TILE);

/** Receives 32 cells: row `row` of the tile at (column, line), counted from a base tile. */
type VisitWord = (column: number, line: number, row: number, word: number) => void;

interface WordSource {
  /** The tile that columns and lines are counted from. */
  readonly baseX: bigint;
  readonly baseY: bigint;
  /** Visits the words, line by line. It is called twice and must visit the same words both times. */
  readonly each: (visit: VisitWord) => void;
}

/** First creates the tiles, which alone can fail; then writes. */
function writeWords(store: TileStore, plane: number, mode: WriteMode, source: WordSource): void {
  const isFresh = new Map<number, boolean>();
  // Cells come row by row, so the same line of tiles is looked up again and again: 0 stands for no tile there.
  const inLine = new Map<number, number>();
  let currentLine = Number.NaN;
  const lookUp = (column: number, line: number, create: boolean): number => {
    if (line !== currentLine) {
      inLine.clear();
      currentLine = line;
    }
    const known = inLine.get(column);
    if (known !== undefined) return known;
    const tx = source.baseX + BigInt(column);
    const ty = source.baseY + BigInt(line);
    let tile = store.find(tx, ty);
    if (tile) {
      if (!isFresh.has(tile)) isFresh.set(tile, false);
    } else if (create) {
      tile = store.ensure(tx, ty);
      isFresh.set(tile, true);
    }
    inLine.set(column, tile);
    return tile;
  };
  source.each((column, line) => {
    lookUp(column, line, mode !== "clear");
  });
  currentLine = Number.NaN;
  source.each((column, line, row, word) => {
    const tile = lookUp(column, line, false);
    if (!tile) return;
    const at = (tile + plane * PLANE_BYTES) / 4 + row;
    if (mode === "or") store.words[at] |= word;
    else if (mode === "xor") store.words[at] ^= word;
    else store.words[at] &= ~word;
  });
  store.beyondLimit(() => {
    for (const [tile, fresh] of isFresh) store.touch(tile, fresh, plane);
  });
}

/** Writes runs that lie on the grid; every state from 1 on is alive. Errors: `memory-limit` with nothing changed. */
export function writeRunsToTiles(store: TileStore, plane: number, runs: Runs, mode: WriteMode): void {
  const { left, top } = store.geometry;
  const dense = denseBox(runs, left);
  if (dense) {
    writeBlockToTiles(store, plane, runsToBlock(runs, dense), mode);
    return;
  }
  // Offsets from a multiple of the tile side, so the inner loop uses doubles.
  const dx = Number(mod(runs.x - left, SIDE));
  const dy = Number(mod(runs.y - top, SIDE));
  const each = (visit: VisitWord): void => {
    forEachRun(runs, (x, y, length) => {
      const line = Math.floor((y + dy) / TILE);
      const row = y + dy - line * TILE;
      const end = x + dx + length;
      for (let at = x + dx; at < end; ) {
        const column = Math.floor(at / TILE);
        const bit = at - column * TILE;
        const count = Math.min(TILE - bit, end - at);
        visit(column, line, row, (0xffffffff >>> (32 - count)) << bit);
        at += count;
      }
    });
  };
  const baseX = floorDiv(runs.x - left, SIDE);
  const baseY = floorDiv(runs.y - top, SIDE);
  writeWords(store, plane, mode, { baseX, baseY, each });
}

/**
 * The box of runs that are so many that packing them first costs less, widened to the left to where tiles begin; null for
 * others. A word of the box holds a run or more, so the block takes less memory than the runs.
 */
function denseBox(runs: Runs, left: bigint): Rect | null {
  const box = runsBounds(runs);
  if (!box) return null;
  const shift = mod(box.x - left, SIDE);
  const [w, h] = [Number(box.w + shift), Number(box.h)];
  return (w / TILE) * h > runs.spans.length / 2 ? null : { ...box, x: box.x - shift, w: box.w + shift };
}

/** Writes a block that lies on the grid. `copy` also clears. Errors: `memory-limit` with nothing changed. */
export function writeBlockToTiles(
  store: TileStore,
  plane: number,
  block: Block,
  mode: WriteMode | "copy",
): void {
  const { left, top } = store.geometry;
  const dx = Number(mod(block.x - left, SIDE));
  const dy = Number(mod(block.y - top, SIDE));
  const stride = blockStride(block.w);
  const columns = Math.ceil((block.w + dx) / TILE);
  const { words } = block;
  const wordAt = (row: number, column: number): number => {
    const here = column < stride ? words[row * stride + column] : 0;
    if (dx === 0) return here;
    return (here << dx) | (column > 0 ? words[row * stride + column - 1] >>> (TILE - dx) : 0);
  };
  const baseX = floorDiv(block.x - left, SIDE);
  const baseY = floorDiv(block.y - top, SIDE);
  // First the tiles, which alone can fail.
  const met: {
    readonly tile: number;
    readonly isFresh: boolean;
    readonly column: number;
    readonly y: number;
  }[] = [];
  for (let y = -dy; y < block.h; y += TILE) {
    const end = Math.min(block.h, y + TILE);
    const ty = baseY + BigInt((y + dy) / TILE);
    for (let column = 0; column < columns; column++) {
      let row = Math.max(0, y);
      while (row < end && wordAt(row, column) === 0) row++;
      if (row === end) continue;
      const tx = baseX + BigInt(column);
      const before = store.count;
      const tile = mode === "clear" ? store.find(tx, ty) : store.ensure(tx, ty);
      if (tile) met.push({ tile, isFresh: store.count > before, column, y });
    }
  }
  if (mode === "copy")
    clearTiles(store, plane, { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) });
  for (const { tile, column, y } of met) {
    const at = (tile + plane * PLANE_BYTES) / 4 - y;
    const end = Math.min(block.h, y + TILE);
    for (let row = Math.max(0, y); row < end; row++) {
      const word = wordAt(row, column);
      if (mode === "xor") store.words[at + row] ^= word;
      else if (mode === "clear") store.words[at + row] &= ~word;
      else store.words[at + row] |= word;
    }
  }
  store.beyondLimit(() => {
    for (const { tile, isFresh } of met) store.touch(tile, isFresh, plane);
  });
}

/** Kills the cells of a region. */
export function clearTiles(store: TileStore, plane: number, region: Rect): void {
  if (isEmptyRect(region)) return;
  const found = tilesIn(store, plane, region);
  for (const { tile, x, y } of found) {
    const from = Math.max(0, -x);
    const to = Math.min(TILE, Number(region.w) - x);
    const mask = (0xffffffff >>> (32 - (to - from))) << from;
    for (let row = Math.max(0, -y); row < TILE && y + row < Number(region.h); row++) {
      store.words[(tile + plane * PLANE_BYTES) / 4 + row] &= ~mask;
    }
  }
  store.beyondLimit(() => {
    for (const { tile } of found) store.touch(tile, false, plane);
  });
}
