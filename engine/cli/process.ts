/** The process around app.ts: its streams, its signals and its exit code. */

import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { describeError } from "../core/errors.ts";
import { STANDARD_OUTPUT, writeFailure } from "../node/file-failures.ts";
import { mpiWorld } from "../node/mpi-world.ts";
import type { RankEnd } from "../node/mpirun.ts";
import { StandardStream } from "../node/standard-stream.ts";
import { tableFolder } from "../node/table-folder.ts";
import { allHaveEnded } from "../node/thread-ends.ts";
import { keepTablesIn } from "../rules/kept-tables.ts";
import { DONE, FAILED, runWords } from "./app.ts";
import { watchInterrupts } from "./interrupt.ts";
import { Terminal } from "./terminal.ts";

/** Runs the command that the process was started with. */
export async function runProcess(): Promise<void> {
  // The command's first script names all others by what is in them, so its text tells builds apart.
  const tables = tableFolder(readFileSync(process.argv[1] as string, "utf8"));
  keepTablesIn(tables);
  process.on("exit", tables.write);
  // Each thread hears of an interrupt and writes to our streams: beyond ten, Node would warn of a leak.
  setMaxListeners(0);
  let failed = FAILED;
  const output = new StandardStream(1, (error) => {
    // A reader that has gone away (`tessella ... | head`) needs no sentence.
    if (error.code !== "EPIPE") terminal.fail(describeError(writeFailure(STANDARD_OUTPUT, error)));
    process.exit(failed);
  });
  const errors = new StandardStream(2, () => process.exit(failed));
  const world = mpiWorld(process.env);
  const terminal = world?.isStartedByUs ? rankTerminal(output, errors) : new Terminal(output, errors);
  const interrupts = watchInterrupts();
  const code = await runWords(process.argv.slice(2), terminal, interrupts.signal, (code) => {
    failed = code;
  });
  process.exitCode = code;
  interrupts.release();
  if (world?.isStartedByUs && world.rank === 0 && code === DONE) {
    const end: RankEnd = { error: null, exit: DONE };
    errors.write(`${JSON.stringify(end)}\n`);
  }
  await allHaveEnded();
  // Everything is written: without this, V8 would first take its heap apart. A rank of MPI has yet to take leave of the others.
  if (!output.isOpen && !errors.isOpen && !world) process.exit();
}

/** That of a rank whose starter has a terminal of its own, knows whether a person looks at it, and draws progress there. */
function rankTerminal(output: StandardStream, errors: StandardStream): Terminal {
  return new Terminal(
    { isTTY: false, stream: output.stream, write: (text: string) => output.write(text) },
    { isTTY: true, write: (text: string) => errors.write(text) },
  );
}
