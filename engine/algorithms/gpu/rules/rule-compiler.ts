/** For kernels compiled for one rule: remembers the rule, and whether the compiled pipelines are for that one. */

import type { Topology } from "../../../core/topology.ts";
import type { RulePhases } from "../../../rules/phases.ts";
import { rulePhases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";

export class RuleCompiler<T> {
  readonly #topology: Topology;
  readonly #compile: (rule: Rule, phases: RulePhases) => Promise<T>;
  #rule: Rule | null = null;
  #phases: RulePhases | null = null;
  #compiled: { readonly phases: RulePhases; readonly made: T } | null = null;

  /** `compile` is called once for each prepared rule. */
  constructor(topology: Topology, compile: (rule: Rule, phases: RulePhases) => Promise<T>) {
    this.#topology = topology;
    this.#compile = compile;
  }

  /** Like DenseKernel.setRule. */
  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#phases = rulePhases(rule, this.#topology);
    }
    return this.#compiled?.phases === this.#phases;
  }

  /** Like DenseKernel.prepare. */
  async prepare(): Promise<void> {
    const rule = this.#rule;
    const phases = this.#phases;
    if (!rule || !phases || this.#compiled?.phases === phases) return;
    this.#compiled = { phases, made: await this.#compile(rule, phases) };
  }

  /** The last compiled result; for the present rule where `setRule` said so. */
  get made(): T {
    if (!this.#compiled) throw new Error("Nothing is compiled yet.");
    return this.#compiled.made;
  }
}
