/**
 * Search in the library. A query is words; an entry matches when each word matches one of its fields. The field gives
 * the word's weight: the name first, then the properties (category, tags, rule, period, speed), then the discoverer,
 * last the note.
 *
 * People type the beginning of a word and expect the rest, but numbers mean themselves: `p3` must not find period 30.
 * So there are three kinds of words: numbers and periods (`30`, `p30`, `period 30`) match whole words only, words with
 * a slash are a rule or a speed (`b36/s23`, `23/36`, `c/4`), and all others match from their beginning.
 */

import { parseRule } from "../../engine/rules/universe-rule.ts";
import { CATEGORIES } from "./categories.ts";
import type { CatalogueEntry } from "./facts.ts";

interface Field {
  readonly words: ReadonlySet<string>;
  readonly weight: number;
}

interface Index {
  /** The name as one string of plain words. */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly rule: string;
  readonly speed: string | null;
}

/** Entries never change, so each is split into words once, not at every key. */
const INDEXES = new WeakMap<CatalogueEntry, Index>();

const NAME = 8;
const KIND = 5;
const PERSON = 4;
const TEXT = 1;
const NAME_IS_QUERY = 100;
const NAME_BEGINS_SO = 20;

/** Entries that match every word of the query, the best first, equal ones in the order given; all for no words. */
export function searchEntries(entries: readonly CatalogueEntry[], query: string): readonly CatalogueEntry[] {
  const terms = readQuery(query);
  if (terms.length === 0) return entries;
  const whole = plainWords(query).join(" ");
  const found: { readonly entry: CatalogueEntry; readonly score: number }[] = [];
  for (const entry of entries) {
    const score = scoreOf(indexOf(entry), terms, whole);
    if (score > 0) found.push({ entry, score });
  }
  return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

interface Term {
  readonly text: string;
  /** Canonical, for a word that is a whole rule in some notation. */
  readonly rule: string | null;
}

function readQuery(query: string): readonly Term[] {
  const joined = fold(query).replace(/\bperiod\s*[:=]?\s*(\d+)\b/g, "p$1");
  return joined
    .split(/[\s;"]+/)
    .flatMap((word) => (word.includes("/") ? [word.replace(/[,.:]+$/, "")] : plainWords(word)))
    .map((text) => ({ text, rule: text.includes("/") ? canonicalRule(text) : null }));
}

/** 0 if the word matches no field. */
function scoreOf(index: Index, terms: readonly Term[], whole: string): number {
  let score = 0;
  for (const term of terms) {
    const best = term.text.includes("/") ? symbolScore(index, term) : wordScore(index, term.text);
    if (best === 0) return 0;
    score += best;
  }
  if (index.name === whole) return score + NAME_IS_QUERY;
  return index.name.startsWith(whole) ? score + NAME_BEGINS_SO : score;
}

function wordScore(index: Index, term: string): number {
  const wholeWordsOnly = /^p?\d+$/.test(term);
  let best = 0;
  for (const { words, weight } of index.fields) {
    if (words.has(term)) best = Math.max(best, weight + 1);
    else if (!wholeWordsOnly && weight > best && startsAny(words, term)) best = weight;
  }
  return best;
}

function startsAny(words: ReadonlySet<string>, term: string): boolean {
  for (const word of words) if (word.startsWith(term)) return true;
  return false;
}

/** A rule in any notation, or its beginning while a person types it; a speed. */
function symbolScore(index: Index, { text, rule }: Term): number {
  if (index.speed === text || index.rule === text || index.rule === rule) return KIND + 1;
  return index.rule.startsWith(text) ? KIND : 0;
}

function canonicalRule(text: string): string | null {
  try {
    return parseRule(text).text.toLowerCase();
  } catch {
    return null;
  }
}

function indexOf(entry: CatalogueEntry): Index {
  const known = INDEXES.get(entry);
  if (known) return known;
  const name = plainWords(entry.name);
  const field = (weight: number, ...texts: readonly (string | null | undefined)[]): Field => ({
    words: new Set(texts.flatMap((text) => plainWords(text ?? ""))),
    weight,
  });
  const index: Index = {
    name: name.join(" "),
    fields: [
      // People type `rpentomino` for an R-pentomino.
      { words: new Set([...name, name.join("")]), weight: NAME },
      field(KIND, CATEGORIES.get(entry.category).name, ...entry.tags, entry.ruleName, ...factWords(entry)),
      field(KIND, entry.folder),
      field(PERSON, entry.author),
      field(TEXT, entry.note),
    ],
    rule: entry.rule.toLowerCase(),
    speed: entry.speed?.split(" ", 1)[0] ?? null,
  };
  INDEXES.set(entry, index);
  return index;
}

const LATTICE_WORDS: Readonly<Record<CatalogueEntry["lattice"], string>> = {
  moore: "square moore",
  hex: "hex hexagonal hexagons",
  "von-neumann": "von neumann",
  triangle: "triangle triangular triangles",
};

function factWords(entry: CatalogueEntry): readonly string[] {
  const { period, lifespan, finalPopulation, growth, speed, rule } = entry;
  return [
    LATTICE_WORDS[entry.lattice],
    rule.includes(":") ? "bounded grid" : "",
    period === undefined ? "" : `period p${period} ${period}`,
    lifespan === undefined ? "" : `lifespan ${lifespan}`,
    finalPopulation === undefined ? "" : `${finalPopulation}${finalPopulation === 0 ? " dies" : ""}`,
    growth === undefined ? "" : `growth ${growth}`,
    speed === undefined ? "" : `speed ${speed}`,
  ];
}

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function plainWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
