/**
 * The twin of wasm/assembly/_hashlife-base.ts, which explains base case and counting: a 32 x 32 square stepped up to eight
 * generations for its 16 x 16 centre. Here a row is one number of 32 bits, and a generation computes only the rows that
 * it can know, one less at either end each time; so no edge needs code of its own.
 */

import { HEX, LEAF, LIFE, MOORE, RULE_BYTES, RULES } from "../../../engine/algorithms/hashlife/layout.ts";
import type { TwinMemory } from "./twin-memory.ts";

const SIDE = 32;
/** Vectors of a phase's rule, and from its X[n] to its Y[n]. */
const PHASE = RULE_BYTES / 16;
const Y = PHASE / 2;

export class TwinBase {
  readonly #memory: TwinMemory;
  #counting = MOORE;
  #alternates = false;
  /** Of each vector at RULES one word, which is all ones or none: signed here, or it would be no small integer. */
  readonly #rules = new Int32Array(2 * PHASE);
  #rows = new Int32Array(SIDE);
  #next = new Int32Array(SIDE);
  /** The two digits of left + centre + right of each row. */
  readonly #low = new Int32Array(SIDE);
  readonly #high = new Int32Array(SIDE);

  constructor(memory: TwinMemory) {
    this.#memory = memory;
  }

  setRule(kind: number, twoPhases: number): void {
    this.#counting = kind;
    this.#alternates = twoPhases !== 0;
  }

  /** Steps four leaves (addresses) by 0 to 8 generations from a generation of parity `parity`; the centre goes to LEAF. */
  step(nw: number, ne: number, sw: number, se: number, generations: number, parity: number): void {
    const words = this.#memory.words;
    for (let k = 0; k < 2 * PHASE; k++) this.#rules[k] = words[(RULES >>> 2) + 4 * k];
    this.#layOut(words, 0, nw, ne);
    this.#layOut(words, SIDE / 2, sw, se);
    for (let g = 0; g < generations; g++) {
      const phase = parity ^ (this.#alternates ? g & 1 : 0);
      this.#generation(phase * PHASE, g + 1);
    }
    for (let k = 0; k < 8; k++) {
      const upper = this.#rows[8 + 2 * k];
      const lower = this.#rows[9 + 2 * k];
      words[(LEAF >>> 2) + k] = ((upper >>> 8) & 0xffff) | ((lower << 8) & 0xffff0000);
    }
  }

  /** The 16 rows of two leaves side by side. A leaf's word is two of its rows. */
  #layOut(words: Uint32Array, row: number, west: number, east: number): void {
    const rows = this.#rows;
    for (let k = 0; k < 8; k++) {
      const w = words[(west >>> 2) + k];
      const e = words[(east >>> 2) + k];
      rows[row + 2 * k] = (w & 0xffff) | (e << 16);
      rows[row + 2 * k + 1] = (w >>> 16) | (e & 0xffff0000);
    }
  }

  /** One generation of the rows that are `margin` or more from the square's edge. `rule`: where X begins. */
  #generation(rule: number, margin: number): void {
    const rows = this.#rows;
    const next = this.#next;
    const end = SIDE - margin;
    if (this.#counting === MOORE || this.#counting === LIFE) {
      this.#countTriples(margin - 1, end + 1);
      if (this.#counting === LIFE) for (let y = margin; y < end; y++) next[y] = this.#life(y);
      else for (let y = margin; y < end; y++) next[y] = this.#moore(rule, y);
    } else {
      for (let y = margin; y < end; y++) next[y] = this.#few(rule, y);
    }
    this.#rows = next;
    this.#next = rows;
  }

  #countTriples(from: number, end: number): void {
    for (let y = from; y < end; y++) {
      const cell = this.#rows[y];
      const west = cell << 1;
      const east = cell >>> 1;
      this.#low[y] = west ^ cell ^ east;
      this.#high[y] = majority(west, cell, east);
    }
  }

  #moore(rule: number, y: number): number {
    const cell = this.#rows[y];
    const up = this.#low[y - 1];
    const here = this.#low[y] ^ cell;
    const down = this.#low[y + 1];
    const up2 = this.#high[y - 1];
    const here2 = (cell << 1) & (cell >>> 1);
    const down2 = this.#high[y + 1];
    // Three digits of weight 1; then, with their carry, four of weight 2.
    const carry = majority(up, here, down);
    const sum2 = up2 ^ here2 ^ down2;
    const carry2 = majority(up2, here2, down2);
    const carry3 = sum2 & carry;
    return become(this.#rules, rule, cell, up ^ here ^ down, sum2 ^ carry, carry2 ^ carry3, carry2 & carry3);
  }

  /** B3/S23: two or three neighbours, and with two the cell has to be alive. */
  #life(y: number): number {
    const cell = this.#rows[y];
    const up = this.#low[y - 1];
    const here = this.#low[y] ^ cell;
    const down = this.#low[y + 1];
    const up2 = this.#high[y - 1];
    const here2 = (cell << 1) & (cell >>> 1);
    const down2 = this.#high[y + 1];
    const carry = majority(up, here, down);
    const sum2 = up2 ^ here2 ^ down2;
    const fourOrMore = majority(up2, here2, down2) | (sum2 & carry);
    return (sum2 ^ carry) & ~fourOrMore & ((up ^ here ^ down) | cell);
  }

  /** Von Neumann; hex adds the cells up and west (NW) and down and east (SE). */
  #few(rule: number, y: number): number {
    const cell = this.#rows[y];
    const up = this.#rows[y - 1];
    const down = this.#rows[y + 1];
    const west = cell << 1;
    const east = cell >>> 1;
    const hex = this.#counting === HEX;
    const northWest = hex ? up << 1 : 0;
    const southEast = hex ? down >>> 1 : 0;
    const a = up ^ west ^ east;
    const a2 = majority(up, west, east);
    const b = northWest ^ down ^ southEast;
    const b2 = majority(northWest, down, southEast);
    const carry = a & b;
    return become(this.#rules, rule, cell, a ^ b, a2 ^ b2 ^ carry, majority(a2, b2, carry), 0);
  }
}

function majority(a: number, b: number, c: number): number {
  return (a & b) | (c & (a | b));
}

/** Where `which` is set the first, else the second. */
function choose(which: number, a: number, b: number): number {
  return b ^ (which & (a ^ b));
}

/** What cells become whose neighbour counts have the digits n3 n2 n1 n0: X[n] ^ (Y[n] & cell), chosen digit by digit. */
function become(
  rules: Int32Array,
  x: number,
  cell: number,
  n0: number,
  n1: number,
  n2: number,
  n3: number,
): number {
  const y = x + Y;
  const zero = rules[x] ^ (rules[y] & cell);
  const one = rules[x + 1] ^ (rules[y + 1] & cell);
  const two = rules[x + 2] ^ (rules[y + 2] & cell);
  const three = rules[x + 3] ^ (rules[y + 3] & cell);
  const four = rules[x + 4] ^ (rules[y + 4] & cell);
  const five = rules[x + 5] ^ (rules[y + 5] & cell);
  const six = rules[x + 6] ^ (rules[y + 6] & cell);
  const seven = rules[x + 7] ^ (rules[y + 7] & cell);
  const eight = rules[x + 8] ^ (rules[y + 8] & cell);
  const low = choose(n1, choose(n0, three, two), choose(n0, one, zero));
  const high = choose(n1, choose(n0, seven, six), choose(n0, five, four));
  return choose(n3, eight, choose(n2, high, low));
}
