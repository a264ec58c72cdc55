/**
 * Where things lie in the linear memory of `bitwise`. wasm/assembly/_tile-layout.ts is the other half: change both
 * together. All numbers are byte addresses or byte offsets.
 */

import type { GateKernel } from "../wasm/team.ts";

/** Cells along a tile's side, and rows of one u32 each. */
export const TILE = 32;

/** Bits of a cell's state. */
export const BITS = 128;
/** Two phases of 20 vectors: X[0..9], then Y[0..9]. */
export const RULES = 256;
export const RULE_BYTES = 320;
/** Which cells of a tile exist: whole tiles, the last column, the last row, and their corner. 128 bytes each. */
export const MASKS = 1024;
/** The window into which the kernel gathers tiles at a seam: 34 left words, 34 centre words, 34 right words. */
export const SCRATCH = 1536;
const COLUMN = 136;
/** With more bits their windows lie behind each column as their planes do in a tile. */
const STATED_COLUMN = 2048;
/** From one column of the window to the next. */
export const columnBytes = (bits: number): number => (bits === 1 ? COLUMN : STATED_COLUMN);
export const REQUESTS = 8192;
/** Addresses of up to STRIP_TILES tiles side by side, and where `readStrip` leaves their rows. */
export const STRIP = 24576;
export const STRIP_ROWS = 25600;
export const STRIP_TILES = 256;
/** A neighbour that may be created when cells come near it. Both stand-ins are tiles without cells. */
export const EMPTY = 61184;
/** A neighbour that can never exist: outside a bounded plane. */
export const VOID = 63296;
/** Where each thread has a part of its own, if there are several. */
const AREAS = 65536;
const AREA = 76160;

/** The first address that the store hands out to tiles and plans, where so many threads compute. */
export const firstFree = (threads: number): number => AREAS + (threads > 1 ? threads * AREA : 0);

const RECORD_BYTES = 320;
export const PLANE_BYTES = 128;
/** The bytes of a tile whose cells have so many bits: bit 0 is within the first ones, and each further bit has two planes behind them. */
export const recordBytes = (bits: number): number => RECORD_BYTES + (bits - 1) * 2 * PLANE_BYTES;
/** Where the planes of a bit begin in a tile: first that of the even generations, then that of the odd ones. */
export const planeOf = (bit: number): number => (bit === 0 ? 0 : recordBytes(bit));
export const LINKS = 256;
/** FORCE and GATHER in the low byte; the due bands of each parity in the two high bytes. */
export const FLAGS = 296;
export const MASK = 300;
/** The address of a gathered tile's plan: its numbers of pieces and of sources, then (from PLAN_HEAD on) the pieces, then the sources. */
export const PLAN = 304;
export const PLAN_HEAD = 16;
export const PIECE_BYTES = 16;
/** The tile's number, the index of its coordinates in JavaScript. */
export const NUMBER = 316;

export const FORCE = 1;
export const GATHER = 2;

/** A request is a tile's address with a direction, or ALL, in its low bits. */
export const REQUEST_BITS = 15;
export const ALL = 8;

/** The kernel's table: emitted loops for even and odd generations. */
export const FIRST_LOOP = 1;
export const LOOPS = 3;

/** (dx, dy) of links 0..7: N NE E SE S SW W NW. */
export const DIRECTIONS: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** The exports of the compiled kernel. Unsigned results arrive as signed 32-bit numbers. */
export interface BitwiseKernel {
  getRequests(): number;
  clearRequests(): void;
  getGenerations(): number;
  /** Tiles that this thread computed in the last run. */
  getComputed(): number;
  isIdle(): number;
  isStarted(): number;
  configure(kind: number, parity: number): void;
  resetQueues(): void;
  /** Tells all tiles that are due of it: before then only other threads may know. */
  tellTiles(): void;
  enqueue(tile: number): void;
  enqueueLinked(tile: number): void;
  enqueueUpcoming(tile: number): void;
  run(maxGenerations: number, maxTiles: number): void;
  /** `parity`: of the generation. */
  population(tile: number, parity: number): number;
  /** `plane`: where it is in a tile. */
  readStrip(tiles: number, plane: number, shift: number): void;
  /** Rows `first` to `end` - 1. Returns how many tiles are left in the list, whose neighbours the host has to see to. */
  writeStrip(tiles: number, plane: number, first: number, end: number): number;
  isDisposable(tile: number): number;
}

/** What the kernel offers besides where threads may help. */
export interface ThreadedKernel extends BitwiseKernel, GateKernel {
  /**
   * So many threads from here on (1: no helpers), in generations of at least so many tiles, which they take in bunches. Most tiles lie
   * from `from` to `end`, and one wakes at most `woken` others.
   */
  share(
    threads: number,
    leastTiles: number,
    bunchTiles: number,
    from: number,
    end: number,
    woken: number,
  ): void;
  /** For tests: threads lose time at chance moments; 0 for none. */
  setDelays(seed: number): void;
}
