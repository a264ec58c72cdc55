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
  readonly fate: Verdict["fate"] | "untested";
  /** The test file that failed, and why. */
  readonly failed: string | null;
  readonly reason: string;
  /** How long its tests took. */
  readonly seconds: number;
}

export class Report {
  readonly #file: string | null;
  readonly #entries: Entry[] = [];

  /** `file` takes the JSON; what is known so far is there whatever ends the program. */
  constructor(file: string | null) {
    this.#file = file;
  }

  /** `verdict` is null where no test reaches the file. */
  add(mutant: Candidate, verdict: Verdict | null, seconds: number): void {
    const { file, line, source, start } = mutant;
    const from = source.lastIndexOf("\n", start - 1) + 1;
    const lineOf = (text: string): string => text.slice(from).split("\n", 1)[0] ?? "";
    const { fate, failed, reason } = verdict ?? { fate: "untested", failed: null, reason: "" };
    const before = lineOf(source);
    const after = lineOf(applied(source, mutant));
    this.#entries.push({ file, line, before, after, fate, failed, reason, seconds });
    console.log(`${fate.padEnd(9)} ${shown(mutant)}${failed ? `   (${failed})` : ""}`);
    if (this.#file !== null) writeFileSync(this.#file, `${JSON.stringify(this.#entries, null, 1)}\n`);
  }

  /** Names the survivors, and the share of mutants that were noticed. */
  end(): void {
    const count = (fate: Entry["fate"]): number =>
      this.#entries.filter((entry) => entry.fate === fate).length;
    const noticed = count("killed") + count("timeout");
    const all = noticed + count("survived") + count("untested");
    for (const { file, line, before, after, fate } of this.#entries) {
      if (fate === "survived" || fate === "untested")
        console.log(`\n${file}:${line}\n- ${before}\n+ ${after}`);
    }
    const rate = all === 0 ? "" : ` (${((100 * noticed) / all).toFixed(1)} %)`;
    console.log(
      `\n${noticed} of ${all} mutants noticed${rate}: ${count("killed")} by a failing test, ${count("timeout")} by hanging; ` +
        `${count("survived")} survived, ${count("untested")} in files that no such test reaches, ${count("invalid")} did not compile.`,
    );
  }
}

function shown({ file, line, source, start, end, replacement }: Candidate): string {
  const short = (text: string): string => {
    const one = text.replace(/\s+/g, " ").trim();
    return one.length > 60 ? `${one.slice(0, 57)}...` : one;
  };
  return `${file}:${line}  ${short(source.slice(start, end))}  ->  ${short(replacement)}`;
}
