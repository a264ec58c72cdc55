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
  /** What a person who types such a rule for a universe may have wanted instead. */
  readonly note?: (text: string) => string;
}
