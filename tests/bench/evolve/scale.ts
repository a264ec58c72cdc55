/** How much is run: as the paper did, and less where that takes hours. */

export interface Scale {
  /** Individuals of a search, and its generations. */
  readonly population: number;
  readonly generations: number;
  /** Vectors of searches, in ascending order. Where individuals grow instead, there are so many of them. */
  readonly vectors: readonly number[];
  /** Runs of one rule alone. */
  readonly simulation: number;
  readonly blocks: { readonly threads: readonly number[]; readonly vectors: readonly number[] };
  /** Runs of a counter: one after the other, by all cores and side by side on a GPU. */
  readonly counters: { readonly alone: number; readonly cores: number; readonly gpu: number };
  readonly longGenerations: number;
  /** Runs of each setting of the sweep, and the generations that they may take. */
  readonly sweep: { readonly runs: number; readonly limit: number };
  /** Of the table of methods: individuals of a population of chance, and the milliseconds that a figure takes at least. */
  readonly methods: { readonly population: number; readonly milliseconds: number };
  readonly rounds: number;
}

export const FULL: Scale = {
  population: 100,
  generations: 10,
  vectors: [240, 2400, 24_000, 240_000],
  simulation: 50_000,
  blocks: {
    threads: [8, 10, 15, 20, 40, 80, 120, 160, 240, 320],
    vectors: [240, 600, 1200, 2400, 4800, 9600, 24_000],
  },
  counters: { alone: 5, cores: 500, gpu: 10_000 },
  longGenerations: 15_000,
  sweep: { runs: 1000, limit: 300_000 },
  methods: { population: 100, milliseconds: 100 },
  rounds: 5,
};

/** For a GPU that is imitated, or none: the same kinds of figures within minutes. */
export const SMALL: Scale = {
  population: 20,
  generations: 2,
  vectors: [24, 240, 2400],
  simulation: 1000,
  blocks: { threads: [8, 16, 40, 80, 160], vectors: [24, 60, 240] },
  counters: { alone: 3, cores: 100, gpu: 10 },
  longGenerations: 1500,
  sweep: { runs: 20, limit: 100_000 },
  methods: { population: 8, milliseconds: 100 },
  rounds: 3,
};
