/*
 * Where things lie in the linear memory of the `sums` kernel. engine/algorithms/cpu/sliced-layout.ts is the TypeScript half: change both
 * together. All numbers are byte addresses or byte offsets.
 */

export const GATE: u32 = 0; // _gate.ts
export const PLAN: u32 = 768; // words that the host writes, below
export const RECORDS: u32 = 1024; // of up to 16 threads
export const RECORD: u32 = 128;
// In a record: the bands that are left of the thread's share; tiles computed in the last run; a word that is not 0
// where a cell lives near an endless side's ends. In the record's other line a word to lose time on.
export const SHARE: u32 = 0;
export const COMPUTED: u32 = 4;
export const NEAR: u32 = 8;
export const PAUSE: u32 = 64;

// The plan. Rows of cells, and rows of bits:
export const WIDTH: u32 = PLAN;
export const HEIGHT: u32 = PLAN + 4;
export const REACH: u32 = PLAN + 8;
export const STATES: u32 = PLAN + 12;
export const PITCH: u32 = PLAN + 16; // bytes from one row of bits to the next
export const IS_TALL: u32 = PLAN + 20; // whether columns have no ends
// what a thread has of its own; another thread's lies AREA bytes further for each:
export const AREA: u32 = PLAN + 24;
export const KEPT: u32 = PLAN + 28; // each column's sums, and
export const KEPT_BYTES: u32 = PLAN + 32; // those of a column
export const COMING: u32 = PLAN + 36; // the ring of the sums of rows, or each column's stripes
export const COMING_BYTES: u32 = PLAN + 40; // those of a column in a row, or all of a column
export const RING_PITCH: u32 = PLAN + 44; // bytes of a row of the ring; 0 where there are stripes
export const RING_ROWS: u32 = PLAN + 48;
export const READY: u32 = PLAN + 52; // of each column, the row for which its sums are ready
export const STRIP: u32 = PLAN + 56; // next states of a column that ends beyond the cells
export const OLDER: u32 = PLAN + 60; // the bits that a walk writes over
// what is said of each tile:
export const AWAKE: u32 = PLAN + 64; // bytes: whether it is computed
export const NOTES: u32 = PLAN + 68; // what a walk changed
// the present generation:
export const BITS: u32 = PLAN + 72; // its first row of bits, and the next one's
export const AFTER: u32 = PLAN + 76;
export const FROM: u32 = PLAN + 80; // its states, and the next ones
export const TO: u32 = PLAN + 84;
export const WALK: u32 = PLAN + 88; // the place of its loop in the table
export const CORNER: u32 = PLAN + 92; // where cells of the second kind are in the first row, as a byte of bits
export const IS_NOTED: u32 = PLAN + 96; // whether AWAKE says what is computed and all that is computed is compared
export const SAMPLE: u32 = PLAN + 100; // the tile that is compared where that is not so, or -1
export const SEED: u32 = PLAN + 104; // of delays, for tests
export const THREADS: u32 = PLAN + 108; // those that have shares

// Notes on a tile: the columns in which bits changed; the rows in which they did, the last one lowest; whether cells are in states above 1.
export const NOTE_BYTES: u32 = 32;
export const NOTE_ROWS: u32 = 16;
export const NOTE_FADING: u32 = 24;

// The table: loops that are emitted for a rule. Those for even and odd generations come first.
export const BEGIN: u32 = 3;
export const JOIN: u32 = 4;
export const SUM: u32 = 5;

/** Cells of a column, the bytes of a vector, and rows that are computed at once. */
export const COLUMN: u32 = 128;
export const STEP: u32 = 16;
export const BAND: u32 = 64;
