/** Numbers as people read them; read-number.ts reads them back. */

/** Digits in groups of three with narrow spaces between: 1 260. Reads each digit once, however many there are. */
export function groupDigits(n: bigint | number): string {
  const [, before, digits, after] = /^(\D*)(\d*)(.*)$/.exec(String(n)) as RegExpExecArray;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return before + groups.join("\u202f") + after;
}

/** The same for numbers of up to 15 digits; longer ones keep their first three: 1.73 × 10³³. */
export function shortCount(n: bigint | number): string {
  const text = String(n);
  const digits = text.replace("-", "");
  if (digits.length <= MOST_DIGITS) return groupDigits(n);
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
