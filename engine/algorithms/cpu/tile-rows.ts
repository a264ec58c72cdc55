/**
 * Whole rows of a bounded grid, straight out of tiles and into them: what ranks copy from each other. Which tiles a line has is
 * looked up once and kept as long as there are no others, and the kernel writes their words and wakes only what changes.
 */

import type { RowPort, RowRange } from "../algorithm.ts";
import { countRows } from "../support.ts";
import { forEachInLine } from "./tile-cells.ts";
import { EMPTY, STRIP, STRIP_ROWS, STRIP_TILES, TILE } from "./tile-layout.ts";
import type { TileStore } from "./tile-store.ts";
import { planeIndex } from "./tile-words.ts";

/** Of some tiles side by side: rows of the line, and how far they lie from the first row that is asked for. */
type VisitStrip = (
  line: number,
  column: number,
  columns: number,
  rows: { readonly first: number; readonly end: number; readonly from: number },
) => void;

export class TileRows implements RowPort {
  readonly #store: TileStore;
  readonly #parity: () => number;
  readonly #stride: number;
  /** Of lines that were asked for: the addresses of their tiles, EMPTY where there is none. */
  readonly #lines = new Map<number, Uint32Array>();
  #version = -1;

  /** `parity`: of the present generation. */
  constructor(store: TileStore, parity: () => number) {
    this.#store = store;
    this.#parity = parity;
    this.#stride = store.geometry.columns;
  }

  async read(
    ranges: readonly RowRange[],
    into?: Uint32Array<ArrayBuffer>,
  ): Promise<Uint32Array<ArrayBuffer>> {
    const stride = this.#stride;
    const words = into ?? new Uint32Array(stride * countRows(ranges));
    let at = 0;
    for (const { first, rows } of ranges) {
      this.#read(first, rows, words.subarray(at, at + rows * stride));
      at += rows * stride;
    }
    return words;
  }

  #read(first: number, count: number, out: Uint32Array): void {
    const { kernel } = this.#store;
    const stride = this.#stride;
    this.#forEachStrip(first, count, (line, column, columns, rows) => {
      const tiles = this.#list(line, column, columns);
      kernel.readStrip(tiles, this.#plane, 0);
      const { words } = this.#store;
      let at = STRIP_ROWS / 4 + rows.first * tiles;
      let to = rows.from * stride + column;
      for (let row = rows.first; row < rows.end; row++, at += tiles, to += stride)
        out.set(words.subarray(at, at + columns), to);
    });
  }

  /** Errors: `memory-limit`, with nothing changed in the range that it is met in. */
  async write(ranges: readonly RowRange[], words: Uint32Array<ArrayBuffer>): Promise<void> {
    let at = 0;
    for (const { first, rows } of ranges) {
      const end = at + rows * this.#stride;
      this.#write(first, words.subarray(at, end));
      at = end;
    }
  }

  #write(first: number, given: Uint32Array): void {
    const store = this.#store;
    const { kernel } = store;
    const stride = this.#stride;
    const count = given.length / stride;
    const fresh = this.#makeTiles(first, count, given);
    const open: number[] = [];
    this.#forEachStrip(first, count, (line, column, columns, rows) => {
      const tiles = this.#list(line, column, columns);
      let at = rows.from * stride + column;
      let to = STRIP_ROWS / 4 + rows.first * tiles;
      for (let row = rows.first; row < rows.end; row++, at += stride, to += tiles)
        store.words.set(given.subarray(at, at + columns), to);
      const stay = kernel.writeStrip(tiles, this.#plane, rows.first, rows.end);
      for (let k = 0; k < stay; k++) open.push(store.words[STRIP / 4 + k]);
    });
    store.beyondLimit(() => {
      for (const tile of open) store.touch(tile, fresh.has(tile), this.#parity());
    });
  }

  /** Where the present generation is in a tile. */
  get #plane(): number {
    return planeIndex(0, this.#parity()) * 4;
  }

  /** Makes those that the rows have cells for. */
  #makeTiles(first: number, count: number, given: Uint32Array): ReadonlySet<number> {
    const made = new Set<number>();
    const missing: (readonly [column: number, line: number])[] = [];
    this.#forEachStrip(first, count, (line, column, columns, rows) => {
      const tiles = this.#line(line);
      for (let k = column; k < column + columns; k++) {
        if (tiles[k] !== EMPTY) continue;
        let any = 0;
        for (let row = rows.first; row < rows.end; row++)
          any |= given[(rows.from + row - rows.first) * this.#stride + k];
        if (any !== 0) missing.push([k, line]);
      }
    });
    for (const [column, line] of missing) made.add(this.#store.ensure(BigInt(column), BigInt(line)));
    return made;
  }

  #forEachStrip(first: number, count: number, visit: VisitStrip): void {
    for (let row = first; row < first + count; ) {
      const line = Math.floor(row / TILE);
      const end = Math.min(first + count, (line + 1) * TILE);
      const rows = { first: row - line * TILE, end: end - line * TILE, from: row - first };
      for (let column = 0; column < this.#stride; column += STRIP_TILES)
        visit(line, column, Math.min(STRIP_TILES, this.#stride - column), rows);
      row = end;
    }
  }

  /** Lists tiles for the kernel, which takes four at a time; says how many. */
  #list(line: number, column: number, columns: number): number {
    const { words } = this.#store;
    const tiles = (columns + 3) & ~3;
    words.set(this.#line(line).subarray(column, column + columns), STRIP / 4);
    words.fill(EMPTY, STRIP / 4 + columns, STRIP / 4 + tiles);
    return tiles;
  }

  #line(line: number): Uint32Array {
    if (this.#version !== this.#store.version) this.#lines.clear();
    this.#version = this.#store.version;
    let tiles = this.#lines.get(line);
    if (!tiles) {
      const found = new Uint32Array(this.#stride).fill(EMPTY);
      forEachInLine(this.#store, 0n, BigInt(line), this.#stride, (tile, column) => {
        found[column] = tile;
      });
      tiles = found;
      this.#lines.set(line, tiles);
    }
    return tiles;
  }
}
