/**
 * The cells connected to a given one that are in the same state.
 *
 * The fill works on runs instead of cells. A row's live cells are runs already, and its dead ones are the gaps between
 * them; a run is connected to every run of the same kind that it touches in the row above or below. The fill goes from
 * run to run, so a lake of a million cells costs as many steps as it has runs.
 *
 * The lattice decides which cells touch, and on squares so does whether they live. Live cells connect across corners, as the
 * cells of a glider do. Dead ones do not: a slanted line has to be a wall, or nothing could ever be filled. Hexagons
 * have no corners, and all six sides count for both. Triangles are as squares: live ones connect with the twelve around them,
 * dead ones across their three sides, and which those are depends on where a triangle points. On a torus and its relatives the area continues across the edges.
 *
 * The fill sees a window only. The caller decides what it means that the area reaches the window's rim.
 */

import { TessellaError, throwIfAborted } from "../../../engine/core/errors.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { downFrom, hasTriangles } from "./cell-lattice.ts";

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
  readonly lattice: CellLattice;
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
  const { start, window, lattice } = question;
  const [width, height] = [Number(window.w), Number(window.h)];
  const x = Number(start.x - window.x);
  const y = Number(start.y - window.y);
  const rows = new Rows(question, width, height);
  const state = rows.stateAt(x, y);
  const touching = touchOf(lattice, window, state > 0);
  const out = new RunsBuilder();
  const seen = new Map<number, Set<number>>();
  const waiting: number[] = [];
  const rim = { left: false, right: false, top: false, bottom: false };
  const visit: Visit = (row, from, to, column) => {
    if (row < 0 || row >= height) return;
    rows.forEach(row, state, from, to, (first, end) => {
      const [least, most] = [Math.max(first, from), Math.min(end, to)];
      if (column !== undefined && most - least < 2 && (least & 1) !== column) return;
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
    touching.beside({ row, first, end }, visit);
    if (question.joins) {
      for (const [to, at] of across(question.joins, touching.steps, { row, first, end, width, height }))
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

type Steps = readonly (readonly [number, number])[];
/** Visits the runs of a row that hold one of these cells; `column`: one whose x modulo 2 is that. */
type Visit = (row: number, from: number, to: number, column?: 0 | 1) => void;

/** Which cells touch. */
interface Touch {
  readonly steps: (x: number, row: number) => Steps;
  /** Visits what touches a run of cells first .. end - 1. */
  readonly beside: (
    run: { readonly row: number; readonly first: number; readonly end: number },
    visit: Visit,
  ) => void;
}

function touchOf(lattice: CellLattice, window: Rect, live: boolean): Touch {
  if (hasTriangles(lattice)) return touchOfTriangles(downFrom(lattice, window), live);
  const steps = NEIGHBOURS[lattice === "hex" ? "hex" : live ? "moore" : "von-neumann"];
  const far = (y: number): readonly [number, number] => {
    const xs = steps.filter((step) => step[1] === y).map((step) => step[0]);
    return [Math.min(...xs), Math.max(...xs)];
  };
  const [above, below] = [far(-1), far(1)];
  return {
    steps: () => steps,
    beside: ({ row, first, end }, visit) => {
      visit(row - 1, first + above[0], end + above[1]);
      visit(row + 1, first + below[0], end + below[1]);
    },
  };
}

/** Of triangles that point down: those that share a side, and those that share a corner, too. Upside down for those that point up. */
const SIDES: Steps = [
  [-1, 0],
  [1, 0],
  [0, -1],
];
const CORNERS: Steps = [
  ...[-2, -1, 0, 1, 2].map((x) => [x, -1] as const),
  ...[-2, -1, 1, 2].map((x) => [x, 0] as const),
  ...[-1, 0, 1].map((x) => [x, 1] as const),
];

/** `down`: x + y modulo 2 of the triangles of the window that point down. */
function touchOfTriangles(down: 0 | 1, live: boolean): Touch {
  const ofDown = live ? CORNERS : SIDES;
  const ofUp = ofDown.map(([x, y]) => [x, -y] as const);
  const pointsDown = (x: number, row: number): boolean => ((x + row) & 1) === down;
  const steps = (x: number, row: number): Steps => (pointsDown(x, row) ? ofDown : ofUp);
  return {
    steps,
    beside: ({ row, first, end }, visit) => {
      if (!live) {
        // Every other cell has a side above, the others have one below.
        const column = ((row + down) & 1) as 0 | 1;
        visit(row - 1, first, end, column);
        visit(row + 1, first, end, (1 - column) as 0 | 1);
        return;
      }
      visit(row, first - 2, first);
      visit(row, end, end + 2);
      const far = (y: -1 | 1, x: number): number => (pointsDown(x, row) === y < 0 ? 2 : 1);
      for (const y of [-1, 1] as const) visit(row + y, first - far(y, first), end + far(y, end - 1));
    },
  };
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
  stepsOf: Touch["steps"],
  { row, first, end, width, height }: Stretch,
): Generator<readonly [x: number, y: number]> {
  const level = row === 0 || row === height - 1;
  // Inside the grid only the ends of a run can lie at an edge.
  for (let x = first; x < end; x += level ? 1 : Math.max(1, end - 1 - x)) {
    for (const [dx, dy] of stepsOf(x, row)) {
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
