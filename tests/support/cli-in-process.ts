/** Runs the command inside the test, as far as nothing but its words matters. */

import { runWords } from "../../engine/cli/app.ts";
import { Terminal } from "../../engine/cli/terminal.ts";

/** The command without its process, which is quicker to start. Its output goes to a terminal with `isTTY`. */
export async function inProcess(
  words: readonly string[],
  isTTY = false,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  let stdout = "";
  let stderr = "";
  const terminal = new Terminal(
    { write: (text: string) => (stdout += text), isTTY },
    { write: (text: string) => (stderr += text) },
  );
  const code = await runWords(words, terminal, new AbortController().signal);
  return { code, stdout, stderr };
}
