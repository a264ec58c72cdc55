/** The texts of assets/guide as a book, and the library's files for its examples: the large part, loaded with the guide. */

import { BUILT_IN_SOURCES } from "../studio/built-in-patterns.ts";
import type { StudioServices } from "../studio/services.ts";
import type { Book } from "./book.ts";
import { readChapter, readWords, sortWords } from "./book.ts";

const CHAPTERS = import.meta.glob<string>("../../assets/guide/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const WORDS = import.meta.glob<string>("../../assets/guide/lexicon/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The files are numbered in the order of the book: `040-time.md` is the chapter `time`. */
function readBook(): Book {
  const chapters = Object.keys(CHAPTERS)
    .sort()
    .map((path) => {
      const id = path.slice(path.lastIndexOf("/") + 1, -".md".length).replace(/^\d+-/, "");
      return readChapter(id, CHAPTERS[path] as string);
    });
  return { chapters, lexicon: sortWords(Object.values(WORDS).flatMap(readWords)) };
}

export const BOOK: Book = readBook();

const TEXTS = new Map(BUILT_IN_SOURCES.map(({ id, text }) => [id, text]));

/** A library pattern's file. */
export function patternText(id: string): string | undefined {
  return TEXTS.get(id);
}

/** The pattern's own name. */
export function patternName(id: string): string {
  return /^#N (.*)$/m.exec(TEXTS.get(id) ?? "")?.[1]?.trim() ?? id;
}

/** Opens a library pattern in a tab. Errors: those of reading it. */
export function openPattern({ files }: Pick<StudioServices, "files">, id: string): Promise<unknown> {
  return files.openText(patternText(id) ?? "", patternName(id), { origin: { kind: "collection", id } });
}
