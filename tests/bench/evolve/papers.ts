/**
 * What a paper of 2010 on genetic algorithms for cellular automata on graphics cards reported, as data, to stand beside what is
 * measured here. Its speed-ups are over a serial program of its own, which took 4,085 us an evaluation on one core of its time.
 */

export const SERIAL_MICROSECONDS = 4084.9;

/** The cards of its tables, with the prices that it gives. */
export const CARDS = {
  "8600M GS": { processors: 4, euros: undefined },
  "9600 GT": { processors: 8, euros: 80 },
  "GTX 285": { processors: 30, euros: 370 },
} as const;
export type Card = keyof typeof CARDS;

/** Contenders here (contenders.ts) that do the same as its methods. */
export type PaperMethod = "cells" | "vectors" | "individuals";

export interface ReportedTime {
  readonly method: PaperMethod;
  /** Whether a rule is only run, and no search goes on. */
  readonly simulation: boolean;
  readonly evaluations: number;
  readonly serialSeconds: number;
  readonly seconds: number;
  readonly times: number;
}

const reported = (
  method: PaperMethod,
  simulation: boolean,
  ...[evaluations, serialSeconds, seconds, times]: readonly [number, number, number, number]
): ReportedTime => ({ method, simulation, evaluations, serialSeconds, seconds, times });

/** Tables I and II: seconds, and times as fast as the serial program. */
export const REPORTED_TIMES: readonly {
  readonly table: string;
  readonly card: Card;
  readonly machine: string;
  readonly rows: readonly ReportedTime[];
}[] = [
  {
    table: "I",
    card: "8600M GS",
    machine: "laptop, GeForce 8600M GS, Core 2 Duo 1.83 GHz",
    rows: [
      reported("cells", true, 50_000, 347.39, 0.56, 621.68),
      reported("cells", false, 240_000, 1787.23, 2597.6, 0.69),
      reported("vectors", false, 240_000, 1787.74, 251.2, 7.12),
      reported("individuals", false, 240_000, 1784.26, 821.04, 2.17),
    ],
  },
  {
    table: "II",
    card: "GTX 285",
    machine: "workstation, GeForce GTX 285, Core 2 Duo 3.33 GHz",
    rows: [
      reported("cells", true, 50_000, 187.33, 0.38, 489.75),
      reported("cells", false, 240_000, 981.34, 1597.6, 0.61),
      reported("vectors", false, 240_000, 980.38, 72.18, 13.58),
      reported("individuals", false, 240_000, 980.95, 105.21, 9.32),
    ],
  },
];

/** Table III: times as fast as the serial program; null for what was not done in ten hours. */
export const REPORTED_SCALING: Readonly<
  Record<PaperMethod, readonly (readonly [evaluations: number, times: number | null])[]>
> = {
  cells: [
    [240_000, 0.69],
    [2_400_000, 0.69],
    [24_000_000, null],
  ],
  vectors: [
    [240_000, 14.36],
    [2_400_000, 127.16],
    [24_000_000, 417.36],
  ],
  individuals: [
    [240_000, 9.32],
    [2_400_000, 28.41],
    [24_000_000, 192.88],
  ],
};

/** Table IV: times as fast as the serial program, by threads of a block and vectors; null where it has none. */
export const REPORTED_BLOCKS = {
  threads: [8, 10, 15, 20, 40, 80, 120, 160, 240, 320],
  vectors: [240, 600, 1200, 2400, 4800, 9600, 24000],
  "9600 GT": [
    [13.95, 26.14, 22.66, 26.72, 26.77, 28.09, 28.39],
    [14.14, 27.08, 33.02, 33.28, 33.29, 35.29, 34.99],
    [14.36, 27.86, 34.3, 44.65, 52.33, 52.51, 52.64],
    [13.99, 27.42, 59.38, 61.26, 61.18, 61.42, 64.13],
    [13.97, 27.27, 62.54, 92.9, 97.37, 98.59, 97.96],
    [13.84, 27.5, 64.47, 106.06, 108.02, 110.0, 109.64],
    [13.65, 27.09, 60.92, 97.18, 98.68, 118.61, 121.03],
    [null, 26.71, null, 108.56, 101.22, 120.32, 126.34],
    [12.69, 25.15, 61.0, 83.97, 98.44, 123.19, 121.02],
    [null, null, null, null, 109.68, 110.49, 111.1],
  ],
  "GTX 285": [
    [13.58, 27.0, 64.21, 64.0, 83.28, 97.2, 94.61],
    [13.57, 27.02, 65.27, 117.72, 118.85, 122.58, 120.79],
    [13.58, 27.04, 66.08, 126.68, 124.73, 161.32, 170.53],
    [13.22, 26.68, 65.27, 125.01, 215.24, 218.03, 218.67],
    [13.25, 26.49, 65.45, 125.99, 222.77, 286.31, 272.57],
    [13.14, 26.32, 64.82, 127.16, 232.85, 350.96, 329.73],
    [12.96, 25.92, 64.21, 125.87, 222.62, 351.56, 387.2],
    [null, 25.55, null, 124.1, 236.04, 370.48, 417.36],
    [12.08, 24.1, 59.75, 117.43, 224.61, 302.47, 387.37],
    [null, null, null, null, 208.42, 371.04, 377.95],
  ],
} as const satisfies {
  readonly threads: readonly number[];
  readonly vectors: readonly number[];
} & Readonly<Record<"9600 GT" | "GTX 285", readonly (readonly (number | null)[])[]>>;

/** Tables V and VI: counters of four cells from 5, with 32 individuals until they reach ten values, and with 320 for 15,000 generations. */
export interface ReportedCounter {
  readonly machine: string;
  readonly generations: number;
  readonly seconds: number;
  readonly times: number | null;
}

const counter = (
  machine: string,
  generations: number,
  seconds: number,
  times: number | null,
): ReportedCounter => ({ machine, generations, seconds, times });

export const REPORTED_COUNTERS: readonly ReportedCounter[] = [
  counter("serial program", 14_509, 5.25, null),
  counter("9600 GT", 14_591, 8.5, 0.62),
  counter("GTX 285", 14_374, 8.77, 0.6),
];

export const REPORTED_COUNTERS_320: readonly ReportedCounter[] = [
  counter("serial program", 15_000, 54.12, null),
  counter("9600 GT", 15_000, 1.4, 38.66),
  counter("GTX 285", 15_000, 1.42, 38.11),
];

/** What does not fit together in it. */
export const SLIPS: readonly string[] = [
  "The sequence that it prints as the best one from 5 (5-2-7-4-9-14-...) has 11 values right, and a ring with fixed ends cannot reach them: it is " +
    "the one best counter of the ring whose ends meet (rules 74, 122, 102, 51). With fixed ends 10 is the most, by one map of 2^24 " +
    "(rules 6, 164, 102, 17); `tessella prove counter` shows both.",
  "It does not say how many elites there are: two give its mean number of generations (see the elites of the sweep).",
  '"24000" evaluations in its text are 240,000, a warp has 32 threads and not 16, and the 14.36x of Table III is of the 9600 GT.',
  "Its text lists 480 vectors where Table IV has 600, and Figure 7 names a GTX 280.",
];
