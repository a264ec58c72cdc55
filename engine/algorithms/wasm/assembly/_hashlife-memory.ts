/*
 * Where everything of the HashLife core lies. engine/algorithms/hashlife/layout.ts is the same page in TypeScript:
 * change both together. All addresses are absolute. The first 32 bytes are zero: they are the empty square, of every
 * size at once.
 */

/** Where base32 leaves its result and where hosts build a leaf: 32 bytes. */
export const LEAF: u32 = 256;
/** Two phases of 20 vectors: X[0..9] and Y[0..9]; a cell with n live neighbours becomes X[n] ^ (Y[n] & cell). */
export const RULES: u32 = 1024;
export const RULE_BYTES: u32 = 320;
/** One byte a level: how to compute the present step's residue there. */
export const LEVELS: u32 = 4096;
export const MAX_LEVEL: u32 = 2048;

// A slot: 32 bytes, a leaf's 16 rows of 16 bits, or a node:
// bytes 0..15 its four children, nw ne sw se; then two results and the population (0: not counted yet).
export const FULL: u32 = 16;
export const PART: u32 = 20;
export const POPULATION: u32 = 24;
/** In place of a result: unknown; requested, with a row at work on it. */
export const NONE: u32 = 0xffffffff;
export const BUSY: u32 = 0xfffffffe;

/** Up to 5 * WIDTH questions of 32 bytes. */
export const BATCH: u32 = 8192;

/** The table's young half: the latest squares, an index of 2^12 words. */
export const YOUNG: u32 = 16384;
export const YOUNG_MASK: u32 = 4095;
export const YOUNG_END: u32 = YOUNG + ((YOUNG_MASK + 1) << 2);

/** Rows: at most one per level, each with up to WIDTH works. */
export const WIDTH: u32 = 16;
export const ROWS: u32 = YOUNG_END;
export const ROW: u32 = 2048;

/** Marked nodes whose children are not marked yet: pairs of address and level. */
export const MARK_STACK: u32 = ROWS + MAX_LEVEL * ROW;
/** Enough for every reference of every row, and six more a level. */
const MARK_STACK_BYTES: u32 = MAX_LEVEL * 320 * 8;
/** From here on the host lays out bitmaps, index and slots. */
export const HEAP: u32 = MARK_STACK + MARK_STACK_BYTES;
