/**
 * What the works behind Tessella reported, as data, to stand beside what is measured here. Their machines are long gone, so
 * what compares is the ratio of one method to another, and hardly ever a time.
 */

/** How many times as fast as its serial program a method was, from so many iterations on. */
export interface ReportedSpeedUp {
  readonly source: string;
  /** The contender here that does the same (contenders.ts). */
  readonly contender: string;
  readonly label: string;
  readonly steps: readonly { readonly from: number; readonly times: number }[];
}

const HEX = "Hexagonal automata on a GPU (course project, CUDA, Tesla K40)";

export const HEX_SPEED_UPS: readonly ReportedSpeedUp[] = [
  { source: HEX, contender: "gpu-naive", label: "naive, a thread a cell", steps: [{ from: 1, times: 40 }] },
  {
    source: HEX,
    contender: "gpu-row",
    label: "lookup, four cells a time",
    steps: [
      { from: 1, times: 67 },
      { from: 1000, times: 85 },
    ],
  },
];

/** How many times as fast as the naive kernel the lookup was, from so many iterations on. */
export const HEX_LOOKUP_OVER_NAIVE: ReportedSpeedUp["steps"] = [
  { from: 1, times: 1.6 },
  { from: 1000, times: 2.2 },
];

/** The scan's share of the time of the list that it makes, at least. */
export const HEX_SCAN_SHARE = 0.95;

/** What they found slower than the naive kernel, in their words' sense. */
export const HEX_SLOWER = [
  "tiles in shared memory",
  "two cells a thread",
  "skipping dead blocks",
  "a list of the active cells (over 95 % of the time went into the prefix sum)",
  "a table of 2^28 entries for eight cells at once",
] as const;

export interface ReportedTime {
  readonly label: string;
  readonly contender: string;
  readonly milliseconds: number;
}

export const LIFE_SOURCE =
  "HashLife on GPU (course report, 2010, GeForce GTX 280 and a 2.83 GHz Core 2), 22,000 x 22,000 cells";

/** Milliseconds a generation. */
export const LIFE_TIMES: readonly ReportedTime[] = [
  { label: "Life, CPU", contender: "serial", milliseconds: 4612 },
  { label: "4x4 table, CPU", contender: "block", milliseconds: 3006 },
  { label: "Life, GPU", contender: "gpu-naive", milliseconds: 120 },
  { label: "4x4 table, GPU", contender: "gpu-block", milliseconds: 102 },
];

/** The contender with three quarters fewer threads than which other, and how many times as fast it was: bound by memory. */
export const LIFE_FEWER_THREADS = { fewer: "block-8", all: "gpu-block", times: 1 } as const;
