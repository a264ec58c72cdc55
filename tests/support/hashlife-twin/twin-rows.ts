/**
 * The twin of wasm/assembly/_hashlife-rows.ts, which explains rows, works and their stages. Here a row is an object, and
 * since nothing waits for memory together, questions to the table are asked one by one: in the same order, which is the
 * order in which slots are handed out.
 */

import {
  BUSY,
  FINISHED,
  FULL,
  HAS_FOUR,
  LEVELS,
  MORE,
  NEEDS_ROOM,
  NINE_PART,
  NONE,
  PART,
  WIDTH,
} from "../../../engine/algorithms/hashlife/layout.ts";
import type { TwinBase } from "./twin-base.ts";
import type { TwinMemory } from "./twin-memory.ts";
import type { TwinTable } from "./twin-table.ts";

type Stage = "opened" | "in nine" | "in four";

/** The level of a square of four leaves is 5; the rows above it compute such squares on the spot. */
const BOTTOM = 6;
/** One round makes at most 18 slots a work: nine leaves, four squares, their four leaves and the result. */
export const ROUND = 18 * WIDTH;

/** Works of one level. Work j has the sub-squares (and their results) 9 j .. 9 j + 8; with a second half, the first four. */
class Row {
  level = 0;
  /** What it computes, and what the nine contribute: the byte in a slot where that result is kept. */
  mode = FULL;
  nine = FULL;
  stage: Stage = "opened";
  count = 0;
  readonly nodes = new Uint32Array(WIDTH);
  readonly squares = new Uint32Array(9 * WIDTH);
  readonly results = new Uint32Array(9 * WIDTH);
  /** Bit k: result k is lacking. */
  readonly lacks = new Uint32Array(WIDTH);
  /** Sub-squares to be computed: so many, of which so many were given to rows below. */
  readonly list = new Uint32Array(9 * WIDTH);
  pending = 0;
  taken = 0;
}

export class TwinRows {
  readonly #memory: TwinMemory;
  readonly #table: TwinTable;
  readonly #base: TwinBase;
  readonly #rows: Row[] = [];
  /** How many rows are at work; the last one goes on. */
  #depth = 0;
  #answer = 0;
  /** Rounds that the last `run` did not need, and the level of the square that was begun last. */
  #left = 0;
  #rootLevel = 0;
  #residue = 0;
  #parity = 0;

  constructor(memory: TwinMemory, table: TwinTable, base: TwinBase) {
    this.#memory = memory;
    this.#table = table;
    this.#base = base;
  }

  get answer(): number {
    return this.#answer;
  }

  get left(): number {
    return this.#left;
  }

  get rootLevel(): number {
    return this.#rootLevel;
  }

  setStep(baseResidue: number, parity: number): void {
    this.#residue = baseResidue;
    this.#parity = parity;
  }

  /** Begins to compute the result of a node of level 6 or more: full, or the present step's residue. */
  begin(square: number, level: number, part: number): void {
    this.#depth = 0;
    this.#rootLevel = level;
    this.#open(level, part ? PART : FULL, Uint32Array.of(square), 0, 1);
  }

  /** Goes on for at most `fuel` rounds. FINISHED: `answer` is the result. */
  run(fuel: number): number {
    for (let left = fuel; ; ) {
      this.#left = left - 1;
      if (this.#table.room < ROUND) return NEEDS_ROOM;
      if (--left < 0) return MORE;
      const row = this.#rows[this.#depth - 1];
      if (row.stage === "opened") {
        this.#gather(row, row.nine);
        row.stage = "in nine";
      }
      if (row.stage === "in nine") {
        if (this.#descend(row, row.nine)) continue;
        this.#fetch(row, row.nine);
        if (row.mode === PART && !(this.#flags(row.level) & HAS_FOUR)) {
          this.#centres(row);
          this.#close(row);
          if (this.#depth === 0) return FINISHED;
          continue;
        }
        this.#openFour(row);
        this.#gather(row, row.mode);
        row.stage = "in four";
      }
      if (this.#descend(row, row.mode)) continue;
      this.#fetch(row, row.mode);
      this.#close(row);
      if (this.#depth === 0) return FINISHED;
    }
  }

  /** Gives up what `begin` began: nobody is at work on what is pending. What is computed already stays known. */
  cancel(): void {
    const words = this.#memory.words;
    for (let d = 0; d < this.#depth; d++) {
      const row = this.#rows[d];
      if (row.stage === "opened") continue;
      const slot = row.stage === "in nine" ? row.nine : row.mode;
      for (let k = 0; k < row.pending; k++) {
        const at = (row.list[k] + slot) >>> 2;
        if (words[at] === BUSY) words[at] = NONE;
      }
    }
    this.#depth = 0;
  }

  /** Calls for every square that the computation under way holds: (address, level). */
  forEachHeld(visit: (square: number, level: number) => void): void {
    for (let d = 0; d < this.#depth; d++) {
      const row = this.#rows[d];
      const inNine = row.stage !== "in four";
      const slot = inNine ? row.nine : row.mode;
      for (let j = 0; j < row.count; j++) {
        visit(row.nodes[j], row.level);
        for (let k = 9 * j; k < 9 * j + (inNine ? 9 : 4); k++) {
          visit(row.squares[k], row.level - 1);
          // A result that a row below has computed and this one has not fetched yet is only in its square's slot.
          const known = row.results[k] < BUSY;
          visit(known ? row.results[k] : this.#resultOf(row.squares[k], slot), row.level - 2);
        }
      }
    }
  }

  #flags(level: number): number {
    return this.#memory.words[(LEVELS + level) >>> 2] >>> (8 * (level & 3));
  }

  #child(square: number, k: number): number {
    return this.#memory.words[(square >>> 2) + k];
  }

  #resultOf(square: number, slot: number): number {
    return this.#memory.words[(square + slot) >>> 2];
  }

  #setResult(square: number, slot: number, result: number): void {
    this.#memory.words[(square + slot) >>> 2] = result;
  }

  /** Makes a row below of `count` nodes from list[from] on, with their nine sub-squares. */
  #open(level: number, mode: number, list: Uint32Array, from: number, count: number): void {
    if (this.#rows.length === this.#depth) this.#rows.push(new Row());
    const row = this.#rows[this.#depth++];
    row.level = level;
    row.mode = mode;
    row.nine = mode === PART && this.#flags(level) & NINE_PART ? PART : FULL;
    row.stage = "opened";
    row.count = count;
    const short = row.nine === PART && level >= 8 && !(this.#flags(level - 1) & HAS_FOUR);
    for (let j = 0; j < count; j++) {
      const n = list[from + j];
      row.nodes[j] = n;
      const nw = this.#child(n, 0);
      const ne = this.#child(n, 1);
      const sw = this.#child(n, 2);
      const se = this.#child(n, 3);
      // The four grandchildren around the centre.
      const a = this.#child(nw, 3);
      const b = this.#child(ne, 2);
      const c = this.#child(sw, 1);
      const d = this.#child(se, 0);
      const north = this.#between(short, this.#child(nw, 1), this.#child(ne, 0), a, b);
      const west = this.#between(short, this.#child(nw, 2), a, this.#child(sw, 0), c);
      const centre = this.#between(short, a, b, c, d);
      const east = this.#between(short, b, this.#child(ne, 3), d, this.#child(se, 1));
      const south = this.#between(short, c, d, this.#child(sw, 3), this.#child(se, 2));
      const squares = [nw, north, ne, west, centre, east, sw, south, se];
      row.lacks[j] = 0;
      if (short) for (const corner of [nw, ne, sw, se]) this.#noteIfOut(corner);
      for (let k = 0; k < 9; k++) this.#put(row, j, k, squares[k], row.nine);
    }
  }

  /** A sub-square, or in its place the empty one, whose result is the same. */
  #between(short: boolean, nw: number, ne: number, sw: number, se: number): number {
    return short && this.#staysOut(nw, ne, sw, se) ? 0 : this.#table.node(nw, ne, sw, se);
  }

  /** Notes the empty result of a sub-square whose cells stay away from its middle. */
  #noteIfOut(square: number): void {
    if (this.#resultOf(square, PART) !== NONE) return;
    const [nw, ne, sw, se] = [0, 1, 2, 3].map((k) => this.#child(square, k));
    if (this.#staysOut(nw, ne, sw, se)) this.#setResult(square, PART, 0);
  }

  /** Whether no more than half of a square has cells, and those in the outermost of its 8 x 8 squares only. */
  #staysOut(...quarters: readonly [number, number, number, number]): boolean {
    if (quarters.filter((n) => n !== 0).length > 2) return false;
    return quarters.every((n, k) => {
      const [corner, beside, beyond] = [k, k ^ 1, k ^ 2].map((j) => this.#child(n, j));
      const inner = [
        this.#child(n, 3 - k),
        this.#child(corner, 3 - k),
        this.#child(beside, k ^ 2),
        this.#child(beside, k ^ 3),
        this.#child(beyond, k ^ 1),
        this.#child(beyond, k ^ 3),
      ];
      return inner.every((square) => square === 0);
    });
  }

  /** Notes sub-square k of work j and its result, or that it is lacking. */
  #put(row: Row, j: number, k: number, square: number, slot: number): void {
    const result = this.#resultOf(square, slot);
    row.squares[9 * j + k] = square;
    row.results[9 * j + k] = result;
    if (result >= BUSY) row.lacks[j] |= 1 << k;
  }

  /** Lists what the row lacks and nobody is at work on yet; at the bottom computes it. */
  #gather(row: Row, slot: number): void {
    row.pending = 0;
    row.taken = 0;
    for (let j = 0; j < row.count; j++) {
      for (let k = 0; k < 9; k++) {
        if (!(row.lacks[j] & (1 << k))) continue;
        const square = row.squares[9 * j + k];
        // A work before this one may have had the same sub-square.
        let result = this.#resultOf(square, slot);
        if (result >= BUSY && row.level === BOTTOM) result = this.#computeBase(square, slot);
        if (result === NONE) {
          this.#setResult(square, slot, BUSY);
          row.list[row.pending++] = square;
        }
        if (result >= BUSY) continue;
        row.results[9 * j + k] = result;
        row.lacks[j] ^= 1 << k;
      }
    }
  }

  #computeBase(square: number, slot: number): number {
    const words = this.#memory.words;
    const at = square >>> 2;
    const generations = slot === FULL ? 8 : this.#residue;
    this.#base.step(words[at], words[at + 1], words[at + 2], words[at + 3], generations, this.#parity);
    const result = this.#table.leaf();
    this.#setResult(square, slot, result);
    return result;
  }

  /** Opens the row below for some of what is pending; false when nothing is. */
  #descend(row: Row, slot: number): boolean {
    const from = row.taken;
    const count = Math.min(row.pending - from, WIDTH);
    if (count === 0) return false;
    row.taken += count;
    this.#open(row.level - 1, slot, row.list, from, count);
    return true;
  }

  /** Takes the results that were lacking: rows below have computed them. */
  #fetch(row: Row, slot: number): void {
    if (row.pending === 0) return;
    for (let j = 0; j < row.count; j++) {
      for (let k = 0; k < 9; k++) {
        if (row.lacks[j] & (1 << k)) row.results[9 * j + k] = this.#resultOf(row.squares[9 * j + k], slot);
      }
    }
  }

  /** The nine results make four squares, whose results are the second half of the time. */
  #openFour(row: Row): void {
    for (let j = 0; j < row.count; j++) {
      const [nw, n, ne, w, m, e, sw, s, se] = row.results.subarray(9 * j, 9 * j + 9);
      const table = this.#table;
      const squares = [
        table.node(nw, n, w, m),
        table.node(n, ne, m, e),
        table.node(w, m, sw, s),
        table.node(m, e, s, se),
      ];
      row.lacks[j] = 0;
      for (let k = 0; k < 4; k++) this.#put(row, j, k, squares[k], row.mode);
    }
  }

  /** Without a second half: the middles of the four squares that `#openFour` would have made. */
  #centres(row: Row): void {
    for (let j = 0; j < row.count; j++) {
      const [nw, n, ne, w, m, e, sw, s, se] = row.results.subarray(9 * j, 9 * j + 9);
      row.results[9 * j] = this.#middle(row.level, nw, n, w, m);
      row.results[9 * j + 1] = this.#middle(row.level, n, ne, m, e);
      row.results[9 * j + 2] = this.#middle(row.level, w, m, sw, s);
      row.results[9 * j + 3] = this.#middle(row.level, m, e, s, se);
    }
  }

  #middle(level: number, nw: number, ne: number, sw: number, se: number): number {
    if (level === BOTTOM) return this.#table.centreLeaf(nw, ne, sw, se);
    return this.#table.node(this.#child(nw, 3), this.#child(ne, 2), this.#child(sw, 1), this.#child(se, 0));
  }

  /** The four results become the works' results, and the row is done. */
  #close(row: Row): void {
    for (let j = 0; j < row.count; j++) {
      const [nw, ne, sw, se] = row.results.subarray(9 * j, 9 * j + 4);
      this.#answer = this.#table.node(nw, ne, sw, se);
      this.#setResult(row.nodes[j], row.mode, this.#answer);
    }
    this.#depth--;
  }
}
