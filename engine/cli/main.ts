/** The entry of the `tessella` command: the process around app.ts. */

import nodeModule from "node:module";
import { describeError } from "../core/errors.ts";
import { STANDARD_OUTPUT, writeFailure } from "../node/file-failures.ts";
import { userFile } from "../node/user-folders.ts";
import { FAILED, runWords } from "./app.ts";
import { watchInterrupts } from "./interrupt.ts";
import { Terminal } from "./terminal.ts";

// From Node 22 on, the code of the commands is compiled once for each person. Where the folder cannot be written Node goes on
// without a word. The chunks that follow are imported later than this.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(userFile("cache", "code"));

const terminal = new Terminal(process.stdout, process.stderr);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has gone away (`tessella ... | head`) needs no sentence.
  if (error.code !== "EPIPE") terminal.fail(describeError(writeFailure(STANDARD_OUTPUT, error)));
  process.exit(FAILED);
});
process.stderr.on("error", () => process.exit(FAILED));

const interrupts = watchInterrupts();
process.exitCode = await runWords(process.argv.slice(2), terminal, interrupts.signal);
interrupts.release();
