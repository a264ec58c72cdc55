import { CPU_SCORER, scoreOnCpu } from "../evolve/cpu-scorer.ts";
import { generationsToGoal } from "../evolve/searches.ts";
import type { EvolveProtocol } from "./protocol/evolve.ts";
import type { Handlers } from "./rpc.ts";

export const EVOLVE_HANDLERS: Handlers<EvolveProtocol> = {
  score: (job, { signal }) => scoreOnCpu(job, { signal }),
  solve: (plan, { signal }) => generationsToGoal(plan, CPU_SCORER, { signal }),
};
