import { useEffect } from "react";
import type { StudioDocument } from "../document/document.ts";
import { intervalOf } from "../editor/time/pace.ts";
import type { UnderWay } from "../editor/time/task-queue-options.ts";
import { useStateOf } from "../ui/state-of.ts";
import { useEditor, useReadings, useShell } from "./hooks.ts";

/** A shorter step needs no notice, in milliseconds. */
const PATIENCE = 400;

/** The step that has been under way for a while; null when none has. */
export function useComputing(document: StudioDocument): UnderWay | null {
  const { running, underWay } = useEditor(document, "running", "underWay");
  const { generation } = useReadings(document);
  const interval = useShell((state) => intervalOf(state.pace));
  const [long, setLong] = useStateOf(document, false);
  const once = underWay?.once ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each generation the waiting begins anew.
  useEffect(() => {
    // Only if it changes: React takes a burst of generations that each set a state for an endless loop.
    if (long) setLong(false);
    if (!running) return;
    const timer = setTimeout(() => setLong(true), PATIENCE + (once ? 0 : interval));
    return () => clearTimeout(timer);
  }, [document, running, generation, interval, once]);
  return running && long ? underWay : null;
}
