/** How many threads of the CPU compute a universe. */

import { MOST_THREADS } from "../algorithms/wasm/helpers.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";
import { UsageError } from "./usage-error.ts";

export const UNIVERSE_THREADS_OPTION: OptionSpec = {
  name: "threads",
  value: "N",
  help: "of the CPU, for bitwise, sums and hashlife (default: one a core, up to 9; with --ranks one a rank); the result is the same",
};

/** What --threads says. Errors: UsageError. */
export function threadsOf(args: Arguments, usual: number): number {
  const text = args.value("threads");
  if (text === undefined) return usual;
  const threads = parseAmount(text, "--threads", "a number of threads");
  if (threads > MOST_THREADS)
    throw new UsageError(`--threads ${threads}: a universe is computed on ${MOST_THREADS} threads at most.`);
  return threads;
}
