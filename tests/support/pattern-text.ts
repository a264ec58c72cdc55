/** Patterns from text and back, as the worker that reads and writes files does it for the studio. */

import type { Pattern } from "../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";

export function patternFromText(text: string): Pattern {
  return readPattern(new TextEncoder().encode(text)).pattern;
}

export function textOfPattern(pattern: Pattern): string {
  return new TextDecoder().decode(writePattern(pattern, "rle"));
}
