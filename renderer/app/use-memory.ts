import { useEffect, useRef, useState } from "react";
import type { StudioDocument } from "./document.ts";
import { useReadings, useUniverse } from "./hooks.ts";

/** Least time between two questions, in milliseconds. */
const INTERVAL = 1000;

/**
 * Bytes that the universe takes, as of a second ago or less; null until it is known. It is asked for when generation or
 * population changed, so that a universe that stands still is left alone.
 */
export function useMemory(document: StudioDocument): number | null {
  const universe = useUniverse(document);
  const { generation, population } = useReadings(document);
  const latest = useRef(universe);
  latest.current = universe;
  const [bytes, setBytes] = useState<number | null>(null);
  // No state of React's: a burst of generations that each set some would be taken for an endless loop.
  const asked = useRef({ at: Number.NEGATIVE_INFINITY, waiting: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these stand for cells that may have changed.
  useEffect(() => {
    const now = asked.current;
    if (now.waiting) return;
    now.waiting = true;
    setTimeout(
      () => {
        now.waiting = false;
        now.at = performance.now();
        latest.current.memory().then(setBytes, () => {
          // Of a universe that is gone nobody wants to know.
        });
      },
      Math.max(0, now.at + INTERVAL - performance.now()),
    );
  }, [universe, generation, population]);
  return bytes;
}
