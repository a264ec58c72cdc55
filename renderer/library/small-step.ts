/**
 * A stepper for a few hundred cells, where a whole engine would be too much: for running thumbnails, and for the phases
 * of a pattern in a comparison. The plane is unbounded; cells are one list, and a generation adds up in a map the
 * square around each place. That costs ten look-ups a cell and nothing for empty space.
 *
 * As everywhere in Tessella, live cells are those that differ from the background, and rules with B0 come as two tables
 * on that difference (engine/rules/phases.ts). The tests compare it with the engine's reference.
 */

import { UNBOUNDED } from "../../engine/core/topology.ts";
import type { CellTable } from "../../engine/rules/cell-table.ts";
import { weightOf } from "../../engine/rules/cell-table.ts";
import { cellPhases } from "../../engine/rules/phases.ts";
import type { Rule } from "../../engine/rules/rule.ts";

/** Places are one number, y * WIDE + x, each from -HALF to HALF. */
const WIDE = 2 ** 20;
const HALF = WIDE / 2;
/** Where a live cell is seen from, and what it counts in the index of the square there. */
const WEIGHTS = [-1, 0, 1].flatMap((dy) =>
  [-1, 0, 1].map((dx) => [dy * WIDE + dx, weightOf(-dx, -dy)] as const),
);

export class SmallUniverse {
  readonly #tables: readonly [CellTable, CellTable];
  #cells: readonly number[];
  #generation = 0;

  /** Cells as x, y, x, y ..., near the origin: within 2^18 of it. */
  constructor(rule: Rule, cells: Float64Array) {
    this.#tables = cellPhases(rule, UNBOUNDED);
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

  forEach(each: (x: number, y: number) => void): void {
    for (const place of this.#cells) {
      const x = columnOf(place);
      each(x, (place - x) / WIDE);
    }
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
    const squares = new Map<number, number>();
    for (const place of this.#cells) {
      for (const [offset, weight] of WEIGHTS)
        squares.set(place + offset, (squares.get(place + offset) ?? 0) + weight);
    }
    const next: number[] = [];
    for (const [place, square] of squares) if (table[square]) next.push(place);
    this.#cells = next;
    this.#generation++;
  }

  /** Drops cells outside a box, those that have flown off. */
  keep(left: number, top: number, right: number, bottom: number): void {
    this.#cells = this.#cells.filter((place) => {
      const x = columnOf(place);
      const y = (place - x) / WIDE;
      return x >= left && x <= right && y >= top && y <= bottom;
    });
  }
}

function columnOf(place: number): number {
  return ((((place + HALF) % WIDE) + WIDE) % WIDE) - HALF;
}
