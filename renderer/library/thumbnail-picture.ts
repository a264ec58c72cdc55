/** What there is to draw of a pattern for its thumbnail. */

import { cellsPopulation, cellsToRuns } from "../../engine/core/cells.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { patternRule } from "../../engine/rules/universe-rule.ts";
import { cellList, stateList } from "./canonical-form.ts";

/** Live cells of the largest pattern that gets a picture. */
const MOST_DRAWN = 2n ** 18n;

export interface ThumbnailPicture extends UniverseRule {
  readonly cells: Float64Array;
  /** Of each cell, where the rule has more than two. */
  readonly states: Uint8Array | null;
  readonly kind: GridKind;
}

/** Texts never change, so each is parsed once: a filtered list shows its cards again and again. */
const PICTURES = new Map<string, ThumbnailPicture | null>();
/** Limit of all cached cells (16 bytes each), and the fixed cost of an entry. */
const MOST_KEPT = 2 ** 21;
const PICTURE_COST = 100;
let kept = 0;

/** The cells of a pattern file; null where they are too many, or cannot be read. */
export function pictureOf(text: string): ThumbnailPicture | null {
  const known = PICTURES.get(text);
  if (known !== undefined) return known;
  const picture = read(text);
  const cost = PICTURE_COST + (picture?.cells.length ?? 0) / 2;
  if (kept + cost > MOST_KEPT) {
    PICTURES.clear();
    kept = 0;
  }
  PICTURES.set(text, picture);
  kept += cost;
  return picture;
}

function read(text: string): ThumbnailPicture | null {
  try {
    const { pattern } = readPattern(new TextEncoder().encode(text));
    if (cellsPopulation(pattern.cells) > MOST_DRAWN) return null;
    const runs = cellsToRuns(pattern.cells);
    const { rule, topology } = patternRule(pattern);
    const kind = gridKindOf(rule, topology);
    // Triangles are listed from a place with an even x + y, so that they point as they do.
    const aside = kind.up === undefined ? 0 : Number((runs.x + runs.y) & 1n);
    const cells = cellList(runs, aside);
    return cells && { cells, states: stateList(runs, rule), rule, topology, kind };
  } catch {
    // Opening the card shows the error.
    return null;
  }
}
