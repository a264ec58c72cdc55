/**
 * Where things lie in the linear memory of `bitwise`. wasm/assembly/_tile-layout.ts is the other half: change both
 * together. All numbers are byte addresses or byte offsets.
 */

/** Cells along a tile's side, and rows of one u32 each. */
export const TILE = 32;

/** A neighbour that may be created when cells come near it. Both stand-ins are tiles without cells. */
export const EMPTY = 1024;
/** A neighbour that can never exist: outside a bounded plane. */
export const VOID = 1344;
/** Two phases of 20 vectors: X[0..9], then Y[0..9]. */
export const RULES = 2048;
export const RULE_BYTES = 320;
/** The window into which the kernel gathers tiles at a seam: 34 left words, 34 centre words, 34 right words. */
export const SCRATCH = 3072;
export const COLUMN = 136;
/** Where an emitted loop leaves the changed columns, a vector. */
export const COLUMNS = 3584;
/** Which cells of a tile exist: whole tiles, the last column, the last row, and their corner. 128 bytes each. */
export const MASKS = 4096;
export const REQUESTS = 8192;
/** Addresses of up to STRIP_TILES tiles side by side, and where `readStrip` leaves their rows. */
export const STRIP = 24576;
export const STRIP_ROWS = 25600;
export const STRIP_TILES = 256;
/** The first address that the store hands out to tiles and plans. */
export const FIRST_FREE = 65536;

export const RECORD_BYTES = 320;
export const PLANE_BYTES = 128;
export const LINKS = 256;
/** FORCE and GATHER in the low byte; the due bands of each parity in the two high bytes. */
export const FLAGS = 296;
export const MASK = 300;
export const PLAN = 304;
export const PIECES = 308;
export const SOURCES = 312;
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
  getComputed(): number;
  isIdle(): number;
  isStarted(): number;
  configure(kind: number, parity: number): void;
  resetQueues(): void;
  enqueue(tile: number): void;
  enqueueLinked(tile: number): void;
  enqueueUpcoming(tile: number): void;
  run(maxGenerations: number, maxTiles: number): void;
  population(tile: number, plane: number): number;
  readStrip(tiles: number, plane: number, shift: number): void;
  isDisposable(tile: number): number;
}
