/** What the lines of a file that hold no cells say, in the formats that may name a rule and a generation. */

import { TessellaError } from "../core/errors.ts";
import type { Pattern } from "../core/pattern.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import { formatUniverseRule, ruleFacts } from "../rules/universe-rule.ts";
import type { ReadOptions } from "./format.ts";
import type { Notes } from "./notes.ts";
import { parseRuleAt } from "./rule-text.ts";

export abstract class FileHead {
  readonly notes: Notes;
  generation = 0n;
  protected readonly bytes: Uint8Array;
  protected universeRule: UniverseRule | null = null;
  readonly #options: ReadOptions;

  constructor(bytes: Uint8Array, notes: Notes, options: ReadOptions) {
    this.bytes = bytes;
    this.notes = notes;
    this.#options = options;
  }

  /** Canonical, or null if the file names none. */
  get rule(): string | null {
    return this.universeRule && formatUniverseRule(this.universeRule);
  }

  /** The facts about the rule. */
  get named(): Pick<Pattern, "rule" | "ruleFile"> {
    return this.universeRule ? ruleFacts(this.universeRule) : { rule: null };
  }

  /** Of the file's cells: those of the rule that it names, and without one as many as there can be. */
  get states(): number {
    return this.universeRule?.rule.states ?? MOST_STATES;
  }

  /** Finds the files of rules. */
  protected get files(): FindRuleFile | undefined {
    return this.#options.files;
  }

  /** Takes the rule at..end; `read` finds where it ends. Errors: `syntax`, `unsupported-rule`. */
  protected takeRule(at: number, end: number, read = this.parseRule): void {
    try {
      read.call(this, at, end);
    } catch (error) {
      if (!this.#options.anyRule || !(error instanceof TessellaError)) throw error;
      this.notes.warn(at, `${error.message.replace(/\.$/, "")}; the rule and its grid were passed over.`);
    }
  }

  /** Reads the text at..end as a rule, and returns its end. */
  protected parseRule(at: number, end: number): number {
    this.universeRule = parseRuleAt(this.bytes, at, end, this.files);
    if (this.universeRule.note) this.notes.warn(at, this.universeRule.note);
    return end;
  }
}
