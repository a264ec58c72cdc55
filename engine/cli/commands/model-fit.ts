/** `tessella model fit`: kernels' costs from times that a file brings or that are measured here. */

import type { AlgorithmEnvironment } from "../../algorithms/algorithm.ts";
import { algorithmNamed } from "../../algorithms/registry.ts";
import type { GridSize, SoupFigures, SoupJob, TimedStretch } from "../../bench/gpu-bench.ts";
import { timeKernels } from "../../bench/kernel-runs.ts";
import { formatTable } from "../../bench/report.ts";
import { soupFigures } from "../../bench/soup-figures.ts";
import { now } from "../../core/clock.ts";
import { duration } from "../../core/duration.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import type { KernelFit, TimedRun, Weighting } from "../../model/kernel-fit.ts";
import { fitKernel, WEIGHTINGS } from "../../model/kernel-fit.ts";
import { formatModel } from "../../model/model-file.ts";
import type { GpuHardware } from "../../model/paper.ts";
import { equivalentCycles } from "../../model/paper.ts";
import type { Timings } from "../../model/timings-file.ts";
import { parseTimings } from "../../model/timings-file.ts";
import type { TransferFit } from "../../model/transfer-fit.ts";
import { fitClusterRuns, fitMessages } from "../../model/transfer-fit.ts";
import { fitText, percentText, timeText } from "../../model/words.ts";
import { environmentFor } from "../../node/environment.ts";
import { checkOutput } from "../../node/output.ts";
import { processorName } from "../../node/processor.ts";
import type { Arguments, CommandCall, OptionSpec } from "../command.ts";
import { jsonText } from "../json.ts";
import { listOf, sizeOf } from "../lists.ts";
import {
  FORM_OPTION,
  formOf,
  jsonTransfer,
  KERNEL_OPTION,
  keepModel,
  MODEL_OUTPUT_OPTION,
  readModelText,
  USUAL_KERNEL,
} from "../model-options.ts";
import { parseAmount, parseQuantity, parseSeconds } from "../numbers.ts";
import { oneOf } from "../one-of.ts";
import { namingFile } from "../pattern-file.ts";
import { ADAPTER_OPTION, algorithmId } from "../source.ts";
import { UsageError } from "../usage-error.ts";

const SIZES = "256,384,512,768,1024,1536,2048,3072,4096,6144,8192";
const REPEATS = 7;
/** Seconds of measuring: a kernel takes some 50 on a GPU. */
const BUDGET = 300;
const MEGABYTES = 32_000;

export const FIT_OPTIONS: readonly OptionSpec[] = [
  { name: "from", value: "DATA.json", help: "fit: times to fit, in place of measuring" },
  KERNEL_OPTION,
  {
    name: "sizes",
    value: "SIZE,...",
    help: "fit: grids (default: eleven, from 256 to 8192, and as many more as it takes)",
  },
  {
    name: "repeats",
    value: "N",
    help: `fit: stretches of each size, of which the median counts (default: ${REPEATS})`,
  },
  {
    name: "budget",
    value: "SECONDS",
    help: `fit: for all measuring; stretches that it has no room for are left out (default: ${BUDGET})`,
  },
  { ...ADAPTER_OPTION, help: `fit: ${ADAPTER_OPTION.help}` },
  MODEL_OUTPUT_OPTION,
  { name: "weights", value: "WHICH", help: "fit: relative, 1/y^2 (default), or none" },
  FORM_OPTION,
  {
    name: "hardware",
    value: "SM,P,D,F",
    help: "fit: multiprocessors, processors each, pipeline depth and hertz, for equivalent cycles",
  },
];

export const FIT_NOTES: readonly string[] = [
  "fit: T/gen = b + a x cells with weights 1/y^2 and b not below 0; with numbers of submissions in the data also what each of them " +
    "costs. A knee is found where a cache ends, with a jump if all larger grids cost more there. A size counts from where it reaches half of the best rate. What is measured are " +
    `half-dense soups under Life, ${REPEATS} stretches of 50 ms and more a size, in rounds over all kernels and sizes. Unless sizes are given, larger ones follow until five ` +
    `count, and up to four more near a bend that the fit does not follow closely. When --budget is over, the stretches that there are count.`,
  'Data: {"generations": 1000, "cells": [...], "seconds": [...]}, with "submits": [...] for the two overheads, or "points": [{"cells", ' +
    '"generations", "seconds"}, ...]; of several kernels {"kernels": [{"kernel": ID, ...}, ...]}. Points with {"ranks", "width", "height", ' +
    '"halo", "generations", "seconds"} tell T_lat and bandwidth too (--form says how the halos were spent), and {"bytes": [...], ' +
    '"seconds": [...]} tells these two alone.',
  "JSON of a fit: launchSeconds, secondsACell (above the knee) and their errors, r2, largestRelativeResidual, largestCountingResidual (of the sizes that count), kneeCells, " +
    "secondsACellBelow, jumpSeconds (what all sizes above the knee cost besides), dispatchSeconds and submitSeconds (null where they are not told apart), runsTest, countsFromCells and points, each with its " +
    "residual and by how much a fit of all others misses it. Several kernels come as a list, kernels.",
];

/** What measuring needs of the machine; tests pass others. */
export interface ModelMachine {
  readonly open: (adapterName: string | undefined, signal: AbortSignal) => Promise<AlgorithmEnvironment>;
  readonly figures: (
    job: SoupJob,
    environment: AlgorithmEnvironment,
    signal: AbortSignal,
  ) => Promise<SoupFigures>;
}

export const REAL_MODEL_TOOLS: ModelMachine = {
  open: (adapterName, signal) => environmentFor({ needsGpu: true, adapterName, signal }),
  figures: soupFigures,
};

interface MeasuredKernel {
  readonly kernel: string | null;
  readonly runs: readonly TimedRun[];
  readonly problem?: string | null;
}

interface FittedKernel {
  readonly kernel: string;
  readonly runs: readonly TimedRun[];
  readonly fit: KernelFit;
}

/** Errors: UsageError, `syntax` and `bad-argument` for bad data, and those of measuring. */
export async function fitModel(call: CommandCall, machine: ModelMachine): Promise<void> {
  const { args, terminal } = call;
  const weighting = oneOf(args.value("weights") ?? "relative", WEIGHTINGS, "--weights knows no");
  const hardware = hardwareOf(args);
  const output = args.value("output");
  if (output !== undefined) checkOutput(output);
  const from = args.value("from");
  const data = from === undefined ? null : await timingsIn(from, args);
  if (data?.kind === "messages") return tellMessages(call, data.messages, output);
  if (data?.kind === "cluster") return tellCluster(call, data.runs, output);
  if (args.has("form")) throw new UsageError("--form goes with --from and times of runs over ranks.");
  const measured = data ?? (await measure(call, machine));
  const outcomes = measured.kernels.map((each, i) => fittedOrNot(each, `kernel ${i + 1}`, weighting));
  const kernels = outcomes.flatMap(({ fitted }) => fitted ?? []);
  const [failed] = outcomes;
  if (kernels.length === 0 && failed?.failure) throw failed.failure;
  const name = "machine" in measured ? measured.machine : (from as string);
  if (output !== undefined)
    await keepModel(
      output,
      formatModel({
        machine: name,
        kernels: kernels.map(({ kernel, fit, runs }) => ({
          kernel,
          cost: fit.cost,
          submitSeconds: fit.submitSeconds,
          points: runs,
        })),
        transfer: null,
      }),
    );
  if (args.has("json")) {
    const objects = outcomes.map(({ kernel, fitted, problem }) => ({
      ...(fitted ? jsonOf(fitted, hardware) : { kernel }),
      ...(problem !== null && { problem }),
    }));
    terminal.print(jsonText(objects.length === 1 ? objects[0] : { kernels: objects }));
    return;
  }
  for (const { fitted } of outcomes) if (fitted) terminal.print(textOf(fitted, hardware));
  for (const { kernel, problem } of outcomes) if (problem !== null) terminal.warn(`${kernel}: ${problem}`);
}

async function timingsIn(path: string, args: Arguments): Promise<Timings> {
  const wrong = ["sizes", "repeats", "budget", "adapter"].find((name) => args.has(name));
  if (wrong) throw new UsageError(`--${wrong} is about measuring, and --from brings what was measured.`);
  const text = await readModelText(path);
  const data = namingFile(path, () => parseTimings(text));
  const asked = args.value("kernel");
  if (asked === undefined) return data;
  if (data.kind !== "kernels")
    throw new UsageError("--kernel chooses among kernels, and this file has none.");
  const ids = data.kernels.flatMap(({ kernel }) => (kernel === null ? [] : [kernel]));
  const wanted = listOf(asked, "--kernel").map((id) => oneOf(id, ids, "The file has no kernel"));
  return {
    ...data,
    kernels: data.kernels.filter(({ kernel }) => kernel !== null && wanted.includes(kernel)),
  };
}

/** What came out for a kernel; where it has no fit, the others keep theirs. */
interface FitOutcome {
  readonly kernel: string;
  readonly fitted: FittedKernel | null;
  /** Why there is no fit, or none over all sizes. */
  readonly problem: string | null;
  readonly failure: TessellaError | null;
}

function fittedOrNot(
  { kernel: named, runs, problem = null }: MeasuredKernel,
  unnamed: string,
  weighting: Weighting,
): FitOutcome {
  const kernel = named ?? unnamed;
  try {
    return { kernel, fitted: { kernel, runs, fit: fitKernel(runs, weighting) }, problem, failure: null };
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    // Where nothing ran, that is the reason.
    const why =
      problem !== null && runs.length === 0
        ? [problem]
        : [...(problem === null ? [] : [problem]), error.message];
    const { code, hint } = error;
    const failure = new TessellaError(code, why.join(" "), { hint, cause: error });
    return { kernel, fitted: null, problem: failure.message, failure };
  }
}

async function measure(
  { args, terminal, signal }: CommandCall,
  machine: ModelMachine,
): Promise<{ readonly machine: string; readonly kernels: readonly MeasuredKernel[] }> {
  const wanted = listOf(args.value("kernel") ?? USUAL_KERNEL, "--kernel").map((id) =>
    algorithmNamed(algorithmId(id)),
  );
  const sizes = listOf(args.value("sizes") ?? SIZES, "--sizes").map((size) => sizeOf(size, "--sizes"));
  const repeats = parseAmount(args.value("repeats") ?? `${REPEATS}`, "--repeats", "a number of stretches");
  const needsGpu = wanted.some((each) => each.needsGpu);
  if (!needsGpu && args.has("adapter"))
    throw new UsageError("--adapter chooses between GPUs, and none of these kernels needs one.");
  const opened = needsGpu ? await machine.open(args.value("adapter"), signal) : {};
  const environment = { ...opened, memoryMegabytes: MEGABYTES };
  const budget = parseSeconds(args.value("budget") ?? `${BUDGET}`, "--budget");
  terminal.startProgress();
  const began = now();
  const spent = (): number => (now() - began) / 1000;
  let rounds = 0;
  let isCut = false;
  const ids = wanted.map(({ id }) => id);
  const kernels = await timeKernels(ids, sizes, {
    measure: (job) => machine.figures(job, environment, signal),
    repeats,
    goOn: !args.has("sizes"),
    isUp: () => {
      isCut = spent() >= budget;
      return isCut;
    },
    onSize: (id, { width, height }, round) => {
      rounds = round;
      const left = Math.max(0, Math.ceil(budget - spent()));
      terminal.progress(
        () =>
          `round ${round} of ${repeats}, ${id}, ${groupedSize(width, height)}, at most ${duration(left)} left`,
      );
    },
    onStretch: (id, size, stretch) => terminal.note(stretchText(id, size, stretch)),
  });
  if (isCut)
    terminal.warn(
      `The time was up (--budget ${budget}) with ${grouped(rounds)} of ${grouped(repeats)} rounds begun: medians are of the stretches that there are.`,
    );
  return { machine: kernels.find(({ adapter }) => adapter)?.adapter ?? processorName(), kernels };
}

function stretchText(id: string, { width, height }: GridSize, stretch: TimedStretch): string {
  const { seconds, generations, submits, gpuSeconds } = stretch;
  const byItself = gpuSeconds === null ? "" : `, ${timeText(gpuSeconds / generations)} by the GPU's clock`;
  const handed =
    submits === null ? "" : `, ${grouped(submits)} submissions of ${grouped(generations)} generations`;
  return `${id}, ${groupedSize(width, height)}: ${timeText(seconds / generations)} a generation${byItself}${handed}.`;
}

function jsonOf({ kernel, runs, fit }: FittedKernel, hardware: GpuHardware | null): object {
  const { cost, submitSeconds } = fit;
  return {
    kernel,
    launchSeconds: cost.launchSeconds,
    launchError: fit.launchError,
    secondsACell: cost.secondsACell,
    secondsACellError: fit.cellError,
    cellsASecond: 1 / cost.secondsACell,
    kneeCells: cost.knee?.cells ?? null,
    secondsACellBelow: cost.knee?.secondsACell ?? null,
    secondsACellBelowError: fit.cellErrorBelow,
    secondsACellAbove: cost.knee && cost.secondsACell,
    jumpSeconds: cost.knee?.jumpSeconds ?? null,
    jumpError: fit.jumpError,
    dispatchSeconds: submitSeconds === null ? null : cost.launchSeconds,
    submitSeconds,
    submitError: fit.submitError,
    r2: fit.r2,
    largestRelativeResidual: fit.largestRelativeResidual,
    largestCountingResidual: fit.largestCountingResidual,
    runsTest: fit.runsTest,
    countsFromCells: fit.countsFrom,
    ...(hardware ? { equivalentCycles: equivalentCycles(cost.secondsACell, hardware) } : {}),
    points: runs.map((run, i) => ({
      ...run,
      secondsAGeneration: run.seconds / run.generations,
      relativeResidual: fit.residuals[i],
      leftOutError: fit.leftOut[i],
      counts: run.cells >= fit.countsFrom,
    })),
  };
}

function textOf({ kernel, runs, fit }: FittedKernel, hardware: GpuHardware | null): string {
  const { runsTest: test, countsFrom, cost } = fit;
  const plusMinus = (value: number, error: number | null): string =>
    error === null ? timeText(value) : `${timeText(value)} +- ${timeText(error)}`;
  return [
    `${kernel}: ${fitText(fit)}`,
    `launch ${plusMinus(cost.launchSeconds, fit.launchError)}, a cell ${plusMinus(cost.secondsACell, fit.cellError)} ` +
      `(${(1 / cost.secondsACell).toPrecision(4)} cells/s)`,
    ...(hardware
      ? [`equivalent cycles a thread: ${equivalentCycles(cost.secondsACell, hardware).toPrecision(4)}`]
      : []),
    `Sizes count from ${grouped(Math.ceil(countsFrom))} cells.` +
      (test && test.chance < 0.05
        ? ` The residuals bend: ${test.runs} runs of one sign, where ${test.expected.toFixed(1)} are expected.`
        : ""),
    formatTable(
      ["cells", "generation", "cells/s", "residual", "left out"],
      runs.map(({ cells, seconds, generations }, i) => {
        const left = fit.leftOut[i];
        return [
          grouped(cells) + (cells < countsFrom ? " *" : ""),
          timeText(seconds / generations),
          ((cells * generations) / seconds).toExponential(2).replace("e+", "e"),
          percentText(fit.residuals[i]),
          left === null ? "" : percentText(left),
        ];
      }),
    ),
  ].join("\n");
}

function transferText({ transfer, latencyError, largestRelativeResidual }: TransferFit): string {
  const { latencySeconds, bytesASecond } = transfer;
  const error = latencyError === null ? "" : ` +- ${timeText(latencyError)}`;
  const bandwidth = Number.isFinite(bytesASecond)
    ? `bw = ${bytesASecond.toPrecision(4)} bytes/s`
    : "no bandwidth that counts";
  return `T_lat = ${timeText(latencySeconds)}${error}, ${bandwidth}, largest residual ${percentText(largestRelativeResidual)}`;
}

function tellMessages(
  { args, terminal }: CommandCall,
  messages: Parameters<typeof fitMessages>[0],
  output: string | undefined,
): void {
  if (output !== undefined)
    throw new TessellaError("bad-argument", "Messages alone make no model: no kernel is among them.", {
      hint: "Give T_lat and bandwidth to predict: --latency and --bandwidth.",
    });
  const fit = fitMessages(messages);
  const { latencyError, largestRelativeResidual } = fit;
  terminal.print(
    args.has("json")
      ? jsonText({ ...jsonTransfer(fit.transfer), latencyError, largestRelativeResidual })
      : transferText(fit),
  );
}

async function tellCluster(
  { args, terminal }: CommandCall,
  runs: Parameters<typeof fitClusterRuns>[0],
  output: string | undefined,
): Promise<void> {
  const form = formOf(args);
  const { cost, ...fit } = fitClusterRuns(runs, form);
  if (output !== undefined)
    await keepModel(
      output,
      formatModel({
        machine: args.value("from") as string,
        kernels: [{ kernel: "over ranks", cost, submitSeconds: null, points: [] }],
        transfer: fit.transfer,
      }),
    );
  const { launchSeconds, secondsACell } = cost;
  const { latencyError, largestRelativeResidual } = fit;
  terminal.print(
    args.has("json")
      ? jsonText({
          ...{ form, launchSeconds, secondsACell },
          ...jsonTransfer(fit.transfer),
          ...{ latencyError, largestRelativeResidual },
        })
      : `T/gen = ${timeText(launchSeconds)} + ${timeText(secondsACell)} x cells, ${transferText(fit)}`,
  );
}

/** N_SM, N_P, D and f. Errors: UsageError. */
function hardwareOf(args: Arguments): GpuHardware | null {
  const text = args.value("hardware");
  if (text === undefined) return null;
  const numbers = text.split(",").map((part) => parseQuantity(part, "--hardware", "four numbers"));
  if (numbers.length !== 4 || numbers.some((number) => number === 0))
    throw new UsageError(
      `--hardware wants four numbers above 0, not "${text}".`,
      "For example, a GTX 285: --hardware 30,8,4,1.48e9.",
    );
  const [multiprocessors, processors, pipelineDepth, clock] = numbers;
  return { multiprocessors, processors, pipelineDepth, clock };
}
