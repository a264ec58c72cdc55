/**
 * Cells on their way to tiles: a block or runs cut into patches, one per tile, in chunks that are uploaded together.
 * shaders/sparse/edit.wgsl reads a patch: the tile's place, the box that it covers, the merge mode, and 64 rows of
 * two words.
 */

import type { Block } from "../../../core/block.ts";
import { blockStride } from "../../../core/block.ts";
import { TessellaError } from "../../../core/errors.ts";
import { floorDiv, grouped } from "../../../core/integers.ts";
import type { Rect } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import { copyBits } from "../../../gpu/packed-bits.ts";
import type { WriteMode } from "../../algorithm.ts";
import { TILE, TILE_WORDS } from "./tile-size.ts";

/** The universe's cell at the top left of tile (0, 0). Tiles count from there, in 32 bits. */
export interface TileOrigin {
  readonly x: bigint;
  readonly y: bigint;
}

/** The shader's numbers. */
const MODES = { or: 0, clear: 1, xor: 2, copy: 3 } as const;

const HEAD_WORDS = 4;
const PATCH_WORDS = HEAD_WORDS + TILE_WORDS;
/** Patches that are uploaded together: 2 MB. */
const MOST_PATCHES = 4096;
const WHOLE_BOX = 63 * 2 ** 8 + 63 * 2 ** 24;
const SIDE = BigInt(TILE);

/** An origin on tiles' borders near that cell, so that the cells around it have small coordinates. */
export function originNear(x: bigint, y: bigint): TileOrigin {
  return { x: floorDiv(x, SIDE) * SIDE, y: floorDiv(y, SIDE) * SIDE };
}

/** Whether a box lies no further than `reach` tiles from the origin. */
export function isNear(origin: TileOrigin, box: Rect, reach: number): boolean {
  const farthest = farthestCell(reach);
  const ends = [box.x - origin.x, box.x + box.w - origin.x, box.y - origin.y, box.y + box.h - origin.y];
  return ends.every((end) => end >= -farthest && end <= farthest);
}

/** Throws `too-large` where a box is not near. */
export function checkNear(origin: TileOrigin, box: Rect, reach: number): void {
  if (isNear(origin, box, reach)) return;
  throw new TessellaError(
    "too-large",
    `The GPU holds cells up to ${grouped(farthestCell(reach))} cells from the first ones, and these lie further out.`,
    { hint: "The algorithms `bitwise` and `hashlife` have no such limit." },
  );
}

function farthestCell(reach: number): bigint {
  return BigInt(reach) * SIDE;
}

/** Patches of different tiles. */
export class PatchChunk {
  readonly #mode: number;
  #words = new Uint32Array(16 * PATCH_WORDS);
  #count = 0;

  constructor(mode: WriteMode | "copy") {
    this.#mode = MODES[mode];
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= MOST_PATCHES;
  }

  /**
   * Begins an empty patch that covers a box of columns and rows within the tile; returns the index of its first word.
   */
  begin(tx: number, ty: number, box = WHOLE_BOX): number {
    const at = this.#count * PATCH_WORDS;
    if (at + PATCH_WORDS > this.#words.length) {
      const words = new Uint32Array(2 * this.#words.length);
      words.set(this.#words);
      this.#words = words;
    }
    this.#count++;
    this.#words.set([tx, ty, box, this.#mode], at);
    return at + HEAD_WORDS;
  }

  /** Takes back the last patch where it has no cells and so would do nothing. */
  dropIfIdle(at: number): void {
    if (this.#mode !== MODES.copy && !this.#hasCells(at)) {
      this.#words.fill(0, at - HEAD_WORDS, at);
      this.#count--;
    }
  }

  /** The words of all patches; valid until the next change. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  /** The words to upload. */
  edits(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#count * PATCH_WORDS);
  }

  /**
   * The places that need tiles, as shaders/sparse/wants-listed.wgsl reads them: a pair with their number, then the
   * places.
   */
  listed(): Int32Array<ArrayBuffer> {
    const places = new Int32Array(2 * (this.#count + 1));
    let tiles = 0;
    for (let i = 0; i < this.#count && this.#mode !== MODES.clear; i++) {
      const at = i * PATCH_WORDS;
      if (!this.#hasCells(at + HEAD_WORDS)) continue;
      tiles++;
      places[2 * tiles] = this.#words[at];
      places[2 * tiles + 1] = this.#words[at + 1];
    }
    places[0] = tiles;
    return places.slice(0, 2 * (tiles + 1));
  }

  #hasCells(at: number): boolean {
    for (let k = at; k < at + TILE_WORDS; k++) if (this.#words[k] !== 0) return true;
    return false;
  }
}

/** The block's cells. With `copy`, patches also where it is empty. The block must lie near the origin. */
export function* patchesOfBlock(
  block: Block,
  mode: WriteMode | "copy",
  origin: TileOrigin,
): Generator<PatchChunk> {
  const { w, h } = block;
  if (w === 0 || h === 0) return;
  const left = Number(block.x - origin.x);
  const top = Number(block.y - origin.y);
  const stride = blockStride(w);
  const lastX = Math.floor((left + w - 1) / TILE);
  const lastY = Math.floor((top + h - 1) / TILE);
  let chunk = new PatchChunk(mode);
  for (let ty = Math.floor(top / TILE); ty <= lastY; ty++) {
    const firstRow = Math.max(0, top - ty * TILE);
    const endRow = Math.min(TILE, top + h - ty * TILE);
    for (let tx = Math.floor(left / TILE); tx <= lastX; tx++) {
      const first = Math.max(0, left - tx * TILE);
      const end = Math.min(TILE, left + w - tx * TILE);
      const at = chunk.begin(tx, ty, boxOf(first, end - 1, firstRow, endRow - 1));
      const column = tx * TILE + first - left;
      for (let row = firstRow; row < endRow; row++) {
        const source = (ty * TILE + row - top) * stride;
        copyBits(block.words, source, column, chunk.words, at + row * 2, first, end - first);
      }
      chunk.dropIfIdle(at);
      if (chunk.isFull) {
        yield chunk;
        chunk = new PatchChunk(mode);
      }
    }
  }
  if (chunk.count > 0) yield chunk;
}

/** The runs' cells. They must lie near the origin. */
export function* patchesOfRuns(runs: Runs, mode: WriteMode, origin: TileOrigin): Generator<PatchChunk> {
  const left = Number(runs.x - origin.x);
  const top = Number(runs.y - origin.y);
  let chunk = new PatchChunk(mode);
  let ty = Number.NaN;
  /** The tiles of that row of tiles that have a patch in this chunk. */
  const begun = new Map<number, number>();
  const { rows, starts, spans } = runs;
  for (let r = 0; r < rows.length; r++) {
    const row = Math.floor((top + rows[r]) / TILE);
    if (row !== ty) begun.clear();
    ty = row;
    const inTile = top + rows[r] - ty * TILE;
    for (let i = starts[r]; i < starts[r + 1]; i++) {
      const runEnd = left + spans[2 * i] + spans[2 * i + 1];
      for (let at = left + spans[2 * i]; at < runEnd; ) {
        const tx = Math.floor(at / TILE);
        const end = Math.min(runEnd, (tx + 1) * TILE);
        let patch = begun.get(tx);
        if (patch === undefined) {
          if (chunk.isFull) {
            yield chunk;
            chunk = new PatchChunk(mode);
            begun.clear();
          }
          patch = chunk.begin(tx, ty);
          begun.set(tx, patch);
        }
        setBits(chunk.words, patch + inTile * 2, at - tx * TILE, end - at);
        at = end;
      }
    }
  }
  if (chunk.count > 0) yield chunk;
}

/** Erases a part of each of the tiles at those places, in reading order of pairs. The region is counted from the origin. */
export function* erasures(
  places: Int32Array,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Generator<PatchChunk> {
  let chunk = new PatchChunk("copy");
  for (let i = 0; i < places.length; i += 2) {
    const x = places[i] * TILE;
    const y = places[i + 1] * TILE;
    const first = Math.max(0, left - x);
    const last = Math.min(TILE, right - x) - 1;
    const firstRow = Math.max(0, top - y);
    const lastRow = Math.min(TILE, bottom - y) - 1;
    if (first > last || firstRow > lastRow) continue;
    chunk.begin(places[i], places[i + 1], boxOf(first, last, firstRow, lastRow));
    if (chunk.isFull) {
      yield chunk;
      chunk = new PatchChunk("copy");
    }
  }
  if (chunk.count > 0) yield chunk;
}

/** Whole tiles as gathered before: 128 words each at those places. */
export function* patchesOfTiles(places: Int32Array, words: Uint32Array): Generator<PatchChunk> {
  const count = places.length / 2;
  for (let done = 0; done < count; done += MOST_PATCHES) {
    const chunk = new PatchChunk("or");
    for (let i = done; i < Math.min(count, done + MOST_PATCHES); i++) {
      const at = chunk.begin(places[2 * i], places[2 * i + 1]);
      chunk.words.set(words.subarray(i * TILE_WORDS, (i + 1) * TILE_WORDS), at);
    }
    yield chunk;
  }
}

function boxOf(first: number, last: number, firstRow: number, lastRow: number): number {
  return first + last * 2 ** 8 + firstRow * 2 ** 16 + lastRow * 2 ** 24;
}

/** Sets bits of a row of two words. */
function setBits(words: Uint32Array, at: number, first: number, count: number): void {
  for (let bit = first; bit < first + count; ) {
    const inWord = bit % 32;
    const length = Math.min(32 - inWord, first + count - bit);
    words[at + (bit >= 32 ? 1 : 0)] |= (0xffffffff >>> (32 - length)) << inWord;
    bit += length;
  }
}
