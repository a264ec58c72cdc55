/** How many threads of the CPU a command takes. */

import { nodeCores } from "../node/cores.ts";
import type { Cores } from "../worker/cores.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";

export const THREADS_OPTION: OptionSpec = {
  name: "threads",
  value: "N",
  help: "of the CPU (default: one a core); the result is the same",
};

/** The cores that `--threads` asks for; by default a thread a core, or `usual`. Errors: UsageError. */
export function coresOf(args: Arguments, usual?: number): Cores {
  const threads = args.value("threads");
  return nodeCores(threads === undefined ? usual : parseAmount(threads, "--threads", "a number of threads"));
}
