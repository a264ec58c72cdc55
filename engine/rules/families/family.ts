import type { RegistryEntry } from "../../core/registry.ts";
import type { Neighbourhood, Rule } from "../rule.ts";

/** A way to spell rules. An entry without `parse` is recognised so that a refusal can name it. */
export interface RuleFamily extends RegistryEntry {
  /** Whether the text (without its grid) is of this family. The first family that says so decides. */
  readonly matches: (text: string) => boolean;
  /**
   * The rule with its canonical text and its looks. `neighbourhood` applies to spellings that name none. Errors: `syntax`.
   */
  readonly parse?: (text: string, neighbourhood: Neighbourhood) => Rule;
  /** One sentence with spellings that run, as a hint in refusals. */
  readonly hint?: string;
  /** What a person who types such a rule for a universe may have wanted instead. */
  readonly note?: (text: string) => string;
  /** The sentence that refuses the text; default: one that names the family. */
  readonly refusal?: (text: string) => string;
  /**
   * The state that each state of a file becomes, for a family whose files have more states than the rule that runs
   * instead.
   */
  readonly fileStates?: readonly number[];
}
