/** Runs of cells as tests compare them. */

import { planesFor } from "../../engine/core/block.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun, highestState } from "../../engine/core/runs.ts";
import {
  HASH_A,
  HASH_B,
  HASH_PRIME,
  hashAdd,
  hashBits,
  hashMul,
  hashPow,
  hashShift,
} from "../../engine/core/state-hash.ts";
import { runsOfPlane } from "../../engine/core/state-planes.ts";

/** Whether both hold the same cells in the same states, wherever their origins are. */
export function equalRuns(a: Runs, b: Runs): boolean {
  if (a.rows.length !== b.rows.length || a.spans.length !== b.spans.length) return false;
  if (a.rows.length === 0) return true;
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  for (let r = 0; r < a.rows.length; r++) {
    if (a.starts[r] !== b.starts[r]) return false;
    if (BigInt(a.rows[r]) + dy !== BigInt(b.rows[r])) return false;
  }
  const shift = Number(dx);
  for (let i = 0; i < a.spans.length; i += 2) {
    if (a.spans[i] + shift !== b.spans[i] || a.spans[i + 1] !== b.spans[i + 1]) return false;
    if ((a.states?.[i / 2] ?? 1) !== (b.states?.[i / 2] ?? 1)) return false;
  }
  return true;
}

const A_MINUS_1_INVERSE = hashPow(HASH_A - 1n, -1n);

/** Powers of A and sums of its first powers, of the exponents that nearly all runs have: a product of large numbers takes long. */
const NEAR = 4096;
const [nearPowers, nearSeries] = [[1n], [0n]];
for (let n = 1; n < NEAR; n++) {
  nearSeries.push(hashAdd(nearSeries[n - 1] as bigint, nearPowers[n - 1] as bigint));
  nearPowers.push(hashMul(nearPowers[n - 1] as bigint, HASH_A));
}
const powerOfA = (x: number): bigint => nearPowers[x] ?? hashPow(HASH_A, BigInt(x));
const seriesOfA = (n: number): bigint =>
  nearSeries[n] ?? hashMul(hashAdd(powerOfA(n), HASH_PRIME - 1n), A_MINUS_1_INVERSE);

/** The state hash of runs. A run of n cells is a geometric series: A^x * (A^n - 1) / (A - 1). */
export function hashRuns(runs: Runs): bigint {
  return hashBits(planesFor(1 + highestState(runs)), (bit) => hashPlane(runsOfPlane(runs, bit)));
}

function hashPlane(runs: Runs): bigint {
  let total = 0n;
  let rowY = Number.NaN;
  let rowPower = 1n;
  forEachRun(runs, (x, y, length) => {
    if (y !== rowY) {
      rowY = y;
      rowPower = hashPow(HASH_B, BigInt(y));
    }
    total = hashAdd(total, hashMul(hashMul(powerOfA(x), seriesOfA(length)), rowPower));
  });
  return total === 0n ? 0n : hashMul(total, hashShift(runs.x, runs.y));
}
