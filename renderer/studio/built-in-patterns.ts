/**
 * The collection that comes with Tessella: every file in assets/patterns, inlined as text. Some hundred kilobytes, so the
 * drawer imports this file dynamically and the studio starts without it.
 */

export interface PatternText {
  /** Unique in its catalogue: the file's name without ending, or a handle. */
  readonly id: string;
  /** The file as it is, in any format that is text. */
  readonly text: string;
}

const FILES = import.meta.glob<string>("../../assets/patterns/*.rle", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** One source a file; the id is the file's name without `.rle`. */
export const BUILT_IN_SOURCES: readonly PatternText[] = Object.entries(FILES).map(([path, text]) => ({
  id: path.slice(path.lastIndexOf("/") + 1, -".rle".length),
  text,
}));
