/*
 * Where things lie in the linear memory of the `bitwise` kernel. engine/algorithms/cpu/tile-layout.ts is the TypeScript
 * half: change both together. All numbers are byte addresses or byte offsets.
 */

// Memory map. Tile records are 320 bytes each, and more where cells have more than two states; the host hands them out.
export const BITS: u32 = 128; // bits of a cell's state
export const RULES: u32 = 256; // 2 phases x 20 vectors (X[0..9], Y[0..9])
export const RULE_BYTES: u32 = 320;
export const SCRATCH: u32 = 1536; // a gathered window: 34 left words, 34 centre words, 34 right words
export const COLUMN: u32 = 136;
export const STATED_COLUMN: u32 = 2048; // the same with the windows of further bits behind each column, as in a record
export const REQUESTS: u32 = 8192;
export const MAX_REQUESTS: u32 = 4096;
export const STRIP: u32 = 24576; // addresses of up to 256 tiles side by side
export const STRIP_ROWS: u32 = 25600; // their 32 rows, one after the other

// Words that threads share: those of _gate.ts, in one line of which, which they leave free, lie those of _tile-threads.ts; and a record for each of up to
// 16 threads.
export const GATE: u32 = 58368;
export const PARAMETERS: u32 = 59008;
export const RECORDS: u32 = 59136;
export const RECORD: u32 = 128;
// In a record: the piles of bunches, one a parity; tiles put into bunches or letters; tiles computed, requests (both of helpers); whether the
// letters to this thread are sorted. In the record's other line a word to lose time on.
export const PILES: u32 = 0;
export const PUT: u32 = 8;
export const COMPUTED: u32 = 12;
export const REQUESTED: u32 = 16;
export const SORTED: u32 = 24;
export const PAUSE: u32 = 64;
// Two records without cells, as long as the longest.
export const EMPTY: u32 = 61184; // stands for a neighbour that may be created
export const VOID: u32 = 63296; // stands for a neighbour that can never exist (outside a bounded plane)
// What each thread has of its own where there are several: a window and requests (both of helpers), the bunches that it fills for each thread,
// and for each parity the sheets of its letters: for each thread the last sheet with the letters on it, and all sheets.
export const AREAS: u32 = 65536;
export const AREA: u32 = 76160;
export const AREA_REQUESTS: u32 = 6144; // 1024 of them
export const MAX_HELPER_REQUESTS: u32 = 1024;
export const AREA_BUNCHES: u32 = 10240;
export const AREA_HEADS: u32 = 10368;
export const HEADS_BYTES: u32 = 128; // a parity
export const AREA_SHEETS: u32 = 10624;
export const SHEET: u32 = 128; // the sheet before it, then from SHEET_HEAD on a tile and bands for each letter
export const SHEET_HEAD: u32 = 8;
export const SHEET_LETTERS: u32 = 15;
export const SHEETS: u32 = 256; // a parity

// A tile record: two planes of 128 bytes, one for the even and one for the odd generations, then
export const PLANE: u32 = 128; // bytes a plane
export const LINKS: u32 = 256; // eight neighbours: N NE E SE S SW W NW
export const QUEUE: u32 = 288; // next tile in the queue, one word a parity; 0 = not queued
export const FLAGS: u32 = 296; // FORCE and GATHER, one byte
export const BANDS: u32 = 298; // bands to compute, one byte a parity
export const MASK: u32 = 300; // address of 32 words: which cells exist
export const PLAN: u32 = 304; // gathered tiles: address of the plan
export const CHAIN: u32 = 308; // the first tile of a bunch: that of the next bunch, one word a parity; 0 = there is none

// Of more than two states that was bit 0. The two planes of each further bit follow behind, from BIT_1 on, in steps of BIT.
export const BIT_1: u32 = 320;
export const BIT: u32 = 256;

/** Where the planes of a bit begin, counted from plane 0. */
@inline
export function planeOf(bit: u32): u32 { return bit ? BIT_1 + (bit - 1) * BIT : 0; }

// A plan: how many pieces and how many sources, then pieces of 16 bytes, then the sources' addresses.
export const PLAN_PIECES: u32 = 0;
export const PLAN_SOURCES: u32 = 4;
export const PLAN_HEAD: u32 = 16;
export const PIECE: u32 = 16;

export const FORCE: u32 = 1; // cells were written: compute it in the next two steps, changed or not
export const GATHER: u32 = 2; // the window wraps around a seam: copy it piece by piece

/** A band is four rows of a tile: one vector. A set of bands is a byte. */
export const BAND: u32 = 16;
export const ALL_BANDS: u32 = 0xff;
export const TOP_BAND: u32 = 1;
export const BOTTOM_BAND: u32 = 0x80;

export const END: u32 = 1; // end of a queue (never an address)

export const N: u32 = 0;
export const NE: u32 = 1;
export const E: u32 = 2;
export const SE: u32 = 3;
export const S: u32 = 4;
export const SW: u32 = 5;
export const W: u32 = 6;
export const NW: u32 = 7;
export const ALL: u32 = 8; // request: every missing source of a gathered tile

// Kinds of loop. The first three run any rule of a neighbourhood from its table.
export const MOORE: u32 = 0;
export const HEX: u32 = 1;
export const VON_NEUMANN: u32 = 2;
export const EMITTED: u32 = 3; // a loop emitted for this very rule: functions 1 and 2 of the table, one a phase
export const STATED: u32 = 4; // such a loop for more than two states
