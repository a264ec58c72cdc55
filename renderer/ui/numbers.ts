/** Numbers as people read them; read-number.ts reads them back. */

import { grouped } from "../../engine/core/integers.ts";

/** Grouped up to 15 digits; longer numbers keep their first three: 1.73 × 10³³. */
export function shortCount(n: bigint | number): string {
  const text = String(n);
  const digits = text.replace("-", "");
  if (digits.length <= MOST_DIGITS) return grouped(n);
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${digits[0]}.${digits.slice(1, 3)} × ${powerOf(10, digits.length - 1)}`;
}

const MOST_DIGITS = 15;

export const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 2⁴⁰, for a whole exponent. */
export function powerOf(base: number, exponent: number): string {
  const raised = String(exponent).replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
  return base + raised.replace("-", "⁻");
}
