/** The export worker's answers to a request: first the picture, then the cost. */

import { useEffect, useRef, useState } from "react";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Estimate } from "../../engine/export/estimate.ts";
import type { ExportWish, OfferedFormat, Preview } from "../../engine/worker/protocol/export.ts";
import type { StudioDocument } from "../document/document.ts";
import { useStudio } from "../studio/hooks.ts";
import { ExportClient } from "./export-client.ts";

export interface PreviewSession {
  readonly client: ExportClient;
  readonly formats: readonly OfferedFormat[];
}

/** The worker with a copy of the document's universe, as long as the dialog is open. */
export function useSession(document: StudioDocument): {
  readonly session: PreviewSession | null;
  readonly problem: string | null;
} {
  const studio = useStudio();
  const [session, setSession] = useState<PreviewSession | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const client = new ExportClient();
    const { memoryMegabytes, threads } = studio.shell.getState().preferences;
    let wanted = true;
    // Exports begin at a generation that stands still.
    document.editor
      .stop()
      .then(() => client.open(document.universe.present, { memoryMegabytes, threads: threads || undefined }))
      .then(
        (formats) => (wanted ? setSession({ client, formats }) : undefined),
        (error) => (wanted ? setProblem(describeError(error)) : undefined),
      );
    return () => {
      wanted = false;
      client.close();
    };
  }, [document, studio]);
  return { session, problem };
}

export interface Foreseen {
  /** The request that `preview` answers, as text. */
  readonly of: string | null;
  readonly preview: Preview | null;
  readonly estimate: Estimate | null;
  readonly problem: string | null;
  /** Whether something newer than `preview` is on its way. */
  readonly busy: boolean;
}

const NOTHING: Foreseen = { of: null, preview: null, estimate: null, problem: null, busy: false };
/** Waits for a pause in typing before the worker computes. */
const REST_MILLISECONDS = 180;

/**
 * `paused`: the worker is busy with the export, so only an answer to this very request is shown. Requests equal in all
 * their parts are the same.
 */
export function useForeseen(
  client: ExportClient | null,
  wish: ExportWish | null,
  index: number,
  paused: boolean,
): Foreseen {
  const [foreseen, setForeseen] = useState<Foreseen>(NOTHING);
  const known = useRef<{ readonly key: string; readonly estimate: Estimate } | null>(null);
  const key =
    wish && JSON.stringify(wish, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
  const current = useRef(wish);
  current.current = wish;
  useEffect(() => {
    const asked = current.current;
    if (!client || !key || !asked || paused) {
      setForeseen((before) => (key && before.of === key ? { ...before, busy: false } : NOTHING));
      return;
    }
    const abort = new AbortController();
    const estimateKnown = known.current?.key === key ? known.current.estimate : null;
    setForeseen((before) => ({ ...before, estimate: estimateKnown, busy: true }));
    const ask = async (): Promise<void> => {
      const preview = await client.preview(asked, index, abort.signal);
      if (abort.signal.aborted) return;
      setForeseen({ of: key, preview, estimate: estimateKnown, problem: null, busy: false });
      if (estimateKnown) return;
      const estimate = await client.estimate(asked, abort.signal);
      if (abort.signal.aborted) return;
      known.current = { key, estimate };
      setForeseen({ of: key, preview, estimate, problem: null, busy: false });
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        if (abort.signal.aborted || (error instanceof TessellaError && error.code === "aborted")) return;
        setForeseen({ ...NOTHING, problem: describeError(error) });
      });
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, key, index, paused]);
  return foreseen;
}
