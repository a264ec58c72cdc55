import { CPU_SCORER, scoreOnCpu } from "../evolve/cpu-scorer.ts";
import { generationsToGoal } from "../evolve/searches.ts";
import type { EvolveCoreProtocol } from "./protocol/evolve-core.ts";
import type { Handlers } from "./rpc.ts";

export const EVOLVE_CORE_HANDLERS: Handlers<EvolveCoreProtocol> = {
  score: (job, { signal }) => scoreOnCpu(job, { signal }),
  solve: (plan, { signal }) => generationsToGoal(plan, CPU_SCORER, { signal }),
};
