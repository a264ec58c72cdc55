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

import { mod } from "../../core/integers.ts";
import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../../core/topology.ts";
import { COLUMN, SCRATCH, TILE } from "./tile-layout.ts";

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

const SIDE = BigInt(TILE);

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
    const cell = this.#canonical(tx * SIDE, ty * SIDE);
    return cell && { tx: cell.x / SIDE, ty: cell.y / SIDE };
  }

  /** Where the cell (x, y), counted from the top left cell and possibly outside, lies on the grid; null: nowhere. */
  #canonical(x: bigint, y: bigint): { x: bigint; y: bigint } | null {
    const w = BigInt(this.width);
    const h = BigInt(this.height);
    if (!this.#wraps) {
      return (w > 0n && (x < 0n || x >= w)) || (h > 0n && (y < 0n || y >= h)) ? null : { x, y };
    }
    // With each turn around the grid the other coordinate moves by the shift (only one of the two shifts is not 0).
    const roundsY = h > 0n ? (y - mod(y, h)) / h : 0n;
    const roundsX = w > 0n ? (x - mod(x, w)) / w : 0n;
    const movedX = x + BigInt(this.#shiftX) * roundsY;
    const movedY = y + BigInt(this.#shiftY) * roundsX;
    return { x: w > 0n ? mod(movedX, w) : movedX, y: h > 0n ? mod(movedY, h) : movedY };
  }

  /** The pieces of a seam tile's window and the tiles they come from. */
  seamPlan(tx: bigint, ty: bigint): SeamPlan {
    const sources: TilePlace[] = [];
    const index = new Map<string, number>();
    const pieces: WindowPiece[] = [];
    const sourceOf = (x: bigint, y: bigint): number => {
      const place = { tx: x / SIDE - (x % SIDE < 0n ? 1n : 0n), ty: y / SIDE - (y % SIDE < 0n ? 1n : 0n) };
      const key = `${place.tx},${place.ty}`;
      let at = index.get(key);
      if (at === undefined) {
        at = sources.push(place) - 1;
        index.set(key, at);
      }
      return at;
    };
    // Copies `count` cells of window row r, from window column u (-1 .. 32) on, to bit `bit` of the word at `target`.
    const copy = (r: number, u: number, count: number, target: number, bit: number): void => {
      for (let done = 0; done < count; ) {
        const cell = this.#canonical(tx * SIDE + BigInt(u + done), ty * SIDE + BigInt(r - 1));
        if (!cell) {
          done++;
          continue;
        }
        const inWord = Number(mod(cell.x, SIDE));
        const toEdge = this.width > 0 ? this.width - Number(cell.x) : TILE;
        const length = Math.min(count - done, TILE - inWord, toEdge);
        const to = bit + done;
        const mask = ((0xffffffff >>> (32 - length)) << to) >>> 0;
        const row = Number(mod(cell.y, SIDE));
        pieces.push({ target, source: sourceOf(cell.x, cell.y), row, shift: to - inWord, mask });
        done += length;
      }
    };
    for (let r = 0; r < TILE + 2; r++) {
      copy(r, -1, 1, SCRATCH + 4 * r, 31);
      copy(r, 0, TILE, SCRATCH + COLUMN + 4 * r, 0);
      copy(r, TILE, 1, SCRATCH + 2 * COLUMN + 4 * r, 0);
    }
    return { sources, pieces };
  }
}
