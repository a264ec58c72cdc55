/** What the comparison is asked for. */

import type { Scale } from "./scale.ts";

export const PARTS = ["searches", "simulation", "methods", "counters", "long", "sweep", "blocks"] as const;
export type Part = (typeof PARTS)[number];

export interface CompareOptions {
  readonly parts: readonly Part[];
  readonly scale: Scale;
  /** Seconds for everything, and for one figure. */
  readonly budget: number;
  readonly cap: number;
  readonly euros: number | null;
  readonly watts: number | null;
  readonly onProgress: (what: string) => void;
}

/** What every part needs. */
export interface Bench {
  readonly dawn: GPU | undefined;
  /** Whether the GPU is a CPU that imitates one. */
  readonly imitated: boolean;
  readonly options: CompareOptions;
  readonly late: () => boolean;
  readonly problems: string[];
}
