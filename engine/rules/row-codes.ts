/**
 * Rules of reach 1 as tables of rows. Of a row of three cells all that matters is a code: two rows have the same one where no
 * continuation tells them apart. Read off a diagram (diagram.ts), whose order is that of reading:
 *
 *     upper = pairs[top x middles + middle]        what is known after two rows
 *     next  = answers[upper x bottoms + bottom]    the next state of the cell in the middle
 *
 * where `top`, `middle` and `bottom` are the codes of the rows above the cell, around it and below it. Where all three make a small
 * table, `answersByRows` has one look-up in the place of two. The codes are exact, and as few as there can be: Langton's loops have
 * 8, 158 and 8.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { arityOf, CELLS } from "./diagram.ts";
import { IntLists } from "./int-lists.ts";
import { keptOfForm } from "./kept-tables.ts";
import type { DiagramForm } from "./rule.ts";

/** Numbers of all tables of a rule, and of what is compared on the way to them. */
const MOST_NUMBERS = 2 ** 22;

export interface RowCodes {
  readonly states: number;
  /** The kind of each state in the left, the middle and the right column of the square: states of one kind are the same in all three rows. */
  readonly kinds: readonly [left: Uint8Array, middle: Uint8Array, right: Uint8Array];
  /** How many kinds there are. A row has the number (left x arities[1] + middle) x arities[2] + right. */
  readonly arities: readonly [left: number, middle: number, right: number];
  /** Codes by a row's number. The row of kinds 0, which is that of empty cells, has the codes 0. */
  readonly top: Uint32Array;
  readonly middle: Uint32Array;
  readonly bottom: Uint32Array;
  /** How many codes there are. */
  readonly tops: number;
  readonly middles: number;
  readonly bottoms: number;
  /** By top and middle: what is known after both rows, a number below `uppers`. */
  readonly pairs: Uint32Array;
  readonly uppers: number;
  /** By that and bottom: the next state. */
  readonly answers: Uint8Array;
}

/** Of each form that was asked for: it takes Perrier's loop, of 64 states, some 50 milliseconds. */
const made = new WeakMap<DiagramForm, RowCodes | TessellaError>();

/** The row codes of a diagram. Errors: `too-large`, with the figure, where the tables would have more than 4 million numbers. */
export function rowCodesOf(form: DiagramForm): RowCodes {
  let found = made.get(form);
  if (!found) {
    try {
      found = keptOfForm("row codes", form, () => makeRowCodes(form));
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      found = error;
    }
    made.set(form, found);
  }
  if (found instanceof TessellaError) throw found;
  return found;
}

/** The sentence of `rowCodesOf`'s error, or null where it has none. Most rules are found small enough without making their tables. */
export function refuseRowCodes(form: DiagramForm): string | null {
  const { kinds, ofCell } = columnKinds(form);
  const rows = (of: readonly Uint8Array[]): number =>
    of.reduce((product, each) => product * arityOf(each), 1);
  const nodes = nodesOf(form);
  const most = (cell: number): number => (nodes[cell] as number) * rows(ofCell.slice(cell, cell + 3));
  if (3 * rows(kinds) + most(3) + most(6) <= MOST_NUMBERS) return null;
  try {
    rowCodesOf(form);
    return null;
  } catch (error) {
    if (error instanceof TessellaError) return error.message;
    throw error;
  }
}

/** How many nodes ask each cell. */
function nodesOf({ kinds, next }: DiagramForm): readonly number[] {
  const states = kinds.length / CELLS;
  const arity = (cell: number): number => arityOf(kinds.subarray(cell * states, (cell + 1) * states));
  const nodes = [1];
  let start = 0;
  for (let cell = 0; cell + 1 < CELLS; cell++) {
    const end = start + (nodes[cell] as number) * arity(cell);
    const last = next.subarray(start, end).reduce((most, to) => Math.max(most, to), end);
    nodes.push((last - end) / arity(cell + 1) + 1);
    start = end;
  }
  return nodes;
}

function makeRowCodes(form: DiagramForm): RowCodes {
  const { kinds, ofCell } = columnKinds(form);
  const arities = kinds.map(arityOf) as [number, number, number];
  const rows = arities[0] * arities[1] * arities[2];
  checkNumbers(3 * rows);
  const codesOf = ({ steps }: Row): Uint32Array => {
    const codes = new Uint32Array(rows);
    const [first, second, third] = steps as [RowStep, RowStep, RowStep];
    let row = 0;
    for (let left = 0; left < arities[0]; left++) {
      const one = after(first, 0, left);
      for (let middle = 0; middle < arities[1]; middle++) {
        const two = after(second, one, middle);
        for (let right = 0; right < arities[2]; right++) codes[row++] = after(third, two, right);
      }
    }
    return codes;
  };
  const first = readRow(form, ofCell, 0, Int32Array.of(0));
  const second = readRow(form, ofCell, 3, first.ends.numbers);
  const [uppers, numbers] = distinct(second.ends.numbers);
  const third = readRow(form, ofCell, 6, uppers);
  const [tops, middles, bottoms] = [first, second, third].map(({ ends }) => ends.size) as [
    number,
    number,
    number,
  ];
  checkNumbers(3 * rows + tops * middles + uppers.length * bottoms);
  const pairs = new Uint32Array(tops * middles);
  for (let middle = 0; middle < middles; middle++)
    for (let top = 0; top < tops; top++)
      pairs[top * middles + middle] = numbers[middle * tops + top] as number;
  const answers = new Uint8Array(uppers.length * bottoms);
  const states = third.ends.numbers;
  for (let bottom = 0; bottom < bottoms; bottom++)
    for (let upper = 0; upper < uppers.length; upper++)
      answers[upper * bottoms + bottom] = states[bottom * uppers.length + upper] as number;
  return {
    states: form.kinds.length / CELLS,
    kinds,
    arities,
    top: codesOf(first),
    middle: codesOf(second),
    bottom: codesOf(third),
    tops,
    middles,
    bottoms,
    pairs,
    uppers: uppers.length,
    answers,
  };
}

/** How many numbers `answersByRows` gives. */
export function answerCount({ tops, middles, bottoms }: RowCodes): number {
  return tops * middles * bottoms;
}

/** The next state by (top x middles + middle) x bottoms + bottom. */
export function answersByRows(codes: RowCodes): Uint8Array {
  const { bottoms, pairs, answers } = codes;
  const all = new Uint8Array(answerCount(codes));
  pairs.forEach((upper, i) => {
    all.set(answers.subarray(upper * bottoms, (upper + 1) * bottoms), i * bottoms);
  });
  return all;
}

/** What `quietStates` looks at for a state, at most. Beyond that the state is not among them. */
const MOST_LOOKED_AT = 2 ** 16;

/**
 * By state: whether it is quiet. A cell whose whole square, itself among it, is in quiet states stays what it is: wires along which nothing
 * runs. State 0 is one of them, and from the lowest on each that goes with those before it.
 */
export function quietStates(codes: RowCodes): readonly boolean[] {
  const rows = new QuietRows(codes);
  const quiet: boolean[] = [];
  for (let state = 0; state < codes.states; state++) quiet.push(rows.takes(state) || state === 0);
  return quiet;
}

/** The rows of three quiet cells, by their codes. */
class QuietRows {
  readonly #codes: RowCodes;
  readonly #states: number[] = [];
  readonly #tops: number[] = [];
  readonly #middles: number[] = [];
  readonly #bottoms: number[] = [];
  readonly #isTop: Uint8Array;
  readonly #isBottom: Uint8Array;
  /** By the code of a row in the middle: 1 and the state of its middle cell, or 0 where it is none of these. */
  readonly #centre: Uint16Array;
  /** By what is known after two rows: which middle row has asked for it last. */
  readonly #asked: Uint32Array;
  #question = 0;

  constructor(codes: RowCodes) {
    this.#codes = codes;
    this.#isTop = new Uint8Array(codes.tops);
    this.#isBottom = new Uint8Array(codes.bottoms);
    this.#centre = new Uint16Array(codes.middles);
    this.#asked = new Uint32Array(codes.uppers);
  }

  /** Takes a state in, unless some square with it would change its middle. */
  takes(state: number): boolean {
    if (!this.#staysAlone(state)) return false;
    const lists = [this.#tops, this.#middles, this.#bottoms] as const;
    const [tops, middles, bottoms] = lists.map(({ length }) => length) as [number, number, number];
    this.#states.push(state);
    if (this.#addRows(state) && this.#stay()) return true;
    this.#states.pop();
    for (const top of this.#tops.splice(tops)) this.#isTop[top] = 0;
    for (const middle of this.#middles.splice(middles)) this.#centre[middle] = 0;
    for (const bottom of this.#bottoms.splice(bottoms)) this.#isBottom[bottom] = 0;
    return false;
  }

  /** Whether a cell among empty ones stays what it is: most signals do not, and that is soon seen. */
  #staysAlone(state: number): boolean {
    const { kinds, arities, top, middle, bottom, middles, bottoms, pairs, answers } = this.#codes;
    const [west, here, east] = [kinds[0][0], kinds[1][state], kinds[2][0]] as [number, number, number];
    const [empty, row] = [kinds[1][0] as number, here].map(
      (kind) => (west * arities[1] + kind) * arities[2] + east,
    ) as [number, number];
    const upper = pairs[(top[empty] as number) * middles + (middle[row] as number)] as number;
    return answers[upper * bottoms + (bottom[empty] as number)] === state;
  }

  /** Adds the rows with that state; false where the rule cannot tell what is in the middle of one. */
  #addRows(state: number): boolean {
    const { kinds, arities, top, middle, bottom } = this.#codes;
    for (const left of this.#states)
      for (const here of this.#states)
        for (const right of this.#states) {
          if (left !== state && here !== state && right !== state) continue;
          const row =
            ((kinds[0][left] as number) * arities[1] + (kinds[1][here] as number)) * arities[2] +
            (kinds[2][right] as number);
          const [above, within, below] = [top[row], middle[row], bottom[row]] as [number, number, number];
          if (!this.#isTop[above]) this.#tops.push(above);
          if (!this.#isBottom[below]) this.#bottoms.push(below);
          if (!this.#centre[within]) this.#middles.push(within);
          else if (this.#centre[within] !== 1 + here) return false;
          this.#isTop[above] = 1;
          this.#isBottom[below] = 1;
          this.#centre[within] = 1 + here;
        }
    return true;
  }

  /** Whether squares of these rows keep the cell in their middle. */
  #stay(): boolean {
    const { middles, bottoms, pairs, answers } = this.#codes;
    let looked = 0;
    // From the latest on: where there is one that does not, it is among these.
    for (let m = this.#middles.length - 1; m >= 0; m--) {
      const middle = this.#middles[m] as number;
      const here = (this.#centre[middle] as number) - 1;
      this.#question++;
      for (let t = this.#tops.length - 1; t >= 0; t--) {
        const upper = pairs[(this.#tops[t] as number) * middles + middle] as number;
        if (this.#asked[upper] === this.#question) continue;
        this.#asked[upper] = this.#question;
        looked += this.#bottoms.length;
        if (looked > MOST_LOOKED_AT) return false;
        for (let b = this.#bottoms.length - 1; b >= 0; b--)
          if (answers[upper * bottoms + (this.#bottoms[b] as number)] !== here) return false;
      }
    }
    return true;
  }
}

function checkNumbers(numbers: number): void {
  if (numbers <= MOST_NUMBERS) return;
  const figure = (n: number): string => grouped(Math.floor(n / 2 ** 20));
  throw new TessellaError(
    "too-large",
    `The rule tells too many rows of cells apart: tables of rows would need over ${figure(numbers)} million numbers, more than the ${figure(MOST_NUMBERS)} million that a rule may take.`,
    { hint: "The algorithm `reference` runs it." },
  );
}

/** The kinds of a column, which hold in all three rows, and for each cell its own kind by that of the column. */
function columnKinds({ kinds }: DiagramForm): {
  readonly kinds: [Uint8Array, Uint8Array, Uint8Array];
  readonly ofCell: readonly Uint8Array[];
} {
  const states = kinds.length / CELLS;
  const ofCell: Uint8Array[] = [];
  const columns = [0, 1, 2].map((column) => {
    const known = new IntLists();
    const all = Uint8Array.from({ length: states }, (_, state) =>
      known.idOf([0, 3, 6].map((row) => kinds[(row + column) * states + state] as number)),
    );
    for (const row of [0, 3, 6])
      ofCell[row + column] = Uint8Array.from(
        { length: known.size },
        (_, kind) => known.get(kind)[row / 3] as number,
      );
    return all;
  });
  return { kinds: columns as [Uint8Array, Uint8Array, Uint8Array], ofCell };
}

/** What a row makes of several starts at once. */
interface Row {
  /** By code: where each start ends. */
  readonly ends: IntLists;
  /** What each of its three cells adds. What is known after the last one is the row's code. */
  readonly steps: readonly RowStep[];
}

/** By what was known before a cell and its kind: what is known then. `kinds`: the cell's kind by that of the column. */
interface RowStep {
  readonly arity: number;
  readonly kinds: Uint8Array;
  readonly to: Uint32Array;
}

function after({ arity, kinds, to }: RowStep, known: number, kind: number): number {
  return to[known * arity + (kinds[kind] as number)] as number;
}

/** Goes on by three cells from all those starts together: rows are alike that lead each of them to the same end. */
function readRow(
  { next }: DiagramForm,
  ofCell: readonly Uint8Array[],
  cell: number,
  starts: Int32Array,
): Row {
  let before = new IntLists();
  before.idOf(starts);
  const steps: RowStep[] = [];
  const ends = new Int32Array(starts.length);
  for (let i = 0; i < 3; i++) {
    const kinds = ofCell[cell + i] as Uint8Array;
    const arity = arityOf(kinds);
    const reached = new IntLists();
    const to = new Uint32Array(before.size * arity);
    for (let known = 0; known < before.size; known++) {
      const nodes = before.get(known);
      for (let kind = 0; kind < arity; kind++) {
        for (let j = 0; j < ends.length; j++) ends[j] = next[(nodes[j] as number) + kind] as number;
        to[known * arity + kind] = reached.idOf(ends);
      }
      checkNumbers(reached.size * ends.length);
    }
    steps.push({ arity, kinds, to });
    before = reached;
  }
  return { ends: before, steps };
}

/** The numbers that occur, ascending, and for each of them which of those it is. */
function distinct(numbers: Int32Array): readonly [found: Int32Array, which: Uint32Array] {
  const order = new Int32Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1);
  for (const number of numbers) order[number] = 1;
  const found = new Int32Array(order.reduce((sum, occurs) => sum + occurs, 0));
  let count = 0;
  for (let number = 0; number < order.length; number++) {
    if (order[number] === 0) continue;
    order[number] = count;
    found[count++] = number;
  }
  return [found, Uint32Array.from(numbers, (number) => order[number] as number)];
}
