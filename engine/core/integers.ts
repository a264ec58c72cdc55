/** Integer arithmetic that JavaScript's operators do not give: floor division and a non-negative remainder. */

import { TessellaError } from "./errors.ts";

export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

/** The remainder in 0..b-1 for b > 0. */
export function mod(a: bigint, b: bigint): bigint {
  const r = a % b;
  return r < 0n ? r + b : r;
}

/** The remainder in 0..b-1 for b > 0, in doubles (exact up to 2^53). */
export function modNumber(a: number, b: number): number {
  const r = a % b;
  return r < 0 ? r + b : r === 0 ? 0 : r;
}

export function minBig(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxBig(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A bigint as a double when it is exact; otherwise `too-large`, naming what was measured. */
export function toSafeNumber(value: bigint, what: string): number {
  if (value > MAX_SAFE || value < -MAX_SAFE) {
    throw new TessellaError("too-large", `${what} is ${value}; at most 2^53 - 1 can be handled here.`);
  }
  return Number(value);
}
