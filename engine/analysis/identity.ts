/** What identifying a pattern answers. Types and nothing else: the studio, the worker and the command line share them. */

import type { Rect } from "../core/rect.ts";

/**
 * `growing` repeats itself while it grows, and is neither a gun nor something that moves on and leaves a trail. `unknown`
 * has shown no period as far as it was followed.
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

/** How the cells that ever live behave over a period. */
export interface Volatility {
  /** Cells that live now and then; all others that ever live always do. */
  readonly rotor: number;
  readonly stator: number;
  /** Cells whose own period is the whole one; null where that was too much to find out. */
  readonly full: number | null;
}

/** Each cell's own period over a box: row by row, 0 where no cell ever lives, 1 where one always does. */
export interface CellPeriods {
  readonly box: Rect;
  readonly periods: Uint32Array<ArrayBuffer>;
}

/** What a gun, puffer or rake leaves in each period, kind by kind. */
export interface Emission {
  readonly count: number;
  readonly population: number;
  /** Its own period and displacement; null where it has not shown one. */
  readonly period: number | null;
  readonly displacement: Displacement | null;
}

interface Growth {
  /** Cells that the population gains in a period. */
  readonly cells: number;
  readonly emits: readonly Emission[];
  /** Whether it leaves nothing else; false where there was too much to look at all of it. */
  readonly complete: boolean;
}

/** The smallest and largest population, and where it first had them. */
export interface Extremes {
  readonly least: number;
  readonly leastAt: bigint;
  readonly most: number;
  readonly mostAt: bigint;
}

/** What can be said of a population that has shown no period of the cells. */
export interface Trend {
  /** The population repeats from `since` on, though the cells do not: parts of it move apart. */
  readonly repeats: { readonly period: number; readonly since: bigint } | null;
  /** It gains so many cells in each so many generations, though no part that repeats was found. */
  readonly gains: { readonly cells: number; readonly period: number } | null;
  /** p, where the population has grown as t^p of late; null where it has not grown. */
  readonly exponent: number | null;
}

export interface Identity {
  readonly kind: IdentityKind;
  /** Where it began, and how many generations were looked at. */
  readonly generation: bigint;
  readonly searched: number;
  /** Generations until what is said here holds; 0: from the beginning. For what dies: until nothing lived. */
  readonly settles: number;
  readonly period: number | null;
  /** Generations after which it is the same but for being turned or mirrored; null where it was never seen in one piece. */
  readonly mod: number | null;
  readonly displacement: Displacement | null;
  /** "D8_4", "C2_1"; on hexagons "D12", "C6". */
  readonly symmetry: string | null;
  /** Over a period; where there is none, over everything that was looked at. */
  readonly population: Extremes;
  /** Cells when it began. */
  readonly cells: number;
  /** What holds it when it began (or has settled), and the largest such box over a period; null where a seam cuts it. */
  readonly box: { readonly w: number; readonly h: number } | null;
  readonly largestBox: { readonly w: number; readonly h: number } | null;
  /** Cells that change in a generation, on average over a period. */
  readonly heat: number | null;
  /** Of oscillators and still lifes. */
  readonly volatility: Volatility | null;
  /** Of oscillators, as far as they are small enough. */
  readonly cellPeriods: CellPeriods | null;
  /** The name that censuses of soups use: `xq4_153`. */
  readonly code: string | null;
  readonly growth: Growth | null;
  readonly trend: Trend | null;
  /** Why it was not followed any further, where no period was found. */
  readonly ended: "limit" | "too-many-cells" | null;
}

/** The number of generations to examine by default, and the most that a caller may ask for. */
export const USUAL_LIMIT = 10_000;
export const MOST_LIMIT = 2_000_000;
