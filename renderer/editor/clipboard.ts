/** Patterns as text: what goes to the system's clipboard and comes from it. Always RLE outward, any format inward. */

import type { Cells } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { readPattern, writePattern } from "../../engine/formats/registry.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { PatternInfo } from "./scene.ts";

/** Cells cut out of a universe, as RLE that says what rule they live under, where they were and when. */
export function cellsAsText(
  cells: Runs,
  box: Rect,
  universe: UniverseRule & { readonly generation: bigint },
): string {
  const pattern = patternOf(cells, {
    rule: formatUniverseRule(universe),
    generation: universe.generation,
    positioned: true,
    box,
  });
  return new TextDecoder().decode(writePattern(pattern, "rle"));
}

/** A whole universe as a pattern, to be saved. */
export function patternOfCells(
  cells: Cells,
  universe: UniverseRule & { readonly generation: bigint },
  info: PatternInfo,
): Pattern {
  return patternOf(cells, {
    rule: formatUniverseRule(universe),
    generation: universe.generation,
    positioned: true,
    ...info,
  });
}

/**
 * Reads a pattern in whatever format the text is. Errors: `unsupported-format` for text that is none, `syntax` and
 * `unsupported-rule` with line and column, `too-large`.
 */
export function patternFromText(text: string): Pattern {
  if (text.trim() === "") {
    throw new TessellaError("unsupported-format", "There is no pattern on the clipboard.", {
      hint: "Copy one as text, for example from the LifeWiki.",
    });
  }
  return readPattern(new TextEncoder().encode(text)).pattern;
}
