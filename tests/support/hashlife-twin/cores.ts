/** A small host of the HashLife core, for tests: it lays memory out, compiles rules and steps, plants and reads squares. */

import type { HashLifeCore } from "../../../engine/algorithms/hashlife/core.ts";
import {
  HAS_FOUR,
  HEAP,
  HEX,
  LEAF,
  LEAF_LEVEL,
  LEAF_SIDE,
  LEVELS,
  LIFE,
  MOORE,
  MORE,
  NEEDS_ROOM,
  NINE_PART,
  RULE_BYTES,
  RULES,
  SLOT_BYTES,
  VON_NEUMANN,
} from "../../../engine/algorithms/hashlife/layout.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { rulePhases } from "../../../engine/rules/phases.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS, neighbourCount } from "../../../engine/rules/rule.ts";

export const CAPACITY = 2 ** 17;
export const MOST_BITS = 18;
const MARKS = HEAP;
export const KINDS = MARKS + CAPACITY / 8 + 64;
const INDEX = KINDS + CAPACITY / 8 + 64;
export const SLOTS = INDEX + 4 * 2 ** MOST_BITS;

const KIND = { moore: MOORE, hex: HEX, "von-neumann": VON_NEUMANN } as const;

/** A square of cells, row by row, a byte each. */
export interface Cells {
  readonly side: number;
  readonly bytes: Uint8Array;
}

export function layOut(core: HashLifeCore, bits: number): void {
  core.grow(SLOTS + CAPACITY * SLOT_BYTES);
  core.initTable(MARKS, KINDS, INDEX, SLOTS);
  core.setCapacity(CAPACITY);
  core.clearIndex(bits);
}

/** Makes the index one of 2^bits words in the middle of whatever is going on. */
export function regrowIndex(core: HashLifeCore, bits: number): void {
  core.clearIndex(bits);
  const half = core.getUsed() >> 1;
  core.indexUsed(0, half);
  core.indexUsed(half, core.getUsed());
}

/** X[n] and Y[n] of both phases: a cell with n live neighbours becomes X[n] ^ (Y[n] & cell). */
export function putRule(core: HashLifeCore, rule: Rule, asLife = false): void {
  const phases = rulePhases(rule, UNBOUNDED);
  phases.forEach(({ birth, survival }, parity) => {
    for (let n = 0; n <= neighbourCount(rule.neighbourhood); n++) {
      const x = (RULES + parity * RULE_BYTES) / 4 + 4 * n;
      core.words.fill((birth >> n) & 1 ? 0xffffffff : 0, x, x + 4);
      core.words.fill(((birth ^ survival) >> n) & 1 ? 0xffffffff : 0, x + 40, x + 44);
    }
  });
  core.setRule(asLife ? LIFE : KIND[rule.neighbourhood], phases[0] === phases[1] ? 0 : 1);
}

/** Sets out for `generations` (at most 2^(level - 2)) from a generation of parity `parity`. */
export function putStep(core: HashLifeCore, level: number, generations: bigint, parity: number): void {
  const flags = new Uint8Array(core.words.buffer, LEVELS, level + 1);
  let left = generations;
  for (let l = level; l > LEAF_LEVEL + 1; l--) {
    const half = 1n << BigInt(l - 3);
    flags[l] = left < half ? NINE_PART : left === half ? 0 : HAS_FOUR;
    // With nothing left for the second half nothing below is asked for a part.
    if (left >= half) left -= half;
  }
  core.setStep(Number(left), parity);
}

/** Room for so many slots, by a larger index. */
export function makeRoom(core: HashLifeCore, slots: number, bits: number): number {
  let grown = bits;
  while (core.getRoom() < slots) {
    if (grown === MOST_BITS) throw new Error("The test needs a larger memory.");
    regrowIndex(core, ++grown);
  }
  return grown;
}

/** Runs to the end, `fuel` rounds at a time; `between` is called between two runs and has to make room when it must. */
export function finish(
  core: HashLifeCore,
  fuel: number,
  between: (needsRoom: boolean) => void = () => undefined,
): number {
  for (;;) {
    const outcome = core.run(fuel, 0, 0, 0);
    if (outcome !== MORE && outcome !== NEEDS_ROOM) return core.getAnswer();
    between(outcome === NEEDS_ROOM);
  }
}

export function collect(
  core: HashLifeCore,
  keepResults: boolean,
  bits: number,
  roots: Iterable<readonly [square: number, level: number]>,
  slice = 1000,
): void {
  core.beginCollection(keepResults ? 1 : 0);
  for (const [square, level] of roots) core.markRoot(square, level);
  while (core.markSome(slice) !== 0);
  core.clearIndex(bits);
  while (core.sweepSome(slice) !== 0);
}

/** The square with these cells. There has to be room. */
export function plant(core: HashLifeCore, { side, bytes }: Cells): number {
  const build = (x: number, y: number, size: number): number => {
    if (size === LEAF_SIDE) {
      const rows = new Uint16Array(core.words.buffer, LEAF, LEAF_SIDE);
      for (let r = 0; r < LEAF_SIDE; r++) {
        rows[r] = 0;
        for (let c = 0; c < LEAF_SIDE; c++) rows[r] |= bytes[(y + r) * side + x + c] << c;
      }
      return core.leaf();
    }
    const half = size / 2;
    return core.node(
      build(x, y, half),
      build(x + half, y, half),
      build(x, y + half, half),
      build(x + half, y + half, half),
    );
  };
  return build(0, 0, side);
}

export function readCells(core: HashLifeCore, square: number, level: number): Cells {
  const side = 2 ** level;
  const bytes = new Uint8Array(side * side);
  const words = core.words;
  const copy = (n: number, x: number, y: number, size: number): void => {
    if (n === 0) return;
    const at = n / 4;
    if (size === LEAF_SIDE) {
      for (let r = 0; r < LEAF_SIDE; r++) {
        for (let c = 0; c < LEAF_SIDE; c++) {
          bytes[(y + r) * side + x + c] = (words[at + (r >> 1)] >>> (16 * (r & 1) + c)) & 1;
        }
      }
      return;
    }
    const half = size / 2;
    for (let k = 0; k < 4; k++) copy(words[at + k], x + half * (k & 1), y + half * (k >> 1), half);
  };
  copy(square, 0, 0, side);
  return { side, bytes };
}

/** The middle of a square, half as wide, so many generations later: cell by cell, by the definition of a rule. */
export function naive(cells: Cells, rule: Rule, generations: number, parity: number): Cells {
  const { side } = cells;
  const phases = rulePhases(rule, UNBOUNDED);
  const around = NEIGHBOURS[rule.neighbourhood].map(([dx, dy]) => dy * side + dx);
  let now = cells.bytes;
  for (let g = 1; g <= generations; g++) {
    const { birth, survival } = phases[(parity + g - 1) & 1];
    const next = new Uint8Array(side * side);
    for (let y = g; y < side - g; y++) {
      for (let x = g; x < side - g; x++) {
        const at = y * side + x;
        let live = 0;
        for (const offset of around) live += now[at + offset];
        next[at] = ((now[at] ? survival : birth) >> live) & 1;
      }
    }
    now = next;
  }
  const inner = new Uint8Array((side * side) / 4);
  for (let y = 0; y < side / 2; y++) {
    const from = (y + side / 4) * side + side / 4;
    inner.set(now.subarray(from, from + side / 2), (y * side) / 2);
  }
  return { side: side / 2, bytes: inner };
}
