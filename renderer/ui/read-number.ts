/**
 * Numbers as people type or paste them: digits in any grouping (1 260, 1,260, 1_260), 10^12, 1e12, 2^40, 3 × 10^5, and what the
 * studio itself shows (1.73 × 10³³). Exact, however large. A refusal is one sentence.
 */

import { grouped } from "../../engine/core/integers.ts";
import { SUPERSCRIPTS } from "./numbers.ts";

export type ReadNumber<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** More digits than a person means, and as many as a universe goes to in one leap. */
const MOST_DIGITS = 1000;

const EMPTY = "Type a number.";
const UNREADABLE = "That is no number. 1260, 10^12, 1e12 and 2^40 are.";
const NOT_WHOLE = "A whole number is needed.";
const TOO_LONG = `A number has at most ${grouped(MOST_DIGITS)} digits here.`;

export interface Range {
  readonly least?: bigint | undefined;
  readonly most?: bigint | undefined;
}

/** A whole number in a range. */
export function readWhole(text: string, { least, most }: Range = {}): ReadNumber<bigint> {
  const read = readExact(text);
  if ("problem" in read) return refused(read.problem);
  const { digits, places } = read;
  if (places > 0) return refused(NOT_WHOLE);
  if ((least !== undefined && digits < least) || (most !== undefined && digits > most)) {
    return refused(rangeText(least, most));
  }
  return { value: digits, problem: null };
}

/** A number that may have a fraction, in a range; infinite bounds are none. */
export function readNumber(text: string, least: number, most: number): ReadNumber<number> {
  const read = readExact(text);
  if ("problem" in read) return refused(read.problem);
  const value = Number(`${read.digits}e-${read.places}`);
  if (value >= least && value <= most) return { value, problem: null };
  return refused(rangeText(bound(least), bound(most)));
}

const bound = (n: number): number | undefined => (Number.isFinite(n) ? n : undefined);

function rangeText(least: bigint | number | undefined, most: bigint | number | undefined): string {
  if (least === undefined) return `At most ${grouped(most ?? 0)}.`;
  return most === undefined ? `At least ${grouped(least)}.` : `From ${grouped(least)} to ${grouped(most)}.`;
}

function refused(problem: string): { readonly value: null; readonly problem: string } {
  return { value: null, problem };
}

/** digits / 10^places, with as few places as it takes. */
interface Exact {
  readonly digits: bigint;
  readonly places: number;
}

type ReadExact = Exact | { readonly problem: string };

const SPACES = /[\s\u2009\u202f_']/g;

function readExact(text: string): ReadExact {
  const plain = text
    .replace(SPACES, "")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (raised) => `^${[...raised].map(lowered).join("")}`)
    .replace(/,(?=\d{3}(?!\d))/g, "")
    .replace(/[−–]/g, "-")
    .replace(/\*\*/g, "^")
    .replaceAll("×", "*")
    .toLowerCase();
  if (plain === "") return { problem: EMPTY };
  const signs = plain.startsWith("-") ? -1n : 1n;
  let product: Exact = { digits: signs, places: 0 };
  for (const factor of plain.replace(/^[+-]/, "").split("*")) {
    const read = readFactor(factor);
    if ("problem" in read) return read;
    product = { digits: product.digits * read.digits, places: product.places + read.places };
    if (tooLong(product.digits)) return { problem: TOO_LONG };
  }
  return shortened(product);
}

const lowered = (raised: string): string => (raised === "⁻" ? "-" : String(SUPERSCRIPTS.indexOf(raised)));

/** A decimal number with or without an exponent, or a power. */
function readFactor(text: string): ReadExact {
  const decimal = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/.exec(text);
  if (decimal && /\d/.test(`${decimal[1]}${decimal[2] ?? ""}`)) {
    const [, whole = "", part = "", exponent = "0"] = decimal;
    return shifted(whole + part, part.length - Number(exponent));
  }
  const power = /^(\d+)\^(-?\d+)$/.exec(text);
  if (!power) return { problem: UNREADABLE };
  const [, base = "", exponent = ""] = power;
  const negative = exponent.startsWith("-");
  if (negative && base !== "10") return { problem: NOT_WHOLE };
  if (base === "10") return shifted("1", -Number(exponent));
  // Computing it first would take for ever.
  if (Number(exponent) * Math.log10(Number(base) || 1) > MOST_DIGITS) return { problem: TOO_LONG };
  return { digits: BigInt(base) ** BigInt(exponent), places: 0 };
}

function shifted(digits: string, places: number): ReadExact {
  if (digits.length > MOST_DIGITS || Math.abs(places) > MOST_DIGITS) return { problem: TOO_LONG };
  return places >= 0
    ? { digits: BigInt(digits), places }
    : { digits: BigInt(digits) * 10n ** BigInt(-places), places: 0 };
}

const LIMIT = 10n ** BigInt(MOST_DIGITS);

function tooLong(digits: bigint): boolean {
  return digits >= LIMIT || digits <= -LIMIT;
}

function shortened({ digits, places }: Exact): Exact {
  let [rest, left] = [digits, places];
  while (left > 0 && rest % 10n === 0n) [rest, left] = [rest / 10n, left - 1];
  return { digits: rest, places: left };
}
