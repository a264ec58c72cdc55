/** Numbers as people type them on a command line, each with a sentence for invalid text. */

import { shorten } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import type { Soup } from "../core/soup.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { SoupStates } from "../rules/soup-states.ts";
import { UsageError } from "./usage-error.ts";

/** Enough for any run; a typing mistake in an exponent should not fill the memory with digits. */
const MOST_DIGITS = 20_000;

/**
 * A generation, exact at any size: `1000`, `1,000` or `1_000` (groups of three), `1e6`, `2.5e6`, `2^20`.
 * Errors: UsageError naming the option.
 */
export function parseGeneration(text: string, option: string): bigint {
  const value = readWhole(text.trim());
  if (value !== null) return value;
  throw new UsageError(
    `${option} wants a generation, a whole number from 0 on, not "${shorten(text)}".`,
    "1000, 1_000_000, 1e6 and 2^20 all work.",
  );
}

/** The same notation from 1 on. */
export function parseStep(text: string, option: string): bigint {
  const value = readWhole(text.trim());
  if (value !== null && value > 0n) return value;
  throw new UsageError(`${option} wants a number of generations from 1 on, not "${shorten(text)}".`);
}

function readWhole(text: string): bigint | null {
  if (text.length > MOST_DIGITS) return null;
  if (/^\d+$/.test(text)) return BigInt(text);
  if (/^\d{1,3}([_,]\d{3})+$/.test(text)) return BigInt(text.replace(/[_,]/g, ""));
  const power = /^(\d+)\^(\d+)$/.exec(text);
  if (power) {
    const [base, exponent] = [BigInt(power[1]), Number(power[2])];
    return exponent * power[1].length <= MOST_DIGITS ? base ** BigInt(exponent) : null;
  }
  const scientific = /^(\d+)(?:\.(\d+))?e\+?(\d+)$/i.exec(text);
  if (!scientific) return null;
  const fraction = scientific[2] ?? "";
  const zeros = Number(scientific[3]) - fraction.length;
  // 2.5e0 is no whole number.
  if (zeros < 0 || zeros > MOST_DIGITS) return null;
  return BigInt(scientific[1] + fraction) * 10n ** BigInt(zeros);
}

/** A whole number of megabytes or another amount from 1 on. Errors: UsageError. */
export function parseAmount(text: string, option: string, what: string): number {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (value < 1)
    throw new UsageError(`${option} wants ${what}, a whole number from 1 on, not "${shorten(text)}".`);
  return value;
}

/** A 32-bit number that a random start is made from. Errors: UsageError. */
export function parseSeed(text: string, option: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed < 2 ** 32) return seed;
  throw new UsageError(`${option} wants a whole number from 0 to 4294967295, not "${shorten(text)}".`);
}

/** Seconds, fractions allowed. Errors: UsageError. */
export function parseSeconds(text: string, option: string): number {
  const value = /^\d+(\.\d*)?$|^\.\d+$/.test(text.trim()) ? Number(text) : 0;
  if (!(value > 0))
    throw new UsageError(`${option} wants a number of seconds above 0, not "${shorten(text)}".`);
  return value;
}

/** A measured quantity from 0 on, with an exponent if need be: `5.3e-4`. Errors: UsageError. */
export function parseQuantity(text: string, option: string, what: string): number {
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${option} wants ${what}, a number such as 5.3e-4, not "${shorten(text)}".`);
}

/** `X,Y,W,H`: the top left cell and the size; y grows downward. Errors: UsageError. */
export function parseRegion(text: string, option = "--region"): Rect {
  const numbers = wholeNumbers(text);
  if (numbers?.length !== 4) {
    throw new UsageError(
      `${option} wants X,Y,WIDTH,HEIGHT, four whole numbers, not "${shorten(text)}".`,
      `For example ${option} -50,-50,100,100.`,
    );
  }
  const [x, y, w, h] = numbers as [bigint, bigint, bigint, bigint];
  if (w < 1n || h < 1n)
    throw new UsageError(`${option} ${text} holds no cells: width and height are at least 1.`);
  return { x, y, w, h };
}

/** `X,Y`: a cell, or how far to the right and down. Errors: UsageError. */
export function parsePlace(text: string, option: string): { readonly x: bigint; readonly y: bigint } {
  const numbers = wholeNumbers(text);
  if (numbers?.length === 2) return { x: numbers[0], y: numbers[1] };
  throw new UsageError(
    `${option} wants X,Y, two whole numbers, not "${shorten(text)}".`,
    `For example ${option} 10,-5.`,
  );
}

/** Whole numbers with commas between them, or null for other text. */
function wholeNumbers(text: string): bigint[] | null {
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => /^[+-]?\d{1,1000}$/.test(part))) return null;
  return parts.map((part) => BigInt(part.replace("+", "")));
}

const SOUP_HINT =
  "For example --soup 256x256, --soup 64x64:0.37, --soup 64x64:0.37:12345 or --soup 64x64:0.37:1:1-3.";

/** A soup as it is typed: `all` states are known with the rule. */
export interface TypedSoup extends Omit<Soup, "states"> {
  readonly states?: SoupStates;
}

/** `WxH[:DENSITY[:SEED[:STATES]]]`; density 0.5 and seed 1 unless given. Errors: UsageError. */
export function parseSoup(text: string): TypedSoup {
  const [size, density = "0.5", seed = "1", states, ...rest] = text.trim().split(":");
  const sides = /^(\d{1,10})x(\d{1,10})$/i.exec(size);
  if (!sides || rest.length > 0)
    throw new UsageError(
      `--soup wants WIDTHxHEIGHT[:DENSITY[:SEED[:STATES]]], not "${shorten(text)}".`,
      SOUP_HINT,
    );
  const [width, height] = [Number(sides[1]), Number(sides[2])];
  if (width < 1 || height < 1)
    throw new UsageError(`A soup of ${groupedSize(width, height)} cells holds nothing.`, SOUP_HINT);
  const chance = /^\d*\.?\d+$|^\d+\.$/.test(density) ? Number(density) : Number.NaN;
  if (!(chance >= 0 && chance <= 1))
    throw new UsageError(
      `The density of a soup is a number from 0 to 1, not "${shorten(density)}".`,
      SOUP_HINT,
    );
  const number = /^\d{1,10}$/.test(seed) ? Number(seed) : Number.NaN;
  if (!(number < 2 ** 32))
    throw new UsageError(
      `The seed of a soup is a whole number from 0 to 4294967295, not "${shorten(seed)}".`,
      SOUP_HINT,
    );
  const soup = { width, height, density: chance, seed: number };
  return states === undefined ? soup : { ...soup, states: parseStates(states) };
}

/** `all`, or states and stretches of them with commas between: `1,3-5`. Errors: UsageError. */
function parseStates(text: string): SoupStates {
  if (/^all$/i.test(text)) return "all";
  const parts = text.split(",").map((part) => /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part));
  const stretches = parts.map((part) => [Number(part?.[1]), Number(part?.[2] ?? part?.[1])] as const);
  if (!stretches.every(([from, to]) => from >= 1 && from <= to && to < MOST_STATES))
    throw new UsageError(
      `The states of a soup are "all", or numbers from 1 to ${MOST_STATES - 1}, not "${shorten(text)}".`,
      SOUP_HINT,
    );
  return stretches.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
}
