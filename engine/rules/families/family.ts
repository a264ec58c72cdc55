import type { RegistryEntry } from "../../core/registry.ts";
import type { Neighbourhood, Rule } from "../rule.ts";

/** A way to spell rules. An entry without `parse` is recognised so that a refusal can name it. */
export interface RuleFamily extends RegistryEntry {
  /** Whether the text (without its grid) is of this family. The first family that says so decides. */
  readonly matches: (text: string) => boolean;
  /**
   * The rule, with its canonical text and its looks. `neighbourhood` is what a spelling means that names none.
   * Errors: `syntax`.
   */
  readonly parse?: (text: string, neighbourhood: Neighbourhood) => Rule;
  /** One sentence with spellings that run, for people whose rule does not. */
  readonly hint?: string;
  /** The sentence that refuses the text; default: one that names the family. */
  readonly refusal?: (text: string) => string;
  /**
   * For a family whose files have more states than the rule that runs in its place: the state under that rule for each
   * state of a file.
   */
  readonly fileStates?: readonly number[];
}
