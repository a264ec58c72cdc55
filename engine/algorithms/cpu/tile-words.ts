/**
 * The words of a tile: 32 for each bit of its cells and each parity of the generation. Two states are one bit; what more states need
 * besides is here, too.
 */

import { MASKS, PLANE_BYTES, planeOf, SCRATCH, TILE } from "./tile-layout.ts";

/** All tiles' words, and how many bits a cell's state has. */
export interface TileWords {
  readonly words: Uint32Array;
  readonly bits: number;
}

/** Where a bit of a tile's cells is. `parity`: of the generation. */
export function planeIndex(tile: number, parity: number, bit = 0): number {
  return (tile + planeOf(bit) + parity * PLANE_BYTES) / 4;
}

/** Where 32 words are that say which of a tile's cells are not 0: of more than two states up to the next such question. */
export function livingIndex({ words, bits }: TileWords, tile: number, parity: number): number {
  const first = planeIndex(tile, parity);
  if (bits === 1) return first;
  // The kernel's window lies idle between two steps.
  const to = SCRATCH / 4;
  words.copyWithin(to, first, first + TILE);
  for (let bit = 1; bit < bits; bit++) {
    const from = planeIndex(tile, parity, bit);
    for (let row = 0; row < TILE; row++) words[to + row] |= words[from + row];
  }
  return to;
}

/** A bit for each direction in which a live cell lies on the tile's edge. */
export function liveEdges(tiles: TileWords, tile: number, parity: number): number {
  const { words } = tiles;
  const at = livingIndex(tiles, tile, parity);
  let columns = 0;
  for (let row = 0; row < TILE; row++) columns |= words[at + row];
  const top = words[at];
  const bottom = words[at + TILE - 1];
  const west = columns & 1;
  const east = columns >>> 31;
  const sides = (top !== 0 ? 1 : 0) | (east << 2) | (bottom !== 0 ? 16 : 0) | (west << 6);
  const corners = ((top >>> 31) << 1) | ((bottom >>> 31) << 3) | ((bottom & 1) << 5) | ((top & 1) << 7);
  return sides | corners;
}

/** Which cells exist, of tiles of each kind (`TileGeometry.maskOf`). */
export function writeMasks(
  words: Uint32Array,
  grid: { readonly width: number; readonly height: number },
): void {
  const lastWord = grid.width % TILE === 0 ? 0xffffffff : 2 ** (grid.width % TILE) - 1;
  const lastRow = grid.height % TILE === 0 ? TILE : grid.height % TILE;
  for (let kind = 0; kind < 4; kind++) {
    const at = (MASKS + kind * PLANE_BYTES) / 4;
    words.fill(0, at, at + TILE);
    words.fill(kind & 1 ? lastWord : 0xffffffff, at, at + (kind & 2 ? lastRow : TILE));
  }
}

/** Even and odd generations change places. */
export function swapPlanes({ words, bits }: TileWords, tile: number): void {
  for (let bit = 0; bit < bits; bit++) {
    const [even, odd] = [planeIndex(tile, 0, bit), planeIndex(tile, 1, bit)];
    const before = words.slice(even, odd);
    words.copyWithin(even, odd, odd + TILE);
    words.set(before, odd);
  }
}

/** The cells of a row: a word for each bit of their states. */
export function rowCells({ words, bits }: TileWords, tile: number, parity: number, row: number): Uint32Array {
  const cells = new Uint32Array(bits);
  for (let bit = 0; bit < bits; bit++) cells[bit] = words[planeIndex(tile, parity, bit) + row];
  return cells;
}
