/** `tessella bench cluster`: one grid over more and more ranks, each run predicted before it begins. */

import { availableParallelism } from "node:os";
import { algorithmNamed } from "../../algorithms/registry.ts";
import type { ClusterFigures, SharedPoint } from "../../bench/cluster-bench.ts";
import { benchCluster, CLUSTER_PARTS, runText, unlikeRuns } from "../../bench/cluster-bench.ts";
import { formatTable } from "../../bench/report.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import { percentText, timeText } from "../../model/words.ts";
import type { Arguments, CommandCall, OptionSpec } from "../command.ts";
import { jsonText } from "../json.ts";
import { listOf, sizeOf } from "../lists.ts";
import { jsonTransfer, wholeOf } from "../model-options.ts";
import { parseQuantity } from "../numbers.ts";
import { oneOf } from "../one-of.ts";
import type { CommandTools } from "../rank-runs.ts";
import { sharedRuns } from "../rank-runs.ts";
import { ADAPTER_OPTION, ALGORITHM_OPTION, algorithmId } from "../source.ts";
import { UsageError } from "../usage-error.ts";

const GRID = "2048";
const SECONDS = "1";
const CAP_SECONDS = 120;
const MEGABYTES = 32_000;
const HALOS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export const CLUSTER_OPTIONS: readonly OptionSpec[] = [
  { ...ADAPTER_OPTION, help: `gpu, evolve and cluster: ${ADAPTER_OPTION.help}` },
  { ...ALGORITHM_OPTION, help: "cluster: which, kernels by their ids too (default: bitwise)" },
  { name: "grid", value: "SIZE", help: `cluster: the torus, 2048 or 1000x777 (default: ${GRID})` },
  {
    name: "ranks",
    value: "N,...",
    help: "cluster: how many (default: 1, 2, 4 ... as far as there are cores)",
  },
  { name: "transport", value: "NAME", help: "cluster: threads (the default) or mpi" },
  {
    name: "gpus",
    value: "each|shared",
    help: "cluster: a GPU for each rank of mpi (the default), or one for all",
  },
  {
    name: "parts",
    value: "PART,...",
    help: `cluster: some of ${CLUSTER_PARTS.join(", ")} (default: strong)`,
  },
  {
    name: "seconds",
    value: "N",
    help: `cluster: how long one rank computes in a run (default: ${SECONDS})`,
  },
];

export const CLUSTER_NOTES: readonly string[] = [
  "cluster: runs on one rank at three heights, and on the fewest ranks with three halos, tell what a cell, a launch and an exchange cost; from then on each run is " +
    "predicted before it begins (-v says it). strong: the same grid on more ranks; weak: a quarter of it on each; halo: halos of 1 to 512 rows on the " +
    "fewest ranks, with overlap and without. Each run is a command of its own (tessella run --ranks N); its time is that of stepping. All runs of a " +
    "grid have to end with the same cells.",
];

/** Errors: UsageError; `bad-argument` where the runs tell no model; `unsupported-operation` where cells differ. */
export async function benchClusters(call: CommandCall, tools: CommandTools): Promise<void> {
  const { args, terminal, signal } = call;
  const { run, plan } = planOf(call, tools);
  let latest: ClusterFigures | null = null;
  const show = (figures: ClusterFigures): void => {
    if (args.has("json")) terminal.print(jsonText(jsonOf(figures)));
    else if (figures.fit) terminal.print(textOf(figures, figures.fit));
  };
  terminal.startProgress();
  const figures = await benchCluster(plan, {
    run,
    signal,
    cap: CAP_SECONDS,
    onPrediction: (of, seconds) => {
      const what = runText(of);
      terminal.progress(() => what);
      terminal.note(`${what}: ${seconds === null ? "for the model" : `${timeText(seconds)} predicted`}.`);
    },
    onFigures: (so) => {
      latest = so;
      terminal.note(`${timeText(so.points[so.points.length - 1].seconds)} measured.`);
    },
  }).catch((error: unknown) => {
    if (latest && signal.aborted) show(latest);
    throw error;
  });
  show(figures);
  if (!figures.fit) throw new TessellaError("bad-argument", figures.problems.join(" "));
  for (const problem of figures.problems) terminal.warn(problem);
  const [unlike] = unlikeRuns(figures.points);
  if (unlike)
    throw new TessellaError(
      "unsupported-operation",
      `A run of ${runText(unlike)} ended with other cells than the first one of that grid.`,
    );
}

function planOf({ args }: CommandCall, tools: CommandTools) {
  const algorithm = algorithmNamed(algorithmId(args.value("algorithm") ?? "bitwise"));
  const { needsGpu } = algorithm;
  const transport = oneOf(
    args.value("transport") ?? "threads",
    ["threads", "mpi"] as const,
    "There is no transport",
  );
  if (!needsGpu && (args.has("gpus") || args.has("adapter")))
    throw new UsageError(
      `${args.has("gpus") ? "--gpus" : "--adapter"} is about GPUs, and ${algorithm.id} runs on the CPU.`,
    );
  if (args.has("gpus") && transport === "threads")
    throw new UsageError("--gpus is for ranks that are processes: --transport mpi.");
  const gpus = needsGpu
    ? oneOf(args.value("gpus") ?? "each", ["each", "shared"] as const, "--gpus knows no")
    : undefined;
  const parts = listOf(args.value("parts") ?? "strong", "--parts").map((part) =>
    oneOf(part, CLUSTER_PARTS, "There is no part"),
  );
  const setting = {
    algorithm: algorithm.id,
    transport,
    gpus,
    adapter: args.value("adapter"),
    memoryMegabytes: MEGABYTES,
  };
  const ranks = ranksOf(args);
  const plan = {
    ...sizeOf(args.value("grid") ?? GRID, "--grid"),
    ranks,
    halos: HALOS,
    processors: processorsFor(needsGpu, transport === "mpi" && gpus === "each"),
    overlaps: needsGpu && transport === "mpi" && gpus === "each",
    generations: {
      seconds: parseQuantity(args.value("seconds") ?? SECONDS, "--seconds", "seconds"),
    },
    parts: CLUSTER_PARTS.filter((part) => parts.includes(part)),
  };
  return { run: sharedRuns(setting, tools), plan };
}

/** Cores or cards that ranks have: as many cards as ranks, or one. */
export function processorsFor(needsGpu: boolean, each: boolean): number {
  if (!needsGpu) return availableParallelism();
  return each ? Number.POSITIVE_INFINITY : 1;
}

function ranksOf(args: Arguments): readonly number[] {
  const text = args.value("ranks");
  if (text !== undefined) return ascending(listOf(text, "--ranks").map((each) => wholeOf(each, "--ranks")));
  return [1, 2, 4, 8, 16, 32, 64].filter((count) => count <= Math.max(2, availableParallelism()));
}

function ascending(counts: readonly number[]): readonly number[] {
  return [...new Set(counts)].sort((a, b) => a - b);
}

function jsonOf({ points, fit, problems }: ClusterFigures): object {
  return {
    fit: fit && {
      launchSeconds: fit.cost.launchSeconds,
      secondsACell: fit.cost.secondsACell,
      ...jsonTransfer(fit.transfer),
      largestRelativeResidual: fit.largestRelativeResidual,
    },
    points,
    problems,
  };
}

function textOf({ points }: ClusterFigures, fit: NonNullable<ClusterFigures["fit"]>): string {
  const { launchSeconds, secondsACell } = fit.cost;
  const { latencySeconds, bytesASecond } = fit.transfer;
  const bandwidth = Number.isFinite(bytesASecond)
    ? `${bytesASecond.toPrecision(3)} bytes/s`
    : "no bandwidth that counts";
  const heads = ["", "ranks", "grid", "halo", "generation", "predicted", "off by", "speed-up"];
  const [first] = points;
  return [
    `T/gen = ${timeText(launchSeconds)} + ${timeText(secondsACell)} x cells, T_lat = ${timeText(latencySeconds)}, ${bandwidth}, ` +
      `largest residual ${percentText(fit.largestRelativeResidual)}; ${grouped(first.generations)} generations`,
    formatTable(
      heads,
      points.filter(({ part }) => part !== "fit").map((point) => rowOf(point, points)),
    ),
  ].join("\n");
}

function rowOf(point: SharedPoint, all: readonly SharedPoint[]): readonly string[] {
  const { part, ranks, width, height, halo, overlap, generations, seconds, predicted } = point;
  const gain = speedUpOf(point, all);
  return [
    part,
    `${ranks}`,
    groupedSize(width, height),
    ranks === 1 ? "" : `${halo}${overlap ? " overlap" : ""}`,
    timeText(seconds / generations),
    predicted === null ? "" : timeText(predicted / generations),
    predicted === null ? "" : percentText((seconds - predicted) / seconds),
    gain === null ? "" : gain.toPrecision(3),
  ];
}

/** Over one rank of the same part, whose grid is smaller where it grows with the ranks; null without one. */
export function speedUpOf({ part, ranks, seconds }: SharedPoint, all: readonly SharedPoint[]): number | null {
  const one = all.find((each) => each.part === (part === "weak" ? "weak" : "strong") && each.ranks === 1);
  return one ? (part === "weak" ? ranks : 1) * (one.seconds / seconds) : null;
}
