/** The memory of the HashLife core as the host sees it; the kernel's half is wasm/assembly/_hashlife-memory.ts. Bytes. */

import { MOST_THREADS } from "../wasm/helpers.ts";

/** Where the host builds a leaf: 16 rows of 16 bits, lowest bit = westernmost cell. */
export const LEAF = 256;
/** Two phases of 20 vectors (16 bytes each): X[0..9] and Y[0..9]. */
export const RULES = 1024;
export const RULE_BYTES = 320;
/** Two phases of a rule by squares: the last signal, the number of questions, and a word for each. */
export const SQUARES = 11264;
export const SQUARES_BYTES = 640;
/** Bytes of a plane of the square that the base case of cells in states steps. */
export const PLANE_BYTES = 32;
/** One byte a level: NINE_PART and HAS_FOUR. */
export const LEVELS = 4096;
export const MAX_LEVEL = 2048;
export const NINE_PART = 1;
export const HAS_FOUR = 2;

export const SLOT_BYTES = 32;
export const FULL = 16;
export const PART = 20;
export const POPULATION = 24;
export const NONE = 0xffffffff;
export const BUSY = 0xfffffffe;

export const WIDTH = 16;
/** Behind the kernel's index of young nodes. */
const ROWS = 32768;
const ROW_BYTES = 2048;
const MARK_STACK = ROWS + MAX_LEVEL * ROW_BYTES;
/** Where the host puts down what a call of the kernel works on, between two collections. */
export const DESK = MARK_STACK;
/** The words of `plant`, behind its 32 x 32 squares and 32 columns of eight planes. */
export const DESK_PARTS = DESK + 32 * 32 * 4 + 32 * 64;
/** The level of the largest block that `plant` makes, and the most slots that it takes: of each square of level 3 two leaves and a node, and the nodes above. */
export const PLANT_LEVEL = 8;
export const PLANT_SLOTS = 3 * 32 * 32 + 341;
/** What each helper's thread has of its own. */
const HELPER_BYTES = 16384 + 64 * ROW_BYTES;
/** Where the host puts down the factors of the state hash, and the core keeps hashes of squares: untouched memory costs nothing. */
export const HASHES = MARK_STACK + MAX_LEVEL * 320 * 8 + (MOST_THREADS - 1) * HELPER_BYTES;
const HASH_BYTES = 2 ** 21;
/** Rooms of the threads and tables of rows (cpu/row-kernel.ts), for rules that need them. */
export const ROW_ROOMS = HASHES + HASH_BYTES;
/** What the largest tables take, of 2^22 numbers with four bytes each. */
const ROW_TABLE_BYTES = 17 * 2 ** 20;
/** From here on: bitmaps, index, slots. */
export const HEAP = ROW_ROOMS + ROW_TABLE_BYTES;

/** A leaf is a square of 16 x 16 cells in two states. With more states four of theirs are below one. */
export const LEAF_LEVEL = 4;
export const LEAF_SIDE = 16;
/** With more than two states a leaf is a square of 8 x 8 cells, of which it holds up to four bits. */
export const LEAF_PLANES = 4;
/** Free slots that `run` needs to continue, and some for the host: 32 and 18 a work, and more where a square of 8 x 8 cells is two leaves and a node. */
export function marginFor(planes: number): number {
  return 32 + (18 + (planes > LEAF_PLANES ? 2 * 13 : 0)) * WIDTH;
}

/** Levels of slots below a level-4 square. */
export function slotsBelow(planes: number): number {
  return planes > LEAF_PLANES ? 2 : planes > 1 ? 1 : 0;
}

/** Kinds of counting that `setRule` takes. */
export const MOORE = 0;
export const HEX = 1;
export const VON_NEUMANN = 2;
export const LIFE = 3;
export const BY_SQUARES = 4;
/**
 * The base case of cells in states is given the address of its planes, and how many generations: 1 or more. It leaves the planes of the 8 x 8
 * cells in the middle there, eight bytes each.
 */
export const BASE_PARAMETERS = 2;
/** Where the base case of cells in states stands in the kernel's table of functions. */
export const BASE = 1;

/** Answers of `run`. */
export const FINISHED = 0;
export const MORE = 1;
export const NEEDS_ROOM = 2;

/** What 32-bit addresses reach. */
export const MOST_BYTES = 2 ** 32;
