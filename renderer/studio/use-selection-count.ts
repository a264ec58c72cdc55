import { useEffect, useState } from "react";
import type { Counted } from "../../engine/algorithms/count-within.ts";
import type { StudioDocument } from "../document/document.ts";
import { SelectionCount } from "../document/selection-count.ts";
import type { Selection } from "../editor/selection/selection.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";
import { useUniverse } from "./hooks.ts";

/** How many cells live in the selection; null until that is known. */
export function useSelectionCount(document: StudioDocument, selection: Selection | null): Counted | null {
  const [counted, setCounted] = useState<Counted | null>(null);
  const universe = useUniverse(document);
  useEffect(() => {
    setCounted(null);
    if (!selection) return;
    const count = new SelectionCount(sourceOf(document, universe), selection, setCounted);
    return () => count.end();
  }, [document, universe, selection]);
  return counted;
}

function sourceOf({ readings, editor }: StudioDocument, universe: RemoteUniverse) {
  return {
    count: universe.count.bind(universe),
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
