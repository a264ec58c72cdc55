import { countMajority, majorityRate, TIES } from "../../evolve/majority.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseAmount, parseSeed } from "../numbers.ts";
import { jsonSeconds } from "../report.ts";
import {
  BOUNDARY_OPTION,
  jsonRules,
  RULES_OPTION,
  ringName,
  ringOf,
  stepsOf,
  wordOf,
} from "../ring-options.ts";
import { duration, grouped, table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const SCORE: CliCommand = {
  name: "score",
  usage: ["score RULE [options]", "score --rules RULE,RULE,... [options]"],
  summary: "Counts how often a rule of rings finds the majority of random cells.",
  positionals: [0, 1],
  options: [
    { name: "task", value: "TASK", help: "majority (default)" },
    { name: "cells", short: "n", value: "N", help: "default: 149, or one a rule" },
    { name: "steps", short: "s", value: "STEPS", help: "of each run (default: two a cell)" },
    { name: "vectors", value: "N", help: "random starts (default: 200000)" },
    { name: "vector-seed", value: "N", help: "of the random starts, from 0 to 4294967295 (default: 1)" },
    {
      name: "ties",
      value: "HOW",
      help: "starts with as many ones as zeros: redraw (left out, the default), fail, or zero (right if all end as 0)",
    },
    RULES_OPTION,
    BOUNDARY_OPTION,
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "RULE is read as by tessella ring. A run is right when all cells end as most of them began. Counts are exact and the same on " +
      "every machine; the rate is given with its standard error, as a rule that was searched on the same starts scores too high.",
  ],
  examples: [
    { line: "tessella score 005f005f005f005f005fff5f005fff5f", says: "GKL on 149 cells: .815" },
    { line: "tessella score W232 --cells 64 --vectors 10000 --ties fail --json", says: "the local majority" },
  ],
  run,
};

async function run({ args, terminal, signal }: CommandCall): Promise<void> {
  const task = args.value("task") ?? "majority";
  if (task !== "majority")
    throw new UsageError(`There is no task "${task}" that is scored.`, "There is: majority.");
  const ring = ringOf(args);
  const { cells, boundary, rules } = ring;
  const vectors = args.has("vectors")
    ? parseAmount(args.value("vectors") ?? "", "--vectors", "a number of random starts")
    : 200_000;
  const steps = args.has("steps") ? stepsOf(args.value("steps") ?? "") : 2 * cells;
  const seed = parseSeed(args.value("vector-seed") ?? "1", "--vector-seed");
  const ties = wordOf(args.value("ties") ?? "redraw", TIES, "--ties");

  const began = performance.now();
  terminal.startProgress();
  const count = await countMajority(
    ring,
    { vectors, seed, steps },
    {
      signal,
      onProgress: (done) => terminal.progress(() => `${grouped(done)} of ${grouped(vectors)} starts`),
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const { rate, standardError } = majorityRate(count, ties);
  if (args.has("json")) {
    const { radius } = rules[0];
    const facts = { task: "majority", ...jsonRules(ring), radius, cells, boundary, seed, steps, ...count };
    terminal.print(jsonText({ ...facts, tieRule: ties, rate, standardError, seconds: jsonSeconds(seconds) }));
    return;
  }
  terminal.print(
    table([
      ["rule", ringName(ring)],
      ["ring", `${grouped(cells)} cells, ${boundary}, ${grouped(steps)} steps`],
      ["random starts", `${grouped(vectors)}, seed ${seed}`],
      [
        "right",
        `${grouped(count.correct)} (${grouped(count.correct1)} of ${grouped(count.majority1)} with more ones)`,
      ],
      ["ties", `${grouped(count.ties)}: ${grouped(count.tiesTo0)} end as 0, ${grouped(count.tiesTo1)} as 1`],
      ["undecided", grouped(count.unsettled)],
      ["rate", `${rate.toFixed(4)} +- ${standardError.toFixed(4)}`],
      ["time", duration(seconds)],
    ]),
  );
}
