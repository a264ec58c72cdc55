/** A scorer that outlives its GPU: counts are the same wherever they come from, so the CPU takes over. */

import { TessellaError } from "../../core/errors.ts";
import { CPU_SCORER } from "../cpu-scorer.ts";
import type { Scorer } from "../scorer.ts";

/** `onLost` hears the error with which the GPU went away, once; that job and all later ones are done by `next`. */
export function steadyScorer(
  first: Scorer,
  onLost: (error: TessellaError) => void,
  next: Scorer = CPU_SCORER,
): Scorer {
  let scorer = first;
  return {
    score: async (job, control) => {
      try {
        return await scorer.score(job, control);
      } catch (error) {
        if (scorer === next || !(error instanceof TessellaError) || error.code !== "gpu-lost") throw error;
        scorer = next;
        onLost(error);
        return await next.score(job, control);
      }
    },
    dispose: () => {
      first.dispose();
      next.dispose();
    },
  };
}
