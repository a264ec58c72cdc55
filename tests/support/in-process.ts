/** Runs a command of `tessella` in this process: its exit code, and what it wrote. */

import { expect } from "vitest";
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

/** All lines of progress that a command has, as they would stand so many seconds after its beginning. */
export async function progressAt(seconds: number, ...words: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  class Watched extends Terminal {
    override progress(line: (seconds: number) => string): void {
      lines.push(line(seconds));
    }
  }
  const nowhere = { write: () => true };
  expect(await runWords(words, new Watched(nowhere, nowhere), new AbortController().signal)).toBe(0);
  return lines;
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
