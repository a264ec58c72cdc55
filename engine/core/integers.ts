/** Integer arithmetic that JavaScript's operators do not give, such as floor division and a non-negative remainder, and integers as text. */

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

export function minBig(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxBig(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** A number for people, its whole digits in groups of three: 1234567.25 as "1,234,567.25". Reads each digit once, however many there are. */
export function grouped(value: bigint | number): string {
  const [, before, digits, after] = /^(\D*)(\d*)(.*)$/.exec(String(value)) as RegExpExecArray;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return before + groups.join(",") + after;
}

/** Width and height for people: "1,920 x 1,080". */
export function groupedSize(width: bigint | number, height: bigint | number): string {
  return `${grouped(width)} x ${grouped(height)}`;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A bigint as a double when it is exact; otherwise `too-large`, naming what was measured. */
export function toSafeNumber(value: bigint, what: string): number {
  if (value > MAX_SAFE || value < -MAX_SAFE) {
    throw new TessellaError("too-large", `${what} is ${value}; at most 2^53 - 1 can be handled here.`);
  }
  return Number(value);
}

/** The search for factors ends here. */
const MOST_FACTOR = 100_000n;

/**
 * The divisors of n > 0, up to `most`: smallest first. A number of some hundred digits may have billions of divisors.
 * Exact up to 10^10; above that two factors beyond the search count as one.
 */
export function divisorsOf(n: bigint, most = n): bigint[] {
  let divisors = [1n];
  let rest = n;
  for (let factor = 2n; factor <= MOST_FACTOR && factor * factor <= rest; factor++) {
    let powers = [1n];
    while (rest % factor === 0n) {
      rest /= factor;
      powers = [...powers, (powers.at(-1) as bigint) * factor];
    }
    if (powers.length > 1) divisors = products(divisors, powers, most);
  }
  if (rest > 1n) divisors = products(divisors, [1n, rest], most);
  return divisors.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function products(a: readonly bigint[], b: readonly bigint[], most: bigint): bigint[] {
  return a.flatMap((x) => b.map((y) => x * y)).filter((product) => product <= most);
}
