/**
 * Runs programs out of a shell of its own, one after the other. Node starts a program as a copy of itself: pages are not copied,
 * but their table is, which takes both sides some 5 ms for each 500 MB. A worker of tests holds that much, and Golly is
 * done in less. The shell is small.
 */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/** Seconds of a processor that a program may take. */
const MOST_SECONDS = 60;
/** Stands in no program's words. */
const END = "end-of-what-it-said";

let shell: ChildProcessWithoutNullStreams | undefined;
let last: Promise<unknown> = Promise.resolve();

/** It ends with its worker, which closes its standard input, and never keeps one. */
function opened(): ChildProcessWithoutNullStreams {
  const opening = spawn("/bin/sh");
  opening.unref();
  for (const stream of [opening.stdin, opening.stdout, opening.stderr]) (stream as Socket).unref();
  opening.stdout.setEncoding("utf8");
  opening.stdin.write(`ulimit -t ${MOST_SECONDS}\n`);
  return opening;
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** What the program said, on either stream. Errors: when it does not end with 0. */
export function runOutside(program: string, words: readonly string[]): Promise<string> {
  const run = async (): Promise<string> => {
    shell ??= opened();
    const { stdin, stdout } = shell;
    const line = [program, ...words].map(quoted).join(" ");
    stdin.write(`${line} </dev/null 2>&1; printf '${END} %d\\n' $?\n`);
    let said = "";
    for (;;) {
      const [, words, code] = new RegExp(`^([^]*)${END} (\\d+)\n$`).exec(said) ?? [];
      if (code === "0") return words;
      if (code !== undefined) throw new Error(`${line} ended with ${code}: ${words}`);
      said += await new Promise<string>((resolve) => stdout.once("data", resolve));
    }
  };
  const running = last.then(run);
  last = running.catch(() => {});
  return running;
}
