/**
 * The run as it was a few seconds ago, beside the preferences: a crash or a reload costs no more than that. Windows that share the
 * storage keep a run each; a window that starts takes over one of those that ended windows have left.
 */

import type { InferOutput } from "valibot";
import { array, object, string } from "valibot";
import type { Host } from "../../host/host.ts";
import type { PreferenceKind } from "../../host/preferences.ts";

/** Runs that are kept, the latest of them. */
const MOST_RUNS = 4;

const SCHEMA = object({
  /** In the order in which they were kept. */
  runs: array(
    object({
      /** The window's. */
      session: string(),
      /** The run record's text. */
      record: string(),
    }),
  ),
});

export const KEPT_RUNS: PreferenceKind<InferOutput<typeof SCHEMA>> = {
  key: "evolve-runs",
  version: 1,
  schema: SCHEMA,
  fallback: { runs: [] },
};

type KeptRunHost = Pick<Host, "preferences" | "sessions">;

/** The latest run that an ended window, or this one before a reload, has left; from now on it is this window's. Null for none. */
export async function takeKeptRun({ preferences, sessions }: KeptRunHost): Promise<string | null> {
  const living = await sessions.living();
  let taken: string | null = null;
  await preferences.update(KEPT_RUNS, ({ runs }) => {
    const left = runs.findLast(({ session }) => !living.has(session));
    taken = left?.record ?? null;
    return { runs: runs.map((run) => (run === left ? { ...run, session: sessions.id } : run)) };
  });
  return taken;
}

/** Longer records are not kept: a population of a million would be written every few seconds, tens of megabytes each time. */
const MOST_CHARACTERS = 2 ** 23;

/** Keeps a run in place of this window's last; null, or one that is too long, keeps none. Errors: `io`. */
export async function keepRun({ preferences, sessions }: KeptRunHost, record: string | null): Promise<void> {
  await preferences.update(KEPT_RUNS, ({ runs }) => {
    const others = runs.filter(({ session }) => session !== sessions.id);
    const own = record === null || record.length > MOST_CHARACTERS ? [] : [{ session: sessions.id, record }];
    return { runs: [...others, ...own].slice(-MOST_RUNS) };
  });
}
