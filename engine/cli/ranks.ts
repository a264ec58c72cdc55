/** One universe over several ranks: what the command line says about them, checked before anything starts. */

import type { Algorithm } from "../algorithms/algorithm.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

export const RANK_OPTIONS: readonly OptionSpec[] = [
  { name: "ranks", value: "N", help: "share the grid's rows among N ranks that compute side by side" },
  { name: "transport", value: "NAME", help: "what the ranks are: threads (the default)" },
  {
    name: "halo",
    value: "K",
    help: "rows that neighbours copy from each other, once in K generations (default: auto)",
  },
  { name: "no-overlap", help: "exchange rows while nothing is computed, to see what that is worth" },
];

export const RANK_NOTES: readonly string[] = [
  "With --ranks the rows of a torus (T), a plane (P) or a frozen border (F) are shared out; each rank steps a slab of them, and " +
    "every rank has the memory of -M for its own. The result is the same for any N, K and transport. --halo auto measures " +
    "steps and exchanges first (-v tells what it takes); a larger K means fewer exchanges of more rows.",
];

const TRANSPORTS = ["threads"] as const;

/** How the command line wants an algorithm's universes held: by ranks, or undefined where it names none. */
export async function ranksOf(
  args: Arguments,
  terminal: Terminal,
): Promise<((algorithm: Algorithm) => Algorithm) | undefined> {
  const text = args.value("ranks");
  if (text === undefined) {
    const lone = ["transport", "halo", "no-overlap"].find((name) => args.has(name));
    if (lone) throw new UsageError(`--${lone} is about ranks: say how many, with --ranks N.`);
    return undefined;
  }
  const size = parseAmount(text, "--ranks", "a number of ranks");
  oneOf(args.value("transport") ?? "threads", TRANSPORTS, "There is no transport");
  const halo = haloOf(args.value("halo") ?? "auto");
  const overlap = !args.has("no-overlap");
  const { MOST_RANK_THREADS, openRankThreads } = await import("../node/rank-threads.ts");
  if (size > MOST_RANK_THREADS)
    throw new UsageError(`--transport threads has room for at most ${MOST_RANK_THREADS} ranks, not ${size}.`);
  const { overRanks } = await import("../cluster/cluster-universe.ts");
  return (algorithm) =>
    overRanks(algorithm, {
      size,
      halo,
      overlap,
      open: async () => openRankThreads(size, args.value("adapter")),
      onChoice: (choice) => {
        const how = choice.overlap ? "while slabs are stepped" : "between steps";
        const rows =
          choice.halo === 1
            ? "1 row, each generation"
            : `${choice.halo} rows, once in ${choice.halo} generations`;
        terminal.note(`${size} ranks in threads exchange halos of ${rows}, ${how}.`);
      },
    });
}

function haloOf(text: string): number | "auto" {
  if (text === "auto") return text;
  return parseAmount(text, "--halo", "a number of rows or auto");
}
