/** `tessella model simulate`: the same run event by event, with noise, hosts, failures and checkpoints. */

import { formatTable } from "../../bench/report.ts";
import { duration } from "../../core/duration.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import type { FailureFigures } from "../../model/failures.ts";
import { bestCheckpointSeconds, expectedSeconds, simulateFailures } from "../../model/failures.ts";
import type { RankPart } from "../../model/halo.ts";
import { cellBytes } from "../../model/halo.ts";
import type { Forecast } from "../../model/predict.ts";
import { forecast } from "../../model/predict.ts";
import type { SimulatedRun, Simulation } from "../../model/simulate.ts";
import { simulateRun } from "../../model/simulate.ts";
import { percentText, timeText } from "../../model/words.ts";
import type { Arguments, CommandCall, OptionSpec } from "../command.ts";
import { jsonText } from "../json.ts";
import type { DivisionPlan } from "../model-options.ts";
import { DIVISION_OPTIONS, divisionPlan, jsonTransfer, wholeOf } from "../model-options.ts";
import { parseQuantity, parseSeconds, parseSeed } from "../numbers.ts";
import { UsageError } from "../usage-error.ts";

const MOST_BLOCKS = 1000;
/** Runs with failures, of which the mean is told. */
const REPEATS = 200;

export const SIMULATE_OPTIONS: readonly OptionSpec[] = [
  ...DIVISION_OPTIONS,
  { name: "ranks-a-host", value: "N", help: "simulate: GPUs in one host (default: 1)" },
  {
    name: "host-latency",
    value: "SECONDS",
    help: "simulate: T_lat between ranks of one host (default: as between hosts)",
  },
  { name: "host-bandwidth", value: "BYTES", help: "simulate: a second, between ranks of one host" },
  {
    name: "jitter",
    value: "SHARE",
    help: "simulate: by how much the time of a block varies, 0 to 1 (default: 0)",
  },
  {
    name: "blocks",
    value: "N",
    help: `simulate: how many of K generations (default: up to ${grouped(MOST_BLOCKS)})`,
  },
  { name: "mtbf", value: "HOURS", help: "simulate: mean time between failures of one rank" },
  {
    name: "checkpoint",
    value: "SECONDS|auto",
    help: "simulate: work between two checkpoints (default: auto, the best)",
  },
  {
    name: "disk",
    value: "BYTES",
    help: "simulate: a second that each rank writes of a checkpoint (default: 1e9)",
  },
  { name: "restart", value: "SECONDS", help: "simulate: from a failure to going on (default: 60)" },
  { name: "seed", value: "N", help: "simulate: of the noise (default: 1)" },
];

export const SIMULATE_NOTES: readonly string[] = [
  "simulate: events of ranks that compute, send and wait for their neighbours, without a barrier. A block of K generations takes its " +
    "time, times 1 + jitter (E - 1), E being exponential with mean 1. Blocks beyond --blocks are taken to go on like the last half of those before. A " +
    "rank that fails (--mtbf) ends the run, which goes on from its last checkpoint: a bit a cell, each rank writing its own.",
];

interface NoiseOptions
  extends Pick<SimulatedRun, "ranksAHost" | "inside" | "between" | "jitter" | "seed" | "mostBlocks"> {
  readonly failures: FailureOptions | null;
}

interface FailureOptions {
  /** Of one rank. */
  readonly meanSeconds: number;
  readonly everySeconds: number | "auto";
  readonly bytesASecond: number;
  readonly restartSeconds: number;
}

interface Row {
  readonly plan: Forecast;
  readonly found: Simulation;
  readonly failing: (FailureFigures & CheckpointPlan) | null;
}

interface CheckpointPlan {
  readonly everySeconds: number;
  readonly checkpointSeconds: number;
  /** By Daly's formula. */
  readonly expectedSeconds: number;
}

export async function simulateModel(call: CommandCall): Promise<void> {
  const { args, terminal, signal } = call;
  const asked = await divisionPlan(call);
  const noise = noiseOf(args, asked);
  terminal.startProgress();
  const rows: Row[] = [];
  for (const division of asked.divisions) {
    terminal.progress(() => `${grouped(division.ranks)} ranks`);
    const plan = forecast(asked.machine, division, asked);
    const { generations, form } = asked;
    const { seconds } = asked.machine;
    // One rank exchanges nothing, and its blocks are as long as any.
    const halo = Math.max(1, plan.halo);
    const found = await simulateRun({ ...noise, division, seconds, form, halo, generations }, signal);
    rows.push({ plan, found, failing: noise.failures && failing(noise.failures, plan, found, noise.seed) });
  }
  terminal.print(args.has("json") ? jsonText(jsonOf(asked, noise, rows)) : textOf(asked, noise, rows));
}

function noiseOf(args: Arguments, { machine }: DivisionPlan): NoiseOptions {
  const between = machine.transfer;
  const quantity = (name: string, what: string): number | undefined => {
    const text = args.value(name);
    return text === undefined ? undefined : parseQuantity(text, `--${name}`, what);
  };
  const jitter = quantity("jitter", "a share of the time") ?? 0;
  if (jitter > 1) throw new UsageError(`--jitter wants a share from 0 to 1, not ${jitter}.`);
  const hours = args.value("mtbf");
  const alone = ["checkpoint", "disk", "restart"].find((name) => hours === undefined && args.has(name));
  if (alone) throw new UsageError(`--${alone} goes with --mtbf: without failures there are no checkpoints.`);
  const every = args.value("checkpoint") ?? "auto";
  return {
    ranksAHost: wholeOf(args.value("ranks-a-host") ?? "1", "--ranks-a-host"),
    between,
    inside: {
      latencySeconds: quantity("host-latency", "seconds from 0 on") ?? between.latencySeconds,
      bytesASecond: quantity("host-bandwidth", "bytes a second") ?? between.bytesASecond,
    },
    jitter,
    seed: parseSeed(args.value("seed") ?? "1", "--seed"),
    mostBlocks: wholeOf(args.value("blocks") ?? `${MOST_BLOCKS}`, "--blocks"),
    failures:
      hours === undefined
        ? null
        : {
            meanSeconds: 3600 * parseQuantity(hours, "--mtbf", "hours"),
            everySeconds: every === "auto" ? every : parseSeconds(every, "--checkpoint"),
            bytesASecond: quantity("disk", "bytes a second") ?? 1e9,
            restartSeconds: quantity("restart", "seconds from 0 on") ?? 60,
          },
  };
}

function failing(
  options: FailureOptions,
  { ranks, part }: Forecast,
  found: Simulation,
  seed: number,
): Row["failing"] {
  const meanSeconds = options.meanSeconds / ranks;
  if (!(meanSeconds > 0 && options.bytesASecond > 0))
    throw new TessellaError("bad-argument", "A mean time between failures and a disk's speed are above 0.");
  const checkpointSeconds = checkpointBytes(part) / options.bytesASecond;
  const everySeconds =
    options.everySeconds === "auto"
      ? bestCheckpointSeconds(checkpointSeconds, meanSeconds)
      : options.everySeconds;
  const { seconds } = found;
  const { restartSeconds } = options;
  const run = { seconds, meanSeconds, everySeconds, checkpointSeconds, restartSeconds };
  const figures = simulateFailures(run, REPEATS, seed);
  return { ...figures, everySeconds, checkpointSeconds, expectedSeconds: expectedSeconds(run) };
}

function checkpointBytes({ width, height }: RankPart): number {
  return cellBytes(width * height);
}

function jsonOf(
  { model, divisions, form, weak, generations }: DivisionPlan,
  noise: NoiseOptions,
  rows: readonly Row[],
): object {
  const { ranksAHost, jitter, seed, between, inside } = noise;
  return {
    machine: model.machine,
    ...{ form, split: divisions[0].split, weak, generations, ranksAHost, jitter, seed },
    ...{ between: jsonTransfer(between), inside: jsonTransfer(inside) },
    points: rows.map(({ plan, found, failing: failed }, i) => ({
      ranks: plan.ranks,
      width: divisions[i].width,
      height: divisions[i].height,
      part: { width: plan.part.width, height: plan.part.height },
      halo: plan.halo,
      seconds: found.seconds,
      secondsAGeneration: found.seconds / generations,
      closedSecondsAGeneration: plan.seconds,
      ...gainsOf(plan, found, generations),
      waiting: found.waiting,
      blocks: found.blocks,
      simulatedBlocks: found.simulatedBlocks,
      withFailures: failed,
    })),
  };
}

/** Of what was simulated, over the same as `Forecast` has it. */
function gainsOf(
  plan: Forecast,
  found: Simulation,
  generations: number,
): { speedUp: number; efficiency: number } {
  const slower = found.seconds / generations / plan.seconds;
  return { speedUp: plan.speedUp / slower, efficiency: plan.efficiency / slower };
}

function textOf(
  { model, divisions, form, generations }: DivisionPlan,
  noise: NoiseOptions,
  rows: readonly Row[],
): string {
  const head = [
    "ranks",
    "part",
    "k",
    "generation",
    "formula",
    "seconds",
    "speed-up",
    "efficiency",
    "waiting",
  ];
  const failingHead = ["with failures", "failures", "checkpoint every", "takes"];
  return [
    `${model.machine}, ${divisions[0].split}, halo ${form}, ${grouped(generations)} generations, jitter ${noise.jitter}.`,
    formatTable(
      [...head, ...(noise.failures ? failingHead : [])],
      rows.map(({ plan, found, failing: failed }) => {
        const { speedUp, efficiency } = gainsOf(plan, found, generations);
        return [
          grouped(plan.ranks),
          groupedSize(plan.part.width, plan.part.height),
          plan.halo === 0 ? "" : grouped(plan.halo),
          timeText(found.seconds / generations),
          timeText(plan.seconds),
          `${Number(found.seconds.toPrecision(5))}`,
          speedUp.toPrecision(4),
          efficiency.toFixed(3),
          percentText(found.waiting),
          ...(failed
            ? [
                duration(failed.seconds),
                failed.failures.toFixed(1),
                duration(failed.everySeconds),
                duration(failed.checkpointSeconds),
              ]
            : []),
        ];
      }),
    ),
  ].join("\n");
}
