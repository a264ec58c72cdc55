/** Writing cells into a TileStore, all or nothing. `parity` is that of the present generation. */

import type { Block } from "../../core/block.ts";
import { blockStride, cellsAbove, clampBlock, livingBlock, planesFor, planesOf } from "../../core/block.ts";
import { floorDiv, mod } from "../../core/integers.ts";
import type { Rect } from "../../core/rect.ts";
import { isEmptyRect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { forEachRun, highestState, runsBounds, runsToBlock } from "../../core/runs.ts";
import type { WriteMode } from "../algorithm.ts";
import { tilesIn } from "./tile-cells.ts";
import { planeOf, TILE } from "./tile-layout.ts";
import type { TileStore } from "./tile-store.ts";
import { planeIndex } from "./tile-words.ts";

const SIDE = BigInt(TILE);

/** Receives those of 32 cells that have a state: row `row` of the tile at (column, line), counted from a base tile. */
type VisitWord = (column: number, line: number, row: number, word: number, state: number) => void;

interface WordSource {
  /** The tile that columns and lines are counted from. */
  readonly baseX: bigint;
  readonly baseY: bigint;
  /** Visits the words, line by line. It is called twice and must visit the same words both times. */
  readonly each: (visit: VisitWord) => void;
}

/** First creates the tiles, which alone can fail; then writes. */
function writeWords(
  store: TileStore,
  parity: number,
  mode: WriteMode,
  last: number,
  source: WordSource,
): void {
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
  const write: VisitWord = (column, line, row, word) => {
    const tile = lookUp(column, line, false);
    if (!tile) return;
    const at = planeIndex(tile, parity) + row;
    if (mode === "or") store.words[at] |= word;
    else if (mode === "xor") store.words[at] ^= word;
    else store.words[at] &= ~word;
  };
  const cells = new Int32Array(store.bits);
  const writeStated: VisitWord = (column, line, row, word, state) => {
    const tile = lookUp(column, line, false);
    if (!tile) return;
    for (let bit = 0; bit < cells.length; bit++) cells[bit] = (Math.min(state, last) >> bit) & 1 ? word : 0;
    combine(store, planeIndex(tile, parity) + row, cells, mode, last);
  };
  source.each(store.bits > 1 ? writeStated : write);
  store.beyondLimit(() => {
    for (const [tile, fresh] of isFresh) store.touch(tile, fresh, parity);
  });
}

/** 32 cells of more than two states, a word a bit, over those of which bit 0 is the word at `at`. */
function combine(
  { words }: TileStore,
  at: number,
  cells: Int32Array,
  mode: WriteMode | "copy",
  last: number,
): void {
  let changed = 0;
  for (const word of cells) changed |= word;
  if (mode === "xor") {
    // Where the rule has no state of that number the cell stays.
    changed &= ~cellsAbove(
      cells.map((word, bit) => word ^ words[at + planeOf(bit) / 4]),
      last,
    );
    cells.forEach((word, bit) => {
      words[at + planeOf(bit) / 4] ^= word & changed;
    });
    return;
  }
  cells.forEach((word, bit) => {
    const to = at + planeOf(bit) / 4;
    words[to] = (words[to] & ~changed) | (mode === "clear" ? 0 : word);
  });
}

/** Writes runs that lie on the grid; states above `last` become that one. Errors: `memory-limit` with nothing changed. */
export function writeRunsToTiles(
  store: TileStore,
  parity: number,
  runs: Runs,
  mode: WriteMode,
  last: number,
): void {
  const { left, top } = store.geometry;
  const dense = denseBox(runs, left);
  if (dense) {
    const planes = last > 1 ? planesFor(1 + highestState(runs)) : 1;
    writeBlockToTiles(store, parity, runsToBlock(runs, dense, planes), mode, last);
    return;
  }
  // Offsets from a multiple of the tile side, so the inner loop uses doubles.
  const dx = Number(mod(runs.x - left, SIDE));
  const dy = Number(mod(runs.y - top, SIDE));
  const each = (visit: VisitWord): void => {
    forEachRun(runs, (x, y, length, state) => {
      const line = Math.floor((y + dy) / TILE);
      const row = y + dy - line * TILE;
      const end = x + dx + length;
      for (let at = x + dx; at < end; ) {
        const column = Math.floor(at / TILE);
        const bit = at - column * TILE;
        const count = Math.min(TILE - bit, end - at);
        visit(column, line, row, (0xffffffff >>> (32 - count)) << bit, state);
        at += count;
      }
    });
  };
  const baseX = floorDiv(runs.x - left, SIDE);
  const baseY = floorDiv(runs.y - top, SIDE);
  writeWords(store, parity, mode, last, { baseX, baseY, each });
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

/**
 * Writes a block that lies on the grid; states above `last` become that one. `copy` also clears. Errors: `memory-limit` with nothing
 * changed.
 */
export function writeBlockToTiles(
  store: TileStore,
  parity: number,
  given: Block,
  mode: WriteMode | "copy",
  last: number,
): void {
  const block = clampBlock(given, last);
  const { left, top } = store.geometry;
  const dx = Number(mod(block.x - left, SIDE));
  const dy = Number(mod(block.y - top, SIDE));
  const stride = blockStride(block.w);
  const columns = Math.ceil((block.w + dx) / TILE);
  const readerOf =
    ({ words }: Block): ((row: number, column: number) => number) =>
    (row, column) => {
      const here = column < stride ? words[row * stride + column] : 0;
      if (dx === 0) return here;
      return (here << dx) | (column > 0 ? words[row * stride + column - 1] >>> (TILE - dx) : 0);
    };
  const planes = planesOf(block).map(readerOf);
  // Which cells live, and of two states all there is to them.
  const wordAt = readerOf(livingBlock(block));
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
    clearTiles(store, parity, { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) });
  const cells = new Int32Array(store.bits);
  for (const { tile, column, y } of met) {
    const at = planeIndex(tile, parity) - y;
    const end = Math.min(block.h, y + TILE);
    const first = Math.max(0, y);
    if (store.bits > 1) {
      for (let row = first; row < end; row++) {
        planes.forEach((plane, bit) => {
          cells[bit] = plane(row, column);
        });
        combine(store, at + row, cells, mode, last);
      }
      continue;
    }
    for (let row = first; row < end; row++) {
      const word = wordAt(row, column);
      if (mode === "xor") store.words[at + row] ^= word;
      else if (mode === "clear") store.words[at + row] &= ~word;
      else store.words[at + row] |= word;
    }
  }
  store.beyondLimit(() => {
    for (const { tile, isFresh } of met) store.touch(tile, isFresh, parity);
  });
}

/** Kills the cells of a region. */
export function clearTiles(store: TileStore, parity: number, region: Rect): void {
  if (isEmptyRect(region)) return;
  const found = tilesIn(store, parity, region);
  for (const { tile, x, y } of found) {
    const from = Math.max(0, -x);
    const to = Math.min(TILE, Number(region.w) - x);
    const mask = (0xffffffff >>> (32 - (to - from))) << from;
    for (let row = Math.max(0, -y); row < TILE && y + row < Number(region.h); row++) {
      for (let bit = 0; bit < store.bits; bit++) store.words[planeIndex(tile, parity, bit) + row] &= ~mask;
    }
  }
  store.beyondLimit(() => {
    for (const { tile } of found) store.touch(tile, false, parity);
  });
}
