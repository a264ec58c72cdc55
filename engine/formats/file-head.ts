/** What the lines of a file that hold no cells say, in the formats that may name a rule and a generation. */

import { TessellaError } from "../core/errors.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { FileStates, UniverseRule } from "../rules/universe-rule.ts";
import { fileStatesOf, formatUniverseRule } from "../rules/universe-rule.ts";
import { decodeText } from "./bytes.ts";
import type { Notes } from "./notes.ts";
import { parseRuleAt } from "./rule-text.ts";

export abstract class FileHead {
  readonly notes: Notes;
  generation = 0n;
  /** The meaning of the file's states if another rule runs instead of the file's. */
  fileStates: FileStates | null = null;
  protected readonly bytes: Uint8Array;
  protected universeRule: UniverseRule | null = null;
  readonly #anyRule: boolean;

  /** With `anyRule` an unreadable rule causes a warning and is skipped. */
  constructor(bytes: Uint8Array, notes: Notes, anyRule = false) {
    this.bytes = bytes;
    this.notes = notes;
    this.#anyRule = anyRule;
  }

  /** Canonical, or null if the file names none. */
  get rule(): string | null {
    return this.universeRule && formatUniverseRule(this.universeRule);
  }

  /** Of the file's cells: those of the rule that it names, and without one as many as there can be. */
  get states(): number {
    return this.fileStates?.means.length ?? this.universeRule?.rule.states ?? MOST_STATES;
  }

  /** Takes the rule at..end; `read` finds where it ends. Errors: `syntax`, `unsupported-rule`. */
  protected takeRule(at: number, end: number, read = this.parseRule): void {
    try {
      this.fileStates = fileStatesOf(decodeText(this.bytes.subarray(at, read.call(this, at, end))));
    } catch (error) {
      if (!this.#anyRule || !(error instanceof TessellaError)) throw error;
      this.notes.warn(at, `${error.message.replace(/\.$/, "")}; the rule and its grid were passed over.`);
    }
  }

  /** Reads the text at..end as a rule, and returns its end. */
  protected parseRule(at: number, end: number): number {
    this.universeRule = parseRuleAt(this.bytes, at, end);
    if (this.universeRule.note) this.notes.warn(at, this.universeRule.note);
    return end;
  }
}
