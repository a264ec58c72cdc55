import { useEffect } from "react";
import type { AlgorithmInfo } from "../../engine/worker/protocol/universe.ts";
import type { StudioDocument } from "../document/document.ts";
import { useStateOf } from "../ui/state-of.ts";
import { useEditor, useShell } from "./hooks.ts";

/** The answer of `ask`, asked again whenever the document's rule or grid or the choice of GPU changes; `before` until then. */
function useAnswer<T>(document: StudioDocument, ask: (document: StudioDocument) => Promise<T>, before: T): T {
  const { rule, topology } = useEditor(document, "rule", "topology");
  const adapter = useShell((state) => state.preferences.adapter);
  const [answer, setAnswer] = useStateOf<T>(document, before);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rule, grid and adapter are what the answer depends on.
  useEffect(() => {
    let wanted = true;
    ask(document).then(
      (value) => (wanted ? setAnswer(() => value) : undefined),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [document, rule, topology, adapter, ask, setAnswer]);
  return answer;
}

const NONE: readonly AlgorithmInfo[] = [];
const askAlgorithms = (document: StudioDocument): Promise<readonly AlgorithmInfo[]> =>
  document.universe.algorithms();
const askGpu = async (document: StudioDocument): Promise<string | null> => {
  const gpu = await document.universe.gpu();
  return gpu.adapter === null ? gpu.reason : null;
};

/** Every algorithm, and whether it can run the document's rule and grid; none until the engine has answered. */
export function useAlgorithms(document: StudioDocument): readonly AlgorithmInfo[] {
  return useAnswer(document, askAlgorithms, NONE);
}

/** Why there is no GPU here; null when there is one. */
export function useMissingGpu(document: StudioDocument): string | null {
  return useAnswer(document, askGpu, null);
}
