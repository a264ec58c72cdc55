/** What became of the mutants: a line for each, the survivors at the end, and all of it as JSON where that is wanted. */

import { writeFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";
import { applied } from "./mutants.ts";
import type { Verdict } from "./trials.ts";

export interface Candidate extends Mutant {
  readonly file: string;
  readonly source: string;
}

/** One mutant in the JSON, a list of these. */
export interface Entry {
  readonly file: string;
  readonly line: number;
  /** The line of the source, and the same with the mistake in it. */
  readonly before: string;
  readonly after: string;
  readonly fate: Verdict["fate"];
  /** The test file that failed, and why. */
  readonly failed: string | null;
  readonly reason: string;
  /** Test files that were asked about it, at most: the first that fails is the last. */
  readonly asked: number;
}

/** Where the mistake is. */
export function entryOf(mutant: Candidate): Pick<Entry, "file" | "line" | "before" | "after"> {
  const { file, line, source, start } = mutant;
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const lineOf = (text: string): string => text.slice(from).split("\n", 1)[0] ?? "";
  return { file, line, before: lineOf(source), after: lineOf(applied(source, mutant)) };
}

export class Report {
  readonly #file: string | null;
  readonly #entries = new Map<Candidate, Entry>();

  /** `file` takes the JSON; what is known so far is there whatever ends the program. */
  constructor(file: string | null) {
    this.#file = file;
  }

  /** What is known of the mutant now. `asked`: test files. */
  set(mutant: Candidate, { fate, failed, reason = "" }: Verdict, asked = 0): void {
    this.#entries.set(mutant, { ...entryOf(mutant), fate, failed: failed ?? null, reason, asked });
    console.log(`${fate.padEnd(9)} ${shown(mutant)}${failed ? `   (${failed})` : ""}`);
    if (this.#file !== null)
      writeFileSync(this.#file, `${JSON.stringify([...this.#entries.values()], null, 1)}\n`);
  }

  /** Names the survivors, and the share of mutants that were noticed. */
  end(): void {
    const entries = [...this.#entries.values()];
    const count = (fate: Entry["fate"]): number => entries.filter((entry) => entry.fate === fate).length;
    const byTests = count("killed") + count("timeout");
    const compiled = byTests + count("survived") + count("untested");
    const noticed = byTests + count("refused");
    const all = compiled + count("refused");
    for (const { file, line, before, after, fate, asked } of entries) {
      if (fate === "survived" || fate === "untested")
        console.log(
          `\n${file}:${line}  ${fate === "untested" ? fate : `${asked} test files`}\n- ${before}\n+ ${after}`,
        );
    }
    console.log(
      `\n${noticed} of ${all} mutants noticed${share(noticed, all)}: ${count("refused")} by the compiler, ${count("killed")} by a ` +
        `failing test, ${count("timeout")} by hanging; ${count("survived")} survived, ${count("untested")} in files that no such ` +
        `test reaches. Of those that compile, ${byTests} of ${compiled}${share(byTests, compiled)}.`,
    );
  }
}

function share(part: number, all: number): string {
  return all === 0 ? "" : ` (${((100 * part) / all).toFixed(1)} %)`;
}

function shown({ file, line, source, start, end, replacement }: Candidate): string {
  const short = (text: string): string => {
    const one = text.replace(/\s+/g, " ").trim();
    return one.length > 60 ? `${one.slice(0, 57)}...` : one;
  };
  return `${file}:${line}  ${short(source.slice(start, end))}  ->  ${short(replacement)}`;
}
