/**
 * The cells connected to a given one that are in the same state.
 *
 * The fill works on runs instead of cells. A row's live cells are runs already, and its dead ones are the gaps between
 * them; a run is connected to every run of the same kind that it touches in the row above or below. The fill goes from
 * run to run, so a lake of a million cells costs as many steps as it has runs.
 *
 * The lattice decides which cells touch, and on squares so does whether they live. Live cells connect across corners, as the
 * cells of a glider do. Dead ones do not: a slanted line has to be a wall, or nothing could ever be filled. Hexagons
 * have no corners, and all six sides count for both. On a torus and its relatives the area continues across the edges.
 *
 * The fill sees a window only. The caller decides what it means that the area reaches the window's rim.
 */

import { TessellaError, throwIfAborted } from "../../../engine/core/errors.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";

export interface Flood {
  readonly cells: Runs;
  /** Of the cell, and with it of the whole area; 0: dead. */
  readonly state: number;
  /** The sides of the window that the area reaches: it may continue beyond them. */
  readonly rim: Rim;
}

export interface Rim {
  readonly left: boolean;
  readonly right: boolean;
  readonly top: boolean;
  readonly bottom: boolean;
}

export interface FloodQuestion {
  readonly start: Cell;
  /** Not empty; it contains the start, and its sides are below 2^31. */
  readonly window: Rect;
  /** The live cells of the window. */
  readonly live: Runs;
  readonly neighbourhood: Neighbourhood;
  /** Where the window is a whole grid with joined edges: the cell that stands at a place beside it (topology.ts). */
  readonly joins?: (x: number, y: number) => number;
}

/** Runs processed before other tasks get a turn. */
const SLICE = 4000;
/** An area of more runs is not one that a person means, but the gaps of a whole pattern. */
const MOST_RUNS = 2 ** 20;

/** Awaits `pause` from time to time. Errors: `aborted`, `too-large` for an area of more than 2^20 runs. */
export async function floodFrom(
  question: FloodQuestion,
  pause: () => Promise<void> = async () => {},
  signal?: AbortSignal,
): Promise<Flood> {
  const { start, window, neighbourhood } = question;
  const [width, height] = [Number(window.w), Number(window.h)];
  const x = Number(start.x - window.x);
  const y = Number(start.y - window.y);
  const rows = new Rows(question, width, height);
  const state = rows.stateAt(x, y);
  const steps = NEIGHBOURS[neighbourhood === "hex" ? "hex" : state > 0 ? "moore" : "von-neumann"];
  const reach = reachOf(steps);
  const out = new RunsBuilder();
  const seen = new Map<number, Set<number>>();
  const waiting: number[] = [];
  const rim = { left: false, right: false, top: false, bottom: false };
  const visit = (row: number, from: number, to: number): void => {
    if (row < 0 || row >= height) return;
    rows.forEach(row, state, from, to, (first, end) => {
      let known = seen.get(row);
      if (!known) {
        known = new Set();
        seen.set(row, known);
      }
      if (known.has(first)) return;
      known.add(first);
      waiting.push(row, first, end);
      out.add(first, row, end - first);
      rim.left ||= first === 0;
      rim.right ||= end === width;
      rim.top ||= row === 0;
      rim.bottom ||= row === height - 1;
    });
  };
  visit(y, x, x + 1);
  for (let count = 1; waiting.length > 0; count++) {
    const end = waiting.pop() as number;
    const first = waiting.pop() as number;
    const row = waiting.pop() as number;
    visit(row - 1, first - reach.above[0], end + reach.above[1]);
    visit(row + 1, first - reach.below[0], end + reach.below[1]);
    if (question.joins) {
      for (const [to, at] of across(question.joins, steps, { row, first, end, width, height }))
        visit(at, to, to + 1);
    }
    if (count % SLICE === 0) {
      if (out.count > MOST_RUNS) {
        throw new TessellaError("too-large", "The area under the pointer is too intricate to be filled.");
      }
      await pause();
      throwIfAborted(signal);
    }
  }
  return { cells: out.build(window.x, window.y), state, rim };
}

interface Reach {
  /** How far to the left and right of its own ends a run touches the runs of the row above. */
  readonly above: readonly [number, number];
  readonly below: readonly [number, number];
}

type Steps = readonly (readonly [number, number])[];

function reachOf(steps: Steps): Reach {
  const at = (y: number): readonly [number, number] => {
    const xs = steps.filter((step) => step[1] === y).map((step) => step[0]);
    return [-Math.min(...xs), Math.max(...xs)];
  };
  return { above: at(-1), below: at(1) };
}

interface Stretch {
  readonly row: number;
  readonly first: number;
  readonly end: number;
  readonly width: number;
  readonly height: number;
}

/** The cells that a run touches across the grid's edges. */
function* across(
  joins: (x: number, y: number) => number,
  steps: Steps,
  { row, first, end, width, height }: Stretch,
): Generator<readonly [x: number, y: number]> {
  const level = row === 0 || row === height - 1;
  // Inside the grid only the ends of a run can lie at an edge.
  for (let x = first; x < end; x += level ? 1 : Math.max(1, end - 1 - x)) {
    for (const [dx, dy] of steps) {
      const [i, j] = [x + dx, row + dy];
      if (i >= 0 && i < width && j >= 0 && j < height) continue;
      const source = joins(i, j);
      if (source >= 0) yield [source % width, Math.floor(source / width)];
    }
  }
}

/** The window's rows, in cells from its upper left corner. */
class Rows {
  readonly #live: Runs;
  readonly #width: number;
  /** The row of the live runs for each row of the window; -1: nothing lives there. */
  readonly #at: Int32Array;
  /** Added to the runs' offsets to count them from the window's corner. */
  readonly #dx: number;

  constructor({ live, window }: FloodQuestion, width: number, height: number) {
    this.#live = live;
    this.#width = width;
    this.#at = new Int32Array(height).fill(-1);
    this.#dx = Number(live.x - window.x);
    const dy = Number(live.y - window.y);
    for (let i = 0; i < live.rows.length; i++) {
      const row = live.rows[i] + dy;
      if (row >= 0 && row < height) this.#at[row] = i;
    }
  }

  stateAt(x: number, row: number): number {
    let found = 0;
    this.#forEachLive(row, x, x + 1, (_first, _end, state) => {
      found = state;
    });
    return found;
  }

  /** Visits each run (first cell, one past the last) in that state that contains a cell of from .. to - 1. */
  forEach(
    row: number,
    state: number,
    from: number,
    to: number,
    tell: (first: number, end: number) => void,
  ): void {
    if (state === 0) this.#forEachGap(row, from, to, tell);
    else
      this.#forEachLive(row, from, to, (first, end, found) =>
        found === state ? tell(first, end) : undefined,
      );
  }

  #forEachLive(
    row: number,
    from: number,
    to: number,
    tell: (first: number, end: number, state: number) => void,
  ): void {
    const [begin, stop] = this.#runsOf(row);
    const { states } = this.#live;
    for (let i = this.#after(begin, stop, from); i < stop && this.#first(i) < to; i++)
      tell(this.#first(i), this.#end(i), states?.[i] ?? 1);
  }

  /** The gap before the first run that ends beyond `from`, and those between the ones that follow. */
  #forEachGap(row: number, from: number, to: number, tell: (first: number, end: number) => void): void {
    const [begin, stop] = this.#runsOf(row);
    for (let i = this.#after(begin, stop, from); i <= stop; i++) {
      const first = i === begin ? 0 : this.#end(i - 1);
      const end = i === stop ? this.#width : this.#first(i);
      if (first >= to) return;
      if (end > from && end > first) tell(first, end);
    }
  }

  #runsOf(row: number): readonly [begin: number, stop: number] {
    const at = this.#at[row];
    return at < 0 ? [0, 0] : [this.#live.starts[at], this.#live.starts[at + 1]];
  }

  /** The first live run that ends beyond `from`. */
  #after(begin: number, stop: number, from: number): number {
    let i = begin;
    for (let beyond = stop; i < beyond; ) {
      const middle = (i + beyond) >>> 1;
      if (this.#end(middle) > from) beyond = middle;
      else i = middle + 1;
    }
    return i;
  }

  #first(i: number): number {
    return Math.max(0, this.#live.spans[i * 2] + this.#dx);
  }

  #end(i: number): number {
    return Math.min(this.#width, this.#live.spans[i * 2] + this.#live.spans[i * 2 + 1] + this.#dx);
  }
}
