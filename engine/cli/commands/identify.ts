import { identify } from "../../analysis/identify.ts";
import type { CellPeriods, Identity } from "../../analysis/identity.ts";
import { MOST_LIMIT, USUAL_LIMIT } from "../../analysis/identity.ts";
import { headline, identityRows, speedText } from "../../analysis/identity-words.ts";
import { grouped } from "../../core/integers.ts";
import { latticeOfRule } from "../../grids/lattice-group.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseGeneration } from "../numbers.ts";
import { jsonHolder } from "../report.ts";
import { openUniverse, SOURCE_NOTES, SOURCE_OPTIONS } from "../source.ts";
import { table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const IDENTIFY: CliCommand = {
  name: "identify",
  usage: ["identify FILE [options]", "identify --soup WxH[:DENSITY[:SEED[:STATES]]] [options]"],
  summary: "Says what a pattern is: its period, speed, symmetry, volatility ...",
  positionals: [0, 1],
  options: [
    ...SOURCE_OPTIONS,
    {
      name: "limit",
      short: "l",
      value: "GENERATIONS",
      help: `how far it is followed (default: ${grouped(USUAL_LIMIT)}, at most ${grouped(MOST_LIMIT)})`,
    },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    ...SOURCE_NOTES,
    "On a torus what moves around is a spaceship; on other grids with edges only what comes back to its own place has a period.",
    "A gun, puffer or rake is told by the part that repeats, seen at least four times. What shows no period up to the limit is " +
      "said to show none, with what its population does; so is what grows under a rule of more than two states.",
  ],
  examples: [
    { line: "tessella identify glider.rle", says: "Spaceship of period 4, c/4 diagonal" },
    { line: "tessella identify gun.rle --json", says: "the same for programs" },
    { line: "tessella identify acorn.rle -l 1e5", says: "followed for longer" },
  ],
  run: async (call: CommandCall) => {
    const { args, terminal, signal } = call;
    const limit = limitOf(args.value("limit"));
    const { universe } = await openUniverse(call);
    try {
      terminal.startProgress();
      const identity = await identify(universe, {
        limit,
        signal,
        onProgress: ({ stage, done, all, population }) =>
          terminal.progress(() =>
            stage === "searching"
              ? `generation ${grouped(done)} of ${grouped(all)} at most, population ${grouped(population)}`
              : `measuring, ${((100 * done) / all).toFixed(0)} %`,
          ),
      });
      const lattice = latticeOfRule(universe.rule);
      if (args.has("json"))
        return terminal.print(
          jsonText({
            ...jsonIdentity(identity),
            speed: speedText(identity.displacement, identity.period, lattice),
            ...jsonHolder(universe),
          }),
        );
      terminal.print(headline(identity, lattice));
      terminal.print(
        table(identityRows(identity, lattice).map(([label, value]) => [label.toLowerCase(), value])),
      );
    } finally {
      universe.dispose();
    }
  },
};

/** Errors: UsageError. */
function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  const limit = parseGeneration(text, "--limit");
  if (limit < 1n || limit > BigInt(MOST_LIMIT))
    throw new UsageError(`--limit is from 1 to ${grouped(MOST_LIMIT)} generations, not ${grouped(limit)}.`);
  return Number(limit);
}

/** Cell periods appear as the number of cells of each period. */
function jsonIdentity(identity: Identity): object {
  const { cellPeriods } = identity;
  return { ...identity, cellPeriods: cellPeriods && census(cellPeriods) };
}

function census({ periods }: CellPeriods): Record<string, number> {
  const counts = new Map<number, number>();
  for (const period of periods) if (period > 0) counts.set(period, (counts.get(period) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => a - b).map(([period, n]) => [String(period), n]));
}
