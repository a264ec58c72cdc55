/** The process around app.ts: its streams, its signals and its exit code. */

import { describeError } from "../core/errors.ts";
import { STANDARD_OUTPUT, writeFailure } from "../node/file-failures.ts";
import { StandardStream } from "../node/standard-stream.ts";
import { FAILED, runWords } from "./app.ts";
import { watchInterrupts } from "./interrupt.ts";
import { Terminal } from "./terminal.ts";

/** Runs the command that the process was started with. */
export async function runProcess(): Promise<void> {
  const output = new StandardStream(1, (error) => {
    // A reader that has gone away (`tessella ... | head`) needs no sentence.
    if (error.code !== "EPIPE") terminal.fail(describeError(writeFailure(STANDARD_OUTPUT, error)));
    process.exit(FAILED);
  });
  const errors = new StandardStream(2, () => process.exit(FAILED));
  const terminal = new Terminal(output, errors);
  const interrupts = watchInterrupts();
  process.exitCode = await runWords(process.argv.slice(2), terminal, interrupts.signal);
  interrupts.release();
  // Everything is written: without this, V8 would first take its heap apart.
  if (!output.isOpen && !errors.isOpen) process.exit();
}
