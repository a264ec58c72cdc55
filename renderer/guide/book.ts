/** The guide as a book: chapters of sections, and a lexicon of terms. Built once, when the guide first opens. */

import type { MarkupBlock } from "./markup.ts";
import { readMarkup, slugOf } from "./markup.ts";

export interface Section {
  /** "" for the text before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly MarkupBlock[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

export interface Word {
  readonly id: string;
  readonly word: string;
  /** Other names, which the search finds too. */
  readonly also: readonly string[];
  /** A library pattern that shows the term. */
  readonly pattern: string | null;
  readonly blocks: readonly MarkupBlock[];
}

export interface Book {
  readonly chapters: readonly Chapter[];
  /** In alphabetical order. */
  readonly lexicon: readonly Word[];
}

/** A place in the book: a chapter or a section of it, the lexicon or a word of it. */
export interface Place {
  readonly chapter: string;
  readonly section: string;
}

export const LEXICON = "lexicon";

/** "time/scrubbing", with or without "guide:" before it. */
export function placeOf(address: string): Place {
  const [chapter = "", section = ""] = address.replace(/^guide:/, "").split("/", 2);
  return { chapter, section };
}

/** Whether the book has that place. */
export function hasPlace({ chapters, lexicon }: Book, { chapter, section }: Place): boolean {
  if (chapter === LEXICON) return section === "" || lexicon.some(({ id }) => id === section);
  const found = chapters.find(({ id }) => id === chapter);
  return found?.sections.some(({ id }) => section === "" || id === section) ?? false;
}

/** A chapter's text: `# Title`, then paragraphs, then `## Sections`. Errors: as `readMarkup`, and without a title. */
export function readChapter(id: string, text: string): Chapter {
  const [first, ...rest] = readMarkup(text);
  if (first?.kind !== "heading" || first.level !== 1) throw new Error(`The chapter ${id} has no title.`);
  const sections: { id: string; title: string; blocks: MarkupBlock[] }[] = [
    { id: "", title: first.text, blocks: [] },
  ];
  for (const block of rest) {
    if (block.kind === "heading" && block.level === 2)
      sections.push({ id: block.id, title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return { id, title: first.text, sections };
}

const COLLATOR = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/**
 * A part of the lexicon: `## word`, then perhaps lines `also: other, names` and `pattern: id`, then its text. Errors: as
 * `readMarkup`, and for a word without text.
 */
export function readWords(text: string): readonly Word[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [word = "", ...lines] = entry.trim().split("\n");
      const facts = new Map<string, string>();
      while (/^(also|pattern): /.test(lines[0] ?? "")) {
        const [key = "", value = ""] = (lines.shift() as string).split(": ", 2);
        facts.set(key, value.trim());
      }
      const blocks = readMarkup(lines.join("\n"));
      if (blocks.length === 0) throw new Error(`The lexicon says nothing about "${word}".`);
      const also = facts.get("also")?.split(", ") ?? [];
      return { id: slugOf(word), word: word.trim(), also, pattern: facts.get("pattern") ?? null, blocks };
    });
}

export function sortWords(words: readonly Word[]): readonly Word[] {
  return [...words].sort((a, b) => COLLATOR.compare(a.word, b.word));
}

/** Initials of the terms, `#` for names that begin with no letter. */
export function letterOf({ word }: Word): string {
  const letter = word.normalize("NFKD").charAt(0).toUpperCase();
  return /[A-Z]/.test(letter) ? letter : "#";
}
