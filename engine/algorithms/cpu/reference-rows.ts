/**
 * How the reference computes a row, by the form of its rule: count the live neighbours or read the square, and look up what follows.
 *
 * Of Generations the cells in state 1 are looked at in the same way, as a picture of their own in which all others are dead;
 * then each cell that did not survive, or was dying already, goes on to its next state.
 *
 * A new form has its entry in `singleRows`.
 */

import type { Topology } from "../../core/topology.ts";
import type { Weights } from "../../rules/counted-shapes.ts";
import { stateWeights, weightsOf } from "../../rules/counted-shapes.ts";
import { livingRule } from "../../rules/living-rule.ts";
import { outerTotalistic } from "../../rules/outer-totalistic.ts";
import { cellPhases, countedPhases, rulePhases } from "../../rules/phases.ts";
import type { CountedForm, DiagramForm, Rule } from "../../rules/rule.ts";
import { NEIGHBOURS } from "../../rules/rule.ts";
import { nextStateTable } from "../../rules/tables.ts";
import type { Box, OwnCells } from "./reference-box.ts";
import { cornerParity, pitchOf, rowStart } from "./reference-box.ts";

/** Computes rows of one rule. */
export interface RowSteps {
  /** Bytes that are held beside the box. */
  readonly bytes: number;
  /** How many times as long a cell takes as most rules' cells do; default: 1. */
  readonly weight?: number;
  /** As that of `Universe`. */
  readonly threads?: number;
  /** Where the cells are; default: in the box, with a ring. */
  readonly cells?: OwnCells;
  /** Before the present cells are read by others: they lie in the box from then on. */
  readonly settle?: () => void;
  /** Before they are written by others: they lie only there from then on. */
  readonly release?: () => void;
  /** Whether a cell lives near enough to the end of an infinite side to be seen from beyond it; default: the box's cells tell. */
  readonly edgeLives?: (box: Box) => boolean | undefined;
  /** Whether the next generation is the one before the present one, and from there on they take turns; `odd` says which generation is left. */
  readonly alternates?: (odd: boolean) => boolean;
  /**
   * Before a generation's first row: the ghost cells are in their place, and nothing changes until the last row is done. `ahead`: generations to the
   * step's target, this one among them.
   */
  readonly begin: (box: Box, ahead: bigint) => void;
  /**
   * Computes row j and as many below it as suit, to a row before `end` or few below it, and returns the first that is left; `odd` says which
   * generation is left.
   */
  readonly rows: (box: Box, j: number, odd: boolean, end: number) => number;
  /** It is not used again. */
  readonly close?: () => void;
}

/** Rows one at a time. */
interface SingleRows extends Pick<RowSteps, "bytes"> {
  readonly begin: (box: Box) => void;
  /** Sets `next[from .. to - 1]`, cells of one row. */
  readonly row: (box: Box, from: number, to: number, odd: boolean) => void;
}

/** Of a universe that is gone. */
export const NO_ROWS: RowSteps = { bytes: 0, begin: () => undefined, rows: (_box, j) => j + 1 };

/** Errors: `unsupported-rule`. */
export function rowsOf(rule: Rule, topology: Topology): RowSteps {
  const steps = singleRows(rule, topology);
  return {
    get bytes() {
      return steps.bytes;
    },
    begin: steps.begin,
    rows: (box, j, odd) => {
      const { w, h, present, next } = box;
      let from = rowStart(box, j);
      let to = from + w;
      if (topology.kind === "frozen") {
        if (j === 0 || j === h - 1) {
          next.set(present.subarray(from, to), from);
          return j + 1;
        }
        next[from] = present[from];
        next[to - 1] = present[to - 1];
        from++;
        to--;
      }
      steps.row(box, from, to, odd);
      return j + 1;
    },
  };
}

function singleRows(rule: Rule, topology: Topology): SingleRows {
  const { form, states } = rule;
  if (form.kind === "counted") return countedRows({ ...rule, form }, topology);
  if (form.kind === "generations") return fading(livingRows(livingRule(rule), topology), states);
  if (form.kind === "diagram") return asking(form, states);
  return livingRows(rule, topology);
}

/** The cells of a square, in the order of its table's index. */
const SQUARE = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const));

/** Of rules of two states: by counts where the rule counts, else by squares. */
function livingRows(rule: Rule, topology: Topology): SingleRows {
  const { neighbourhood } = rule;
  if (outerTotalistic(rule) === null) return lookingUp(SQUARE, lookUpRow, cellPhases(rule, topology));
  const [even, odd] = rulePhases(rule, topology);
  const tables = [nextStateTable(neighbourhood, even), nextStateTable(neighbourhood, odd)] as const;
  return lookingUp(NEIGHBOURS[neighbourhood], countRow, tables);
}

function lookingUp(
  cells: readonly (readonly [dx: number, dy: number])[],
  compute: typeof countRow,
  [even, odd]: readonly [Uint8Array, Uint8Array],
): SingleRows {
  let offsets = new Int32Array(0);
  return {
    bytes: 0,
    begin: (box) => {
      offsets = Int32Array.from(cells, ([dx, dy]) => dy * pitchOf(box) + dx);
    },
    row: ({ present, next }, from, to, isOdd) =>
      compute(present, next, from, to, offsets, isOdd ? odd : even),
  };
}

/** Rules that count over a shape: sum up what its cells count, and look up whether that gives birth or lets stay. */
function countedRows(rule: Rule & { readonly form: CountedForm }, topology: Topology): SingleRows {
  const { form, states } = rule;
  const shapes = weightsOf(form);
  const phases = countedPhases(rule, topology);
  const counts = stateWeights(form, states);
  const isState = counts.every((count, state) => count === state);
  const sumUp = shapes.every(({ weight }) => weight.every((each) => each === 1)) ? plainSum : weighedSum;
  let offsets: readonly Int32Array[] = [];
  let corner: 0 | 1 = 0;
  /** What each cell counts, where that is not its state. */
  let counted = new Uint8Array(0);
  return {
    get bytes() {
      return counted.byteLength;
    },
    begin: (box) => {
      const { present } = box;
      const pitch = pitchOf(box);
      offsets = shapes.map(({ dx, dy }) => dx.map((x, i) => (dy[i] as number) * pitch + x));
      corner = cornerParity(box, topology);
      if (isState) return;
      if (counted.length !== present.length) counted = new Uint8Array(present.length);
      for (let at = 0; at < present.length; at++) counted[at] = counts[present[at]];
    },
    row: (box, from, to, odd) => {
      const { present, next } = box;
      const { birth, survival } = phases[odd ? 1 : 0];
      const start = corner + Math.round((from - rowStart(box, 0)) / pitchOf(box)) - from;
      const each = isState ? present : counted;
      for (let at = from; at < to; at++) {
        // Triangles stand upside down in every second cell.
        const side = (start + at) & 1;
        const sum = sumUp(each, at, offsets[side] as Int32Array, (shapes[side] as Weights).weight);
        const state = present[at];
        const lives = state === 0 ? birth[sum] : state === 1 ? survival[sum] : 0;
        next[at] = lives ? 1 : state === 0 ? 0 : (state + 1) % states;
      }
    },
  };
}

/** What the cells around `at` count together. */
function plainSum(counted: Uint8Array, at: number, cells: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < cells.length; i++) sum += counted[at + cells[i]];
  return sum;
}

/** The same where a cell counts more or less by its place. */
function weighedSum(counted: Uint8Array, at: number, cells: Int32Array, weight: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < cells.length; i++) sum += weight[i] * counted[at + cells[i]];
  return sum;
}

/** Diagrams (rules/diagram.ts): one cell of the square after the other is asked, and says where to go on. */
function asking({ kinds, next }: DiagramForm, states: number): SingleRows {
  let offsets = new Int32Array(0);
  return {
    bytes: 0,
    begin: (box) => {
      offsets = Int32Array.from(SQUARE, ([dx, dy]) => dy * pitchOf(box) + dx);
    },
    row: ({ present, next: after }, from, to) => {
      for (let at = from; at < to; at++) {
        let node = 0;
        for (let cell = 0; cell < offsets.length; cell++)
          node = next[node + kinds[cell * states + present[at + offsets[cell]]]];
        after[at] = node;
      }
    },
  };
}

/** Generations: the cells in state 1 live by `live`. */
function fading(live: SingleRows, states: number): SingleRows {
  let living = new Uint8Array(0);
  return {
    get bytes() {
      return living.byteLength;
    },
    begin: (box) => {
      const { present } = box;
      if (living.length !== present.length) living = new Uint8Array(present.length);
      for (let at = 0; at < present.length; at++) living[at] = present[at] === 1 ? 1 : 0;
      live.begin(box);
    },
    row: (box, from, to, odd) => {
      live.row({ ...box, present: living }, from, to, odd);
      fadeRow(box.present, box.next, from, to, states);
    },
  };
}

/** Cells from .. to - 1 of a row, by their live neighbours. */
function countRow(
  present: Uint8Array,
  next: Uint8Array,
  from: number,
  to: number,
  offsets: Int32Array,
  table: Uint8Array,
): void {
  const half = table.length / 2;
  // The four, six or eight neighbours by name: a loop over them takes more than twice as long.
  const [n0, n1, n2, n3, n4, n5, n6, n7] = offsets;
  const [six, eight] = [offsets.length > 4, offsets.length > 6];
  for (let at = from; at < to; at++) {
    let live = present[at + n0] + present[at + n1] + present[at + n2] + present[at + n3];
    if (six) live += present[at + n4] + present[at + n5];
    if (eight) live += present[at + n6] + present[at + n7];
    next[at] = table[live + half * present[at]];
  }
}

/** Cells from .. to - 1 of a row, by their squares. */
function lookUpRow(
  present: Uint8Array,
  next: Uint8Array,
  from: number,
  to: number,
  offsets: Int32Array,
  table: Uint8Array,
): void {
  for (let at = from; at < to; at++) {
    let square = 0;
    for (let i = 0; i < offsets.length; i++) square = 2 * square + present[at + offsets[i]];
    next[at] = table[square];
  }
}

/** Cells that did not survive or are dying already go on to the next state, and from the last one to 0. */
function fadeRow(present: Uint8Array, next: Uint8Array, from: number, to: number, states: number): void {
  for (let at = from; at < to; at++) {
    const state = present[at];
    if (state > 1 || (state === 1 && next[at] === 0)) next[at] = (state + 1) % states;
  }
}
