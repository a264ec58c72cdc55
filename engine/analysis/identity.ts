/** The result of identifying a pattern. Types only: the studio, the worker and the command line share them. */

import type { Rect } from "../core/rect.ts";

/**
 * `growing` repeats itself while it grows, and is neither a gun nor a moving pattern with a trail. `unknown` showed no
 * period within the limit.
 */
export type IdentityKind =
  | "empty"
  | "dies"
  | "still-life"
  | "oscillator"
  | "spaceship"
  | "gun"
  | "puffer"
  | "rake"
  | "growing"
  | "unknown";

/** In cells, y downward. */
export interface Displacement {
  readonly x: number;
  readonly y: number;
}

/** The behaviour, over a period, of the cells that are ever live. */
export interface Volatility {
  /** Cells that live now and then; the other ever-live cells are always live. */
  readonly rotor: number;
  readonly stator: number;
  /** Cells with the full period; null if that was too much work. */
  readonly full: number | null;
}

/** Each cell's own period over a box: row by row, 0 for a cell that is never live, 1 for one that always is. */
export interface CellPeriods {
  readonly box: Rect;
  readonly periods: Uint32Array<ArrayBuffer>;
}

/** The output of a gun, puffer or rake in each period, by kind. */
export interface Emission {
  readonly count: number;
  readonly population: number;
  /** Its own period and displacement; null if it has not shown one. */
  readonly period: number | null;
  readonly displacement: Displacement | null;
}

interface Growth {
  /** Cells that the population gains in a period. */
  readonly cells: number;
  readonly emits: readonly Emission[];
  /** Whether that is its whole output; false if there was too much to examine. */
  readonly complete: boolean;
}

/** The smallest and largest population, and the first generation of each. */
export interface Extremes {
  readonly least: number;
  readonly leastAt: bigint;
  readonly most: number;
  readonly mostAt: bigint;
}

/** The behaviour of a population whose cells have shown no period. */
export interface Trend {
  /** The population repeats from `since` on, though the cells do not: parts of the pattern move apart. */
  readonly repeats: { readonly period: number; readonly since: bigint } | null;
  /** It gains this many cells in this many generations, though no repeating part was found. */
  readonly gains: { readonly cells: number; readonly period: number } | null;
  /** p, if the population has lately grown as t^p; null if it has not grown. */
  readonly exponent: number | null;
}

export interface Identity {
  readonly kind: IdentityKind;
  /** The first generation, and the number of generations examined. */
  readonly generation: bigint;
  readonly searched: number;
  /** Generations until this result holds; 0: from the beginning. For dying patterns: the lifetime. */
  readonly settles: number;
  readonly period: number | null;
  /** Generations after which it is the same up to a turn or flip; null if it was never seen in one piece. */
  readonly mod: number | null;
  readonly displacement: Displacement | null;
  /** "D8_4", "C2_1"; on hexagons "D12", "C6". */
  readonly symmetry: string | null;
  /** Over a period; without one, over all generations examined. */
  readonly population: Extremes;
  /** Cells when it began. */
  readonly cells: number;
  /** Those in each state that occurs then, from state 1 on; null for a rule of two states. */
  readonly states: readonly { readonly name: string; readonly cells: number }[] | null;
  /**
   * The bounding box at the beginning (or when it has settled), and the largest one over a period; null if a seam cuts
   * it.
   */
  readonly box: { readonly w: number; readonly h: number } | null;
  readonly largestBox: { readonly w: number; readonly h: number } | null;
  /** Cells that change in a generation, on average over a period. */
  readonly heat: number | null;
  /** Of oscillators and still lifes. */
  readonly volatility: Volatility | null;
  /** Of oscillators, if they are small enough. */
  readonly cellPeriods: CellPeriods | null;
  /** The name in soup censuses: `xq4_153`. */
  readonly code: string | null;
  readonly growth: Growth | null;
  readonly trend: Trend | null;
  /** Why the search ended, if no period was found. */
  readonly ended: "limit" | "too-many-cells" | null;
}

/** The number of generations to examine by default, and the most that a caller may ask for. */
export const USUAL_LIMIT = 10_000;
export const MOST_LIMIT = 2_000_000;
