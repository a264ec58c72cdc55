import { duration } from "../../core/duration.ts";
import { TessellaError, throwIfAborted } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { HallVerdict } from "../../evolve/hall.ts";
import { bestOnFresh } from "../../evolve/hall.ts";
import { PRESETS } from "../../evolve/presets.ts";
import { checkPopulation, formatRecord, parseRecord } from "../../evolve/record.ts";
import { plainPlan } from "../../evolve/record-plan.ts";
import type { Ending, RunRecord } from "../../evolve/run.ts";
import { describeDifference, newRecord, reachesGoal, replay, SearchRun } from "../../evolve/run.ts";
import type { Scorer } from "../../evolve/scorer.ts";
import type { SearchPlan } from "../../evolve/search.ts";
import { checkPlan, SEARCHES } from "../../evolve/searches.ts";
import { TASKS } from "../../evolve/tasks/registry.ts";
import { readInput } from "../../node/input.ts";
import { checkOutput, writeOutput } from "../../node/output.ts";
import type { Arguments, CliCommand, CommandCall } from "../command.ts";
import { END_OPTIONS, PLAN_OPTIONS, planOf, withEnd } from "../evolve-plan.ts";
import { reportRuns, reportSearch } from "../evolve-report.ts";
import { jsonText } from "../json.ts";
import { parseAmount, parseSeconds } from "../numbers.ts";
import { namingFile } from "../pattern-file.ts";
import { jsonSeconds } from "../report.ts";
import { SCORE_NOTE, SCORE_OPTIONS } from "../score-options.ts";
import type { SearchPlace } from "../search-place.ts";
import { SEARCH_RANK_NOTE, SEARCH_RANK_OPTIONS, searchPlace, serveSearch } from "../search-place.ts";
import { UsageError } from "../usage-error.ts";

export const EVOLVE: CliCommand = {
  name: "evolve",
  usage: ["evolve PRESET [options]", "evolve RECORD.json --resume|--replay"],
  summary: "Breeds rules of rings for a task, by a search that comes out the same on every machine.",
  positionals: [0, 1],
  options: [
    ...PLAN_OPTIONS,
    ...END_OPTIONS,
    {
      name: "check",
      value: "N",
      help: "fresh random starts that decide between the best in the end (0: none)",
    },
    { name: "max-time", value: "SECONDS", help: "stops there, and keeps what it has" },
    {
      name: "runs",
      value: "N",
      help: "N runs with seeds from --seed on: how many generations they take to --until",
    },
    ...SCORE_OPTIONS,
    ...SEARCH_RANK_OPTIONS,
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
    SCORE_NOTE,
    SEARCH_RANK_NOTE,
  ],
  examples: [
    { line: "tessella evolve counter", says: "a counter of four cells" },
    { line: "tessella evolve counter --runs 100 --json", says: "how long that takes, with its error" },
    {
      line: "tessella evolve majority --vectors 1000 --generations 50 -o run.json",
      says: "a longer search, kept",
    },
    { line: "tessella evolve run.json --resume --generations 100", says: "goes on with it" },
    {
      line: "tessella evolve majority-149 --vectors 100000 --ranks 2 --transport mpi",
      says: "on two GPUs",
    },
  ],
  run,
  serve: serveSearch,
};

/** A person's wait for the first save, and between saves, in milliseconds; a save takes a fiftieth of the time at most. */
const FIRST_SAVE = 250;
const SAVE_EVERY = 5000;
const SAVES_SHARE = 50;

async function run(call: CommandCall): Promise<unknown> {
  const { args } = call;
  const [resume, again] = [args.has("resume"), args.has("replay")];
  const name = args.positionals[0];
  if (resume || again) {
    if (resume && again) throw new UsageError("--resume and --replay exclude each other.");
    if (name === undefined)
      throw new UsageError("Name a run record.", "For example: tessella evolve run.json --resume");
    const made = [...PLAN_OPTIONS, ...(again ? END_OPTIONS : [])].find((option) => args.has(option.name));
    if (made)
      throw new UsageError(`A run record says what is searched: --${made.name} cannot be given with it.`);
    const record = await readRecord(name, resume);
    return await (resume ? search(call, resumed(call, record), name) : compare(call, record));
  }
  if (name !== undefined && /\.json$/i.test(name))
    throw new UsageError(
      `Say what to do with ${name}.`,
      "--resume goes on with it, --replay computes it again.",
    );
  const { preset, plan } = planOf(name, args);
  if (args.has("runs")) return await manyRuns(call, plan, preset);
  return await search(call, newRecord(plan, preset));
}

/** `goesOn`: whether from its last population. */
async function readRecord(path: string, goesOn: boolean): Promise<RunRecord> {
  const bytes = await readInput(path);
  return namingFile(path, () => {
    const record = parseRecord(new TextDecoder().decode(bytes));
    if (goesOn) checkPopulation(record);
    return record;
  });
}

function resumed({ args }: CommandCall, record: RunRecord): RunRecord {
  const plan = withEnd(args, record.plan);
  const { name, scheduled } = SEARCHES.get(plan.search);
  if (scheduled && plan.generations !== record.plan.generations)
    throw new UsageError(
      `${name} is planned for all of its generations: their number cannot be changed on the way.`,
    );
  const { figures } = record;
  if (plan.generations < figures.length)
    throw new UsageError(
      `The record has ${grouped(figures.length)} generations already, more than ${plan.generations}.`,
    );
  const reached = figures.slice(0, -1).find((one) => reachesGoal(plan, one));
  if (reached)
    throw new UsageError(`Generation ${grouped(reached.generation)} reached ${plan.goal} already.`);
  checkPlan(plan);
  return { ...record, plan };
}

async function search(call: CommandCall, record: RunRecord, from?: string): Promise<void> {
  const { args } = call;
  const { plan } = record;
  const out = args.value("output") ?? from;
  if (out !== undefined) checkOutput(out);
  const work = { plan, from: record.last };
  const place = await searchPlace(call, work, async (message) => {
    const hint = await goingOn(call, plan, out);
    return hint === undefined || message.endsWith(hint) ? message : `${message} ${hint}`;
  });
  try {
    await searchAt(place, call, record, out);
  } finally {
    await place.close();
  }
}

/** How to go on with what a file holds; undefined where it does not hold such a search. */
async function goingOn(
  { args }: CommandCall,
  plan: SearchPlan,
  out: string | undefined,
): Promise<string | undefined> {
  if (out === undefined) return undefined;
  const saved = await readRecord(out, true).catch(() => undefined);
  if (!saved || JSON.stringify(plainPlan(saved.plan)) !== JSON.stringify(plainPlan(plan))) return undefined;
  return `${out} holds the run; ${resumption(args, out)} goes on.`;
}

function resumption(args: Arguments, out: string): string {
  const ranks = ["ranks", "transport", "hosts", "gpus"].flatMap((name) =>
    args.has(name) ? [` --${name} ${args.value(name)}`] : [],
  );
  return `tessella evolve ${out} --resume${ranks.join("")}`;
}

async function searchAt(
  place: SearchPlace,
  call: CommandCall,
  record: RunRecord,
  out: string | undefined,
): Promise<void> {
  const { args, terminal, signal } = call;
  const { plan } = record;
  const most = args.has("max-time") ? parseSeconds(args.value("max-time") ?? "", "--max-time") : Infinity;
  const { engine, method, adapter } = await place.openEngine(plan, record.last);
  const began = performance.now();
  const run = new SearchRun(record, engine);
  const save = async (): Promise<void> => {
    if (out !== undefined) await writeOutput(out, new TextEncoder().encode(formatRecord(run.record)));
  };
  let nextSave = began + FIRST_SAVE;
  const latest = (): string => {
    const last = run.record.figures.at(-1);
    if (!last) return "";
    const { generation, best, sum } = last;
    return `generation ${grouped(generation)}: best ${grouped(best)}, mean ${(sum / plan.population).toFixed(1)}`;
  };
  const onScoring = (share: number): void => {
    const next = run.record.figures.length === 0 ? "the first generation" : `${latest()}; the next one`;
    terminal.progress(() => `${next}: ${Math.floor(100 * share)} % scored`);
  };
  const onAdvance = async (): Promise<void> => {
    terminal.progress(latest);
    const now = performance.now();
    if (now < nextSave) return;
    await save();
    nextSave = now + Math.max(SAVE_EVERY, SAVES_SHARE * (performance.now() - now));
  };
  terminal.startProgress();
  let ending: Ending;
  try {
    ending = await run.evolve({ signal, deadline: began + most * 1000, onAdvance, onScoring });
  } catch (error) {
    await save();
    if (!(error instanceof TessellaError)) throw error;
    const done = run.record.figures.length;
    const kept =
      out === undefined
        ? "-o FILE would have kept the run."
        : `${out} holds the run; ${resumption(args, out)} goes on.`;
    if (error.code === "engine-lost")
      throw new TessellaError(
        "engine-lost",
        `${error.message} That was after ${grouped(done)} generations. ${kept}`,
        { cause: error },
      );
    if (error.code !== "aborted") throw error;
    throw new TessellaError("aborted", `Stopped after ${grouped(done)} generations. ${kept}`);
  } finally {
    engine.dispose();
  }
  await save();
  const seconds = (performance.now() - began) / 1000;
  const fresh = await freshScore(call, place.scorer, run);
  const { ranks } = place;
  reportSearch(call, run.record, ending, { method, adapter, ranks, seconds, out, fresh });
}

async function freshScore(
  { args, terminal, signal }: CommandCall,
  scorer: Scorer,
  run: SearchRun,
): Promise<HallVerdict | undefined> {
  const { plan, preset } = run.record;
  const text = args.value("check");
  const usual = PRESETS.find(preset ?? "")?.check ?? 0;
  const vectors =
    text === undefined ? usual : text === "0" ? 0 : parseAmount(text, "--check", "a number of starts");
  const one = SEARCHES.get(plan.search).cellular || !TASKS.get(plan.setting.task).vectors;
  if (vectors === 0 || one) return undefined;
  const contenders = run.contenders();
  const onProgress = (runs: number): void => {
    const share = runs / (contenders.length * vectors);
    terminal.progress(() => `the best on fresh starts: ${Math.floor(100 * share)} % scored`);
  };
  return bestOnFresh(plan, contenders, vectors, scorer, { signal, onProgress });
}

async function manyRuns(call: CommandCall, plan: SearchPlan, preset?: string): Promise<void> {
  const { args, terminal, signal } = call;
  const runs = parseAmount(args.value("runs") ?? "", "--runs", "a number of runs");
  if (plan.goal === undefined)
    throw new UsageError(
      "--runs counts generations up to a goal, and there is none.",
      "--until FITNESS gives one.",
    );
  if (args.has("output")) throw new UsageError("--runs keeps no record: --output is for a single run.");
  const place = await searchPlace(call, { plan, runs });
  try {
    const { solve, dispose, method, adapter } = await place.openSolver(plan, runs);
    const began = performance.now();
    terminal.startProgress();
    const onProgress = (done: number): void =>
      terminal.progress(() => `${grouped(done)} of ${grouped(runs)} runs`);
    const generations = await solve(plan, runs, { signal, onProgress }).finally(dispose);
    throwIfAborted(signal);
    const seconds = (performance.now() - began) / 1000;
    reportRuns(call, { plan, preset, generations, method, adapter, ranks: place.ranks, seconds });
  } finally {
    await place.close();
  }
}

async function compare(call: CommandCall, record: RunRecord): Promise<number> {
  const place = await searchPlace(call, { plan: record.plan, from: record.last });
  try {
    return await compareAt(place, call, record);
  } finally {
    await place.close();
  }
}

async function compareAt(place: SearchPlace, call: CommandCall, record: RunRecord): Promise<number> {
  const { args, terminal, signal } = call;
  const { figures } = record;
  const began = performance.now();
  terminal.startProgress();
  const onProgress = (done: number): void =>
    terminal.progress(() => `${grouped(done)} of ${grouped(figures.length)} generations are the same`);
  const { engine } = await place.openEngine(record.plan, record.last);
  const difference = await replay(record, engine, { signal, onProgress }).finally(() => engine.dispose());
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
