import type { RegistryEntry } from "../../core/registry.ts";
import type { Neighbourhood, Rule } from "../rule.ts";

/** A way to spell rules. */
export interface RuleFamily extends RegistryEntry {
  /** Whether the text (without its grid) is of this family. The first family that says so decides. */
  readonly matches: (text: string) => boolean;
  /**
   * The rule with its canonical text and its looks. `neighbourhood` applies to spellings that name none. Errors: `syntax`.
   */
  readonly parse: (text: string, neighbourhood: Neighbourhood) => Rule;
  /**
   * A rule by chance, for families in which chance finds something: `random` returns numbers from 0 to below 1. The lattice counts where
   * the family has rules on more than one. Dead space stays dead.
   */
  readonly random?: (neighbourhood: Neighbourhood, random: () => number) => Rule;
  /** What a person who types such a rule for a universe may have wanted instead. */
  readonly note?: (text: string) => string;
}
