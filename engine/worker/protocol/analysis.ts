/** The verbs of a worker that analyses patterns and rules. Each works on universes of its own. */

import type { Identity } from "../../analysis/identity.ts";
import type { IdentifyProgress } from "../../analysis/subject.ts";
import type { Runs } from "../../core/runs.ts";
import type { Behaviour } from "../../rules/behaviour.ts";
import type { Rule } from "../../rules/rule.ts";
import type { RuleRange } from "../../rules/rule-range.ts";
import type { Verb } from "../rpc.ts";
import type { CreateUniverse } from "./universe.ts";

/** Every verb fails with `aborted` when it is cancelled. */
export interface AnalysisProtocol {
  /** Identifies a pattern (analysis/identify.ts), within `limit` generations. Errors: as `create`, `too-large`. */
  readonly identify: Verb<IdentifyRequest, Identity, IdentifyProgress>;
  /** The behaviour of a rule (rules/behaviour.ts). */
  readonly behaviour: Verb<{ readonly rule: Rule }, Behaviour>;
  /** The rules in which the cells behave alike. Errors: those of `ruleRange` in rules/rule-range.ts. */
  readonly ruleRange: Verb<{ readonly cells: Runs; readonly rule: Rule }, RuleRange>;
}

export interface IdentifyRequest extends Omit<CreateUniverse, "mayMove" | "soup"> {
  readonly limit: number;
}
