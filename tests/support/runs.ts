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
    const series = hashMul(hashAdd(hashPow(HASH_A, BigInt(length)), HASH_PRIME - 1n), A_MINUS_1_INVERSE);
    total = hashAdd(total, hashMul(hashMul(hashPow(HASH_A, BigInt(x)), series), rowPower));
  });
  return total === 0n ? 0n : hashMul(total, hashShift(runs.x, runs.y));
}
