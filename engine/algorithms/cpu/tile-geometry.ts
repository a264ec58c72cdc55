/**
 * How tiles lie on a grid. Tile (tx, ty) holds the cells 32 tx .. 32 tx + 31 by 32 ty .. counted from the grid's top
 * left cell, or from cell 0 along an infinite axis. Beyond an edge there are three cases:
 *
 * - a plane: there is never anything;
 * - a torus whose sides and shifts are multiples of 32: there is another tile;
 * - any other torus or tube: the cells there start in the middle of words. Such a tile is *gathered*: before each
 *   step the kernel copies its window of 34 x 34 cells together, piece by piece. This file computes the list of
 *   pieces, once.
 */

import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../../core/topology.ts";
import { SCRATCH, TILE } from "./tile-layout.ts";

interface TilePlace {
  readonly tx: bigint;
  readonly ty: bigint;
}

/** One piece of a gathered window: `((source >> or << shift) & mask)` is OR-ed into the word at `target`. */
interface WindowPiece {
  readonly target: number;
  /** Index into the plan's sources. */
  readonly source: number;
  /** Row within the source tile. */
  readonly row: number;
  /** Positive shifts left. */
  readonly shift: number;
  readonly mask: number;
}

interface SeamPlan {
  readonly sources: readonly TilePlace[];
  readonly pieces: readonly WindowPiece[];
}

/** More than there are along one side of a grid. */
const MOST_TILES = 2 ** 26;

export class TileGeometry {
  /** Cell coordinates of tile (0, 0)'s top left cell. */
  readonly left: bigint;
  readonly top: bigint;
  /** Sides in cells; 0 is infinite. */
  readonly width: number;
  readonly height: number;
  /** Number of tiles along each side; 0 is infinite. */
  readonly columns: number;
  readonly rows: number;
  readonly #wraps: boolean;
  readonly #shiftX: number;
  readonly #shiftY: number;
  readonly #aligned: boolean;

  constructor(topology: Topology) {
    this.width = gridWidth(topology);
    this.height = gridHeight(topology);
    this.left = BigInt(gridLeft(topology));
    this.top = BigInt(gridTop(topology));
    this.columns = Math.ceil(this.width / TILE);
    this.rows = Math.ceil(this.height / TILE);
    this.#wraps = topology.kind === "torus";
    this.#shiftX = topology.kind === "torus" ? topology.shiftX : 0;
    this.#shiftY = topology.kind === "torus" ? topology.shiftY : 0;
    this.#aligned = [this.width, this.height, this.#shiftX, this.#shiftY].every((n) => n % TILE === 0);
  }

  /** Whether the tile's window reaches over an edge. */
  atEdge(tx: bigint, ty: bigint): boolean {
    return (
      (this.columns > 0 && (tx === 0n || tx === BigInt(this.columns - 1))) ||
      (this.rows > 0 && (ty === 0n || ty === BigInt(this.rows - 1)))
    );
  }

  /** Whether the tile's window must be gathered. */
  isSeam(tx: bigint, ty: bigint): boolean {
    return this.#wraps && !this.#aligned && this.atEdge(tx, ty);
  }

  /** Whether there is no edge anywhere. */
  get isOpen(): boolean {
    return this.columns === 0 && this.rows === 0;
  }

  /**
   * How many tiles one wakes at most: eight and itself, or those that its gathered window reaches, in a row of cells up to four of them. Without a
   * shift the rows are those of up to four rows of tiles, with one they may all be of others.
   */
  get mostWoken(): number {
    if (!this.#wraps || this.#aligned) return 9;
    return this.#shiftX === 0 && this.#shiftY === 0 ? 16 : 256;
  }

  /** Whether all cells of all tiles exist. */
  get isWhole(): boolean {
    return this.width % TILE === 0 && this.height % TILE === 0;
  }

  /** Which mask the tile needs: bit 0 for the last column, bit 1 for the last row, where those are not whole. */
  maskOf(tx: bigint, ty: bigint): number {
    const column = this.width % TILE !== 0 && tx === BigInt(this.columns - 1) ? 1 : 0;
    return column | (this.height % TILE !== 0 && ty === BigInt(this.rows - 1) ? 2 : 0);
  }

  /** The tile at (tx, ty), which may lie one beyond an edge; null where there is nothing. Not for seams. */
  resolve(tx: bigint, ty: bigint): TilePlace | null {
    const outX = this.columns > 0 && (tx < 0n || tx >= BigInt(this.columns));
    const outY = this.rows > 0 && (ty < 0n || ty >= BigInt(this.rows));
    if (!outX && !outY) return { tx, ty };
    if (!this.#wraps) return null;
    const cell = this.#wrapped(
      this.columns > 0 ? Number(tx) * TILE : 0,
      this.rows > 0 ? Number(ty) * TILE : 0,
    );
    return this.#placeOf(tx, ty, cell.x / TILE, cell.y / TILE);
  }

  /**
   * Where a cell lies on a grid that wraps. Coordinates along a finite axis count from the grid's first cell; along an
   * infinite one they count from any tile's first cell.
   */
  #wrapped(x: number, y: number): { readonly x: number; readonly y: number } {
    const { width, height } = this;
    // With each turn around the grid the other coordinate moves by the shift (only one of the two shifts is not 0).
    const movedX = height > 0 ? x + this.#shiftX * Math.floor(y / height) : x;
    const movedY = width > 0 ? y + this.#shiftY * Math.floor(x / width) : y;
    return {
      x: width > 0 ? remainder(movedX, width) : movedX,
      y: height > 0 ? remainder(movedY, height) : movedY,
    };
  }

  /** The tile at (x, y), along infinite axes counted from (tx, ty). */
  #placeOf(tx: bigint, ty: bigint, x: number, y: number): TilePlace {
    return {
      tx: this.columns > 0 ? BigInt(x) : tx + BigInt(x),
      ty: this.rows > 0 ? BigInt(y) : ty + BigInt(y),
    };
  }

  /** The pieces of a seam tile's window, whose columns lie so many bytes apart, and the tiles they come from. */
  seamPlan(tx: bigint, ty: bigint, columnBytes: number): SeamPlan {
    const left = this.columns > 0 ? Number(tx) * TILE : 0;
    const top = this.rows > 0 ? Number(ty) * TILE : 0;
    const sources: TilePlace[] = [];
    const index = new Map<number, number>();
    const pieces: WindowPiece[] = [];
    const sourceOf = (x: number, y: number): number => {
      const key = x * MOST_TILES + y;
      let at = index.get(key);
      if (at === undefined) {
        at = sources.push(this.#placeOf(tx, ty, x, y)) - 1;
        index.set(key, at);
      }
      return at;
    };
    // Copies `count` cells of window row r, from window column u (-1 .. 32) on, to the word at `target`, from `bit` on.
    const copy = (r: number, u: number, count: number, target: number, bit: number): void => {
      for (let done = 0; done < count; ) {
        const { x, y } = this.#wrapped(left + u + done, top + r - 1);
        const inWord = remainder(x, TILE);
        const row = remainder(y, TILE);
        const toEdge = this.width > 0 ? this.width - x : TILE;
        const length = Math.min(count - done, TILE - inWord, toEdge);
        const to = bit + done;
        const mask = ((0xffffffff >>> (32 - length)) << to) >>> 0;
        const source = sourceOf((x - inWord) / TILE, (y - row) / TILE);
        pieces.push({ target, source, row, shift: to - inWord, mask });
        done += length;
      }
    };
    for (let r = 0; r < TILE + 2; r++) {
      copy(r, -1, 1, SCRATCH + 4 * r, 31);
      copy(r, 0, TILE, SCRATCH + columnBytes + 4 * r, 0);
      copy(r, TILE, 1, SCRATCH + 2 * columnBytes + 4 * r, 0);
    }
    return { sources, pieces };
  }
}

/** The remainder of a division that rounds down. */
const remainder = (n: number, by: number): number => n - by * Math.floor(n / by);
