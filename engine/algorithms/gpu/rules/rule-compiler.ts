/** For kernels compiled for one rule: remembers the rule, and whether the compiled pipelines are for that one. */

import type { Topology } from "../../../core/topology.ts";
import { livingRule } from "../../../rules/living-rule.ts";
import type { Phases } from "../../../rules/phases.ts";
import { phasesOf } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";

/** A diagram leaves empty space dark: each rule has phases of its own, which say nothing. */
function phasesOfStates(rule: Rule, topology: Topology): Phases {
  if (rule.form.kind !== "diagram") return phasesOf(livingRule(rule), topology);
  const dark = { birth: 0, survival: 0 };
  return [dark, dark];
}

export class RuleCompiler<T> {
  readonly #topology: Topology;
  readonly #compile: (rule: Rule, phases: Phases) => Promise<T>;
  #rule: Rule | null = null;
  #phases: Phases | null = null;
  #compiled: { readonly phases: Phases; readonly made: T } | null = null;

  /** `compile` is called once for each prepared rule; of more than two states the phases are those of state 1. */
  constructor(topology: Topology, compile: (rule: Rule, phases: Phases) => Promise<T>) {
    this.#topology = topology;
    this.#compile = compile;
  }

  /** Like DenseKernel.setRule. */
  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#phases = phasesOfStates(rule, this.#topology);
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
