/** The entry of the `tessella` command: the process around app.ts. */

import { describeError } from "../core/errors.ts";
import { keepCompiledCode } from "../node/compile-cache.ts";
import { STANDARD_OUTPUT, writeFailure } from "../node/file-failures.ts";
import { FAILED, runWords } from "./app.ts";
import { watchInterrupts } from "./interrupt.ts";
import { Terminal } from "./terminal.ts";

// The chunks of the commands are imported later than this.
keepCompiledCode();

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
