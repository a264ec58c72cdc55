import type { RegistryEntry } from "../../core/registry.ts";
import type { Neighbourhood, Rule, RuleLattice } from "../rule.ts";

/** How a family draws rules by chance. */
export interface RuleDraws {
  /** On which lattices it has rules to draw; at least one. */
  readonly lattices: readonly RuleLattice[];
  /**
   * A rule on that lattice, or on the first one of the family where it has none on that. `random` returns numbers from 0 to below 1. Dead space
   * stays dead.
   */
  readonly draw: (lattice: RuleLattice, random: () => number) => Rule;
}

export const NEIGHBOURHOODS: readonly [Neighbourhood, ...Neighbourhood[]] = ["moore", "hex", "von-neumann"];

export function drawsOn<Lattice extends RuleLattice>(
  lattices: readonly [Lattice, ...Lattice[]],
  draw: (lattice: Lattice, random: () => number) => Rule,
): RuleDraws {
  return {
    lattices,
    draw: (wished, random) => draw(lattices.find((each) => each === wished) ?? lattices[0], random),
  };
}

/** A way to spell rules. */
export interface RuleFamily extends RegistryEntry {
  /** Whether the text (without its grid) is of this family. The first family that says so decides. */
  readonly matches: (text: string) => boolean;
  /**
   * The rule with its canonical text and its looks. `neighbourhood` applies to spellings that name none. Errors: `syntax`.
   */
  readonly parse: (text: string, neighbourhood: Neighbourhood) => Rule;
  /** For families in which chance finds something. */
  readonly draws?: RuleDraws;
  /** What a person who types such a rule for a universe may have wanted instead. */
  readonly note?: (text: string) => string;
}
