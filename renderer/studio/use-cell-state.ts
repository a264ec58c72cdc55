/** The state of the cell under the pointer: asks when the pointer rests or the universe has moved on. */

import { useEffect, useState } from "react";
import { highestState } from "../../engine/core/runs.ts";
import type { StudioDocument } from "../document/document.ts";
import { useEditor, useReadings, useView } from "./hooks.ts";

const REST = 60;

/** null while unknown. */
export function useCellState(document: StudioDocument): number | null {
  const { pointerCell } = useView(document);
  const { generation, population } = useReadings(document);
  const { revision } = useEditor(document, "revision");
  const [known, setKnown] = useState<{ readonly key: string; readonly state: number } | null>(null);
  const key = pointerCell ? `${document.id} ${pointerCell.x} ${pointerCell.y}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: generation, population and revision stand for the cells.
  useEffect(() => {
    if (!pointerCell) return;
    let wanted = true;
    const timer = setTimeout(() => {
      document.universe
        .read((universe) => universe.readRuns({ ...pointerCell, w: 1n, h: 1n }))
        .then(
          (cells) => (wanted ? setKnown({ key, state: highestState(cells) }) : undefined),
          () => {},
        );
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [document, key, generation, population, revision]);
  return known !== null && known.key === key ? known.state : null;
}
