/**
 * LifeViewer's short spellings of rules that count over nearest cells of other lattices. `B4/S456L` is on triangles, with x, y and z for the
 * counts 10, 11 and 12. A second letter behind the L picks some of the twelve triangles around one:
 *
 * - E the three that share a side with it, V the nine that share a corner only;
 * - I the six that point the other way, O the six that point as it does;
 * - R the three that point the other way and share a corner only, B the nine others.
 *
 * `B1/S2HT` is on hexagons and counts the tripod: three of the six neighbours, every other one (N, W and SE).
 *
 * The halves stand as those of other rules do (`456/4L`, `S456/B4L`, `b4s456l`), and a number of states as in Generations (`456/4/3L`).
 */

import { TessellaError } from "../../core/errors.ts";

/** What stands behind a rule, and how many cells it counts. */
type Suffix = "L" | `L${Part}` | "HT";
/** Which of the twelve triangles count. */
type Part = "E" | "V" | "I" | "O" | "B" | "R";
const SIZES: Readonly<Record<Suffix, number>> = {
  ...{ L: 12, LE: 3, LV: 9, LI: 6, LO: 6, LB: 9, LR: 3 },
  HT: 3,
};

const COUNTS = "[\\dxyz\\s]*";
const B = `B(?<b>${COUNTS})`;
const S = `S(?<s>${COUNTS})`;
const LETTERED = [`${B}/?\\s*${S}`, `${S}/?\\s*${B}`];
const BARE = `(?<s>${COUNTS})/(?<b>${COUNTS})`;
const STATES = "(?<states>\\d+)";
const FORMS = [
  ...[...LETTERED, BARE].flatMap((halves) => [halves, `${halves}/[CG]?${STATES}`]),
  ...LETTERED.flatMap((halves) => [`[CG]${STATES}/?${halves}`, `${STATES}/${halves}`]),
].map((form) => new RegExp(`^${form}(?<suffix>L[EVIOBR]?|HT)$`, "di"));
/** Characters: more than any rule has. */
const LONGEST = 200;

function read(text: string): RegExpExecArray | null {
  if (text.length > LONGEST || !/(?:L[EVIOBR]?|HT)$/i.test(text)) return null;
  return FORMS.map((form) => form.exec(text)).find((found) => found !== null) ?? null;
}

/** Right or wrong, so that `B4/S4LE` gets a sentence about the 4. */
export function isShortSpelling(text: string): boolean {
  return read(text) !== null;
}

/** A count and where it stands, from 0. */
export interface PlacedCount {
  readonly count: number;
  readonly at: number;
}

export interface ShortSpelling {
  /** The shape that such a rule counts over, and its range. */
  readonly shape: string;
  readonly range: number;
  readonly birth: readonly PlacedCount[];
  readonly survival: readonly PlacedCount[];
  readonly states: number;
  /** Where the number of states stands, from 0. */
  readonly statesAt: number;
}

/** Of a text that `isShortSpelling`. Errors: `syntax` for a count that no cell reaches, with its column. */
export function readShort(text: string): ShortSpelling {
  const { groups = {}, indices } = read(text) as RegExpExecArray;
  const at = (name: string): number => indices?.groups?.[name]?.[0] ?? 0;
  const suffix = groups.suffix?.toUpperCase() as Suffix;
  const countsOf = (name: "b" | "s"): PlacedCount[] =>
    [...(groups[name] ?? "")].flatMap((character, i) => {
      if (/\s/.test(character)) return [];
      // x, y and z go on behind 9.
      const count = /\d/.test(character) ? Number(character) : Number.parseInt(character, 36) - 23;
      const place = at(name) + i;
      if (count <= SIZES[suffix]) return [{ count, at: place }];
      const cells = suffix === "HT" ? "hexagons" : "triangles";
      throw new TessellaError(
        "syntax",
        `The rule "${text}" counts ${count} live neighbours, but of the ${cells} that ${suffix} stands for a cell has ${SIZES[suffix]}.`,
        { line: 1, column: place + 1 },
      );
    });
  return {
    ...shapeOf(suffix),
    birth: countsOf("b"),
    survival: countsOf("s"),
    states: Number(groups.states ?? 2),
    statesAt: at("states"),
  };
}

function shapeOf(suffix: Suffix): Pick<ShortSpelling, "shape" | "range"> {
  if (suffix === "L") return { shape: "L", range: 1 };
  if (suffix === "HT") return { shape: "3", range: 1 };
  return { shape: drawn(suffix[1] as Part), range: 2 };
}

/** The shape as digits, which draw it in the square of range 2 around a triangle that points down. */
function drawn(part: Part): string {
  const places = [-2, -1, 0, 1, 2];
  const bits = places
    .flatMap((y) => places.map((x) => [x, y] as const))
    .filter(([x, y]) => x !== 0 || y !== 0)
    .map(([x, y]) => (isAround(x, y) && counts(part, x, y) ? "1" : "0"))
    .join("");
  return `@${Number.parseInt(bits, 2).toString(16).toUpperCase().padStart(6, "0")}L`;
}

/** Whether a triangle shares a corner with one that points down. */
function isAround(x: number, y: number): boolean {
  return y === -1 || y === 0 ? Math.abs(x) <= 2 : y === 1 && Math.abs(x) <= 1;
}

function counts(part: Part, x: number, y: number): boolean {
  const pointsUp = (x + y) % 2 !== 0;
  const sharesSide = y <= 0 && Math.abs(x) - y === 1;
  switch (part) {
    case "E":
      return sharesSide;
    case "V":
      return !sharesSide;
    case "I":
      return pointsUp;
    case "O":
      return !pointsUp;
    case "R":
      return pointsUp && !sharesSide;
    case "B":
      return !pointsUp || sharesSide;
  }
}
