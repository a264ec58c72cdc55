import { useEffect, useState } from "react";
import type { AlgorithmInfo } from "../../engine/worker/protocol.ts";
import type { StudioDocument } from "./document.ts";
import { useEditor } from "./hooks.ts";

/** Every algorithm, with what each thinks of the document's rule and grid; none until the engine has answered. */
export function useAlgorithms(document: StudioDocument): readonly AlgorithmInfo[] {
  const { rule, topology } = useEditor(document);
  const [algorithms, setAlgorithms] = useState<readonly AlgorithmInfo[]>([]);
  useEffect(() => {
    let wanted = true;
    document.engine.algorithms(rule, topology).then(
      (list) => (wanted ? setAlgorithms(list) : undefined),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [document, rule, topology]);
  return algorithms;
}
