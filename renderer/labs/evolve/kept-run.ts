/**
 * The run as it was a few seconds ago, beside the preferences: a crash or a reload costs no more than that. Windows that share
 * the storage share the place too; the one that saved last has it.
 */

import type { InferOutput } from "valibot";
import { nullable, object, string } from "valibot";
import type { Host } from "../../host/host.ts";
import type { PreferenceKind } from "../../host/preferences.ts";

const SCHEMA = object({
  /** The run record's text; null for none. */
  record: nullable(string()),
  /** The window that kept it. */
  session: string(),
});

export const KEPT_RUN: PreferenceKind<InferOutput<typeof SCHEMA>> = {
  key: "evolve-run",
  version: 1,
  schema: SCHEMA,
  fallback: { record: null, session: "" },
};

type KeptRunHost = Pick<Host, "preferences" | "sessions">;

/** What an ended window, or this one before a reload, has left; null for nothing. */
export async function keptRun({ preferences, sessions }: KeptRunHost): Promise<string | null> {
  const { record, session } = await preferences.load(KEPT_RUN);
  return record !== null && !(await sessions.living()).has(session) ? record : null;
}

/** Keeps a run in place of the one before; null keeps none. Errors: `io`. */
export function keepRun({ preferences, sessions }: KeptRunHost, record: string | null): Promise<void> {
  return preferences.save(KEPT_RUN, { record, session: sessions.id });
}
