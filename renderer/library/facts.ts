/**
 * Facts: what a pattern file says about itself in a form that a program can read.
 *
 * RLE has fields for a name and an author and none for anything else, so the rest are comment lines of the form `key:
 * value`, which other programs show as plain text. A line with an unknown key or a value that makes no sense stays part
 * of the note: files from elsewhere are full of colons, and no text that a person wrote may get lost.
 * assets/patterns/README.md says what each key means and how the tests check it.
 */

import { hasSixths } from "../../engine/grids/lattice-group.ts";
import type { RuleLattice } from "../../engine/rules/rule.ts";

/** Cells moved, x to the right and y downward. */
export type MovedCells = readonly [number, number];

/** Growth of the number of live cells in the long run. */
export type GrowthClass = "linear" | "quadratic";

export interface Facts {
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Generations after which the pattern, or its working part, repeats. */
  readonly period?: number;
  /** Its displacement after that time. Absent: it does not move. */
  readonly displacement?: MovedCells;
  readonly growth?: GrowthClass;
  /** The first generation with nothing but still lifes, oscillators and departing spaceships. */
  readonly lifespan?: number;
  /** Live cells at that generation. */
  readonly finalPopulation?: number;
  /** The generation at which the pattern has become several copies of itself, and their number. */
  readonly replicates?: number;
  readonly copies?: number;
  /** Its folder in a person's own library: names with slashes between. */
  readonly folder?: string;
}

type Reader = (value: string) => Facts | null;

/** One entry a key, in the order of writing. A reader returns null for an invalid value. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["category", (v) => (/^[a-z][a-z-]*$/.test(v) ? { category: v } : null)],
  ["tags", (v) => ({ tags: v.split(",").flatMap((tag) => tag.trim().toLowerCase() || []) })],
  ["period", (v) => whole(v, 1, (period) => ({ period }))],
  ["displacement", readDisplacement],
  ["growth", (v) => (v === "linear" || v === "quadratic" ? { growth: v } : null)],
  ["lifespan", (v) => whole(v, 1, (lifespan) => ({ lifespan }))],
  ["final population", (v) => whole(v, 0, (finalPopulation) => ({ finalPopulation }))],
  ["replicates", (v) => whole(v, 1, (replicates) => ({ replicates }))],
  ["copies", (v) => whole(v, 2, (copies) => ({ copies }))],
  ["folder", readFolder],
]);

export const FACT_KEYS: readonly string[] = [...READERS.keys()];

export interface ReadComments {
  readonly facts: Facts;
  /** The other lines, joined into running text. */
  readonly note: string;
}

/** Splits comment lines (without `#C`) into facts and a note. If a key occurs twice, the first one counts. */
export function readComments(comments: readonly string[]): ReadComments {
  let facts: Facts = {};
  const note: string[] = [];
  for (const line of comments) {
    const fact = readFact(line);
    if (fact) facts = { ...fact, ...facts };
    else if (line.trim() !== "") note.push(line.trim());
  }
  return { facts, note: note.join(" ") };
}

function readFact(line: string): Facts | null {
  const colon = line.indexOf(":");
  if (colon < 0) return null;
  const reader = READERS.get(line.slice(0, colon).trim().toLowerCase());
  return reader?.(line.slice(colon + 1).trim()) ?? null;
}

function readFolder(text: string): Facts | null {
  const folder = tidyFolder(text);
  return folder === "" ? null : { folder };
}

/** A folder's path without spaces around its names and without empty names: " a //b/" is "a/b". */
export function tidyFolder(text: string): string {
  const names = text.split("/").map((name) => name.trim().replace(/\s+/g, " "));
  return names.filter((name) => name !== "").join("/");
}

/** Comment lines with these facts in place of their old ones; all other lines keep their order. */
export function withFacts(
  comments: readonly string[],
  facts: Pick<Facts, "folder" | "tags">,
): readonly string[] {
  const rest = comments.filter((line) => !/^\s*(folder|tags)\s*:/i.test(line));
  const tags = (facts.tags ?? []).join(", ");
  return [...rest, ...(facts.folder ? [`folder: ${facts.folder}`] : []), ...(tags ? [`tags: ${tags}`] : [])];
}

function whole(text: string, least: number, fact: (value: number) => Facts): Facts | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least ? fact(value) : null;
}

function readDisplacement(text: string): Facts | null {
  const match = /^(-?\d{1,9})\s*,\s*(-?\d{1,9})$/.exec(text);
  return match ? { displacement: [Number(match[1]), Number(match[2])] } : null;
}

/**
 * The speed as the field writes it, in lowest terms: `c/2`, `2c/5`, `c/4 diagonal`, `(2,1)c/6`, and `c` for one cell
 * each generation. c is one cell a generation in the direction of a neighbour, so on hexagons (1,1) is one cell and
 * (1,-1) two. On triangles it is one of their sides, which are two columns long: so are (2,0) and (1,1). Null for a pattern that stays in place.
 */
export function speedOf(lattice: RuleLattice, period: number, [dx, dy]: MovedCells): string | null {
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  const near = Math.min(Math.abs(dx), Math.abs(dy));
  if (far === 0) return null;
  if (hasSixths(lattice)) {
    const [x, y] = lattice === "hex" ? [dx, dy] : [(dx + dy) / 2, dy];
    return fraction(Math.max(Math.abs(x), Math.abs(y), Math.abs(x - y)), period);
  }
  if (near === 0) return fraction(far, period);
  if (near === far) return `${fraction(far, period)} diagonal`;
  const divisor = gcd(gcd(far, near), period);
  const denominator = period / divisor;
  return `(${far / divisor},${near / divisor})c${denominator === 1 ? "" : `/${denominator}`}`;
}

function fraction(cells: number, generations: number): string {
  const divisor = gcd(cells, generations);
  const n = cells / divisor;
  const d = generations / divisor;
  return `${n === 1 ? "" : n}c${d === 1 ? "" : `/${d}`}`;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
export interface CatalogueEntry {
  readonly id: string;
  /** The file's own name for the pattern, or its id made readable. */
  readonly name: string;
  /** Discoverer and year as the file gives them. */
  readonly author: string | null;
  /** A category's id. */
  readonly category: string;
  readonly tags: readonly string[];
  /** Running text; empty if the file has none. */
  readonly note: string;
  /** Canonical rule with its grid: `B3/S23:T64,64`. */
  readonly rule: string;
  /** The rule's name, if it has one. */
  readonly ruleName: string | null;
  readonly lattice: RuleLattice;
  /** Size of the live cells' box. */
  readonly width: bigint;
  readonly height: bigint;
  readonly population: bigint;
  readonly period?: number;
  readonly displacement?: MovedCells;
  /** `c/4 diagonal`, for moving patterns. */
  readonly speed?: string;
  readonly growth?: GrowthClass;
  readonly lifespan?: number;
  readonly finalPopulation?: number;
  readonly replicates?: number;
  readonly copies?: number;
  /** In a person's own library: names with slashes between. */
  readonly folder?: string;
}

/** What a card says of its pattern: "period 30, Bill Gosper 1970"; the rule only if it is not Life. */
export function factsLine({
  period,
  speed,
  lifespan,
  author,
  rule,
  ruleName,
  tags,
  folder,
}: CatalogueEntry): string {
  const parts = [
    speed ?? (period === undefined || period === 1 ? null : `period ${period}`),
    lifespan === undefined ? null : `lasts ${lifespan}`,
    rule.startsWith("B3/S23") && !rule.includes("H") ? null : (ruleName ?? rule),
    author,
    // The person's own patterns are found by the names that they gave them.
    folder === undefined && author !== null ? null : tags.join(", ") || null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
