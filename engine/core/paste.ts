/** How cells that are put onto others meet those that are there: the paste modes of Golly. */

import type { StateOperation } from "./cell-sets.ts";
import {
  slicedClip,
  slicedCommon,
  slicedStates,
  slicedUnion,
  slicedUnlike,
  slicedWithout,
} from "./cell-sets.ts";
import type { Rect } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { EMPTY_RUNS } from "./runs.ts";
import type { Sliced } from "./slices.ts";
import { within } from "./slices.ts";

/**
 * How pasted cells combine with the cells beneath. `copy` also kills what the paste leaves dead, `and` keeps the cells
 * that both hold in the same state. `xor` kills those, and combines the numbers of others bit by bit where the rule has that state.
 */
export const PASTE_MODES = ["or", "copy", "xor", "and"] as const;
export type PasteMode = (typeof PASTE_MODES)[number];

/**
 * What an edit does to cells: `set` become what they are there, `cleared` are no longer what they are there. A cell that goes from
 * one state above 0 to another is in both.
 */
export interface CellDiff {
  readonly set: Runs;
  readonly cleared: Runs;
}

/** The changes from one set of cells to another. */
export function* slicedDiff(before: Runs, after: Runs): Sliced<CellDiff> {
  return {
    set: yield* within(0, 0.5, slicedUnlike(after, before)),
    cleared: yield* within(0.5, 1, slicedUnlike(before, after)),
  };
}

/** What becomes of a live cell and a pasted one in the same place, in a rule of so many states. */
function meetingOf(mode: PasteMode, states: number): StateOperation {
  switch (mode) {
    case "or":
      return (live, pasted) => pasted || live;
    case "copy":
      return (_live, pasted) => pasted;
    case "and":
      return (live, pasted) => (live === pasted ? live : 0);
    case "xor":
      return (live, pasted) => ((live ^ pasted) < states ? live ^ pasted : live);
  }
}

/**
 * The changes where `cells` come down on `live` in a rule of so many states; `inRegion` gives those of them that the paste covers,
 * its dead cells included.
 */
export function* slicedMeeting(
  mode: PasteMode,
  cells: Runs,
  live: Runs,
  inRegion: (live: Runs) => Sliced<Runs>,
  states = 2,
): Sliced<CellDiff> {
  if (live.states || cells.states) {
    const covers = mode === "copy" || mode === "and";
    const there = covers ? yield* within(0, 0.2, inRegion(live)) : live;
    const after = yield* within(0.2, 0.6, slicedStates(there, cells, meetingOf(mode, states)));
    return yield* within(0.6, 1, slicedDiff(there, after));
  }
  const born = mode === "and" ? EMPTY_RUNS : yield* within(0, 0.5, slicedWithout(cells, live));
  if (mode === "or") return { set: born, cleared: EMPTY_RUNS };
  if (mode === "xor") return { set: born, cleared: yield* within(0.5, 1, slicedCommon(cells, live)) };
  const there = yield* within(0.5, 0.7, inRegion(live));
  return { set: born, cleared: yield* within(0.7, 1, slicedWithout(there, cells)) };
}

/** The cells after those of a paste came down on them; `box` is what the paste covers. Errors: `too-large`. */
export function* slicedPaste(mode: PasteMode, cells: Runs, box: Rect, live: Runs, states = 2): Sliced<Runs> {
  const inBox = (there: Runs): Sliced<Runs> => slicedClip(there, box);
  const { set, cleared } = yield* within(0, 0.6, slicedMeeting(mode, cells, live, inBox, states));
  const kept = yield* within(0.6, 0.8, slicedWithout(live, cleared));
  return yield* within(0.8, 1, slicedUnion(kept, set));
}
