/**
 * The collection that comes with Tessella: every file in assets/patterns, inlined as text. It is some hundred kilobytes, so the
 * drawer imports this file dynamically and the studio starts without it.
 */

export interface PatternText {
  /** Unique in its catalogue: the file's name without extension, or a handle. */
  readonly id: string;
  /** The file's content, in any text format. */
  readonly text: string;
}

const FILES = import.meta.glob<string>("../../assets/patterns/*.rle", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** One source per file; the id is the file's name without `.rle`. */
export const BUILT_IN_SOURCES: readonly PatternText[] = Object.entries(FILES).map(([path, text]) => ({
  id: path.slice(path.lastIndexOf("/") + 1, -".rle".length),
  text,
}));
