/** Runs the whole comparison: programs on the paper's grid, kernels on grids of several sizes, and one grid over ranks of each kind. */

import type { AlgorithmEnvironment } from "../../../engine/algorithms/algorithm.ts";
import { algorithmNamed } from "../../../engine/algorithms/registry.ts";
import type { ClusterPlan, RunShared } from "../../../engine/bench/cluster-bench.ts";
import { benchCluster, runText } from "../../../engine/bench/cluster-bench.ts";
import { timeKernels } from "../../../engine/bench/kernel-runs.ts";
import { soupFigures } from "../../../engine/bench/soup-figures.ts";
import type { SharedRunSetting } from "../../../engine/cli/rank-runs.ts";
import { torus } from "../../../engine/core/topology.ts";
import { timeText } from "../../../engine/model/words.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { thisMachine } from "../pages/words.ts";
import type { Contender, Stage } from "../seeds/contenders.ts";
import { onAlgorithm, SERIAL } from "../seeds/contenders.ts";
import { problemOf, timeMarks } from "../seeds/timing.ts";
import type { CardTimes, ClusterResult, KernelTimes, ProgramTime, WayTimes } from "./result.ts";

/** One grid over ranks of one kind, and how they are started. */
export interface Way {
  readonly id: string;
  readonly label: string;
  readonly setting: SharedRunSetting;
  readonly plan: ClusterPlan;
}

export interface ClusterComparison {
  readonly side: number;
  readonly generations: number;
  readonly programs: readonly Contender[];
  /** Seconds of each program. */
  readonly cap: number;
  readonly kernels: readonly string[];
  readonly sizes: readonly number[];
  readonly repeats: number;
  readonly ways: readonly Way[];
  /** Seconds for everything. */
  readonly budget: number;
  readonly environment: AlgorithmEnvironment;
  readonly adapter: string | null;
  readonly runsOf: (setting: SharedRunSetting) => RunShared;
  /** Times cards until `isUp`, telling what there is; null where that is not asked for. */
  readonly timeCards:
    | ((
        isUp: () => boolean,
        keep: (so: CardTimes) => void,
        onProgress: (what: string) => void,
      ) => Promise<void>)
    | null;
  readonly onProgress: (what: string) => void;
  /** Told what there is so far, again and again: whoever is cut off keeps it. */
  readonly onResult: (result: ClusterResult) => void;
}

export const PROGRAMS: readonly Contender[] = [
  SERIAL,
  onAlgorithm("gpu-naive", "naive, a thread a cell", algorithmNamed("gpu-naive")),
  onAlgorithm("tile-16", "tiles of 16 x 16, the paper's kernel", algorithmNamed("tile-16")),
  onAlgorithm("gpu", "gpu", algorithmNamed("gpu")),
];

/** A run over ranks may take so many times as long as a program. */
const RUN_CAPS = 3;
const TIME_UP = "The time for the comparison was up.";

/** Errors: defects only. */
export async function compareCluster(comparison: ClusterComparison): Promise<ClusterResult> {
  const { budget, environment, adapter, side, generations, cap, onProgress, onResult } = comparison;
  const began = performance.now();
  const deadline = began + 1000 * budget;
  const lists = { programs: [] as ProgramTime[], kernels: [] as KernelTimes[], ways: [] as WayTimes[] };
  let cards: CardTimes | null = null;
  const head = { kind: "tessella-cluster", version: 3, machine: thisMachine() } as const;
  const date = new Date().toISOString().slice(0, 10);
  const parts = [
    ...(comparison.programs.length > 0 ? ["programs"] : []),
    ...(comparison.kernels.length > 0 ? ["kernels"] : []),
    ...comparison.ways.map(({ id }) => id),
    ...(comparison.timeCards ? ["cards"] : []),
  ];
  const soFar = (): ClusterResult => {
    const seconds = (performance.now() - began) / 1000;
    return { ...head, adapter, side, generations, calls: [{ date, seconds, parts }], ...lists, cards };
  };
  const isUp = (): boolean => performance.now() > deadline;
  const lacks = (needsGpu: boolean): string | null =>
    needsGpu && !environment.gpu ? "No GPU was found." : isUp() ? TIME_UP : null;

  for (const contender of comparison.programs) {
    onProgress(`${contender.label}, ${side} x ${side}`);
    lists.programs.push(await programTime(contender, comparison, deadline, lacks(contender.needsGpu)));
    onResult(soFar());
  }
  const lacking = comparison.kernels.map((kernel) => ({
    kernel,
    runs: [],
    problem: lacks(algorithmNamed(kernel).needsGpu),
  }));
  lists.kernels.push(...lacking.filter(({ problem }) => problem !== null));
  const timed = lacking.filter(({ problem }) => problem === null).map(({ kernel }) => kernel);
  if (timed.length > 0) {
    const found = await timeKernels(
      timed,
      comparison.sizes.map((side) => ({ width: side, height: side })),
      {
        measure: (job) => soupFigures(job, environment),
        repeats: comparison.repeats,
        onSize: (kernel, { width }, round) => onProgress(`round ${round}, ${kernel}, ${width} x ${width}`),
        isUp,
      },
    );
    lists.kernels.push(
      ...found.map(({ kernel, runs, problem }) => ({
        ...{ kernel, runs },
        problem: problem ?? (isUp() ? TIME_UP : null),
      })),
    );
    onResult(soFar());
  }
  for (const { id, label, setting, plan } of comparison.ways) {
    const { processors } = plan;
    const way = {
      id,
      label,
      algorithm: setting.algorithm,
      processors: Number.isFinite(processors) ? processors : null,
    };
    lists.ways.push({ ...way, figures: { points: [], fit: null, problems: [] } });
    const keep = (figures: WayTimes["figures"]): void => {
      lists.ways[lists.ways.length - 1] = { ...way, figures };
      onResult(soFar());
    };
    const figures = await benchCluster(plan, {
      run: comparison.runsOf(setting),
      signal: new AbortController().signal,
      cap: RUN_CAPS * cap,
      deadline,
      onPrediction: (run, seconds) =>
        onProgress(
          `${label}, ${runText(run)}: ${seconds === null ? "for the model" : `${timeText(seconds)} predicted`}`,
        ),
      onFigures: (so) => {
        onProgress(`  ${timeText(so.points[so.points.length - 1].seconds)} measured`);
        keep(so);
      },
    });
    keep(figures);
  }
  await comparison.timeCards?.(
    isUp,
    (so) => {
      cards = so;
      onResult(soFar());
    },
    onProgress,
  );
  return soFar();
}

async function programTime(
  contender: Contender,
  { side, generations, cap, environment }: ClusterComparison,
  deadline: number,
  lack: string | null,
): Promise<ProgramTime> {
  const { id, label } = contender;
  if (lack !== null) return { id, label, reading: null, problem: lack };
  const stage: Stage = {
    rule: LIFE,
    topology: torus(side, side),
    start: { kind: "soup", soup: { seed: 1, density: 0.5 } },
  };
  try {
    const runner = await contender.open(stage, environment);
    try {
      const [reading] = await timeMarks(runner, [generations], { cap, rounds: 3, deadline });
      return { id, label, reading, problem: null };
    } finally {
      runner.dispose();
    }
  } catch (error) {
    return { id, label, reading: null, problem: problemOf(error) };
  }
}
