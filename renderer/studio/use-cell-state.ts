/** Whether the cell under the pointer lives: asks when the pointer rests or the universe has moved on. */

import { useEffect, useState } from "react";
import type { StudioDocument } from "../document/document.ts";
import { useReadings, useView } from "./hooks.ts";

const REST = 60;

/** null while unknown. */
export function useCellState(document: StudioDocument): boolean | null {
  const { pointerCell } = useView(document);
  const { generation, population } = useReadings(document);
  const [known, setKnown] = useState<{ readonly key: string; readonly alive: boolean } | null>(null);
  const key = pointerCell ? `${document.id} ${pointerCell.x} ${pointerCell.y}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: generation and population stand for the cells.
  useEffect(() => {
    if (!pointerCell) return;
    let wanted = true;
    const timer = setTimeout(() => {
      document.universe
        .read((universe) => universe.readRuns({ ...pointerCell, w: 1n, h: 1n }))
        .then(
          ({ rows }) => (wanted ? setKnown({ key, alive: rows.length > 0 }) : undefined),
          () => {},
        );
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [document, key, generation, population]);
  return known !== null && known.key === key ? known.alive : null;
}
