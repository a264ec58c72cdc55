/**
 * The state hash of a quad-tree (core/state-hash.ts), each square once: the hash of a square whose corner is (0, 0)
 * is the sum of its children's hashes, moved to their places.
 */

import {
  HASH_A,
  HASH_B,
  HASH_PLANES,
  hashAdd,
  hashMul,
  hashPow,
  hashShift,
  hashWords,
} from "../../core/state-hash.ts";
import type { HashLifeCore } from "./core.ts";
import { DESK, LEAF_LEVEL, LEAF_SIDE } from "./layout.ts";
import { LEAF_WORDS, PLANE_SIDE } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";

/** Squares of more than two states up to this level have their hashes from the core, which keeps none of them. */
const HASHED_LEVEL = 5;

/** Factors that move a hash by half a side of a level: right, down, both. */
type Moves = readonly [bigint, bigint, bigint];

function movesOf(level: number): Moves {
  const half = 1n << BigInt(level - 1);
  const right = hashPow(HASH_A, half);
  const down = hashPow(HASH_B, half);
  return [right, down, hashMul(right, down)];
}

export function treeHash(core: HashLifeCore, { square, level }: Square): bigint {
  if (square === 0) return 0n;
  const { words, planes } = core;
  const lowest = planes === 1 ? LEAF_LEVEL : HASHED_LEVEL;
  if (planes > 1) layOut(core);
  const known = new Map<number, bigint>();
  const moves: Moves[] = [];
  for (let l = lowest + 1; l <= level; l++) moves[l] = movesOf(l);
  const rows = new Uint32Array(LEAF_SIDE);
  const hashLeaf = (at: number): bigint => {
    for (let k = 0; k < LEAF_WORDS; k++) {
      rows[2 * k] = words[at + k] & 0xffff;
      rows[2 * k + 1] = words[at + k] >>> 16;
    }
    return hashWords(rows, 1, LEAF_SIDE);
  };
  const hash = (node: number, l: number): bigint => {
    if (node === 0) return 0n;
    const found = known.get(node);
    if (found !== undefined) return found;
    const at = node >>> 2;
    let sum: bigint;
    if (l === lowest) {
      sum = planes === 1 ? hashLeaf(at) : core.hashOf(node, l);
    } else {
      const [right, down, both] = moves[l] as Moves;
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

/** Hands the core the factors of a square of level 3's cells, of the planes, and of the moves up to HASHED_LEVEL. */
function layOut(core: HashLifeCore): void {
  const cells = Array.from({ length: PLANE_SIDE * PLANE_SIDE }, (_, i) =>
    hashShift(BigInt(i % PLANE_SIDE), BigInt(Math.floor(i / PLANE_SIDE))),
  );
  const factors = [...cells, ...HASH_PLANES, ...movesOf(LEAF_LEVEL), ...movesOf(HASHED_LEVEL)];
  new BigUint64Array(core.words.buffer, DESK, factors.length).set(factors);
  core.beginHash();
}
