/** Rule files on their way in and out: opened, dropped or chosen because a pattern needs them, and written as files again. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { RuleFile } from "../../engine/core/rule-file.ts";
import { RULE_ENDINGS, ruleFileNamed } from "../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { FileType, Host, HostFile } from "../host/host.ts";
import { hasExtension, safeFileName } from "../host/names.ts";
import type { DialogOpener } from "./dialog-opener.ts";
import type { FileFailure } from "./open-summary.ts";
import { notOpened, summaryOf } from "./open-summary.ts";
import type { RuleFolder } from "./rule-folder.ts";
import { faultOf } from "./rule-folder.ts";
import type { StatusLine } from "./status-line.ts";

export const RULE_FILES: FileType = { label: "Rules", extensions: RULE_ENDINGS };

/** Names in a message; the others are counted. */
const TOLD = 3;

interface RuleFilesSurroundings {
  readonly host: Pick<Host, "files">;
  readonly folder: RuleFolder;
  readonly status: StatusLine;
  readonly dialogs: DialogOpener;
}

export class RuleFiles {
  readonly folder: RuleFolder;
  readonly #around: RuleFilesSurroundings;
  /** Ends the wait for the rule that the last message asked for. */
  #endWaiting: () => void = () => {};

  constructor(around: RuleFilesSurroundings) {
    this.folder = around.folder;
    this.#around = around;
  }

  isOne({ name }: HostFile): boolean {
    return hasExtension(name, RULE_ENDINGS);
  }

  /** Lets the person choose rule files and keeps them; returns the rules. */
  async choose(title?: string): Promise<readonly Rule[]> {
    const files = await this.#around.host.files.pickOpen({
      types: [RULE_FILES],
      several: true,
      ...(title === undefined ? {} : { title }),
    });
    return this.take(files, { quiet: title !== undefined });
  }

  /**
   * Checks and keeps rule files. A single one is shown: the rule itself, or its fault. Of several the message tells, and of a
   * single one where it is only needed (`quiet`). Returns the rules that are kept.
   */
  async take(files: readonly HostFile[], { quiet = false } = {}): Promise<readonly Rule[]> {
    const { status, dialogs } = this.#around;
    const kept: Rule[] = [];
    const failures: FileFailure[] = [];
    for (const [at, source] of files.entries()) {
      let file: RuleFile | null = null;
      try {
        file = await this.#read(source);
        const rule = await this.#checked(file, files.length > 1 ? ` (${at + 1} of ${files.length})` : "");
        if (await this.#mayReplace(file)) {
          await this.folder.keep(file, rule);
          kept.push(rule);
        }
      } catch (error) {
        if (error instanceof TessellaError && error.code === "aborted") {
          status.say(notOpened(files.slice(at).map(({ name }) => name)));
          break;
        }
        if (file && files.length === 1) dialogs.show("rule-fault", { file, fault: faultOf(error) });
        else failures.push({ name: source.name, error });
      }
    }
    const failed = summaryOf(files.length, failures);
    const [first] = kept;
    if (failed) status.say(failed, "error");
    else if (first && kept.length === 1 && !quiet) dialogs.show("rules", { rule: first });
    else if (first)
      status.say(
        `${listed(kept.map(({ text }) => text))} ${kept.length > 1 ? "are" : "is"} among your rules now.`,
      );
    return kept;
  }

  /** Writes a file that is kept to a place of the person's choice. Errors: `io`. */
  async save({ name, text }: RuleFile): Promise<void> {
    const { host, status } = this.#around;
    const file = await host.files.pickSave({
      types: [{ ...RULE_FILES, extensions: [RULE_ENDINGS[0]] }],
      name: `${safeFileName(name)}${RULE_ENDINGS[0]}`,
    });
    if (!file) return;
    await host.files.write(file, new TextEncoder().encode(text));
    status.say(`Saved ${file.name}.`);
  }

  /** Asks before. Returns whether it is gone. Errors: `io`. */
  async remove({ name }: RuleFile): Promise<boolean> {
    const choice = await this.#around.dialogs.ask(
      `Remove ${name}?`,
      "Your file of the rule is deleted here. Universes that are open go on under it.",
      [{ id: "remove", label: "Remove" }],
    );
    if (choice !== "remove") return false;
    await this.folder.remove(name);
    return true;
  }

  /**
   * The message about a file that names a rule of which there is no file here, with a button to choose it; `again` opens the file
   * once more as soon as the rule is there.
   */
  sayMissing(fileName: string, rule: string, again: () => Promise<void>): void {
    const { status } = this.#around;
    const name = rule.length > 40 ? `${rule.slice(0, 40)}…` : rule;
    const takeAway = status.say(
      `${fileName} runs under ${name}, a rule of which there is no file here.`,
      "error",
      {
        label: `Choose ${name}.rule`,
        run: () => void this.choose(`The file of the rule ${name}`).catch(status.report),
      },
    );
    // However it comes: chosen, or dropped on the window.
    this.#endWaiting();
    this.#endWaiting = this.folder.store.subscribe(() => {
      if (!this.folder.find(rule)) return;
      this.#endWaiting();
      takeAway();
      again().catch(status.report);
    });
  }

  async #read(source: HostFile): Promise<RuleFile> {
    const bytes = await this.#around.host.files.read(source);
    const file = ruleFileNamed(source.name, new TextDecoder().decode(bytes));
    if (file) return file;
    throw new TessellaError("unsupported-format", "It is no rule file.");
  }

  #checked(file: RuleFile, place: string): Promise<Rule> {
    const known = this.folder.find(file.name);
    if (known?.rule && known.file.text === file.text) return Promise.resolve(known.rule);
    return this.#around.status.watch(`Reading the rule ${file.name}${place}`, ({ signal }) =>
      this.folder.check(file, signal),
    );
  }

  async #mayReplace({ name, text }: RuleFile): Promise<boolean> {
    // Another window may keep one by now.
    await this.folder.load();
    const known = this.folder.find(name);
    if (!known || known.file.text === text) return true;
    const choice = await this.#around.dialogs.ask(
      `Replace your rule ${name}?`,
      "You keep another file of that name. Universes that are open go on under the one they have.",
      [{ id: "replace", label: "Replace", look: "accent" }],
    );
    return choice === "replace";
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - TOLD;
  if (more > 0) return `${names.slice(0, TOLD).join(", ")} and ${more} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
