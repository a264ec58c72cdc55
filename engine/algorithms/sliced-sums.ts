/**
 * Sums over shapes on bit slices: digit i of many cells' sums is one vector, and logic adds them all at once. From one row to the next a
 * sum changes by the rim of its shape: what comes in below, and what goes out above. The rim's cells lie in few rows, some one beside
 * the other; those are added by doubling (sums of two from sums of one, of four from sums of two), and all that a row of sums
 * gains and loses goes into one adder, whose columns are added up by three bits at a time. What is taken away is added as its complement.
 *
 * The CPU (cpu/sliced-kernel.ts) and the GPU (gpu/rules/sums-text.ts) write the same circuits, in words of their own.
 */

import type { Topology } from "../core/topology.ts";
import type { Weights } from "../rules/counted-shapes.ts";
import { mostSum, reachOf, weightsOf } from "../rules/counted-shapes.ts";
import { countedPhases } from "../rules/phases.ts";
import type { CountedForm, CountRange, Rule } from "../rules/rule.ts";
import type { Bits, BitValue, BitWriter } from "./bit-writer.ts";

/** Cells beside each other in a row of a rim, all of which come in (`gains`) or go out. */
export interface RimRun {
  readonly first: number;
  readonly last: number;
  readonly gains: boolean;
}

/** A row of a rim, so far below the cell whose sum it is. */
export interface RimRow {
  readonly dy: number;
  readonly runs: readonly RimRun[];
}

/** The sums that give birth, and those that let cells in state 1 stay. */
export interface SumSets {
  readonly birth: readonly CountRange[];
  readonly survival: readonly CountRange[];
}

export interface SlicedPlan {
  readonly reach: number;
  /** Of a sum in base 2. */
  readonly digits: number;
  /** By dy, from the top down. */
  readonly rim: readonly RimRow[];
  /** That of the cells whose column and row add up to an odd number, where those have a shape of their own: triangles that point up. */
  readonly oddRim: readonly RimRow[] | null;
  /** For steps from even and odd generations; the same twice where the rule does not strobe. */
  readonly sets: readonly [SumSets, SumSets];
}

/** How far cells may look on a GPU, whose words hold 32: those of a word see half of the word on either side. */
export const GPU_SLICED_REACH = 16;

/** Terms of a circuit of a row's change, at the most: the shapes of a board's black squares have more from a range of some eight cells on. */
export const MOST_TERMS = 320;

/** The terms by which sums over a shape, or over two, change from row to row, of a form without weights. */
export function slicedTerms(form: CountedForm): number {
  return rimsOf(form).cost;
}

/** Of a form without weights. */
export function slicedPlan(rule: Rule & { readonly form: CountedForm }, topology: Topology): SlicedPlan {
  const { form, reach } = rule;
  const { centre, rims } = rimsOf(form);
  return {
    reach,
    digits: digitsFor(mostSum(form, 2) + centre),
    rim: rims[0] as readonly RimRow[],
    oddRim: rims[1] ?? null,
    sets: sumSets(rule, topology, centre),
  };
}

interface Rims {
  readonly centre: 0 | 1;
  /** Of the shape, or of both where cells by turns count over two. */
  readonly rims: readonly (readonly RimRow[])[];
  readonly cost: number;
}

/** A live centre that is counted is one more; most shapes have a shorter rim with it. */
function rimsOf(form: CountedForm): Rims {
  const [even, odd] = weightsOf(form);
  const shapes = even === odd ? [even] : [even, odd];
  const ways = ([0, 1] as const).map((centre): Rims => {
    const rims = shapes.map((shape) => rimOf(shape, reachOf(form), centre === 1));
    return { centre, rims, cost: rims.reduce((sum, rim) => sum + costOf(rim), 0) };
  });
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best));
}

/** `centre`: 1 where a live cell counts itself. The same sets twice where the rule does not strobe. */
export function sumSets(
  rule: Rule & { readonly form: CountedForm },
  topology: Topology,
  centre: 0 | 1,
): SlicedPlan["sets"] {
  const [even, odd] = countedPhases(rule, topology).map(
    ({ birth, survival }): SumSets => ({
      birth: rangesOf(birth),
      survival: rangesOf(survival).map(([first, last]) => [first + centre, last + centre]),
    }),
  ) as [SumSets, SumSets];
  return [even, JSON.stringify(even) === JSON.stringify(odd) ? even : odd];
}

export function digitsFor(most: number): number {
  return 32 - Math.clz32(most);
}

/** The runs of ones. */
function rangesOf(table: Uint8Array): readonly CountRange[] {
  const ranges: CountRange[] = [];
  for (let first = table.indexOf(1); first >= 0; ) {
    const past = table.indexOf(0, first);
    const last = (past < 0 ? table.length : past) - 1;
    ranges.push([first, last]);
    first = table.indexOf(1, last + 1);
  }
  return ranges;
}

/** The shape less the same shape a row higher. */
function rimOf({ dx, dy }: Weights, reach: number, centre: boolean): readonly RimRow[] {
  const side = 2 * reach + 1;
  const inside = new Uint8Array(side * side);
  dx.forEach((x, i) => {
    inside[((dy[i] as number) + reach) * side + x + reach] = 1;
  });
  if (centre) inside[reach * side + reach] = 1;
  const at = (x: number, y: number): number => inside[(y + reach) * side + x + reach] ?? 0;
  const rows: RimRow[] = [];
  for (let y = -reach - 1; y <= reach; y++) {
    const runs: RimRun[] = [];
    for (let x = -reach; x <= reach; ) {
      const change = at(x, y) - at(x, y + 1);
      const first = x++;
      while (x <= reach && at(x, y) - at(x, y + 1) === change) x++;
      if (change !== 0) runs.push({ first, last: x - 1, gains: change > 0 });
    }
    if (runs.length > 0) rows.push({ dy: y, runs });
  }
  return rows;
}

/** Runs up to this long are added cell by cell. */
const SHORT_RUN = 4;

function costOf(rim: readonly RimRow[]): number {
  const ofRun = ({ first, last }: RimRun): number => Math.min(last - first + 1, SHORT_RUN + 2);
  return rim.reduce((sum, { runs }) => sum + 1 + runs.reduce((all, run) => all + ofRun(run), 0), 0);
}

/** The cells of a row that words see: those at an offset from the farthest one on the left, 0..bits of a word. */
export type CellsAt<T extends BitValue> = (offset: number) => Bits<T>;

/** How a program moves cells: bit i of the result is bit i + `by` of (low, high), 0 < by < bits of a word; null is dead. */
export type ShiftPair<T extends BitValue> = (low: T, high: T | null, by: number) => T;

/** A number, its lowest digit first, that is added or taken away. */
export interface Term<T extends BitValue> {
  readonly digits: readonly Bits<T>[];
  readonly gains: boolean;
}

/** Numbers for each cell of two words. */
interface PairNumber<T extends BitValue> {
  readonly low: readonly Bits<T>[];
  readonly high: readonly Bits<T>[];
}

/** Sums of cells beside each other, for words of so many bits. */
export class RowSums<T extends BitValue> {
  readonly #b: BitWriter<T>;
  readonly #cells: CellsAt<T>;
  readonly #shift: ShiftPair<T>;
  readonly #wordBits: number;
  /** Sums of 1, 2, 4, ... cells from each place on. */
  readonly #sums: PairNumber<T>[] = [];

  constructor(b: BitWriter<T>, cells: CellsAt<T>, shift: ShiftPair<T>, wordBits: number) {
    this.#b = b;
    this.#cells = cells;
    this.#shift = shift;
    this.#wordBits = wordBits;
  }

  /** Numbers that add up to the sum of `length` cells from an offset on. */
  terms(offset: number, length: number): readonly (readonly Bits<T>[])[] {
    if (length <= SHORT_RUN) return Array.from({ length }, (_, i) => this.#sumsAt(0, offset + i));
    const terms: (readonly Bits<T>[])[] = [];
    for (let k = 31 - Math.clz32(length), at = offset; k >= 0; k--) {
      if (!((length >> k) & 1)) continue;
      terms.push(this.#sumsAt(k, at));
      at += 1 << k;
    }
    return terms;
  }

  #sumsAt(k: number, offset: number): readonly Bits<T>[] {
    if (k === 0) return [this.#cells(offset)];
    const { low, high } = this.#sumsOf(k);
    return low.map((digit, i) => this.#shifted(digit, high[i] as Bits<T>, offset));
  }

  /** Of 2^k cells. */
  #sumsOf(k: number): PairNumber<T> {
    if (k === 0) return { low: [this.#cells(0)], high: [this.#cells(this.#wordBits)] };
    const known = this.#sums[k];
    if (known) return known;
    const { low, high } = this.#sumsOf(k - 1);
    const by = 1 << (k - 1);
    const moved = low.map((digit, i) => this.#shifted(digit, high[i] as Bits<T>, by));
    const beyond = high.map((digit) => this.#shifted(digit, false, by));
    const made = {
      low: addNumbers(this.#b, k + 1, [low, moved].map(gaining)),
      high: addNumbers(this.#b, k + 1, [high, beyond].map(gaining)),
    };
    this.#sums[k] = made;
    return made;
  }

  #shifted(low: Bits<T>, high: Bits<T>, by: number): Bits<T> {
    if (by === 0) return low;
    if (by === this.#wordBits) return high;
    if (typeof low === "boolean") return false;
    return this.#shift(low, typeof high === "boolean" ? null : high, by);
  }
}

export function gaining<T extends BitValue>(digits: readonly Bits<T>[]): Term<T> {
  return { digits, gains: true };
}

/** What a row of a rim adds and takes away. */
export function rimTerms<T extends BitValue>(
  sums: RowSums<T>,
  { runs }: RimRow,
  reach: number,
): readonly Term<T>[] {
  return runs.flatMap(({ first, last, gains }) =>
    sums.terms(first + reach, last - first + 1).map((digits) => ({ digits, gains })),
  );
}

/** The sum of numbers modulo 2^digits. */
export function addNumbers<T extends BitValue>(
  b: BitWriter<T>,
  digits: number,
  terms: readonly Term<T>[],
): readonly Bits<T>[] {
  const columns: Bits<T>[][] = Array.from({ length: digits + 1 }, () => []);
  // A complement of k digits is 2^k - 1 less what it is made of.
  let constant = 0;
  for (const { digits: number, gains } of terms) {
    number.forEach((digit, i) => {
      columns[i]?.push(gains ? digit : b.not(digit));
    });
    if (!gains) constant -= 2 ** number.length - 1;
  }
  columns.slice(0, digits).forEach((column, i) => {
    if (Math.floor(constant / 2 ** i) & 1) column.push(true);
  });
  return Array.from({ length: digits }, (_, i) => {
    const column = columns[i] as Bits<T>[];
    const carries = columns[i + 1] as Bits<T>[];
    const isLast = i === digits - 1;
    while (column.length > 1) {
      const [x, y, z = false] = column.splice(0, 3) as [Bits<T>, Bits<T>, Bits<T>?];
      if (isLast) column.push(b.xor(b.xor(x, y), z));
      else {
        const [sum, carry] = z === false ? [b.xor(x, y), b.and(x, y)] : b.fullAdder(x, y, z);
        column.push(sum);
        carries.push(carry);
      }
    }
    return column[0] ?? false;
  });
}

/** A number, more what comes and less what goes, modulo 2^digits; those two have equally many digits, and no more. */
export function addChange<T extends BitValue>(
  b: BitWriter<T>,
  number: readonly Bits<T>[],
  coming: readonly Bits<T>[],
  going: readonly Bits<T>[],
): readonly Bits<T>[] {
  const low = coming.length;
  let [carry, borrow]: [Bits<T>, Bits<T>] = [false, false];
  const digits = number.slice(0, low).map((digit, i) => {
    const more = b.fullAdder(coming[i] as Bits<T>, digit, carry);
    carry = more[1];
    const less = going[i] as Bits<T>;
    const differs = b.xor(more[0], less);
    const left = b.xor(differs, borrow);
    borrow = b.select(differs, less, borrow);
    return left;
  });
  // What is above changes by one at the most: up through ones, down through zeros.
  let changes = b.xor(carry, borrow);
  for (const digit of number.slice(low)) {
    digits.push(b.xor(digit, changes));
    changes = b.and(changes, b.xor(digit, borrow));
  }
  return digits;
}

/** Where a number lies in one of the ranges: a decision from its highest digit down, in which equal questions are one. */
export function isInRanges<T extends BitValue>(
  b: BitWriter<T>,
  digits: readonly Bits<T>[],
  ranges: readonly CountRange[],
): Bits<T> {
  const known = new Map<string, Bits<T>>();
  const ask = (digit: number, within: readonly CountRange[]): Bits<T> => {
    const size = 2 ** (digit + 1);
    if (within.length === 0) return false;
    const [[first, last]] = within as [CountRange];
    if (within.length === 1 && first === 0 && last === size - 1) return true;
    const key = `${digit} ${within.join(" ")}`;
    let found = known.get(key);
    if (found === undefined) {
      const half = size / 2;
      const yes = ask(digit - 1, clipped(within, half, size - 1));
      const no = ask(digit - 1, clipped(within, 0, half - 1));
      found = b.select(digits[digit] as Bits<T>, yes, no);
      known.set(key, found);
    }
    return found;
  };
  return ask(digits.length - 1, clipped(ranges, 0, 2 ** digits.length - 1));
}

/** The parts of ranges between two numbers, counted from the first one. */
function clipped(ranges: readonly CountRange[], first: number, last: number): readonly CountRange[] {
  return ranges.flatMap(([from, to]): CountRange[] => {
    const [low, high] = [Math.max(from, first), Math.min(to, last)];
    return low <= high ? [[low - first, high - first]] : [];
  });
}

/** Which cells live next: the dead by the sums that give birth, those in state 1 by those that let stay. */
export function livesNext<T extends BitValue>(
  b: BitWriter<T>,
  { birth, survival }: SumSets,
  digits: readonly Bits<T>[],
  here: Bits<T>,
): Bits<T> {
  return b.select(here, isInRanges(b, digits, survival), isInRanges(b, digits, birth));
}
