/**
 * The state hash of a quad-tree (core/state-hash.ts), each square once: the hash of a square whose corner is (0, 0)
 * is the sum of its children's hashes, moved to their places.
 */

import {
  HASH_A,
  HASH_B,
  hashAdd,
  hashBits,
  hashMul,
  hashPow,
  hashShift,
  hashWords,
} from "../../core/state-hash.ts";
import { LEAF_LEVEL, LEAF_SIDE } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import { LEAF_WORDS, PLANE_SIDE, planeAt } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";

export function treeHash(memory: Memory, { square, level }: Square): bigint {
  const { words, planes = 1 } = memory;
  // With more than two states squares of 8 x 8 cells are slots, too, and far fewer of them differ.
  const lowest = planes === 1 ? LEAF_LEVEL : LEAF_LEVEL - 1;
  if (square === 0) return 0n;
  const known = new Map<number, bigint>();
  /** Factors that move by half a side of each level: right, down, both. */
  const moves: (readonly [bigint, bigint, bigint])[] = [];
  for (let l = lowest + 1; l <= level; l++) {
    const half = 1n << BigInt(l - 1);
    const right = hashPow(HASH_A, half);
    const down = hashPow(HASH_B, half);
    moves[l] = [right, down, hashMul(right, down)];
  }
  const rows = new Uint32Array(LEAF_SIDE);
  const hashLeaf = (at: number): bigint => {
    for (let k = 0; k < LEAF_WORDS; k++) {
      rows[2 * k] = words[at + k] & 0xffff;
      rows[2 * k + 1] = words[at + k] >>> 16;
    }
    return hashWords(rows, 1, LEAF_SIDE);
  };
  const hashPlane = (at: number): bigint => {
    const [upper, lower] = [words[at] as number, words[at + 1] as number];
    if ((upper | lower) === 0) return 0n;
    for (let k = 0; k < PLANE_SIDE; k++) rows[k] = ((k < 4 ? upper : lower) >>> (8 * (k & 3))) & 255;
    return hashWords(rows, 1, PLANE_SIDE);
  };
  const hash = (node: number, l: number): bigint => {
    if (node === 0) return 0n;
    const found = known.get(node);
    if (found !== undefined) return found;
    const at = node >>> 2;
    let sum: bigint;
    if (l === lowest) {
      sum = planes === 1 ? hashLeaf(at) : hashBits(planes, (b) => hashPlane(planeAt(words, planes, node, b)));
    } else {
      const [right, down, both] = moves[l] as readonly [bigint, bigint, bigint];
      sum = hash(words[at], l - 1);
      sum = hashAdd(sum, hashMul(hash(words[at + 1], l - 1), right));
      sum = hashAdd(sum, hashMul(hash(words[at + 2], l - 1), down));
      sum = hashAdd(sum, hashMul(hash(words[at + 3], l - 1), both));
    }
    known.set(node, sum);
    return sum;
  };
  const { x, y } = rootRect(level);
  return hashMul(hash(square, level), hashShift(x, y));
}
