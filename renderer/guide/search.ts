/**
 * Search in the guide and its lexicon. A query is words; a section or an entry matches when each of them begins some
 * word in it. The place of a match gives the rank: first the name of a term or a section, then the chapter's title,
 * then the text; and whole words come before beginnings.
 */

import type { Book, Chapter, Section, Word } from "./book.ts";
import { LEXICON } from "./book.ts";
import { blockText } from "./markup.ts";

export interface Hit {
  /** `time/scrubbing`, `lexicon/glider`. */
  readonly place: string;
  readonly title: string;
  /** Its chapter, or "Lexicon". */
  readonly under: string;
  /** A piece of the text around the first match. */
  readonly snippet: string;
}

interface Indexed {
  readonly hit: Omit<Hit, "snippet">;
  readonly names: string;
  readonly above: string;
  readonly text: string;
}

const NAME = 12;
const ABOVE = 4;
const TEXT = 1;
const WHOLE = 1.5;
const SNIPPET = 110;

export class GuideSearch {
  readonly #entries: readonly Indexed[];

  constructor({ chapters, lexicon }: Book) {
    this.#entries = [
      ...lexicon.map(indexWord),
      ...chapters.flatMap((chapter) => chapter.sections.map((section) => indexSection(chapter, section))),
    ];
  }

  /** The best first; nothing for no words. */
  find(query: string, most = 40): readonly Hit[] {
    const terms = termsOf(query);
    if (terms.length === 0) return [];
    const found = this.#entries.flatMap((entry) => {
      const score = scoreOf(entry, terms, fold(query).trim());
      return score > 0 ? [{ entry, score }] : [];
    });
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ entry }) => ({ ...entry.hit, snippet: snippetOf(entry.text, terms) }));
  }
}

function indexWord({ id, word, also, blocks }: Word): Indexed {
  return {
    hit: { place: `${LEXICON}/${id}`, title: word, under: "Lexicon" },
    names: [word, ...also].join(" "),
    above: "",
    text: blocks.map(blockText).join(" "),
  };
}

function indexSection(chapter: Chapter, { id, title, blocks }: Section): Indexed {
  return {
    hit: { place: id === "" ? chapter.id : `${chapter.id}/${id}`, title, under: chapter.title },
    names: title,
    above: chapter.title,
    text: blocks.map(blockText).join(" "),
  };
}

/** 0 if a term does not occur. */
function scoreOf({ names, above, text }: Indexed, terms: readonly string[], whole: string): number {
  let score = fold(names) === whole ? 10 * NAME : 0;
  for (const term of terms) {
    const best = Math.max(NAME * fit(names, term), ABOVE * fit(above, term), TEXT * fit(text, term));
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

/** Rank of a term in a text: a whole word, a word's beginning, or none. */
function fit(text: string, term: string): number {
  let best = 0;
  for (const { at, length } of matches(text, [term])) {
    const end = at + length;
    if (!/[\p{L}\p{N}]/u.test(text.charAt(end))) return WHOLE;
    best = 1;
  }
  return best;
}

/** The words of a query, folded; single letters count only if there is nothing else. */
export function termsOf(query: string): readonly string[] {
  const words = fold(query).match(/[\p{L}\p{N}][\p{L}\p{N}/]*/gu) ?? [];
  const long = words.filter((word) => word.length > 1);
  return [...new Set(long.length > 0 ? long : words)];
}

export interface Match {
  readonly at: number;
  readonly length: number;
}

/** Places of words that begin with one of the terms, in order, for marking. */
export function matches(text: string, terms: readonly string[]): readonly Match[] {
  if (terms.length === 0) return [];
  const folded = fold(text);
  // Folding that changes the length would mark the wrong letters.
  const searched = folded.length === text.length ? folded : text.toLowerCase();
  const escaped = terms.map((term) => term.replace(/[/\\^$*+?.()|[\]{}]/g, "\\$&"));
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})`, "gu");
  return [...searched.matchAll(words)].map((match) => ({ at: match.index, length: match[0].length }));
}

/** Lower case without accents, letter for letter. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

/** Begins and ends at word boundaries. */
function snippetOf(text: string, terms: readonly string[]): string {
  const first = matches(text, terms)[0]?.at ?? 0;
  const from = first < SNIPPET / 2 ? 0 : text.indexOf(" ", first - SNIPPET / 2) + 1;
  const rest = text.slice(from);
  if (rest.length <= SNIPPET) return `${from > 0 ? "… " : ""}${rest}`;
  const end = rest.lastIndexOf(" ", SNIPPET);
  return `${from > 0 ? "… " : ""}${rest.slice(0, end > 0 ? end : SNIPPET)} …`;
}
