import type { Universe } from "../../algorithms/algorithm.ts";
import type { Checkpoint } from "../../cluster/checkpoint.ts";
import { now } from "../../core/clock.ts";
import { duration } from "../../core/duration.ts";
import { describeError, TessellaError } from "../../core/errors.ts";
import { grouped, minBig } from "../../core/integers.ts";
import type { Pattern } from "../../core/pattern.ts";
import type { Rect } from "../../core/rect.ts";
import { formatHash } from "../../core/state-hash.ts";
import type { Arguments, CliCommand, CommandCall } from "../command.ts";
import { checkTimeline, Frames } from "../frames.ts";
import { jsonText } from "../json.ts";
import { parseGeneration, parseSeconds, parseStep } from "../numbers.ts";
import type { PatternOutput } from "../pattern-file.ts";
import { FORMAT_OPTION, prepareOutput, refuseScreen, STDOUT } from "../pattern-file.ts";
import type { RunCheckpoints } from "../ranks.ts";
import { RANK_NOTES, RANK_OPTIONS, RECORD_NOTES, RECORD_OPTIONS, serveUniverse } from "../ranks.ts";
import type { RecordedTimes } from "../record-file.ts";
import { boundsText, holderRows, jsonBounds, jsonHolder, jsonSeconds } from "../report.ts";
import { checkRoom, warnOfGrowth } from "../save-warnings.ts";
import { isFolderName, openUniverse, SOURCE_NOTES, SOURCE_OPTIONS } from "../source.ts";
import { Stepper, tooLate } from "../stepper.ts";
import type { Terminal } from "../terminal.ts";
import { table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const RUN: CliCommand = {
  name: "run",
  usage: [
    "run FILE -m GENERATION [options]",
    "run --soup WxH[:DENSITY[:SEED[:STATES]]] -m GENERATION [options]",
    "run CHECKPOINT [--ranks N] [options]",
  ],
  summary: "Runs a pattern or a soup to a generation and says what is there.",
  positionals: [0, 1],
  options: [
    {
      name: "generation",
      short: "m",
      value: "GENERATION",
      help: "where to stop: 1000, 1_000_000, 1e6, 2^20",
    },
    {
      name: "stepsize",
      short: "i",
      value: "STEP",
      help: "step by STEP, and report generation and population after each",
    },
    { name: "exponential", short: "2", help: "double the step after each step; begins with -i, or 1" },
    { name: "keep-steps", help: "with -qq: all steps as long as -i says, to measure them" },
    {
      name: "maxtime",
      short: "T",
      value: "SECONDS",
      help: "stop after so much time, even before GENERATION",
    },
    ...SOURCE_OPTIONS,
    ...RANK_OPTIONS,
    ...RECORD_OPTIONS,
    {
      name: "output",
      short: "o",
      value: "OUT",
      help: "save the result; the name's ending says how, - is RLE on stdout",
    },
    FORMAT_OPTION,
    { name: "timeline", short: "t", help: "save a frame a step into OUT, a macrocell file; Golly plays it" },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    ...SOURCE_NOTES,
    ...RANK_NOTES,
    ...RECORD_NOTES,
    "-m is a generation, not a number of steps: a file saved at generation 100 and run with -m 150 runs 50. It is " +
      "reached exactly, whatever -i is. Ctrl-C stops and saves nothing; -T stops and saves.",
    "Of the reports of -i, -q leaves out the population, so that it is not counted, and -qq (or -q -q) leaves out all " +
      "of them.",
    "A step of HashLife (-a hashlife) is one computation, which -i may make huge, and without -i the whole run is one step. " +
      "Where no report is due (-qq), steps become longer for as long as they are quick; --keep-steps takes all of them as " +
      "-i says.",
    "A timeline (-t) begins with the pattern as it was opened and has a frame after each step of -i, which has to be a power " +
      "of two. Frames share what they have in common.",
    "JSON: generation and population, bounds {x, y, width, height} (null for no cells), rule, " +
      "topology, algorithm, adapter (GPU only), seconds spent stepping, with --record the seconds of a generation beside the predicted ones, and hash, which is the same for the same cells " +
      "from every algorithm. Whole numbers have all their digits, at any size. Cells count as live where they differ from the background.",
  ],
  examples: [
    { line: "tessella run rpentomino.rle -m 1103", says: "population 116" },
    {
      line: "tessella run soup.rle -m 1e6 -i 1e5 -a bitwise -o soup-1e6.rle.gz",
      says: "with ten reports, saved compressed",
    },
    {
      line: "tessella run breeder.lif -a hashlife -m 2^60 -o far.mc.gz",
      says: "HashLife, in one step; a macrocell file holds however many cells there are",
    },
    {
      line: "tessella run --soup 256x256:0.5:1 -r B4678/S35678:T256,256 -m 100",
      says: "ANNEAL from a half-density soup",
    },
    {
      line: "tessella run seed.rle --rule-table 00100000001100 -m 50 --json",
      says: "B2/S34H from the raw table of the hex papers",
    },
  ],
  run,
  serve: serveUniverse,
};

/** The report after each step of -i. A universe of billions of cells takes a while to count. */
type Reports = "population" | "generation" | "none";

interface Plan {
  readonly target: bigint;
  /** Generations of the first step; null for one step to the target. */
  readonly step: bigint | null;
  /** Whether each step is twice as long as the one before. */
  readonly doubling: boolean;
  /** Whether steps that nobody watches stay as long as the first. */
  readonly keepSteps: boolean;
  readonly reports: Reports;
  readonly maxSeconds: number;
  readonly output: PatternOutput | null;
  /** Whether each step becomes a frame of the result. */
  readonly timeline: boolean;
  /** The result's path, as typed. */
  readonly out: string | null;
  readonly json: boolean;
}

/** Checks the whole command line before reading any file. The target is null where a checkpoint's counts. Errors: UsageError, `io`. */
function planOf({ args, terminal }: CommandCall): Omit<Plan, "target"> & { readonly target: bigint | null } {
  const target = targetOf(args);
  const step = args.value("stepsize");
  const maxTime = args.value("maxtime");
  const out = args.value("output") ?? null;
  const json = args.has("json");
  if (json && out === STDOUT) {
    throw new UsageError("--json and -o - both want standard output.", "Save to a file instead.");
  }
  const doubling = args.has("exponential");
  const first = step === undefined ? (doubling ? 1n : null) : parseStep(step, "-i");
  const quiet = args.count("quiet");
  const format = args.value("format");
  if (out === null && format !== undefined)
    throw new UsageError(
      "--format says how -o saves the result.",
      "Name a file with -o OUT, or -o - for standard output.",
    );
  const output = out === null ? null : prepareOutput(out, terminal, format);
  if (out === STDOUT && output?.format.id === "pbm") refuseScreen(terminal, "A PBM picture of packed bits");
  const timeline = args.has("timeline");
  if (timeline) checkTimeline(first, doubling, output);
  const keepSteps = args.has("keep-steps");
  if (keepSteps && (step === undefined || quiet < 2 || doubling))
    throw new UsageError(
      "--keep-steps is about the steps of -i that -qq does not report.",
      "For example -i 64 -qq --keep-steps.",
    );
  return {
    timeline,
    target,
    step: first,
    doubling,
    keepSteps,
    reports: first === null || quiet > 1 ? "none" : quiet === 1 ? "generation" : "population",
    maxSeconds: maxTime === undefined ? Number.POSITIVE_INFINITY : parseSeconds(maxTime, "-T"),
    output,
    out,
    json,
  };
}

async function run(call: CommandCall): Promise<void> {
  const asked = planOf(call);
  const { terminal, signal } = call;
  const { universe, pattern, switcher, ranks, checkpoint } = await openUniverse(
    call,
    undefined,
    asked.target,
  );
  // Only a checkpoint is opened without -m.
  const plan: Plan = { ...asked, target: asked.target ?? (checkpoint as Checkpoint).target };
  const checkpoints = ranks?.checkpoints ?? null;
  const stepper = new Stepper({
    universe,
    terminal,
    signal,
    end: plan.target,
    maxSeconds: plan.maxSeconds,
    switcher,
    checkpoints,
  });
  try {
    if (plan.target < universe.generation) throw tooLate(plan.target, universe.generation);
    const frames = plan.timeline
      ? new Frames(plan.step as bigint, universe.generation, plan.target, universe.rule)
      : null;
    if (plan.output) await warnOfGrowth(terminal, plan.output.format, universe, plan.target);
    await ranks?.beginRecord();
    await stepAll(call, plan, stepper, frames);
    const times = (await ranks?.record?.end()) ?? null;
    const result = { ...(await resultOf(stepper.universe, stepper.seconds)), times };
    if (plan.output) await save(call, plan, result, pattern, frames);
    say(call, plan, result, plan.out);
  } catch (error) {
    await ranks?.record?.end(error);
    // Ranks that are processes are asked to end all at once, whatever they do just then.
    const isLost = error instanceof TessellaError && error.code === "engine-lost";
    if (signal.aborted && isLost) throw stepper.stopped();
    throw toGoOn(outOfMemory(error, stepper.universe), stepper.universe, checkpoints);
  } finally {
    stepper.universe.dispose();
  }
}

const NO_STEP_DONE =
  " The step under way was not complete, and nothing of it counts; with shorter steps (-i) more would be kept.";

/** Milliseconds of a step that nobody watches, up to which the next one is twice as long: -T still ends at one soon. */
const QUICK_STEP = 50;

/** Steps to the target, or as far as the time allows. */
async function stepAll(
  { terminal, signal }: CommandCall,
  plan: Plan,
  stepper: Stepper,
  frames: Frames | null,
): Promise<void> {
  const { target } = plan;
  const report = plan.reports === "none" ? null : stepReport(terminal, plan);
  await report?.(stepper.universe);
  await frames?.add(stepper.universe, signal);
  const start = stepper.universe.generation;
  let step = plan.step ?? target - start;
  let reached = true;
  let began = start;
  const watched = report !== null || frames !== null;
  if (plan.keepSteps && !frames && step > 0n) {
    // Nothing is due between the steps: the universe takes them all in one go.
    reached = await stepper.stepTo(target, step);
    began = start + ((stepper.universe.generation - start) / step) * step;
  }
  while (reached && stepper.universe.generation < target) {
    began = stepper.universe.generation;
    const clock = now();
    reached = await stepper.stepTo(minBig(target, began + step));
    await report?.(stepper.universe);
    if (reached) await frames?.add(stepper.universe, signal);
    const folds = !watched && now() - clock < QUICK_STEP;
    if (plan.doubling || folds) step *= 2n;
  }
  const { universe } = stepper;
  if (!reached) {
    const where = `generation ${grouped(universe.generation)}, before ${grouped(target)}`;
    terminal.warn(`The time of -T was up at ${where}.${universe.generation === began ? NO_STEP_DONE : ""}`);
  }
}

async function save(
  call: CommandCall,
  plan: Plan,
  result: RunResult,
  pattern: Pattern | null,
  frames: Frames | null,
): Promise<void> {
  const details = pattern ? { name: pattern.name, author: pattern.author, comments: pattern.comments } : {};
  const { universe, population } = result;
  const { terminal, signal } = call;
  try {
    if (plan.output && plan.out !== null && !frames)
      await checkRoom(terminal, universe, population, { ...plan.output, path: plan.out });
    terminal.startProgress();
    const onProgress = (share: number): void =>
      terminal.progress(() => `saving, ${Math.floor(100 * share)} %`);
    if (frames) await plan.output?.savePieces(frames.text(universe, details), signal);
    else await plan.output?.saveUniverse(universe, details, { signal, onProgress });
  } catch (error) {
    // The results survive a failure to write the file.
    if (plan.out !== STDOUT) say(call, plan, result, null);
    if (error instanceof TessellaError && error.code === "aborted")
      throw new TessellaError("aborted", "Stopped while saving; nothing was saved.", { cause: error });
    throw error;
  }
}

function say({ terminal }: CommandCall, { json }: Plan, result: RunResult, saved: string | null): void {
  if (json) terminal.print(jsonText(jsonOf(result)));
  else if (saved !== STDOUT) terminal.print(humanText(result, saved));
  else terminal.note(`Generation ${grouped(result.generation)}, population ${grouped(result.population)}.`);
}

function targetOf(args: Arguments): bigint | null {
  const text = args.value("generation");
  const [file] = args.positionals;
  if (text === undefined && file !== undefined && isFolderName(file)) return null;
  if (text === undefined)
    throw new UsageError("Say at which generation to stop, with -m GENERATION.", "For example -m 1000.");
  return parseGeneration(text, "-m");
}

/** The state when memory ran out: the universe still exists, at its last complete generation. */
function outOfMemory(error: unknown, universe: Universe): unknown {
  if (!(error instanceof TessellaError) || error.code !== "memory-limit") return error;
  const where = `Stopped at generation ${grouped(universe.generation)}; nothing was saved.`;
  return new TessellaError(error.code, `${describeError(error)} ${where}`, { cause: error });
}

/** What ended a run over ranks, with where it was and how to go on. */
function toGoOn(error: unknown, universe: Universe, checkpoints: RunCheckpoints | null): unknown {
  if (!(error instanceof TessellaError) || error.code === "aborted") return error;
  const isPlaced = error.code !== "engine-lost" || error.message.includes("generation");
  const place = isPlaced ? "" : ` The universe was at generation ${grouped(universe.generation)}.`;
  const hint = checkpoints?.hint() ?? error.hint;
  if (isPlaced && hint === error.hint) return error;
  return new TessellaError(error.code, error.message + place, { hint, cause: error });
}

/** Prints a line each time it is called: generation and, if it is wanted, population, aligned. */
function stepReport(
  terminal: Terminal,
  { json, out, target, reports }: Plan,
): (universe: Universe) => Promise<void> {
  const counted = reports === "population";
  const width = Math.max(grouped(target).length, "generation".length);
  const line = (generation: string, population: string): void => {
    const text = `${generation.padStart(width)}${counted ? `  ${population.padStart(14)}` : ""}`;
    if (json || out === STDOUT) terminal.say(text);
    else terminal.print(text);
  };
  let begun = false;
  return async (universe) => {
    if (!begun) line("generation", "population");
    begun = true;
    line(grouped(universe.generation), counted ? grouped(await universe.population()) : "");
  };
}

interface RunResult {
  readonly universe: Universe;
  readonly generation: bigint;
  readonly population: bigint;
  readonly bounds: Rect | null;
  readonly hash: string;
  readonly seconds: number;
  /** Of a recorded run. */
  readonly times: RecordedTimes | null;
}

async function resultOf(universe: Universe, seconds: number): Promise<Omit<RunResult, "times">> {
  return {
    universe,
    generation: universe.generation,
    population: await universe.population(),
    bounds: await universe.bounds(),
    hash: formatHash(await universe.hash()),
    seconds,
  };
}

function jsonOf({ universe, generation, population, bounds, hash, seconds, times }: RunResult): object {
  return {
    generation,
    population,
    bounds: jsonBounds(bounds),
    ...jsonHolder(universe),
    seconds: jsonSeconds(seconds),
    ...(times && { secondsAGeneration: times.measured, predictedSecondsAGeneration: times.predicted }),
    hash,
  };
}

function humanText(
  { universe, generation, population, bounds, hash, seconds, times }: RunResult,
  saved: string | null,
): string {
  return table([
    ["generation", grouped(generation)],
    ["population", grouped(population)],
    ["bounds", bounds ? boundsText(bounds) : "no live cells"],
    ...holderRows(universe),
    ["time", duration(seconds)],
    ["a generation", times?.text ?? null],
    ["hash", hash],
    ["saved", saved],
  ]);
}
