/** Long edits in sight: a notice shows their progress, with a way to end them. */

import type { Runs } from "../../../engine/core/runs.ts";
import { runCount } from "../../../engine/core/runs.ts";
import type { Sliced, Watched } from "../../../engine/core/slices.ts";
import { inSlices } from "../../../engine/core/slices.ts";

/** Shows the text while the work goes on. */
export type WatchWork = <T>(text: string, work: (watched: Watched) => Promise<T>) => Promise<T>;

/** For work that nothing displays. */
export const unwatched: WatchWork = (_text, work) => work({});

/** This many runs are done before a person notices that they take a while. */
const FEW_RUNS = 2 ** 18;

/** Work in slices, watched if it concerns many cells. */
export function inSight<T>(watch: WatchWork, text: string, about: Runs, work: Sliced<T>): Promise<T> {
  if (runCount(about) <= FEW_RUNS) return inSlices(work);
  return watch(text, (watched) => inSlices(work, watched));
}
