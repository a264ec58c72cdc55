/**
 * The view of a running thumbnail. It follows a moving pattern by the speed that the file claims, and grows with a
 * growing one, up to a few times its first size; cells that fly further are dropped. A pattern that does not repeat
 * starts over after a while.
 */

import type { Rule } from "../../engine/rules/rule.ts";
import type { MovedCells } from "./facts.ts";
import { SmallUniverse } from "./small-step.ts";
import type { EachCell, ThumbnailBox } from "./thumbnail-painter.ts";

/** Larger patterns only have a still picture. */
const MOST_CELLS = 600;
const MOST_SIDE = 160;
/** A pattern that has grown to this many cells starts over. */
const MOST_GROWN = 3000;
const GENERATIONS = 400;
/** Cells computed beyond the edge of the view, so that cells cut off there do not come back as debris. */
const BEYOND = 12;

export interface RunFacts {
  readonly period?: number;
  readonly displacement?: MovedCells;
}

/** Whether so small a picture shows any of it. */
export function mayRun(cells: Float64Array, box: ThumbnailBox, { period }: RunFacts): boolean {
  const side = Math.max(box.right - box.left, box.bottom - box.top) + 1;
  return period !== 1 && cells.length > 0 && cells.length / 2 <= MOST_CELLS && side <= MOST_SIDE;
}

/** The box of cells given as x, y, x, y ...; one cell at the origin for none. */
export function boxOf(cells: Float64Array): ThumbnailBox {
  if (cells.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < cells.length; i += 2) include(box, cells[i] as number, cells[i + 1] as number);
  return box;
}

function include(box: { left: number; top: number; right: number; bottom: number }, x: number, y: number) {
  if (x < box.left) box.left = x;
  if (x > box.right) box.right = x;
  if (y < box.top) box.top = y;
  if (y > box.bottom) box.bottom = y;
}

export class ThumbnailRun {
  readonly #rule: Rule;
  readonly #start: Float64Array;
  readonly #states: Uint8Array | null;
  readonly #facts: RunFacts;
  /** The largest view and the present one, both around the pattern's first position. */
  readonly #most: ThumbnailBox;
  #seen: ThumbnailBox;
  #universe: SmallUniverse;

  /** Of a rule that the small stepper takes (`canStep`). `states`: of each cell, where the rule has more than two. */
  constructor(rule: Rule, cells: Float64Array, facts: RunFacts, states: Uint8Array | null = null) {
    this.#rule = rule;
    this.#start = cells;
    this.#states = states;
    this.#facts = facts;
    this.#universe = new SmallUniverse(rule, cells, states);
    this.#seen = boxOf(cells);
    const { left, top, right, bottom } = this.#seen;
    const spare = Math.max(8, right - left + 1, bottom - top + 1);
    this.#most = {
      left: left - spare,
      top: top - spare,
      right: right + spare,
      bottom: bottom + spare,
    };
  }

  step(): void {
    const universe = this.#universe;
    universe.step();
    if (this.#isOver(universe)) {
      this.#universe = new SmallUniverse(this.#rule, this.#start, this.#states);
      return;
    }
    const [dx, dy] = this.#moved;
    const { left, top, right, bottom } = this.#most;
    universe.keep(left + dx - BEYOND, top + dy - BEYOND, right + dx + BEYOND, bottom + dy + BEYOND);
    const seen = { ...this.#seen };
    universe.forEach((x, y) => {
      if (x - dx >= left && x - dx <= right && y - dy >= top && y - dy <= bottom)
        include(seen, x - dx, y - dy);
    });
    this.#seen = seen;
  }

  get box(): ThumbnailBox {
    return this.#seen;
  }

  /** The cells, counted from the pattern's present position. */
  readonly cells: EachCell = (each) => {
    const [dx, dy] = this.#moved;
    const { left, top, right, bottom } = this.#seen;
    this.#universe.forEach((x, y, state) => {
      const [u, v] = [x - dx, y - dy];
      if (u >= left && u <= right && v >= top && v <= bottom) each(u, v, state);
    });
  };

  #isOver({ population, generation }: SmallUniverse): boolean {
    const { period } = this.#facts;
    // By even numbers, so that a strobing rule keeps its phase.
    const end = Math.max(
      GENERATIONS,
      period === undefined ? 0 : 2 * period * Math.ceil(GENERATIONS / 2 / period),
    );
    return population === 0 || population > MOST_GROWN || generation >= end;
  }

  get #moved(): readonly [number, number] {
    const { period, displacement } = this.#facts;
    if (!period || !displacement) return [0, 0];
    const part = this.#universe.generation / period;
    return [Math.round(displacement[0] * part), Math.round(displacement[1] * part)];
  }
}
