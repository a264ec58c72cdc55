/**
 * The spellings of rules that count over larger shapes.
 *
 * - Larger than Life (Kellie Evans), as Golly has it: `R5,C0,M1,S34..58,B34..45,NM`. R is the range, C the number of states (0 and 1 mean
 *   two), N the shape; with M1 the centre counts itself. Her own spelling is `5,34,45,34,58`: range, births, survivals.
 * - Higher-range outer-totalistic (HROT), of LifeViewer and Golly 5: `R2,C0,S6-9,B7-8,NC`. The sets are lists, the centre never counts, and
 *   without N the shape is M.
 * - Two of apgsearch (Adam Goucher): `R5B34T45S34T58`, and `r2b000008s03ff00`, the bits of the counts from 1 on in hexadecimal digits; a z
 *   behind it adds survival with 0.
 * - LifeViewer's corners and edges: `R2,C0,S2-3,B3,NFC1E2` counts the four cells at (±1, ±1), and the four 2 away along row and column.
 * - LifeViewer's short ones of triangles and of the tripod of hexagons: `B4/S456L`, `B1/S2HT` (short-spellings.ts).
 *
 * The first two keep their kind of spelling, the others become one of them.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { countedRule } from "../counted.ts";
import type { FarCells } from "../counted-shapes.ts";
import {
  emptySum,
  farCellsOf,
  farShape,
  isIn,
  isWeighed,
  MOST_REACH,
  mostRange,
  mostSum,
  SHAPE_LETTERS,
} from "../counted-shapes.ts";
import type { CountedForm, CountRange, Rule, RuleLattice } from "../rule.ts";
import { MOST_STATES } from "../rule.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";
import { isShortSpelling, readShort } from "./short-spellings.ts";

const EVANS = /^(\d+),(\d+),(\d+),(\d+),(\d+)$/d;
const GOUCHER = /^R(\d+)B(\d+)T(\d+)S(\d+)T(\d+)$/d;
const HEXADECIMAL = /^R(\d+)B([\dA-F]*)S([\dA-F]*)(Z?)$/d;

/** Where the sets of counts stand, and whether the centre counts itself in that of survival. */
interface Counts {
  readonly birth: readonly PlacedRange[];
  readonly survival: readonly PlacedRange[];
  readonly centre: boolean;
}

/** A range with the place of its first number. */
interface PlacedRange {
  readonly range: CountRange;
  readonly at: number;
}

function complain(at: number, sentence: string, hint?: string): never {
  throw new TessellaError("syntax", sentence, { line: 1, column: at + 1, ...(hint ? { hint } : {}) });
}

function parse(typed: string): Rule {
  if (isShortSpelling(typed)) return parseShort(typed);
  const text = typed.toUpperCase();
  const five = EVANS.exec(text) ?? GOUCHER.exec(text);
  if (five) return parseFive(five);
  const digits = HEXADECIMAL.exec(text);
  return digits ? parseHexadecimal(digits) : ruleOfSpelled(readParts(text));
}

/** Range, births and survivals: five numbers, of which the last two include the centre. */
function parseFive(found: RegExpExecArray): Rule {
  const [range, b1, b2, s1, s2] = found.slice(1).map(Number) as [number, number, number, number, number];
  const at = (group: number): number => found.indices?.[group]?.[0] as number;
  checkRange(range, "M", at(1));
  return larger(range, 0, "M", {
    birth: [{ range: [b1, b2], at: at(2) }],
    survival: [{ range: [s1, s2], at: at(4) }],
    centre: true,
  });
}

function parseShort(text: string): Rule {
  const { shape, range, birth, survival, states, statesAt } = readShort(text);
  if (states < 2 || states > MOST_STATES)
    complain(statesAt, `A rule has 2 to ${MOST_STATES} states, not ${grouped(states)}.`);
  const placed = (counts: typeof birth): PlacedRange[] =>
    counts.map(({ count, at }) => ({ range: [count, count], at }));
  const counts = { birth: placed(birth), survival: placed(survival), centre: false };
  const zero = birth.find(({ count }) => count === 0);
  return higher(formOf(range, states, shape, counts), states, zero?.at ?? 0);
}

function parseHexadecimal(found: RegExpExecArray): Rule {
  const [, first, b, s, z] = found as unknown as [string, string, string, string, string];
  const range = Number(first);
  const at = (group: number): number => found.indices?.[group]?.[0] as number;
  checkRange(range, "M", at(1));
  const needed = range * (range + 1);
  const read = (digits: string, group: number): CountRange[] => {
    if (digits.length !== needed)
      complain(
        at(group),
        `A rule of range ${range} has ${grouped(needed)} hexadecimal digits here, not ${grouped(digits.length)}.`,
      );
    const counts: CountRange[] = [];
    for (let count = 1; count <= 4 * needed; count++) {
      const digit = Number.parseInt(digits[needed - 1 - ((count - 1) >> 2)] as string, 16);
      if ((digit >> ((count - 1) & 3)) & 1) counts.push([count, count]);
    }
    return counts;
  };
  const birth = read(b, 2);
  const survival = read(s, 3);
  return higher(
    { kind: "counted", range, shape: "M", birth, survival: z ? [[0, 0], ...survival] : survival },
    0,
    0,
  );
}

/** What stands in a spelling that begins with `R.,C.,`. */
interface Spelled {
  readonly range: number;
  readonly rangeAt: number;
  readonly states: number;
  readonly shape: string;
  readonly counts: Counts;
  /** Larger than Life, not HROT. */
  readonly isLarger: boolean;
}

/** `R.,C.,` and then the parts of either kind of spelling. */
function readParts(text: string): Spelled {
  const parts = new Parts(text);
  parts.take(/R/y, "R with a range");
  const [range, rangeAt] = [parts.number("a range"), parts.last];
  parts.take(/,C/y, ",C with a number of states");
  const states = parts.number("a number of states");
  if (states > MOST_STATES)
    complain(
      parts.last,
      `A rule has 2 to ${MOST_STATES} states (C0, C1 and C2 mean two), not ${grouped(states)}.`,
    );
  const isLarger = parts.has(/,M/y);
  const centre = isLarger && parts.take(/[01]/y, "M0 or M1: whether the centre counts itself") === "1";
  const survival = parts.set("S", isLarger);
  const birth = parts.set("B", isLarger);
  if (isLarger) parts.take(/,N/y, ",N with a shape");
  const shape = isLarger || parts.has(/,N/y) ? parts.shape(range, states) : "M";
  parts.end();
  return { range, rangeAt, states, shape, counts: { birth, survival, centre }, isLarger };
}

function ruleOfSpelled({ range: typed, rangeAt, states, shape: spelled, counts, isLarger }: Spelled): Rule {
  const far = farCellsOf(spelled, typed);
  checkRange(typed, spelled, rangeAt);
  // Farther corners or edges are the range.
  const range = far ? Math.max(typed, far.corner, far.edge) : typed;
  const shape = far ? farShape(far, range) : spelled;
  if (isLarger) return larger(range, states, shape, counts);
  return higher(formOf(range, states, shape, counts), states, counts.birth[0]?.at ?? 0);
}

/** What the fields of a rule of this family hold. */
export interface LargerParts {
  readonly range: number;
  /** 2 .. 256. */
  readonly states: number;
  readonly shape: string;
  readonly birth: readonly CountRange[];
  /** As it is spelled: with the cell itself counted where `middle` says so. */
  readonly survival: readonly CountRange[];
  /** Whether a cell counts itself, in the spelling that says it; null in that of HROT, in which it never does. */
  readonly middle: boolean | null;
}

/** null for rules of other families. */
export function largerParts({ text, file }: Rule): LargerParts | null {
  if (file || !/^R\d+,C/.test(text)) return null;
  const { range, states, shape, counts, isLarger } = readParts(text);
  const [birth, survival] = [counts.birth, counts.survival].map((each) => each.map((one) => one.range));
  const middle = isLarger ? counts.centre : null;
  return { range, states: Math.max(2, states), shape, birth, survival, middle } as LargerParts;
}

/**
 * The rule of such parts, in the spelling of HROT where that of Larger than Life has no room: for several ranges of counts, or none.
 * Errors: `syntax` for what does not fit, `unsupported-rule`.
 */
export function ruleOfParts({ range, states, shape, birth, survival, middle }: LargerParts): Rule {
  const placed = (ranges: readonly CountRange[]): PlacedRange[] =>
    ranges.map((each) => ({ range: each, at: 0 }));
  const isLarger = middle !== null && birth.length === 1 && survival.length === 1;
  const counts = { birth: placed(birth), survival: placed(survival), centre: middle === true };
  return ruleOfSpelled({ range, rangeAt: 0, states, shape, counts, isLarger });
}

/** The largest count that birth, and that survival, may name in these parts. */
export function mostCount({ range, states, shape, middle }: LargerParts, part: "birth" | "survival"): number {
  const most = mostSum({ kind: "counted", range, shape, birth: [], survival: [] }, states);
  return most + Number(part === "survival" && middle === true && shape[0] !== "W");
}

/** The same rule on another range or shape: each count keeps its share of the cells that there are to count. */
export function scaledParts(
  parts: LargerParts,
  to: Partial<Pick<LargerParts, "range" | "shape">>,
): LargerParts {
  const now = { ...parts, ...to };
  const scaled = (part: "birth" | "survival"): CountRange[] => {
    const [before, after] = [mostCount(parts, part), mostCount(now, part)];
    return parts[part].map(([first, last]): CountRange => {
      const from = Math.round((first * after) / before);
      return [from, Math.max(from, Math.round((last * after) / before))];
    });
  };
  return { ...now, birth: scaled("birth"), survival: scaled("survival") };
}

/** Ranges by chance: far enough for shapes to be round, near enough to be fast. A triangle has twelve neighbours in reach 1. */
const DRAWN_RANGES = [2, 7] as const;
const DRAWN_RANGES_ON_TRIANGLES = [1, 4] as const;

/** A rule by chance: births by a quarter to a half of the cells or so, survival by about as many. That is where bugs and blobs are. */
function drawn(lattice: RuleLattice, chance: () => number): Rule {
  const [least, most] = lattice === "triangle" ? DRAWN_RANGES_ON_TRIANGLES : DRAWN_RANGES;
  const range = least + Math.floor((most - least + 1) * chance());
  const shape = { moore: chance() < 0.7 ? "M" : "C", hex: "H", "von-neumann": "N", triangle: "L" }[lattice];
  const bare = { range, states: 2, shape, birth: [], survival: [], middle: true };
  const cells = mostCount(bare, "survival");
  const between = (from: number, to: number): number => Math.round(cells * (from + (to - from) * chance()));
  const born = Math.max(1, between(0.15, 0.42));
  const stays = Math.max(1, between(0.12, 0.45));
  const up = (first: number, to: number, limit: number): CountRange => [
    first,
    Math.min(limit, first + between(0.02, to)),
  ];
  const birth = [up(born, 0.2, cells - 1)];
  const survival = [up(stays, 0.4, cells)];
  return ruleOfParts({ ...bare, birth, survival });
}

function checkRange(range: number, shape: string, at: number): void {
  const most = mostRange(shape);
  const of = most === MOST_REACH ? "A shape" : `The shape ${shape}`;
  if (range < 1 || range > most) complain(at, `${of} has a range of 1 to ${most}, not ${grouped(range)}.`);
}

/** The rule in the spelling of Larger than Life. */
function larger(range: number, states: number, shape: string, counts: Counts): Rule {
  const form = formOf(range, states, shape, counts);
  const [[b1, b2], [s1, s2]] = [counts.birth, counts.survival].map(([first]) => first?.range) as [
    CountRange,
    CountRange,
  ];
  checkEmpty(form, states, counts.birth[0]?.at ?? 0);
  const text = `R${range},C${spelledStates(states)},M${Number(counts.centre)},S${s1}..${s2},B${b1}..${b2},N${shape}`;
  return countedRule(text, form, Math.max(2, states));
}

/** The rule in the spelling of HROT. */
function higher(form: CountedForm, states: number, birthAt: number): Rule {
  checkEmpty(form, states, birthAt);
  const { range, shape } = form;
  const [birth, survival] = [joined(form.birth), joined(form.survival)];
  const list = (ranges: readonly CountRange[]): string =>
    ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
  const suffix = shape === "M" ? "" : `,N${shape}`;
  const text = `R${range},C${spelledStates(states)},S${list(survival)},B${list(birth)}${suffix}`;
  return countedRule(text, { ...form, birth, survival }, Math.max(2, states));
}

function spelledStates(states: number): number {
  return states > 2 ? states : 0;
}

/** Checks the counts against the shape, and leaves the centre out of those of survival. */
function formOf(
  range: number,
  states: number,
  shape: string,
  { birth, survival, centre }: Counts,
): CountedForm {
  const all = { kind: "counted", range, shape, birth: [], survival: [] } as const;
  const most = mostSum(all, Math.max(2, states)) + Number(centre && shape[0] !== "W");
  for (const {
    range: [first, last],
    at,
  } of [...survival, ...birth]) {
    if (first > last) complain(at, `The counts ${first} to ${last} stand in the wrong order.`);
    if (last > most) complain(at, `The shape holds ${most} at most, so that nothing counts ${last}.`);
  }
  // The weights of W include the centre's own, whatever M says.
  const less = centre && shape[0] !== "W" ? 1 : 0;
  const stays = survival.map(({ range: [first, last] }): CountRange => [first - less, last - less]);
  return {
    ...all,
    birth: joined(birth.map(({ range: each }) => each)),
    survival: joined(stays.map(([first, last]): CountRange => [Math.max(0, first), last])),
  };
}

/** Ascending, and those that touch made one. */
function joined(ranges: readonly CountRange[]): CountRange[] {
  const out: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = out.at(-1);
    if (first > last) continue;
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else out.push([first, last]);
  }
  return out;
}

/** Space may light up where two states are and cells have no weights. Errors: `unsupported-rule`. */
function checkEmpty(form: CountedForm, states: number, at: number): void {
  const weighs = isWeighed(form);
  if ((states <= 2 && !weighs) || !isIn(form.birth, emptySum(form, Math.max(2, states)))) return;
  throw new TessellaError(
    "unsupported-rule",
    weighs
      ? "Under a rule with weights empty space must stay empty, but this one gives birth there."
      : "A rule of more than two states with B0 would light up empty space and let it fade, which no program runs.",
    { line: 1, column: at + 1, hint: "Leave out the 0 among the births." },
  );
}

/** Reads a spelling from left to right. */
class Parts {
  readonly #text: string;
  #at = 0;
  /** Where the last number began. */
  last = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next characters if they are so. */
  #next(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  has(pattern: RegExp): boolean {
    return this.#next(pattern) !== undefined;
  }

  take(pattern: RegExp, what: string): string {
    return this.#next(pattern) ?? this.#expected(what);
  }

  #expected(what: string): never {
    const end = this.#at >= this.#text.length;
    return complain(
      this.#at,
      `${end ? "The rule ends" : `"${this.#text.slice(this.#at, this.#at + 10)}" stands`} where ${what} was expected.`,
      "It should look like R5,C0,M1,S34..58,B34..45,NM or R2,C0,S6-9,B7-8,NC.",
    );
  }

  number(what: string): number {
    this.last = this.#at;
    return Number(this.take(/\d+/y, what));
  }

  /** A set of counts: one range as `34..58`, or a list of counts and ranges as `2,4-5`, which may be empty. */
  set(letter: "S" | "B", isLarger: boolean): PlacedRange[] {
    this.take(letter === "S" ? /,S/y : /,B/y, `,${letter} with counts`);
    const ranges: PlacedRange[] = [];
    if (!isLarger && !/\d/.test(this.#text[this.#at] ?? "")) return ranges;
    do {
      const first = this.number("a count");
      const at = this.last;
      if (isLarger) this.take(/\.\./y, ".. and a second count");
      const isRange = isLarger || this.has(/-/y);
      ranges.push({ range: [first, isRange ? this.number("a count") : first], at });
    } while (!isLarger && this.has(/,(?=\d)/y));
    return ranges;
  }

  end(): void {
    if (this.#at < this.#text.length) this.#expected("the end");
  }

  /** The letter behind N, and what W and @ need. */
  shape(range: number, states: number): string {
    const at = this.#at;
    const letter = this.take(/[^:]/y, `one of the shapes ${SHAPE_LETTERS.join(" ")}`);
    if (!SHAPE_LETTERS.includes(letter))
      complain(at, `N${letter} is none of the shapes: they are ${SHAPE_LETTERS.join(" ")}.`);
    if (letter === "F") return farShape(this.#far(range), range);
    const more = letter === "W" || letter === "@" ? this.#digits(letter, range, states) : "";
    return letter + more;
  }

  /** How far the corners and the edges of F lie: as far as the range where that is not said, as in NFC3 of the edges. */
  #far(range: number): FarCells {
    const said: Partial<Record<string, number>> = {};
    for (let letter = this.#next(/[CE]/y); letter; letter = this.#next(/[CE]/y)) {
      const at = this.#at - 1;
      if (said[letter] !== undefined) complain(at, `Behind NF stands ${letter} twice.`);
      const far = Number(this.#next(/\d+/y) ?? range);
      const what = letter === "C" ? "corners" : "edges";
      if (far < 1 || far > MOST_REACH)
        complain(at + 1, `The ${what} of NF lie 1 to ${MOST_REACH} cells away, not ${grouped(far)}.`);
      said[letter] = far;
    }
    return { corner: said.C ?? range, edge: said.E ?? range };
  }

  /** The digits of W and @, the lattice that they are drawn on, and under W the weights of states. */
  #digits(letter: "W" | "@", range: number, states: number): string {
    const at = this.#at;
    const digits = this.take(/[\dA-F]+/y, "hexadecimal digits");
    const needed = letter === "@" ? range * (range + 1) : (2 * range + 1) ** 2;
    const fits = digits.length === needed || (letter === "W" && digits.length === 2 * needed);
    if (!fits)
      complain(
        at,
        `Behind N${letter} a rule of range ${range} has ${grouped(needed)} hexadecimal digits${letter === "W" ? `, or ${grouped(2 * needed)}` : ""}, not ${grouped(digits.length)}.`,
      );
    const lattice = this.#next(/[HL]/y) ?? "";
    if (letter === "@" || !this.has(/,/y)) return digits + lattice;
    const ofStates = this.number16();
    const count = Math.max(2, states);
    if (ofStates.length !== count)
      complain(this.last, `A rule of ${count} states has the weights of as many, not of ${ofStates.length}.`);
    return `${digits}${lattice || (this.#next(/[HL]/y) ?? "")},${ofStates}`;
  }

  number16(): string {
    this.last = this.#at;
    return this.take(/[\dA-F]+/y, "a hexadecimal digit for each state");
  }
}

export const LARGER_THAN_LIFE: RuleFamily = {
  id: "larger-than-life",
  name: "Larger than Life",
  // Right or wrong, so that what looks like one gets a sentence about its mistake.
  matches: (text) =>
    /^R\d+(,|B[\dA-F]*[ST])/i.test(text) || /^\d+(,\d+){4,}$/.test(text) || isShortSpelling(text),
  parse,
  draws: drawsOn([...NEIGHBOURHOODS, "triangle"], drawn),
};
