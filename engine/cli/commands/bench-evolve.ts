/** `tessella bench evolve`: what an evaluation takes by each way to score rules of rings. */

import { formatFigure, formatTable } from "../../bench/report.ts";
import { median } from "../../bench/statistics.ts";
import { grouped } from "../../core/integers.ts";
import { CPU_SCORER } from "../../evolve/cpu-scorer.ts";
import { GENETIC } from "../../evolve/genetic.ts";
import { GpuScorer } from "../../evolve/gpu/gpu-scorer.ts";
import { refusal, SCORE_METHODS } from "../../evolve/gpu/methods.ts";
import { PRESETS } from "../../evolve/presets.ts";
import { timeScores } from "../../evolve/score-bench.ts";
import type { Scorer, ScoringJob } from "../../evolve/scorer.ts";
import { trainingSet } from "../../evolve/search.ts";
import { checkPlan } from "../../evolve/searches.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { CommandCall, OptionSpec } from "../command.ts";
import { SHAPE_OPTIONS, shapeOf } from "../evolve-plan.ts";
import { jsonText } from "../json.ts";
import { parseAmount } from "../numbers.ts";
import { asUsage } from "../ring-options.ts";
import { openGpu } from "../score-options.ts";
import { ADAPTER_OPTION } from "../source.ts";

export const EVOLVE_REPEATS = 5;
const ROUND_MILLISECONDS = 50;
/** Individuals; fewer where a CPU imitates the GPU, which takes milliseconds an evaluation by the methods of older programs. */
const POPULATION = { hardware: 100, software: 8 } as const;
/** The method that the others are compared with: the best one of the paper of 2010. */
const YARDSTICK = "vectors";

export const EVOLVE_OPTIONS: readonly OptionSpec[] = [
  ...SHAPE_OPTIONS.map((option) => ({ ...option, help: `evolve: ${option.help}` })),
  { ...ADAPTER_OPTION, help: `gpu, evolve and cluster: ${ADAPTER_OPTION.help}` },
];

export const EVOLVE_NOTES: readonly string[] = [
  "evolve: microseconds that a rule takes on a random start of the majority task (64 cells and two steps a cell, unless said otherwise), by one core " +
    "of the CPU and by every method of tessella score that takes such rings, of which the first four are those of older programs. The rules " +
    "are a first population, which is chance.",
];

interface Row {
  readonly method: string;
  readonly name: string;
  readonly evaluations: number;
  /** Microseconds an evaluation: the median of the rounds, and all of them. */
  readonly median: number;
  readonly rounds: readonly number[];
}

/** Errors: UsageError, `gpu-unavailable` where an adapter is named, `not-found`, `memory-limit`, `gpu-lost`, `aborted`. */
export async function benchEvolve(call: CommandCall): Promise<void> {
  const { args, terminal } = call;
  const repeats = args.value("repeats");
  const rounds =
    repeats === undefined ? EVOLVE_REPEATS : parseAmount(repeats, "--repeats", "a number of runs");
  const base = PRESETS.get("majority").plan;
  const shape = shapeOf(args, base.setting.shape);
  const setting = { ...base.setting, shape, steps: 2 * shape.cells };
  asUsage(() => checkPlan({ ...base, setting }));
  const gpu = await openGpu(call, !args.has("adapter"));
  try {
    const population = gpu?.software ? POPULATION.software : POPULATION.hardware;
    const { genomes } = GENETIC.first({ ...base, setting, population });
    const job = { setting, genomes, set: trainingSet(base, 0) };
    terminal.startProgress();
    const rows = await timeAll(call, job, gpu, rounds);
    const { cells, radius, boundary } = shape;
    const about = { cells, radius, boundary, steps: setting.steps, population, repeats: rounds };
    if (args.has("json")) {
      const adapter = gpu?.adapter;
      terminal.print(jsonText({ ...about, adapter, microseconds: rows }));
      return;
    }
    const ring = `${grouped(cells)} cells, ${boundary}, radius ${radius}, ${grouped(setting.steps)} steps, ${population} rules`;
    terminal.print(
      `${gpu ? `GPU: ${gpu.adapter}.` : "Without a GPU."}\n${ring}; medians of ${rounds}.\n\n${tableOf(rows)}`,
    );
  } finally {
    gpu?.release();
  }
}

async function timeAll(
  { terminal, signal }: CommandCall,
  job: ScoringJob,
  gpu: GpuDevice | undefined,
  rounds: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const measure = async (method: string, name: string, scorer: Scorer): Promise<void> => {
    terminal.progress(() => name);
    const timing = { milliseconds: ROUND_MILLISECONDS, rounds, signal };
    const { evaluations, milliseconds } = await timeScores(scorer, job, timing);
    const all = milliseconds.map((one) => (1000 * one) / evaluations);
    rows.push({ method, name, evaluations, median: median(all), rounds: all });
  };
  await measure("cpu", "One core of the CPU", CPU_SCORER);
  if (!gpu) return rows;
  for (const method of SCORE_METHODS.list()) {
    if (refusal(method, job.setting.shape, gpu) !== undefined) continue;
    gpu.retain();
    const scorer = await GpuScorer.create(gpu, method);
    await measure(method.id, method.name, scorer).finally(() => scorer.dispose());
  }
  return rows;
}

function tableOf(rows: readonly Row[]): string {
  const [cpu, yardstick] = ["cpu", YARDSTICK].map((id) => rows.find(({ method }) => method === id)?.median);
  const times = (base: number | undefined, own: number): string =>
    base === undefined ? "" : `${formatFigure(base / own)}x`;
  const head = ["method", "", "us an evaluation", "range", "against cpu", `against ${YARDSTICK}`];
  const lines = rows.map(({ method, name, median: own, rounds }) => [
    ...[method, name, formatFigure(own)],
    `${formatFigure(Math.min(...rounds))} .. ${formatFigure(Math.max(...rounds))}`,
    ...[times(cpu, own), times(yardstick, own)],
  ]);
  return formatTable(head, lines);
}
