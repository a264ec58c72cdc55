/**
 * A stepper for a few hundred cells, where a whole engine would be too much: for running thumbnails, and for the phases
 * of a pattern in a comparison. The plane is unbounded; cells are one list, and a generation adds up in a map the
 * square around each place. That costs ten look-ups a cell and nothing for empty space.
 *
 * Under Generations a cell also has a state, and only those in state 1 count for their neighbours.
 *
 * As everywhere in Tessella, live cells are those that differ from the background, and rules with B0 come as two tables
 * on that difference (engine/rules/phases.ts). The tests compare it with the engine's reference.
 */

import { UNBOUNDED } from "../../engine/core/topology.ts";
import type { CellTable } from "../../engine/rules/cell-table.ts";
import { CENTRE, weightOf } from "../../engine/rules/cell-table.ts";
import { livingRule } from "../../engine/rules/living-rule.ts";
import { cellPhases } from "../../engine/rules/phases.ts";
import type { Rule } from "../../engine/rules/rule.ts";

/** Places are one number, y * WIDE + x, each from -HALF to HALF. */
const WIDE = 2 ** 20;
const HALF = WIDE / 2;
/** Where a live cell is seen from, and what it counts in the index of the square there. */
const WEIGHTS = [-1, 0, 1].flatMap((dy) =>
  [-1, 0, 1].map((dx) => [dy * WIDE + dx, weightOf(-dx, -dy)] as const),
);

/** Whether the rule is one of two states and the nearest neighbours, or of Generations. */
export function canStep(rule: Rule): boolean {
  const { kind } = livingRule(rule).form;
  return rule.reach === 1 && (kind === "outer-totalistic" || kind === "table");
}

export class SmallUniverse {
  readonly #tables: readonly [CellTable, CellTable];
  readonly #last: number;
  #cells: readonly number[];
  /** Of each cell, where there are more than two. */
  #states: readonly number[] | null;
  #generation = 0;

  /**
   * Cells as x, y, x, y ..., near the origin: within 2^18 of it. `states`: of each cell, for a rule of more than two. Errors:
   * `unsupported-rule` where `canStep` says no.
   */
  constructor(rule: Rule, cells: Float64Array, states: ArrayLike<number> | null = null) {
    this.#tables = cellPhases(livingRule(rule), UNBOUNDED);
    this.#last = rule.states - 1;
    this.#states = states && Array.from(states);
    const places: number[] = [];
    for (let i = 0; i < cells.length; i += 2) {
      places.push((cells[i + 1] as number) * WIDE + (cells[i] as number));
    }
    this.#cells = places;
  }

  get generation(): number {
    return this.#generation;
  }

  get population(): number {
    return this.#cells.length;
  }

  forEach(each: (x: number, y: number, state?: number) => void): void {
    for (const [i, place] of this.#cells.entries()) {
      const x = columnOf(place);
      each(x, (place - x) / WIDE, this.#states?.[i]);
    }
  }

  /** The cells' states in the order of the list; null under a rule of two. */
  get states(): ArrayLike<number> | null {
    return this.#states;
  }

  /** The cells as they were given. */
  list(): Float64Array {
    const out = new Float64Array(this.#cells.length * 2);
    let at = 0;
    this.forEach((x, y) => {
      out[at++] = x;
      out[at++] = y;
    });
    return out;
  }

  step(): void {
    const table = this.#tables[this.#generation & 1] as CellTable;
    const next: number[] = [];
    if (this.#states) this.#states = this.#fade(table, this.#states, next);
    else for (const [place, square] of squaresAround(this.#cells)) if (table[square]) next.push(place);
    this.#cells = next;
    this.#generation++;
  }

  /** Adds the next cells under Generations to the list; returns their states. */
  #fade(table: CellTable, states: readonly number[], next: number[]): readonly number[] {
    const nextStates: number[] = [];
    const put = (place: number, state: number): void => {
      next.push(place);
      nextStates.push(state);
    };
    const dying = new Set<number>();
    for (const [i, place] of this.#cells.entries()) {
      const state = states[i] as number;
      if (state === 1) continue;
      dying.add(place);
      if (state < this.#last) put(place, state + 1);
    }
    for (const [place, square] of squaresAround(this.#cells.filter((_, i) => states[i] === 1))) {
      if (dying.has(place)) continue;
      if (table[square]) put(place, 1);
      else if (square & CENTRE) put(place, 2);
    }
    return nextStates;
  }

  /** Drops cells outside a box, those that have flown off. */
  keep(left: number, top: number, right: number, bottom: number): void {
    const isKept = (place: number): boolean => {
      const x = columnOf(place);
      const y = (place - x) / WIDE;
      return x >= left && x <= right && y >= top && y <= bottom;
    };
    const cells = this.#cells;
    this.#states = this.#states?.filter((_, i) => isKept(cells[i] as number)) ?? null;
    this.#cells = cells.filter(isKept);
  }
}

/** The square of each place that a live cell is seen from. */
function squaresAround(live: readonly number[]): ReadonlyMap<number, number> {
  const squares = new Map<number, number>();
  for (const place of live) {
    for (const [offset, weight] of WEIGHTS)
      squares.set(place + offset, (squares.get(place + offset) ?? 0) + weight);
  }
  return squares;
}

function columnOf(place: number): number {
  return ((((place + HALF) % WIDE) + WIDE) % WIDE) - HALF;
}
