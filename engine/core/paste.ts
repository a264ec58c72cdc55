/** How cells that are put onto others meet those that are there: the paste modes of Golly. */

import { slicedClip, slicedCommon, slicedUnion, slicedWithout } from "./cell-sets.ts";
import type { Rect } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { EMPTY_RUNS } from "./runs.ts";
import type { Sliced } from "./slices.ts";
import { within } from "./slices.ts";

/**
 * How pasted cells combine with the cells beneath. `copy` also kills what the paste leaves dead, `and` keeps the cells
 * that live in both.
 */
export const PASTE_MODES = ["or", "copy", "xor", "and"] as const;
export type PasteMode = (typeof PASTE_MODES)[number];

/** What an edit does to cells. The two sets are disjoint: the cells of `set` were dead before, those of `cleared` were alive. */
export interface CellDiff {
  readonly set: Runs;
  readonly cleared: Runs;
}

/** The changes where `cells` come down on `live`; `inRegion` gives those of them that the paste covers, its dead cells included. */
export function* slicedMeeting(
  mode: PasteMode,
  cells: Runs,
  live: Runs,
  inRegion: (live: Runs) => Sliced<Runs>,
): Sliced<CellDiff> {
  const born = mode === "and" ? EMPTY_RUNS : yield* within(0, 0.5, slicedWithout(cells, live));
  if (mode === "or") return { set: born, cleared: EMPTY_RUNS };
  if (mode === "xor") return { set: born, cleared: yield* within(0.5, 1, slicedCommon(cells, live)) };
  const there = yield* within(0.5, 0.7, inRegion(live));
  return { set: born, cleared: yield* within(0.7, 1, slicedWithout(there, cells)) };
}

/** The cells after those of a paste came down on them; `box` is what the paste covers. Errors: `too-large`. */
export function* slicedPaste(mode: PasteMode, cells: Runs, box: Rect, live: Runs): Sliced<Runs> {
  const inBox = (there: Runs): Sliced<Runs> => slicedClip(there, box);
  const { set, cleared } = yield* within(0, 0.6, slicedMeeting(mode, cells, live, inBox));
  const kept = yield* within(0.6, 0.8, slicedWithout(live, cleared));
  return yield* within(0.8, 1, slicedUnion(kept, set));
}
