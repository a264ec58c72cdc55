/**
 * Rule: plain data, and the one truth about the neighbourhood. Algorithms compile it for themselves.
 *
 * Outer-totalistic with two states: the next state of a cell depends on its own state and on how many of its neighbours
 * live. Bit n of `birth` says whether a dead cell with n live neighbours is born, bit n of `survival` whether a live one
 * stays alive.
 */

import { TessellaError } from "../core/errors.ts";

export type Neighbourhood = "moore" | "hex" | "von-neumann";

export interface Rule {
  readonly neighbourhood: Neighbourhood;
  readonly birth: number;
  readonly survival: number;
}

/** Offsets (dx, dy) of each neighbourhood; y grows downward. Hex drops NE and SW of the square's eight. */
export const NEIGHBOURS: Readonly<Record<Neighbourhood, readonly (readonly [number, number])[]>> = {
  moore: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
  hex: [
    [-1, -1],
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  "von-neumann": [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ],
};

/** The suffix that names the neighbourhood in a rule string. */
export const NEIGHBOURHOOD_SUFFIX: Readonly<Record<Neighbourhood, string>> = {
  moore: "",
  hex: "H",
  "von-neumann": "V",
};

/** How many neighbours a cell has: 8, 6 or 4. */
export function neighbourCount(neighbourhood: Neighbourhood): number {
  return NEIGHBOURS[neighbourhood].length;
}

/** Canonical text: B first, upper case, digits ascending, the neighbourhood's suffix: `B2/S34H`. */
export function formatRule(rule: Rule): string {
  return `B${digits(rule.birth)}/S${digits(rule.survival)}${NEIGHBOURHOOD_SUFFIX[rule.neighbourhood]}`;
}

function digits(mask: number): string {
  let text = "";
  for (let n = 0; n <= 8; n++) if ((mask >> n) & 1) text += n;
  return text;
}

export function sameRule(a: Rule, b: Rule): boolean {
  return a.neighbourhood === b.neighbourhood && a.birth === b.birth && a.survival === b.survival;
}

/**
 * A raw table of the hexagonal papers: 14 entries of 0 or 1, `next[live + 7 * alive]`, that is a dead cell with 0..6
 * live neighbours, then a live one. 18 entries mean the Moore and 10 the von Neumann neighbourhood in the same order.
 * Errors: `syntax`.
 */
export function ruleFromTable(bits: string): Rule {
  const text = bits.replace(/[\s,]/g, "");
  const bad = /[^01]/.exec(text);
  if (bad) throw new TessellaError("syntax", `A rule table is made of 0 and 1; "${bad[0]}" is neither.`);
  const neighbourhood = ({ 18: "moore", 14: "hex", 10: "von-neumann" } as const)[text.length];
  if (!neighbourhood) {
    throw new TessellaError(
      "syntax",
      `A rule table has 14 entries (hex), 18 (Moore) or 10 (von Neumann); this one has ${text.length}.`,
      { hint: "Write dead with 0, 1, 2 ... live neighbours first, then live: 00100000001100 is B2/S34H." },
    );
  }
  const half = text.length / 2;
  const mask = (part: string): number => [...part].reduce((m, bit, n) => (bit === "1" ? m | (1 << n) : m), 0);
  return { neighbourhood, birth: mask(text.slice(0, half)), survival: mask(text.slice(half)) };
}
