import { useEffect, useState } from "react";
import type { StudioDocument } from "../document/document.ts";
import { useReadings, useUniverse } from "./hooks.ts";

/** Least time between two questions, in milliseconds. */
const INTERVAL = 1000;

/**
 * Bytes that the universe takes, at most a second old; null until known. It asks only after generation or population changed, so
 * a universe that stands still is left alone.
 */
export function useMemory(document: StudioDocument): number | null {
  const { universe } = document;
  const present = useUniverse(document);
  const { generation, population } = useReadings(document);
  const [read, setRead] = useState<{ readonly bytes: number; readonly at: number } | null>(null);
  const [asking, setAsking] = useState(false);
  // Not a count: a run moves faster than React renders, and a state that changes with each move would pile up.
  const [due, setDue] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these stand for cells that may have changed.
  useEffect(() => {
    setDue(true);
  }, [present, generation, population]);
  useEffect(() => {
    if (!due || asking) return;
    const wait = read ? Math.max(0, read.at + INTERVAL - performance.now()) : 0;
    const timer = setTimeout(() => {
      setAsking(true);
      setDue(false);
      universe
        .read((one) => one.memory())
        .then((bytes) => setRead({ bytes, at: performance.now() }))
        // A lost universe has no memory to report.
        .catch(() => {})
        .finally(() => setAsking(false));
    }, wait);
    return () => clearTimeout(timer);
  }, [universe, due, asking, read]);
  return read?.bytes ?? null;
}
