/**
 * The collection that comes with Tessella: every file in assets/patterns, inlined as text. Some hundred kilobytes, so the
 * drawer imports this file dynamically and the studio starts without it.
 */

import type { PatternText } from "./catalogue.ts";

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
