/**
 * Rules of rings: what becomes of a cell, by the 2r + 1 cells around it. Their names are Wolfram's numbers for radius 1
 * ("Statistical mechanics of cellular automata", 1983) and tables in hexadecimal, as the literature on evolved rules prints
 * them (Mitchell, Crutchfield and Das 1996), for any radius.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";

export type Radius = 1 | 2 | 3;

export interface RingRule {
  readonly radius: Radius;
  /**
   * The next state, 0 or 1, of the middle cell, for each of the 2^(2r + 1) neighbourhoods. A neighbourhood is a number whose
   * highest bit is the leftmost cell.
   */
  readonly table: Uint8Array;
}

/** Hexadecimal digits of a table, by radius. */
const DIGITS: Readonly<Record<Radius, number>> = { 1: 2, 2: 8, 3: 32 };
const RADII: readonly Radius[] = [1, 2, 3];

/** Cells that a rule looks at. */
export function ringWindow(radius: Radius): number {
  return 2 * radius + 1;
}

/** The elementary rule (radius 1) of this Wolfram number, 0 .. 255. Errors: `bad-argument`. */
export function elementaryRule(number: number): RingRule {
  if (!Number.isInteger(number) || number < 0 || number > 255)
    throw new TessellaError(
      "bad-argument",
      `An elementary rule is a whole number from 0 to 255, not ${grouped(number)}.`,
    );
  return { radius: 1, table: Uint8Array.from({ length: 8 }, (_, k) => (number >>> k) & 1) };
}

/**
 * Reads `W110` or `110` (radius 1), and a table in hexadecimal after an x: `x76`, 8 digits for radius 2, 32 for radius 3; those
 * of 8 and 32 digits also without it. The first digit's highest bit is what becomes of 00..0. Errors: `syntax`, which tells
 * the column.
 */
export function parseRingRule(text: string): RingRule {
  const typed = text.trim();
  if (/^w/i.test(typed) || /^\d{1,3}$/.test(typed)) return parseNumber(typed);
  const marked = /^x/i.test(typed);
  const digits = marked ? typed.slice(1) : typed;
  const wrong = digits.search(/[^0-9a-f]/i);
  if (!marked && digits.length !== DIGITS[2] && digits.length !== DIGITS[3])
    throw new TessellaError("syntax", `"${typed}" is no rule of a ring.`, {
      hint: "Write W110 for radius 1, or a table in hexadecimal: x76, 8 digits for radius 2 or 32 for radius 3.",
    });
  if (wrong >= 0)
    throw new TessellaError("syntax", `"${digits[wrong]}" is no hexadecimal digit.`, {
      line: 1,
      column: wrong + 1 + (marked ? 1 : 0),
    });
  const radius = RADII.find((one) => DIGITS[one] === digits.length);
  if (radius === undefined)
    throw new TessellaError(
      "syntax",
      `The table has ${digits.length} ${digits.length === 1 ? "digit" : "digits"}; radius 1 takes 2, radius 2 takes 8 and radius 3 takes 32.`,
    );
  return { radius, table: tableOf(digits) };
}

function parseNumber(typed: string): RingRule {
  const number = /^w?(\d{1,3})$/i.exec(typed)?.[1];
  if (number === undefined || Number(number) > 255)
    throw new TessellaError("syntax", `"${typed}" is no elementary rule: those are W0 to W255.`);
  return elementaryRule(Number(number));
}

function tableOf(digits: string): Uint8Array {
  const table = new Uint8Array(digits.length * 4);
  for (let k = 0; k < table.length; k++)
    table[k] = (Number.parseInt(digits[k >>> 2] as string, 16) >>> (3 - (k & 3))) & 1;
  return table;
}

/** The table in hexadecimal: 2, 8 or 32 digits. */
export function ringTable({ table }: RingRule): string {
  let digits = "";
  for (let k = 0; k < table.length; k += 4)
    digits += ((table[k] << 3) | (table[k + 1] << 2) | (table[k + 2] << 1) | table[k + 3]).toString(16);
  return digits;
}

/** Wolfram's number: the sum of table[k] * 2^k. */
export function wolframNumber({ table }: RingRule): bigint {
  let number = 0n;
  for (let k = table.length - 1; k >= 0; k--) number = (number << 1n) | BigInt(table[k]);
  return number;
}

/** The name that people use: W110, or the table after an x. `parseRingRule` reads it. */
export function formatRingRule(rule: RingRule): string {
  return rule.radius === 1 ? `W${wolframNumber(rule)}` : `x${ringTable(rule)}`;
}

/** The rule seen in a mirror: left and right exchanged. */
export function reflectedRule({ radius, table }: RingRule): RingRule {
  const length = ringWindow(radius);
  return { radius, table: table.map((_, k) => table[reversed(k, length)]) };
}

/** The rule with 0 and 1 exchanged. */
export function complementedRule({ radius, table }: RingRule): RingRule {
  return { radius, table: table.map((_, k) => 1 - table[table.length - 1 - k]) };
}

/** The lowest `length` bits of k in the opposite order. */
export function reversed(k: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((k >>> i) & 1) << (length - 1 - i);
  return result;
}
