import { slugOf } from "./markup.ts";
import { BOOK } from "./texts.ts";

/** The id of the lexicon's entry about a pattern of the library; null for none. */
export function wordFor({ id, name }: { readonly id: string; readonly name: string }): string | null {
  const slug = slugOf(name);
  const found =
    BOOK.lexicon.find((word) => word.pattern === id) ?? BOOK.lexicon.find((word) => word.id === slug);
  return found?.id ?? null;
}
