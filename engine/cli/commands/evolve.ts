import { TessellaError, throwIfAborted } from "../../core/errors.ts";
import { ringOfGenome } from "../../evolve/genome.ts";
import { PRESETS } from "../../evolve/presets.ts";
import { checkPopulation, formatRecord, parseRecord } from "../../evolve/record.ts";
import type { Ending, RunRecord } from "../../evolve/run.ts";
import { describeDifference, newRecord, replay, SearchRun } from "../../evolve/run.ts";
import type { SearchPlan } from "../../evolve/search.ts";
import { checkPlan, searchEngine } from "../../evolve/searches.ts";
import { TASKS } from "../../evolve/tasks/registry.ts";
import { Cores } from "../../node/cores.ts";
import { readInput } from "../../node/input.ts";
import { checkOutput, writeOutput } from "../../node/output.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { END_OPTIONS, PLAN_OPTIONS, planOf, withEnd } from "../evolve-plan.ts";
import { jsonText } from "../json.ts";
import { parseAmount, parseSeconds } from "../numbers.ts";
import { jsonSeconds } from "../report.ts";
import { jsonRules, ringName } from "../ring-options.ts";
import { duration, grouped, table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const EVOLVE: CliCommand = {
  name: "evolve",
  usage: ["evolve PRESET [options]", "evolve RECORD.json --resume|--replay"],
  summary: "Breeds rules of rings for a task, by a search that comes out the same on every machine.",
  positionals: [0, 1],
  options: [
    ...PLAN_OPTIONS,
    ...END_OPTIONS,
    { name: "max-time", value: "SECONDS", help: "stops there, and keeps what it has" },
    {
      name: "runs",
      value: "N",
      help: "N runs with seeds from --seed on: how many generations they take to --until",
    },
    { name: "threads", value: "N", help: "default: one a core; the result is the same" },
    {
      name: "output",
      short: "o",
      value: "FILE",
      help: "the run record (JSON), saved now and then and at the end",
    },
    { name: "resume", help: "go on with a record as if it had never stopped" },
    { name: "replay", help: "compute a record again, and name the first generation that differs" },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    `Presets: ${PRESETS.list()
      .map(({ id, summary }) => `${id} (${summary})`)
      .join(", ")}.`,
    "One seed gives the same populations, bit for bit, whatever computes them. A run of N generations scores N populations, from 0 " +
      "on. The fitness of a rule on the starts that it was bred on is too high: tessella score tells it on fresh ones.",
  ],
  examples: [
    { line: "tessella evolve counter", says: "a counter of four cells" },
    { line: "tessella evolve counter --runs 100 --json", says: "how long that takes, with its error" },
    {
      line: "tessella evolve majority --vectors 1000 --generations 50 -o run.json",
      says: "a longer search, kept",
    },
    { line: "tessella evolve run.json --resume --generations 100", says: "goes on with it" },
  ],
  run,
};

/** A person's wait for the first save, and between saves, in milliseconds; a save takes a fiftieth of the time at most. */
const FIRST_SAVE = 250;
const SAVE_EVERY = 5000;
const SAVES_SHARE = 50;

async function run(call: CommandCall): Promise<unknown> {
  const { args } = call;
  const [resume, again] = [args.has("resume"), args.has("replay")];
  const name = args.positionals[0];
  const cores = new Cores(
    args.has("threads") ? parseAmount(args.value("threads") ?? "", "--threads", "threads") : undefined,
  );
  try {
    if (resume || again) {
      if (resume && again) throw new UsageError("--resume and --replay exclude each other.");
      if (name === undefined)
        throw new UsageError("Name a run record.", "For example: tessella evolve run.json --resume");
      const made = [...PLAN_OPTIONS, ...(again ? END_OPTIONS : [])].find((option) => args.has(option.name));
      if (made)
        throw new UsageError(`A run record says what is searched: --${made.name} cannot be given with it.`);
      const record = await readRecord(name);
      return await (resume ? search(call, cores, resumed(call, record), name) : compare(call, cores, record));
    }
    if (name !== undefined && /\.json$/i.test(name))
      throw new UsageError(
        `Say what to do with ${name}.`,
        "--resume goes on with it, --replay computes it again.",
      );
    const { preset, plan } = planOf(name, args);
    if (args.has("runs")) return await manyRuns(call, cores, plan, preset);
    return await search(call, cores, newRecord(plan, preset));
  } finally {
    cores.dispose();
  }
}

async function readRecord(path: string): Promise<RunRecord> {
  return parseRecord(new TextDecoder().decode(await readInput(path)));
}

function resumed({ args }: CommandCall, record: RunRecord): RunRecord {
  checkPopulation(record);
  const plan = withEnd(args, record.plan);
  checkPlan(plan);
  return { ...record, plan };
}

async function search(
  { args, terminal, signal }: CommandCall,
  cores: Cores,
  record: RunRecord,
  from?: string,
): Promise<void> {
  const { plan } = record;
  const out = args.value("output") ?? from;
  if (out !== undefined) checkOutput(out);
  const seconds = args.has("max-time") ? parseSeconds(args.value("max-time") ?? "", "--max-time") : Infinity;
  const began = performance.now();
  const run = new SearchRun(record, searchEngine(cores));
  const save = async (): Promise<void> => {
    if (out !== undefined) await writeOutput(out, new TextEncoder().encode(formatRecord(run.record)));
  };
  let nextSave = began + FIRST_SAVE;
  const onAdvance = async ({ figures }: RunRecord): Promise<void> => {
    const { generation, best, sum } = figures[figures.length - 1];
    terminal.progress(
      () =>
        `generation ${grouped(generation)}: best ${grouped(best)}, mean ${(sum / plan.population).toFixed(1)}`,
    );
    const now = performance.now();
    if (now < nextSave) return;
    await save();
    nextSave = now + Math.max(SAVE_EVERY, SAVES_SHARE * (performance.now() - now));
  };
  terminal.startProgress();
  let ending: Ending;
  try {
    ending = await run.evolve({ signal, deadline: began + seconds * 1000, onAdvance });
  } catch (error) {
    await save();
    if (!(error instanceof TessellaError && error.code === "aborted")) throw error;
    const done = run.record.figures.length;
    const kept =
      out === undefined
        ? "-o FILE would have kept the run."
        : `${out} holds the run; tessella evolve ${out} --resume goes on.`;
    throw new TessellaError("aborted", `Stopped after ${grouped(done)} generations. ${kept}`);
  }
  await save();
  report({ args, terminal, signal }, run.record, ending, (performance.now() - began) / 1000, out);
}

function report(
  { args, terminal }: CommandCall,
  record: RunRecord,
  ending: Ending,
  seconds: number,
  out?: string,
): void {
  const { plan, preset, figures, hall } = record;
  const { setting, population, search: kind, seed } = plan;
  const { shape, task, steps } = setting;
  const last = figures[figures.length - 1];
  const [best] = hall;
  const ring = ringOfGenome(shape, best.genome);
  const vectors = TASKS.get(task).vectors ? plan.vectors : undefined;
  if (args.has("json")) {
    const { cells, radius, boundary } = shape;
    const { generation, fitness } = best;
    const about = { preset, search: kind, task, radius, cells, boundary, steps, population, vectors, seed };
    const results = {
      ...{ generations: figures.length, ending, solved: ending === "goal", goal: plan.goal },
      best: { generation, fitness, ...jsonRules(ring) },
      ...{ lastBest: last.best, lastMean: last.sum / population, lastWorst: last.worst, hash: last.hash },
      evaluations: figures.length * population * (vectors ?? 1),
    };
    terminal.print(jsonText({ ...about, ...results, seconds: jsonSeconds(seconds), output: out }));
    return;
  }
  const most = TASKS.get(task).most(plan.vectors, setting);
  const mean = (last.sum / population).toFixed(1);
  const ENDINGS: Readonly<Record<Ending, string>> = {
    goal: `the goal, ${plan.goal}, is reached in generation ${grouped(last.generation)}`,
    generations: "all generations are done",
    time: "the time is over",
  };
  terminal.print(
    table([
      [
        "task",
        `${TASKS.get(task).name.toLowerCase()}, ${grouped(shape.cells)} cells, ${shape.boundary}, ${grouped(steps)} steps`,
      ],
      [
        "population",
        `${grouped(population)}${vectors === undefined ? "" : ` on ${grouped(vectors)} starts`}, seed ${seed}`,
      ],
      ["generations", `${grouped(figures.length)}: ${ENDINGS[ending]}`],
      ["best", `${grouped(best.fitness)} of ${grouped(most)}, in generation ${grouped(best.generation)}`],
      ["rule", ringName(ring)],
      [
        "last",
        `best ${grouped(last.best)}, mean ${mean}, worst ${grouped(last.worst)}, population ${last.hash}`,
      ],
      ["record", out ?? null],
      ["time", duration(seconds)],
    ]),
  );
}

async function manyRuns(
  { args, terminal, signal }: CommandCall,
  cores: Cores,
  plan: SearchPlan,
  preset?: string,
): Promise<void> {
  const runs = parseAmount(args.value("runs") ?? "", "--runs", "a number of runs");
  const { goal, seed } = plan;
  if (goal === undefined)
    throw new UsageError(
      "--runs counts generations up to a goal, and there is none.",
      "--until FITNESS gives one.",
    );
  if (args.has("output")) throw new UsageError("--runs keeps no record: --output is for a single run.");
  const began = performance.now();
  terminal.startProgress();
  const onProgress = (done: number): void =>
    terminal.progress(() => `${grouped(done)} of ${grouped(runs)} runs`);
  const generations = await cores.solve(plan, runs, { signal, onProgress });
  throwIfAborted(signal);
  const solved = generations.filter((one) => one !== undefined);
  const { mean, standardError } = meanOf(solved);
  const seconds = (performance.now() - began) / 1000;
  if (args.has("json")) {
    const facts = { preset, task: plan.setting.task, seed, goal, runs, solved: solved.length };
    const results = {
      meanGenerations: mean,
      standardError,
      generations: generations.map((one) => one ?? null),
    };
    terminal.print(jsonText({ ...facts, ...results, seconds: jsonSeconds(seconds) }));
    return;
  }
  const text =
    mean === undefined
      ? "none"
      : `${grouped(Math.round(mean))} +- ${grouped(Math.round(standardError ?? 0))}`;
  terminal.print(
    table([
      ["runs", `${grouped(runs)}, seeds ${seed} to ${(seed + runs - 1) >>> 0}`],
      [
        "solved",
        `${grouped(solved.length)}: fitness ${goal} within ${grouped(plan.generations)} generations`,
      ],
      ["mean", `${text} generations`],
      ["time", duration(seconds)],
    ]),
  );
}

/** Undefined where there is too little for them. */
function meanOf(values: readonly number[]): { readonly mean?: number; readonly standardError?: number } {
  const n = values.length;
  if (n === 0) return {};
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (n - 1) / n) };
}

async function compare(
  { args, terminal, signal }: CommandCall,
  cores: Cores,
  record: RunRecord,
): Promise<number> {
  const { figures } = record;
  const began = performance.now();
  terminal.startProgress();
  const onProgress = (done: number): void =>
    terminal.progress(() => `${grouped(done)} of ${grouped(figures.length)} generations are the same`);
  const difference = await replay(record, searchEngine(cores), { signal, onProgress });
  const seconds = (performance.now() - began) / 1000;
  const generation = difference?.recorded.generation;
  if (args.has("json")) {
    const { field, recorded, computed } = difference ?? {};
    const facts = { generations: figures.length, same: !difference, differs: generation, field };
    const values = field && { recorded: recorded?.[field], computed: computed?.[field] };
    terminal.print(jsonText({ ...facts, ...values, seconds: jsonSeconds(seconds) }));
  } else if (difference) terminal.print(describeDifference(difference));
  else terminal.print(`All ${grouped(figures.length)} generations come out the same. ${duration(seconds)}`);
  return difference ? 1 : 0;
}
