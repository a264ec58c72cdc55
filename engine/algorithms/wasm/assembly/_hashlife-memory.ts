/*
 * Where everything of the HashLife core lies. engine/algorithms/hashlife/layout.ts is the same page in TypeScript:
 * change both together. All addresses are absolute. The first 32 bytes are zero: they are the empty square, of every
 * size at once.
 */

/** Where base32 has its square between two generations: eight vectors. */
const SQUARE: u32 = 128;
/** Where base32 leaves its result and where hosts build a leaf: 32 bytes. */
const LEAF: u32 = 256;
/** Two phases of 20 vectors: X[0..9] and Y[0..9]; a cell with n live neighbours becomes X[n] ^ (Y[n] & cell). */
export const RULES: u32 = 1024;
export const RULE_BYTES: u32 = 320;
/** One byte a level: how to compute the present step's residue there. */
export const LEVELS: u32 = 4096;
export const MAX_LEVEL: u32 = 2048;

// Words that threads share (_hashlife-threads.ts), each in a line of its own; the parameters that helpers take over; and what
// each thread has of its own.
/** Slots in groups that a thread has taken. */
export const LIVE: u32 = 2048;
/** The next group of 64 slots to be taken: the offset of its marks. */
export const NEXT: u32 = 2176;
export const PHASE: u32 = 2304;
export const ACTIVE: u32 = 2432;
export const HUNGRY: u32 = 2560;
export const ASLEEP: u32 = 2688;
export const WORK_BELL: u32 = 2816;
export const RESULT_BELL: u32 = 2944;
export const WAITERS: u32 = 3072;
export const READY: u32 = 3200;
/** Helpers that broke down. */
export const LOST: u32 = 3264;
export const PARAMETERS: u32 = 3328;
/** While threads enter squares into the index together: the next number to be entered, and the end. */
export const NEXT_ENTRY: u32 = 3456;
export const LAST_ENTRY: u32 = 3460;
/** Of each thread: entries on their way into the index, pairs of place and entry. */
const ENTRIES: u32 = 3584;
export const ENTRIES_BYTES: u32 = 512;
/** Of each thread: which levels it offers squares of; its row when it is at rest; which row offers those of a level. */
export const OFFERS: u32 = 6144;
export const RECORD: u32 = 6272;
export const OFFERED_ROWS: u32 = 6400;
/** In a record: the row to go on with (0 for none), works and rows done, and how often it took some from another thread's list. */
export const AT_ROW: u32 = 0;
export const WORKS_DONE: u32 = 4;
export const THEFTS: u32 = 8;
/** A word to lose time on. */
export const PAUSE: u32 = 12;
export const ROWS_DONE: u32 = 16;

// A slot: 32 bytes, a leaf's 16 rows of 16 bits, or a node:
// bytes 0..15 its four children, nw ne sw se; then two results and the population (0: not counted yet).
export const FULL: u32 = 16;
export const PART: u32 = 20;
export const POPULATION: u32 = 24;
/** In place of a result: unknown; requested, with a row at work on it. */
export const NONE: u32 = 0xffffffff;
export const BUSY: u32 = 0xfffffffe;

/** Up to 5 * WIDTH questions of 32 bytes. */
const BATCH: u32 = 8192;

/**
 * Two phases of a rule by squares, as the questions of its decision diagram: the number of the last signal, the number of
 * questions, then for each of them four bytes: the signal asked, the one for yes, the one for no.
 */
export const SQUARES: u32 = 11264;
export const SQUARES_BYTES: u32 = 640;
/**
 * A 16 x 16 square of cells in states, as _hashlife-planes.ts explains. Rules of states have no need of SQUARES.
 */
const PLANES: u32 = SQUARES;
export const PLANE_BYTES: u32 = 32;
/** The signals: nothing, everything, the nine cells of a square in the order of reading, and an answer a question. */
const SIGNALS: u32 = 12800;
/** In their place, questions for the leaves that a row's base cases of cells in states make. */
const LEAF_QUESTIONS: u32 = SIGNALS;

/** The table's young half: the latest squares, an index of 2^12 words. */
export const YOUNG: u32 = 16384;
export const YOUNG_MASK: u32 = 4095;
export const YOUNG_END: u32 = YOUNG + ((YOUNG_MASK + 1) << 2);

/** Works in a row. */
export const WIDTH: u32 = 16;
/** One round makes at most 18 slots a work: on the lowest level all of nine leaves, four squares, their leaves and the result. */
export const MARGIN: i32 = 18 * WIDTH;
let margin: i32 = MARGIN;

/** Free slots that one round needs, where what stands for a leaf takes more than one. */
export function setMargin(slots: i32): void { margin = slots; }

@inline
export function getMargin(): i32 { return margin; }

/** Rows: at most one per level, each with up to WIDTH works. */
export const ROWS: u32 = YOUNG_END;
export const ROW: u32 = 2048;

/** Marked nodes whose children are not marked yet: pairs of address and level. */
export const MARK_STACK: u32 = ROWS + MAX_LEVEL * ROW;
/** Between two collections that place is where the host puts down what a call of it works on. */
export const DESK: u32 = MARK_STACK;
/** Enough for every reference of every row, and six more a level. */
const MARK_STACK_BYTES: u32 = MAX_LEVEL * 320 * 8;
/** What each further thread has of its own: all of the above below its rows, then a row for each level below SHARED_LEVELS. */
const HELPERS: u32 = MARK_STACK + MARK_STACK_BYTES;
const HELPER_ROWS: u32 = 16384;
export const SHARED_LEVELS: u32 = 64;
const HELPER_BYTES: u32 = HELPER_ROWS + SHARED_LEVELS * ROW;
/** Threads besides the host's (engine/algorithms/wasm/helpers.ts). */
const MOST_HELPERS: u32 = 15;
/** Factors of the state hash, and the hashes of squares (_hashlife-hash.ts). */
export const HASHES: u32 = HELPERS + MOST_HELPERS * HELPER_BYTES;
// Behind that lie tables of rules (ROW_ROOMS), and from HEAP on the host lays out bitmaps, index and slots.

/** Where what is a thread's own begins: 0 for the host's thread. */
let own: u32 = 0;
let ownRows: u32 = ROWS;
/** Whether no other thread computes. Then no access has to be atomic. */
let alone: bool = true;

/** A thread's own part of the memory; 0 is the host's thread. */
@inline
export function partOf(thread: u32): u32 { return thread ? HELPERS + (thread - 1) * HELPER_BYTES : 0; }

@inline
export function rowsOf(thread: u32): u32 { return thread ? partOf(thread) + HELPER_ROWS : ROWS; }

/** Says which thread this instance of the kernel is. */
export function setThread(thread: u32): void {
  own = partOf(thread);
  ownRows = rowsOf(thread);
}

export function setAlone(isAlone: bool): void { alone = isAlone; }

@inline
export function isAlone(): bool { return ASC_FEATURE_THREADS ? alone : true; }

@inline
export function ownPart(): u32 { return ASC_FEATURE_THREADS ? own : 0; }

@inline
export function squareAt(): u32 { return ownPart() + SQUARE; }

@inline
export function leafAt(): u32 { return ownPart() + LEAF; }

@inline
export function signalsAt(): u32 { return ownPart() + SIGNALS; }

@inline
export function leafQuestionsAt(): u32 { return ownPart() + LEAF_QUESTIONS; }

@inline
export function planesAt(): u32 { return ownPart() + PLANES; }

@inline
export function entriesAt(): u32 { return ownPart() + ENTRIES; }

@inline
export function batchAt(): u32 { return ownPart() + BATCH; }

@inline
export function rowsAt(): u32 { return ASC_FEATURE_THREADS ? ownRows : ROWS; }

@inline
export function getBit(bitmap: u32, number: u32): u32 { return (load<u8>(bitmap + (number >> 3)) >> u8(number & 7)) & 1; }

@inline
export function setBit(bitmap: u32, number: u32): void {
  const byte = bitmap + (number >> 3);
  store<u8>(byte, load<u8>(byte) | u8(1 << u8(number & 7)));
}

/** Publishes a result. */
@inline
export function storeShared(at: u32, value: u32): void {
  if (isAlone()) store<u32>(at, value);
  else if (ASC_FEATURE_THREADS) atomic.store<u32>(at, value);
}

/** Replaces a word unless another thread has replaced it, and returns what was there. */
@inline
export function claim(at: u32, from: u32, to: u32): u32 {
  if (ASC_FEATURE_THREADS && !alone) return atomic.cmpxchg<u32>(at, from, to);
  store<u32>(at, to);
  return from;
}
