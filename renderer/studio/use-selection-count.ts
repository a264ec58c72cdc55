import { useEffect, useState } from "react";
import type { Counted } from "../../engine/algorithms/count-within.ts";
import type { StudioDocument } from "../document/document.ts";
import type { CountSource } from "../document/selection-count.ts";
import { SelectionCount } from "../document/selection-count.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { useUniverse } from "./hooks.ts";

/** The number of live cells in the selection; null until known. */
export function useSelectionCount(document: StudioDocument, selection: Selection | null): Counted | null {
  const [counted, setCounted] = useState<Counted | null>(null);
  const present = useUniverse(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another universe is counted anew.
  useEffect(() => {
    setCounted(null);
    if (!selection) return;
    const count = new SelectionCount(sourceOf(document), selection, setCounted);
    return () => count.end();
  }, [document, present, selection]);
  return counted;
}

function sourceOf({ readings, editor, universe }: StudioDocument): CountSource {
  return {
    count: (request, signal) => universe.read((one) => one.count(request, signal)),
    subscribe: (listener: () => void) => {
      let known = { ...readings.state, revision: editor.state.revision };
      const look = (): void => {
        const { generation, population } = readings.state;
        const { revision } = editor.state;
        const same =
          generation === known.generation && population === known.population && revision === known.revision;
        known = { ...known, generation, population, revision };
        if (!same) listener();
      };
      const ends = [readings.subscribe(look), editor.subscribe(look)];
      return () => ends.forEach((end) => void end());
    },
  };
}
