import type { ProofQuestion } from "../evolve/certificate.ts";
import { createProof } from "../evolve/certificate.ts";
import { CPU_SCORER, scoreOnCpu } from "../evolve/cpu-scorer.ts";
import type { Proof } from "../evolve/proof.ts";
import { generationsToGoal } from "../evolve/searches.ts";
import type { EvolveCoreProtocol } from "./protocol/evolve-core.ts";
import type { Handlers } from "./rpc.ts";

/** The proof that pieces were asked of last: making one may take longer than a piece. */
let latest: Proof<ProofQuestion> | undefined;

function proofOf(question: ProofQuestion): Proof<ProofQuestion> {
  if (!latest || JSON.stringify(latest.question) !== JSON.stringify(question)) latest = createProof(question);
  return latest;
}

export const EVOLVE_CORE_HANDLERS: Handlers<EvolveCoreProtocol> = {
  score: (job, { signal, report }) => scoreOnCpu(job, { signal, onProgress: report }),
  solve: (plan, { signal }) => generationsToGoal(plan, CPU_SCORER, { signal }),
  count: ({ question, label }) => proofOf(question).count(label),
};
