/**
 * A person's rule files. The host keeps each under its name, so windows on one storage add and remove their own and never one
 * another's; what reads rules, here and in the worker for pattern files, finds them by name before those that come along.
 */

import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../engine/core/errors.ts";
import type { RuleFile } from "../../engine/core/rule-file.ts";
import { familyOf } from "../../engine/rules/families.ts";
import { rememberRule, ruleFileNamed } from "../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { keepRuleFiles, knownRuleFile } from "../../engine/rules/supplied.ts";
import type { PatternFiles } from "../document/pattern-files.ts";
import type { KeptTexts } from "../host/host.ts";

/** A file that is kept. Neither rule nor problem: it has not been looked into yet. */
export interface OwnRuleFile {
  readonly file: RuleFile;
  readonly rule: Rule | null;
  readonly problem: TessellaError | null;
}

interface RuleFolderParts {
  readonly kept: KeptTexts;
  readonly patternFiles: Pick<PatternFiles, "keepRules" | "rule">;
}

export class RuleFolder {
  /** By name. */
  readonly store = createStore<{ readonly own: readonly OwnRuleFile[] }>(() => ({ own: [] }));
  readonly #parts: RuleFolderParts;
  /** One look at the host's list or change of it at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #checking: Promise<void> | null = null;

  constructor(parts: RuleFolderParts) {
    this.#parts = parts;
  }

  /** Reads what is kept, which another window may have changed. Errors: `io`. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const files = (await this.#parts.kept.list()).flatMap(({ text }) => ruleFileNamed("", text) ?? []);
      const { own } = this.store.getState();
      if (files.length === own.length && files.every((file) => this.#known(file))) return;
      this.#set(files.map((file) => this.#known(file) ?? { file, rule: null, problem: null }));
    });
  }

  /** Looks into the files that nobody has looked into, one after the other; whoever asks meanwhile waits for the same. */
  checkAll(): Promise<void> {
    this.#checking ??= this.#checkEach().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #checkEach(): Promise<void> {
    for (const { file, rule, problem } of this.store.getState().own) {
      if (rule || problem) continue;
      const checked = await this.check(file).then(
        (found) => ({ file, rule: found, problem: null }),
        (error: unknown) => ({ file, rule: null, problem: faultOf(error) }),
      );
      if (this.find(file.name)?.file.text !== file.text) continue;
      this.#set(this.store.getState().own.map((each) => (each.file.name === file.name ? checked : each)));
    }
  }

  /** Capitals do not matter. */
  find(name: string): OwnRuleFile | undefined {
    return this.store.getState().own.find((each) => sameName(each.file.name, name));
  }

  /** The rule of a file. Errors: those of `compileRuleFile`, `bad-argument` for a name that means another rule, `aborted`. */
  async check(file: RuleFile, signal?: AbortSignal): Promise<Rule> {
    // The name of a section alone is that of its file.
    const place = file.lead ? {} : IN_TITLE;
    idOf(file.name, place);
    const family = familyOf(file.name);
    if (family)
      throw new TessellaError(
        "bad-argument",
        `"${file.name}" is a rule of its own (${family.name}), which no file replaces.`,
        { ...place, hint: "Give the rule another name." },
      );
    return this.#parts.patternFiles.rule(file, signal);
  }

  /** Keeps a file that was checked, in place of one of that name. Errors: `io`. */
  keep(file: RuleFile, rule: Rule): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.kept.put({ id: idOf(file.name), text: file.text });
      this.#set([...this.#without(file.name), { file, rule, problem: null }]);
    });
  }

  /** Universes that run under it go on. Errors: `io`. */
  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.kept.delete(idOf(name));
      this.#set(this.#without(name));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  #without(name: string): readonly OwnRuleFile[] {
    return this.store.getState().own.filter((each) => !sameName(each.file.name, name));
  }

  #known({ name, text }: RuleFile): OwnRuleFile | undefined {
    const known = this.find(name);
    return known?.file.text === text ? known : undefined;
  }

  #set(own: readonly OwnRuleFile[]): void {
    const sorted = [...own].sort((a, b) => COLLATOR.compare(a.file.name, b.file.name));
    const files = sorted.map(({ file }) => file);
    keepRuleFiles(files);
    // A name that is typed in the window needs no compiling here.
    for (const { file, rule } of sorted) if (rule) rememberRule(file, rule, knownRuleFile);
    this.#parts.patternFiles.keepRules(files);
    this.store.setState({ own: sorted });
  }
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const LONGEST_ID = 64;
/** Where a file gives its rule's name. */
const IN_TITLE = { line: 1, column: "@RULE ".length + 1 } as const;

/** A name as the host keeps it: capitals alike, other characters than letters, digits and "-" by their bytes. Errors: `bad-argument`. */
function idOf(name: string, place: Partial<typeof IN_TITLE> = IN_TITLE): string {
  const bytes = new TextEncoder().encode(name.toLowerCase());
  const id = [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
  if (id !== "" && id.length <= LONGEST_ID) return id;
  throw new TessellaError(
    "bad-argument",
    id === "" ? "The rule has no name." : "The rule's name is too long.",
    {
      ...place,
      hint:
        id === "" ? "A rule file begins with @RULE and the rule's name." : "Give the rule a shorter name.",
    },
  );
}

/** Other failures are told as such a one, too. */
export function faultOf(error: unknown): TessellaError {
  if (error instanceof TessellaError) return error;
  return new TessellaError("io", error instanceof Error ? error.message : String(error));
}
