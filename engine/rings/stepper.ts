/**
 * Rings 32 cells at a time.
 *
 * `multiplexed` works for every ring: the table is a tree of choices, each made for 32 cells by three operations, and its
 * leaves are constants or, with a rule a cell, words that hold one entry of 32 tables. It takes 7, 31 or 127 choices a word.
 * `windowed` makes eight cells by one look-up of the 8 + 2r cells around them, in a table of 4,096 or 16,384 bytes; it takes
 * over where one rule of radius 2 or 3 is stepped often enough to pay for the table.
 */

import type { Ring } from "./ring.ts";
import { endsOf, lastMask, ringWords } from "./ring.ts";
import type { RingRule } from "./ring-rule.ts";
import { reversed, ringWindow } from "./ring-rule.ts";

export interface RingStepper {
  /** Writes the state after `from` to `to`; both have the words of the ring and are not the same array. */
  step(from: Uint32Array, to: Uint32Array): void;
}

/** The quickest stepper of the ring. */
export function createStepper(ring: Ring): RingStepper {
  return ring.rules.length === 1 && ring.rules[0].radius > 1 ? windowed(ring) : multiplexed(ring);
}

/** A state with what lies beyond its ends: word 0 holds the cells before it, and the bits behind the last cell are set. */
class Padded {
  readonly words: Uint32Array;
  readonly #ring: Ring;
  readonly #radius: number;

  constructor(ring: Ring) {
    this.#ring = ring;
    this.#radius = ring.rules[0].radius;
    this.words = new Uint32Array(ringWords(ring.cells) + 2);
  }

  fill(state: Uint32Array): void {
    const { cells, boundary } = this.#ring;
    const { words } = this;
    const radius = this.#radius;
    const cellAt = (i: number): number => (state[i >>> 5] >>> (i & 31)) & 1;
    const ends = endsOf(boundary, cellAt(0), cellAt(cells - 1));
    words.set(state, 1);
    words[0] = 0;
    words[words.length - 1] = 0;
    for (let k = 0; k < radius; k++) {
      const left = ends ? ends[0] : cellAt(cells - 1 - k);
      const right = ends ? ends[1] : cellAt(k);
      words[0] |= left << (31 - k);
      const behind = cells + k;
      words[1 + (behind >>> 5)] |= right << (behind & 31);
    }
  }
}

/** For tests and for comparisons; otherwise `createStepper` chooses. */
export function multiplexed(ring: Ring): RingStepper {
  const { cells, rules } = ring;
  const { radius } = rules[0];
  const padded = new Padded(ring);
  const count = ringWords(cells);
  const entries = 2 ** ringWindow(radius);
  const half = entries / 2;
  // A choice between the leaves a (the rightmost cell is 0) and b is a ^ ((a ^ b) & cell).
  const uniform = rules.length === 1;
  const [first, differs] = uniform ? constantLeaves(rules[0], half) : leavesByCell(rules, half, count);
  const level = new Int32Array(half);
  const mask = lastMask(cells);

  return {
    step: (from, to) => {
      padded.fill(from);
      const { words } = padded;
      for (let w = 0; w < count; w++) {
        const [before, here, behind] = [words[w], words[w + 1], words[w + 2]];
        const right = (here >>> radius) | (behind << (32 - radius));
        const base = uniform ? 0 : w * half;
        for (let k = 0; k < half; k++) level[k] = first[base + k] ^ (differs[base + k] & right);
        let length = half;
        for (let d = radius - 1; d >= -radius; d--) {
          const cell =
            d > 0 ? (here >>> d) | (behind << (32 - d)) : d < 0 ? (here << -d) | (before >>> (32 + d)) : here;
          length >>= 1;
          for (let k = 0; k < length; k++) {
            const a = level[2 * k];
            level[k] = a ^ ((a ^ level[2 * k + 1]) & cell);
          }
        }
        to[w] = level[0];
      }
      to[count - 1] &= mask;
    },
  };
}

type Leaves = readonly [first: Int32Array, differs: Int32Array];

function constantLeaves({ table }: RingRule, half: number): Leaves {
  const first = Int32Array.from({ length: half }, (_, k) => -table[2 * k]);
  return [first, first.map((a, k) => a ^ -table[2 * k + 1])];
}

/** Word w * half + k holds, for the 32 cells of word w, entry 2k of each cell's table. */
function leavesByCell(rules: readonly RingRule[], half: number, count: number): Leaves {
  const first = new Int32Array(count * half);
  const differs = new Int32Array(count * half);
  rules.forEach(({ table }, i) => {
    const base = (i >>> 5) * half;
    for (let k = 0; k < half; k++) {
      first[base + k] |= table[2 * k] << (i & 31);
      differs[base + k] |= (table[2 * k] ^ table[2 * k + 1]) << (i & 31);
    }
  });
  return [first, differs];
}

/** For one rule of radius 2 or 3. */
export function windowed(ring: Ring): RingStepper {
  const { cells, rules } = ring;
  const { radius } = rules[0];
  const padded = new Padded(ring);
  const count = ringWords(cells);
  const bytes = windowTable(rules[0]);
  const low = bytes.length - 1;
  const mask = lastMask(cells);
  return {
    step: (from, to) => {
      padded.fill(from);
      const { words } = padded;
      for (let w = 0; w < count; w++) {
        const here = words[w + 1];
        // The 32 cells from `radius` before the word on, and those that follow.
        const u = (words[w] >>> (32 - radius)) | (here << radius);
        const v = (here >>> (32 - radius)) | (words[w + 2] << radius);
        to[w] =
          bytes[u & low] |
          (bytes[(u >>> 8) & low] << 8) |
          (bytes[((u >>> 16) | (v << 16)) & low] << 16) |
          (bytes[((u >>> 24) | (v << 8)) & low] << 24);
      }
      to[count - 1] &= mask;
    },
  };
}

/** What becomes of eight neighbouring cells, for each state of the 8 + 2r around them: the lowest bit is the leftmost cell. */
export function windowTable({ radius, table }: RingRule): Uint8Array {
  const window = ringWindow(radius);
  // The table with the leftmost cell as the lowest bit, as the states have it.
  const mirrored = table.map((_, k) => table[reversed(k, window)]);
  const bytes = new Uint8Array(2 ** (8 + 2 * radius));
  const low = table.length - 1;
  for (let k = 0; k < bytes.length; k++)
    for (let i = 0; i < 8; i++) bytes[k] |= mirrored[(k >>> i) & low] << i;
  return bytes;
}
