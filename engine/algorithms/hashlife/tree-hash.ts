/**
 * The state hash of a quad-tree (core/state-hash.ts), each square once: the hash of a square whose corner is (0, 0)
 * is the sum of its children's hashes, moved to their places.
 */

import { HASH_A, HASH_B, HASH_PLANES, hashAdd, hashMul, hashPow, hashShift } from "../../core/state-hash.ts";
import type { HashLifeCore } from "./core.ts";
import { HASHES, LEAF_LEVEL, LEAF_SIDE } from "./layout.ts";
import { PLANE_SIDE } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";

/** Squares up to this level have their hashes from the core, and those up to the other one however many there are. */
const HASHED_LEVEL = 40;
const ALWAYS_HASHED_LEVEL = 8;
/** In place of a hash: there are too many for the core. */
const FULL = -1n;

/** Factors that move a hash by half a side of a level: right, down, both. */
type Moves = readonly [right: bigint, down: bigint, both: bigint];

/** From LEAF_LEVEL on. Made when first needed. */
const madeMoves: Moves[] = [];

function movesOf(level: number): Moves {
  for (let made = madeMoves.length; made <= level - LEAF_LEVEL; made++) {
    const [a, b] = madeMoves[made - 1] ?? [];
    const right = a === undefined ? hashPow(HASH_A, HALF_LEAF) : hashMul(a, a);
    const down = b === undefined ? hashPow(HASH_B, HALF_LEAF) : hashMul(b, b);
    madeMoves.push([right, down, hashMul(right, down)]);
  }
  return madeMoves[level - LEAF_LEVEL] as Moves;
}

const HALF_LEAF = BigInt(LEAF_SIDE / 2);

export function treeHash(core: HashLifeCore, { square, level }: Square): bigint {
  if (square === 0) return 0n;
  const { words } = core;
  layOut(core);
  const known = new Map<number, bigint>();
  let hashed = HASHED_LEVEL;
  const hash = (node: number, l: number): bigint => {
    if (node === 0) return 0n;
    if (l <= hashed) {
      const sum = core.hashOf(node, l);
      if (sum !== FULL) return sum;
      hashed = ALWAYS_HASHED_LEVEL;
    }
    const found = known.get(node);
    if (found !== undefined) return found;
    const at = node >>> 2;
    const [right, down, both] = movesOf(l);
    let sum = hash(words[at], l - 1);
    sum = hashAdd(sum, hashMul(hash(words[at + 1], l - 1), right));
    sum = hashAdd(sum, hashMul(hash(words[at + 2], l - 1), down));
    sum = hashAdd(sum, hashMul(hash(words[at + 3], l - 1), both));
    known.set(node, sum);
    return sum;
  };
  const { x, y } = rootRect(level);
  return hashMul(hash(square, level), hashShift(x, y));
}

/** Of a square of level 3's cells, of the planes, and of the moves up to HASHED_LEVEL. Made when first needed. */
let factors: BigUint64Array | null = null;

function makeFactors(): BigUint64Array {
  const cells = Array.from({ length: PLANE_SIDE * PLANE_SIDE }, (_, i) =>
    hashShift(BigInt(i % PLANE_SIDE), BigInt(Math.floor(i / PLANE_SIDE))),
  );
  const moves = Array.from({ length: HASHED_LEVEL + 1 - LEAF_LEVEL }, (_, i) => movesOf(LEAF_LEVEL + i));
  return BigUint64Array.from([...cells, ...HASH_PLANES, ...moves.flat()]);
}

function layOut(core: HashLifeCore): void {
  factors ??= makeFactors();
  new BigUint64Array(core.words.buffer, HASHES, factors.length).set(factors);
  core.beginHash();
}
