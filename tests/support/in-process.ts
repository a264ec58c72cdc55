/** Runs a command of `tessella` in this process: its exit code, and what it wrote. */

import { runWords } from "../../engine/cli/app.ts";
import { Terminal } from "../../engine/cli/terminal.ts";

export interface InProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command writes to `-` goes to the real standard output. */
export function inProcess(...words: readonly string[]): Promise<InProcessResult> {
  return ran(words, false);
}

/** The same where relative names are those of a folder. */
export async function inFolder(folder: string, ...words: readonly string[]): Promise<InProcessResult> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await inProcess(...words);
  } finally {
    process.chdir(before);
  }
}

/** The same where a person looks at standard output. */
export function onScreen(...words: readonly string[]): Promise<InProcessResult> {
  return ran(words, true);
}

/** The same, stopped by a signal as Ctrl-C does. */
export function interrupted(signal: AbortSignal, ...words: readonly string[]): Promise<InProcessResult> {
  return ran(words, false, signal);
}

async function ran(
  words: readonly string[],
  isTTY: boolean,
  signal: AbortSignal = new AbortController().signal,
): Promise<InProcessResult> {
  let stdout = "";
  let stderr = "";
  const terminal = new Terminal(
    { write: (text: string) => (stdout += text), isTTY },
    { write: (text: string) => (stderr += text) },
  );
  const code = await runWords(words, terminal, signal);
  return { code, stdout, stderr };
}
