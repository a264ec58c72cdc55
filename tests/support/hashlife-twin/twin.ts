/**
 * The HashLife core in TypeScript: the twin of the WASM kernel (wasm/assembly/hashlife.ts, which explains the algorithm).
 *
 * The twin does what the kernel does, step for step: the same slots in the same order, the same rounds, the same answers.
 * After the same calls every node has the same address, children and results in both. So the two check each other: code
 * this terse, on bare memory, is best trusted when something written another way, to be read first and to be fast second,
 * comes to the same slots.
 *
 * Its parts mirror the kernel's files: twin-table.ts, twin-rows.ts, twin-steps.ts,
 * twin-base.ts, twin-collect.ts. They share a memory
 * that is laid out as the kernel's is, but rows and the stack of marks are objects here, and their places stay unused.
 */

import type { HashLifeCore } from "../../../engine/algorithms/hashlife/core.ts";
import {
  FULL,
  HEAP,
  LEAF_LEVEL,
  LEAF_SIDE,
  NONE,
  PART,
  POPULATION,
} from "../../../engine/algorithms/hashlife/layout.ts";
import { hashAdd, hashMul, hashShift, hashWords } from "../../../engine/core/state-hash.ts";
import { TwinBase } from "./twin-base.ts";
import { TwinCollector } from "./twin-collect.ts";
import { TwinMemory } from "./twin-memory.ts";
import { TwinRows } from "./twin-rows.ts";
import { TwinSteps } from "./twin-steps.ts";
import { TwinTable } from "./twin-table.ts";

/** Squares up to this level are hashed here. */
const MOST_HASHED_LEVEL = 8;

/** Squares up to this level have fewer than 2^53 cells. */
const COUNTED_AS_NUMBER = 26;
const WORD = 2 ** 32;

export function twinCore(): HashLifeCore {
  return new TwinCore(new TwinMemory(HEAP + 8 * 65536));
}

class TwinCore implements HashLifeCore {
  readonly #memory: TwinMemory;
  readonly #table: TwinTable;
  readonly #base: TwinBase;
  readonly #rows: TwinRows;
  readonly #steps: TwinSteps;
  readonly #collector: TwinCollector;

  constructor(memory: TwinMemory) {
    this.#memory = memory;
    this.#table = new TwinTable(memory);
    this.#base = new TwinBase(memory);
    this.#rows = new TwinRows(memory, this.#table, this.#base);
    this.#steps = new TwinSteps(memory, this.#table, this.#rows);
    this.#collector = new TwinCollector(memory, this.#table, this.#rows);
  }

  get words(): Uint32Array {
    return this.#memory.words;
  }

  readonly planes = 1;
  readonly shared = false;
  readonly threads = 1;

  setPlanes(planes: number): void {
    if (planes > 1) throw new Error("The twin takes two states.");
  }

  setBase(): void {}

  census(): bigint {
    return 0n;
  }

  edgeOf(): number {
    return 0;
  }

  plant(): number {
    return 0;
  }

  beginHash(): void {}

  /** As a kernel that has too many large squares already, and leaves them to the host. */
  hashOf(square: number, level: number): bigint {
    if (square === 0) return 0n;
    if (level > MOST_HASHED_LEVEL) return -1n;
    const at = square >>> 2;
    if (level === LEAF_LEVEL) {
      const rows = Array.from(
        { length: LEAF_SIDE },
        (_, row) => (this.words[at + (row >> 1)] >>> (16 * (row & 1))) & 0xffff,
      );
      return hashWords(Uint32Array.from(rows), 1, LEAF_SIDE);
    }
    const half = BigInt(LEAF_SIDE) << BigInt(level - 1 - LEAF_LEVEL);
    let sum = 0n;
    for (let k = 0; k < 4; k++) {
      const moved = hashShift(BigInt(k & 1) * half, BigInt(k >> 1) * half);
      sum = hashAdd(sum, hashMul(this.hashOf(this.words[at + k], level - 1), moved));
    }
    return sum;
  }

  close(): void {}

  grow(bytes: number): void {
    this.#memory.grow(bytes);
  }

  initTable(marks: number, kinds: number, index: number, slots: number): void {
    this.#table.init(marks, kinds, index, slots);
  }

  setCapacity(slots: number): void {
    this.#table.setCapacity(slots);
  }

  clearIndex(bits: number): void {
    this.#table.clearIndex(bits);
  }

  touchSome(): number {
    return 0;
  }

  indexUsed(from: number, to: number): void {
    this.#table.indexUsed(from, to);
  }

  getLive(): number {
    return this.#table.live;
  }

  getUsed(): number {
    return this.#table.used;
  }

  getRoom(): number {
    return this.#table.room;
  }

  setRule(kind: number, twoPhases: number): void {
    this.#base.setRule(kind, twoPhases);
  }

  setStep(baseResidue: number, parity: number): void {
    this.#rows.setStep(baseResidue, parity);
  }

  forgetResults(from: number, to: number, all: number): void {
    const words = this.words;
    const end = Math.min(to, this.#table.used);
    for (let number = from; number < end; number++) {
      if (this.#table.isLeaf(number)) continue;
      const at = this.#table.slotOf(number) >>> 2;
      words[at + PART / 4] = NONE;
      if (all) words[at + FULL / 4] = NONE;
    }
  }

  node(nw: number, ne: number, sw: number, se: number): number {
    return this.#table.node(nw, ne, sw, se);
  }

  leaf(): number {
    return this.#table.leaf();
  }

  pad(square: number, level: number, least: number): number {
    return this.#steps.pad(square, level, least);
  }

  trim(square: number, level: number, least: number): number {
    return this.#steps.trim(square, level, least);
  }

  getSquare(): number {
    return this.#steps.square;
  }

  begin(square: number, level: number, part: number): void {
    this.#rows.begin(square, level, part);
  }

  run(fuel: number, more: number, least: number, full: number): number {
    return this.#steps.run(fuel, more, least, full);
  }

  getSteps(): number {
    return this.#steps.steps;
  }

  getRootLevel(): number {
    return this.#rows.rootLevel;
  }

  cancel(): void {
    this.#rows.cancel();
  }

  getAnswer(): number {
    return this.#rows.answer;
  }

  beginCollection(keepResults: number): void {
    this.#collector.begin(keepResults);
  }

  markRoot(square: number, level: number): void {
    this.#collector.mark(square, level);
  }

  markSome(most: number): number {
    return this.#collector.markSome(most);
  }

  sweepSome(most: number): number {
    return this.#collector.sweepSome(most);
  }

  population(square: number, level: number): bigint {
    if (level <= COUNTED_AS_NUMBER) return BigInt(this.#count(square, level));
    if (square === 0) return 0n;
    const words = this.words;
    const at = (square + POPULATION) >>> 2;
    const known = BigInt(words[at]) | (BigInt(words[at + 1]) << 32n);
    if (known !== 0n) return known;
    let sum = 0n;
    for (let k = 0; k < 4; k++) sum += this.population(words[(square >>> 2) + k], level - 1);
    words[at] = Number(sum & 0xffffffffn);
    words[at + 1] = Number(sum >> 32n);
    return sum;
  }

  #count(square: number, level: number): number {
    if (square === 0) return 0;
    const words = this.words;
    let sum = 0;
    if (level === LEAF_LEVEL) {
      for (let k = 0; k < 8; k++) sum += bitCount(words[(square >>> 2) + k]);
      return sum;
    }
    const at = (square + POPULATION) >>> 2;
    const known = words[at] + words[at + 1] * WORD;
    if (known !== 0) return known;
    for (let k = 0; k < 4; k++) sum += this.#count(words[(square >>> 2) + k], level - 1);
    words[at] = sum % WORD;
    words[at + 1] = Math.floor(sum / WORD);
    return sum;
  }
}

function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
