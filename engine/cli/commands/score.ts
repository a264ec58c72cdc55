import { duration } from "../../core/duration.ts";
import { grouped } from "../../core/integers.ts";
import { genomeOfRules, shapeOfRing } from "../../evolve/genome.ts";
import { shareLine } from "../../evolve/task.ts";
import { TASKS } from "../../evolve/tasks/registry.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseSeed } from "../numbers.ts";
import { jsonSeconds } from "../report.ts";
import { BOUNDARY_OPTION, jsonRules, RULES_OPTION, ringName, ringOf } from "../ring-options.ts";
import { openScorer, SCORE_NOTE, SCORE_OPTIONS } from "../score-options.ts";
import { densityOf, settingOf, TASK_OPTIONS, taskOf, vectorsOf } from "../task-options.ts";
import { table } from "../terminal.ts";

export const SCORE: CliCommand = {
  name: "score",
  usage: ["score RULE [options]", "score --rules RULE,RULE,... [options]"],
  summary: "Counts how often a rule of rings does what a task asks for.",
  positionals: [0, 1],
  options: [
    {
      name: "task",
      value: "TASK",
      help: `${TASKS.list()
        .map(({ id }) => id)
        .join(", ")} (default: majority)`,
    },
    { name: "cells", short: "n", value: "N", help: "default: one a rule, or what the task takes (149)" },
    RULES_OPTION,
    BOUNDARY_OPTION,
    { name: "vectors", value: "N", help: "random starts (default: 200000; random-bits 100)" },
    { name: "vector-seed", value: "N", help: "of the random starts, from 0 to 4294967295 (default: 1)" },
    ...TASK_OPTIONS,
    ...SCORE_OPTIONS,
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "RULE is read as by tessella ring. Tasks: " +
      TASKS.list()
        .map(
          ({ id, success }) => `${id} (${success.replace(/^./, (a) => a.toLowerCase()).replace(/\.$/, "")})`,
        )
        .join(", ") +
      ". Counts are exact and the same on every machine; a rate is given with its standard error, as a rule that was " +
      "searched on the same starts scores too high.",
    SCORE_NOTE,
  ],
  examples: [
    { line: "tessella score 005f005f005f005f005fff5f005fff5f", says: "GKL on 149 cells: .815" },
    { line: "tessella score W232 --cells 64 --vectors 10000 --ties fail --json", says: "the local majority" },
    { line: "tessella score --task counter --rules 6,164,102,17 --start 5", says: "the best counter from 5" },
  ],
  run,
};

async function run(call: CommandCall): Promise<void> {
  const { args, terminal, signal } = call;
  const task = taskOf(args.value("task") ?? "majority");
  const ring = ringOf(args, task.usual.shape);
  const { cells, boundary, rules } = ring;
  const setting = settingOf(args, task, shapeOfRing(ring));
  const density = densityOf(args);
  const size = task.vectors ? vectorsOf(args, density, cells, task.usual.vectors) : 1;
  const seed = parseSeed(args.value("vector-seed") ?? "1", "--vector-seed");
  const genome = genomeOfRules(rules);

  const job = { setting, genomes: genome, set: { size, seed, first: 0, density } };
  const { scorer, method, adapter } = await openScorer(call, job);
  const began = performance.now();
  terminal.startProgress();
  const onProgress = (done: number): void =>
    terminal.progress(() => `${grouped(done)} of ${grouped(size)} starts`);
  const counts = await scorer.score(job, { signal, onProgress }).finally(() => scorer.dispose());
  const seconds = (performance.now() - began) / 1000;
  const { facts, lines, share } = task.report({ setting, genome, vectors: size, counts });
  const { steps } = setting;
  if (args.has("json")) {
    const { radius } = rules[0];
    const about = { task: task.id, ...jsonRules(ring), radius, cells, boundary, steps };
    const starts = task.vectors ? { seed, density } : {};
    const where = { method, ...(adapter === undefined ? {} : { adapter }) };
    terminal.print(
      jsonText({ ...about, ...starts, ...facts, ...share, ...where, seconds: jsonSeconds(seconds) }),
    );
    return;
  }
  terminal.print(
    table([
      ["task", task.name.toLowerCase()],
      ["rule", ringName(ring)],
      ["ring", `${grouped(cells)} cells, ${boundary}, ${grouped(steps)} steps`],
      ["random starts", task.vectors ? `${grouped(size)}, seed ${seed}` : null],
      ...lines,
      ...(share ? [shareLine(share)] : []),
      ["method", adapter === undefined ? method : `${method} on ${adapter}`],
      ["time", duration(seconds)],
    ]),
  );
}
