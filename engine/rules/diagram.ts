/**
 * Any rule of reach 1 as a decision diagram: the nine cells of the square are asked one after the other, in the order of reading, and
 * what they say leads to a cell's next state (`DiagramForm` in rule.ts). States that a rule does not tell apart at a place are of
 * one kind there, and equal nodes are one, so each rule has one smallest diagram (Srinivasan, Kam, Malik, Brayton 1990: multi-valued
 * decision diagrams).
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { IntLists } from "./int-lists.ts";
import type { DiagramForm } from "./rule.ts";

/** The cells of the square, numbered in the order of reading. */
export const CELLS = 9;
/** The cell itself. */
export const MIDDLE = 4;
/** Branches of a diagram, or of a step on the way to it: 4 bytes each. */
const MOST_BRANCHES = 2 ** 22;

/** A question about one cell. */
export interface Level {
  /** Which cell. */
  readonly cell: number;
  /** The kind of each state. */
  readonly kinds: Uint8Array;
  /** Of each node in turn: by kind the node of the next level, or after the last level the cell's next state. */
  readonly branches: Int32Array;
}

/** How many kinds there are. */
export function arityOf(kinds: Uint8Array): number {
  let most = 0;
  for (const kind of kinds) if (kind > most) most = kind;
  return 1 + most;
}

/**
 * `level`, from 0, and `share`: of those that are known at that level, after which so many branches are needed for it and the next.
 * Errors: `too-large`, with the figure.
 */
export function checkBranches(branches: number, level?: number, share = 1): void {
  if (branches <= MOST_BRANCHES) return;
  const figure = (n: number): string => `${grouped(Math.ceil(n / 2 ** 18))} MB`;
  const told = level === undefined ? "" : `after ${level + 1} of a square's ${CELLS} cells `;
  throw new TessellaError(
    "too-large",
    `The rule tells too much apart: ${told}its decision diagram would take ${share < 1 ? "about " : ""}${figure(branches / share)}, more than the ${figure(MOST_BRANCHES)} that a rule may take.`,
    { hint: "Fewer states, or lines with larger variables, make it smaller." },
  );
}

/** What is known of a square after some of its cells. */
export interface Folding<Known> {
  readonly states: number;
  /** Kinds of states to ask for at a cell; there may be more than are told apart. Default: each state is one of its own. */
  readonly kinds?: (cell: number) => Uint8Array;
  readonly start: Known;
  /** What is known after a cell in that state. */
  readonly step: (known: Known, cell: number, state: number) => Known;
  /** The same for what has the same consequences. */
  readonly key: (known: Known) => number | string;
  /** The next state of the cell in the middle. */
  readonly answer: (known: Known) => number;
}

/** The diagram of a rule that reads its square cell by cell. Errors: `too-large`. */
export function foldDiagram<Known>(folding: Folding<Known>): DiagramForm {
  const { states, step, key, answer } = folding;
  const levels: Level[] = [];
  let knowns: Known[] = [folding.start];
  let total = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const kinds = folding.kinds?.(cell) ?? Uint8Array.from({ length: states }, (_, state) => state);
    const arity = arityOf(kinds);
    const asked = Array.from({ length: arity }, (_, kind) => kinds.indexOf(kind));
    total += knowns.length * arity;
    checkBranches(total, cell);
    const branches = new Int32Array(knowns.length * arity);
    const next: Known[] = [];
    const ids = new Map<number | string, number>();
    let at = 0;
    for (const known of knowns) {
      for (const state of asked) {
        const after = step(known, cell, state);
        if (cell === CELLS - 1) {
          branches[at++] = answer(after);
          continue;
        }
        const name = key(after);
        let id = ids.get(name);
        if (id === undefined) {
          id = next.push(after) - 1;
          ids.set(name, id);
        }
        branches[at++] = id;
      }
    }
    levels.push({ cell, kinds, branches });
    knowns = next;
  }
  return diagramOf(levels);
}

/** The smallest diagram that says the same as these levels, of which there is one for each cell, in any order. Errors: `too-large`. */
export function diagramOf(levels: readonly Level[]): DiagramForm {
  const smallest = reduced(levels);
  let ordered = smallest;
  // Neighbours change places until all stand in the order of reading.
  for (let i = 1; i < ordered.length; i++) {
    for (let j = i; j > 0 && ordered[j - 1].cell > ordered[j].cell; j--)
      ordered = ordered.toSpliced(j - 1, 2, ...swapped(ordered[j - 1], ordered[j]));
  }
  return packed(ordered === smallest ? smallest : reduced(ordered));
}

/** Equal nodes become one, from the last question up, and then states that no node tells apart one kind. */
function reduced(levels: readonly Level[]): Level[] {
  const made: Level[] = [];
  /** Of each node of the level below: the one that it became. */
  let became: Int32Array | null = null;
  for (const { cell, kinds, branches } of levels.toReversed()) {
    const arity = arityOf(kinds);
    const nodes = new IntLists(arity);
    const row = new Int32Array(arity);
    const here = new Int32Array(branches.length / arity);
    for (let node = 0; node < here.length; node++) {
      for (let kind = 0; kind < arity; kind++) {
        const branch = branches[node * arity + kind];
        row[kind] = became ? became[branch] : branch;
      }
      here[node] = nodes.idOf(row);
    }
    made.push(toldApart({ cell, kinds, branches: nodes.numbers }));
    became = here;
  }
  return made.reverse();
}

/** Kinds with the same branches everywhere become one. */
function toldApart({ cell, kinds, branches }: Level): Level {
  const arity = arityOf(kinds);
  const column = new Int32Array(branches.length / arity);
  const columns = new IntLists(column.length);
  const kept: number[] = [];
  const became = new Uint8Array(arity);
  for (let kind = 0; kind < arity; kind++) {
    for (let node = 0; node < column.length; node++) column[node] = branches[node * arity + kind];
    const id = columns.idOf(column);
    if (id === kept.length) kept.push(kind);
    became[kind] = id;
  }
  if (kept.length === arity) return { cell, kinds, branches };
  const fewer = new Int32Array(column.length * kept.length);
  let at = 0;
  for (let node = 0; node < column.length; node++)
    for (let i = 0; i < kept.length; i++) fewer[at++] = branches[node * arity + (kept[i] as number)];
  return { cell, kinds: kinds.map((kind) => became[kind]), branches: fewer };
}

/** The two questions in the other order. */
function swapped(upper: Level, lower: Level): [Level, Level] {
  const [a, b] = [arityOf(upper.kinds), arityOf(lower.kinds)];
  const count = upper.branches.length / a;
  checkBranches(count * (a + b));
  const below = new IntLists(a);
  const row = new Int32Array(a);
  const branches = new Int32Array(count * b);
  for (let node = 0; node < count; node++) {
    for (let y = 0; y < b; y++) {
      for (let x = 0; x < a; x++) row[x] = lower.branches[upper.branches[node * a + x] * b + y];
      branches[node * b + y] = below.idOf(row);
    }
    checkBranches(below.size * a);
  }
  return [
    { ...lower, branches },
    { ...upper, branches: below.numbers },
  ];
}

function packed(levels: readonly Level[]): DiagramForm {
  const states = levels[0].kinds.length;
  const kinds = new Uint8Array(CELLS * states);
  const size = levels.reduce((sum, { branches }) => sum + branches.length, 0);
  checkBranches(size);
  const next = new Uint32Array(size);
  let start = 0;
  levels.forEach((level, i) => {
    kinds.set(level.kinds, level.cell * states);
    const below = start + level.branches.length;
    const arity = i + 1 < levels.length ? arityOf(levels[i + 1].kinds) : 0;
    const { branches } = level;
    for (let at = 0; at < branches.length; at++)
      next[start + at] = arity > 0 ? below + branches[at] * arity : branches[at];
    start = below;
  });
  return { kind: "diagram", kinds, next };
}

/** The next state of the middle of a square, whose cells are given in the order of reading. */
export function answerOf({ kinds, next }: DiagramForm, square: ArrayLike<number>): number {
  const states = kinds.length / CELLS;
  let at = 0;
  for (let cell = 0; cell < CELLS; cell++) at = next[at + kinds[cell * states + square[cell]]];
  return at;
}
