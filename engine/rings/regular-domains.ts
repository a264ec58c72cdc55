/**
 * Regular domains of a rule: rows that repeat a short word and do so again after some steps, such as 0 0 0 ..., 1 1 1 ... and
 * 0 1 0 1 ... of a rule for the majority (Hanson and Crutchfield 1992). Here a word has at most four cells.
 */

import type { RingRule } from "./ring-rule.ts";

/** Cells of a domain's word at most. */
const LONGEST_WORD = 4;
/** Cells beside two words that a stretch of a row has at least to count as part of a domain. */
const SPARE = 4;

/** The cells after a step, but for those at the ends that see beyond: fewer by the radius at either end. */
export function stepInside({ radius, table }: RingRule, row: Uint8Array): Uint8Array {
  const next = new Uint8Array(row.length - 2 * radius);
  let seen = 0;
  for (let i = 0; i < 2 * radius; i++) seen = (seen << 1) | row[i];
  for (let i = 0; i < next.length; i++) {
    seen = ((seen << 1) | row[i + 2 * radius]) & (table.length - 1);
    next[i] = table[seen];
  }
  return next;
}

/** The least of a word's turns, by which words of one domain are known; "" for a word that repeats a shorter one. */
function necklaceOf(word: string): string {
  const turns = Array.from(word, (_, k) => word.slice(k) + word.slice(0, k));
  return new Set(turns).size < turns.length ? "" : (turns.sort()[0] as string);
}

/** By each word's least turn the name of its domain: the least word that the domain goes through. */
export function domainsOf(rule: RingRule): ReadonlyMap<string, string> {
  const after = new Map<string, string>();
  for (let length = 1; length <= LONGEST_WORD; length++)
    for (let bits = 0; bits < 2 ** length; bits++) {
      const word = bits.toString(2).padStart(length, "0");
      if (necklaceOf(word) !== word) continue;
      const row = Uint8Array.from({ length: length + 2 * rule.radius }, (_, i) => Number(word[i % length]));
      const next = stepInside(rule, row).join("");
      // A row of words may come to repeat a shorter one.
      const shorter = [1, 2].find((p) => next === next.slice(0, p).repeat(length / p));
      after.set(word, necklaceOf(next.slice(0, shorter ?? length)));
    }
  const domains = new Map<string, string>();
  for (const word of after.keys()) {
    const cycle: string[] = [];
    for (let at = word; !cycle.includes(at); at = after.get(at) as string) cycle.push(at);
    // A word that others lead to is one of a domain only if it comes back to itself.
    if (after.get(cycle.at(-1) as string) === word) domains.set(word, [...cycle].sort(byLength)[0] as string);
  }
  return domains;
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** A part of a row that belongs to a domain. */
interface Stretch {
  readonly from: number;
  readonly end: number;
  readonly length: number;
  readonly domain: string;
}

/** What lies between two domains in a row. */
export interface Wall {
  /** The domains' names, and where the left one ends. */
  readonly domains: readonly [left: string, right: string];
  readonly at: number;
  /** The left domain's last word, the cells between, and the right one's first word. */
  readonly left: string;
  readonly core: string;
  readonly right: string;
  /** Cells that belong to both domains. */
  readonly overlap: number;
}

/** Walls that are the same, wherever they are. */
export function wallKey({ left, core, right, overlap }: Wall): string {
  return `${left}|${overlap > 0 ? overlap : core}|${right}`;
}

/** All walls of a row, from the left to the right. */
export function wallsOf(row: Uint8Array, domains: ReadonlyMap<string, string>): readonly Wall[] {
  const stretches = stretchesOf(row, domains);
  const text = (from: number, end: number): string => row.subarray(from, end).join("");
  return stretches.slice(1).map((b, k) => {
    const a = stretches[k];
    return {
      domains: [a.domain, b.domain],
      at: a.end,
      left: text(a.end - a.length, a.end),
      core: text(a.end, Math.max(a.end, b.from)),
      right: text(b.from, b.from + b.length),
      overlap: Math.max(0, a.end - b.from),
    };
  });
}

function stretchesOf(row: Uint8Array, domains: ReadonlyMap<string, string>): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let length = 1; length <= LONGEST_WORD; length++)
    for (let i = 0, alike = 0; i + length <= row.length; i++) {
      if (i + length < row.length && row[i] === row[i + length]) {
        alike++;
        continue;
      }
      if (alike >= length + SPARE) {
        const from = i - alike;
        const domain = domains.get(necklaceOf(row.subarray(from, from + length).join("")));
        if (domain !== undefined) found.push({ from, end: i + length, length, domain });
      }
      alike = 0;
    }
  return found.sort((a, b) => a.from - b.from);
}

/** A row in which nothing is but the wall and its two domains; `middle` is where the left one ends. */
export function rowOfWall({ left, core, right, overlap }: Wall, cells: number, middle: number): Uint8Array {
  const from = middle + core.length - overlap;
  return Uint8Array.from({ length: cells }, (_, i) => {
    if (i >= from) return Number(right[(i - from) % right.length]);
    if (i >= middle) return Number(core[i - middle]);
    return Number(left[left.length - 1 - ((middle - 1 - i) % left.length)]);
  });
}
