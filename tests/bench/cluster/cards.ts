/**
 * One grid on more and more cards. What a generation takes is said first, from one card alone: it tries out the slab of each point
 * (engine/cluster/rehearsal.ts), and two processes without a card send each other halos. Then as many cards as there are run it, each
 * point a command of its own, and its record says what a generation took once the run was under way.
 */

import { readFileSync } from "node:fs";
import type { Algorithm, AlgorithmEnvironment } from "../../../engine/algorithms/algorithm.ts";
import { algorithmNamed } from "../../../engine/algorithms/registry.ts";
import type { HaloChoice, MessageTimes, RankTimes, SharedInit } from "../../../engine/cluster/commands.ts";
import { mostRows, predictRehearsed, tryHalos } from "../../../engine/cluster/measure.ts";
import type { RankTrack } from "../../../engine/cluster/record.ts";
import { readClusterRecord, SPAN_KINDS } from "../../../engine/cluster/record.ts";
import { rehearse } from "../../../engine/cluster/rehearsal.ts";
import type { SlabPart } from "../../../engine/cluster/shared-tuning.ts";
import { SharedTuning } from "../../../engine/cluster/shared-tuning.ts";
import { splitRows } from "../../../engine/cluster/split.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { torus } from "../../../engine/core/topology.ts";
import { acquireDevice } from "../../../engine/gpu/device.ts";
import type { ProcessCost } from "../../../engine/node/process-cost.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";

/** Seconds of a generation, measured once the run was under way, and the cells it ended with. */
export interface CardRun {
  readonly seconds: number;
  readonly hash: string;
}

export interface CardPoint extends HaloChoice {
  /** `strong`: the same grid, `weak`: a grid a card, both with the halo that was found; `halo`: one that was given. */
  readonly part: "strong" | "weak" | "halo";
  readonly ranks: number;
  readonly width: number;
  readonly height: number;
  readonly generations: number;
  /** Seconds of a generation, said before it was run. */
  readonly predicted: number;
  /** None where there were not so many cards, or not the time. */
  readonly runs: readonly CardRun[];
}

/** A grid of so many columns; on P cards it has `height` rows, or that many each. */
export interface CardGrid {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly CardPoint["part"][];
}

export interface CardPlan {
  readonly algorithm: string;
  readonly grids: readonly CardGrid[];
  /** From 1 on. */
  readonly ranks: readonly number[];
  readonly cards: number;
  readonly gpus: "each" | "shared";
  /** Rows of given halos. */
  readonly halos: readonly number[];
  /** How long a run computes, in seconds. */
  readonly seconds: number;
  readonly rounds: number;
}

export interface CardControl {
  readonly environment: AlgorithmEnvironment;
  readonly messages: MessageTimes;
  readonly tessella: readonly string[];
  readonly measure: (command: readonly string[]) => Promise<ProcessCost>;
  /** Where a run's record may lie. */
  readonly recordPath: string;
  readonly isUp: () => boolean;
  readonly onProgress: (what: string) => void;
  readonly onPoints: (points: readonly CardPoint[]) => void;
}

const MEGABYTES = 64_000;
/** The share of a run's generations that are its start: kernels are found in it, and processes wait for each other. */
const START = 1 / 4;
const FEWEST = 512;

/** Says all of it, and then runs what there are cards for. */
export async function benchCards(plan: CardPlan, control: CardControl): Promise<readonly CardPoint[]> {
  let points: readonly CardPoint[] = [];
  const keep = (now: readonly CardPoint[]): void => {
    points = now;
    control.onPoints(points);
  };
  const { gpu, gpuPreference } = control.environment;
  const algorithm = algorithmNamed(plan.algorithm);
  const trials = new Trials(algorithm, control);
  // A device that closes forgets the kernels that it has compiled.
  const device = algorithm.needsGpu ? await acquireDevice(gpu, gpuPreference) : null;
  try {
    for (const grid of plan.grids)
      for (const part of grid.parts) {
        if (control.isUp()) break;
        const said = await predictPart(plan, grid, part, trials);
        for (const point of said)
          control.onProgress(
            `${pointText(point)}: ${microseconds(point.predicted)} predicted, ${trials.kernels(plan, point)}`,
          );
        keep([...points, ...said]);
      }
  } finally {
    device?.release();
  }
  // Given halos come last: a call that is cut off has run the others several times.
  const rounds = [false, true].flatMap((given) => new Array<boolean>(plan.rounds).fill(given));
  for (const given of rounds)
    for (const [i, point] of points.entries()) {
      if ((point.part === "halo") !== given || point.ranks > plan.cards || control.isUp()) continue;
      try {
        const { spent, ...run } = await runPoint(plan, point, control);
        const off = ((100 * (run.seconds - point.predicted)) / run.seconds).toFixed(1);
        control.onProgress(
          `${pointText(point)}: ${microseconds(point.predicted)} predicted, ${microseconds(run.seconds)} measured, off by ${off} %; ${spent}`,
        );
        keep(points.with(i, { ...point, runs: [...points[i].runs, run] }));
      } catch (error) {
        control.onProgress(`${pointText(point)}: ${error instanceof Error ? error.message : error}`);
      }
    }
  return points;
}

async function predictPart(
  plan: CardPlan,
  { width, height }: CardGrid,
  part: CardPoint["part"],
  trials: Trials,
): Promise<readonly CardPoint[]> {
  const { ranks: counts, halos, seconds } = plan;
  const say = async (ranks: number, choice: HaloChoice | null): Promise<SaidPoint> => {
    const rows = part === "weak" ? ranks * height : height;
    const init = initOf(plan.algorithm, width, rows, ranks);
    const taken = choice ?? (await trials.find(init));
    return { part, ranks, width, height: rows, ...taken, predicted: await trials.predict(init, taken) };
  };
  const points: CardPoint[] = [];
  if (part === "halo") {
    const few = counts.find((count) => count > 1);
    for (const halo of few === undefined ? [] : halos)
      points.push(
        ...together(
          [
            await say(1, ALONE),
            await say(few as number, { halo, ahead: 0 }),
            await say(few as number, { halo, ahead: halo }),
          ],
          seconds,
        ),
      );
    return points;
  }
  const said: SaidPoint[] = [];
  for (const ranks of counts) if (part === "strong" || ranks > 1) said.push(await say(ranks, null));
  return part === "strong" ? together(said, seconds) : said.flatMap((one) => together([one], seconds));
}

type SaidPoint = Omit<CardPoint, "generations" | "runs">;

/** They go to one generation, so that the cells of one grid have to be the same. */
function together(said: readonly SaidPoint[], seconds: number): readonly CardPoint[] {
  const [{ predicted: alone }] = said;
  const several = said.find(({ ranks }) => ranks > 1)?.predicted ?? alone;
  const generations = Math.max(FEWEST, Math.ceil(seconds / several));
  return said.map((point) => ({ ...point, generations, runs: [] }));
}

const ALONE: HaloChoice = { halo: 1, ahead: 0 };

/** What one card tries out. */
class Trials {
  readonly #algorithm: Algorithm;
  readonly #environment: AlgorithmEnvironment;
  readonly #times: RankTimes;
  /** Slabs of other heights have other kernels. */
  readonly #tunings = new Map<string, SharedTuning>();

  /** What was found and said of slabs: a grid that grows with the ranks has equal ones. */
  readonly #found = new Map<string, Promise<HaloChoice>>();
  readonly #said = new Map<string, Promise<number>>();

  constructor(algorithm: Algorithm, { environment, messages }: CardControl) {
    this.#algorithm = algorithm;
    this.#environment = environment;
    // A generation is short beside the longest block that is allowed.
    this.#times = { latency: 0, byte: 0, cell: 0, launch: 0, message: messages };
  }

  async find(init: SharedInit): Promise<HaloChoice> {
    if (init.ranges.length === 1) return ALONE;
    const slab = slabName(init);
    const known = this.#found.get(slab) ?? this.#tryHalos(init);
    this.#found.set(slab, known);
    return known;
  }

  async #tryHalos(init: SharedInit): Promise<HaloChoice> {
    const trial = async (choice: HaloChoice): Promise<number> => this.#seconds(init, choice, "glance");
    return (await tryHalos(mostRows([this.#times], init), true, trial)).choice;
  }

  predict(init: SharedInit, choice: HaloChoice): Promise<number> {
    const name = `${slabName(init)} ${choice.halo} ${choice.ahead}`;
    const known = this.#said.get(name) ?? this.#seconds(init, choice, "prediction");
    this.#said.set(name, known);
    return known;
  }

  /** Those that were found for a point, in words. */
  kernels({ algorithm }: CardPlan, { width, height, ranks }: CardPoint): string {
    const { slab, strip } = this.#tunings.get(slabName(initOf(algorithm, width, height, ranks)))?.found ?? {};
    return [slab, strip].filter((kernel) => kernel !== undefined).join(" and ");
  }

  async #seconds(init: SharedInit, choice: HaloChoice, care: "glance" | "prediction"): Promise<number> {
    const slab = slabName(init);
    const tuning = this.#tunings.get(slab) ?? new SharedTuning(this.#environment.tuning);
    this.#tunings.set(slab, tuning);
    const partOf = (part: SlabPart): AlgorithmEnvironment => ({
      ...this.#environment,
      tuning: tuning.of(part),
    });
    const { message } = this.#times;
    const rehearsed = await rehearse(this.#algorithm, partOf, init, 0, { choice, care, message });
    return predictRehearsed([rehearsed]).secondsAGeneration;
  }
}

/** All slabs of a torus have two neighbours, but for a single one. */
function slabName({ topology, ranges }: SharedInit): string {
  return `${topology.width} x ${ranges[0].rows}${ranges.length === 1 ? " alone" : ""}`;
}

function initOf(algorithm: string, width: number, height: number, ranks: number): SharedInit {
  const topology = torus(width, height) as BoundedTopology;
  const ranges = splitRows(height, ranks);
  return { algorithm, rule: LIFE, topology, generation: 0n, memoryMegabytes: MEGABYTES, ranges };
}

/** Errors: Error with what the command said. */
async function runPoint(
  plan: CardPlan,
  point: CardPoint,
  control: CardControl,
): Promise<CardRun & { readonly spent: string }> {
  const { ranks, width, height, halo, ahead, generations } = point;
  const { tessella, measure, recordPath } = control;
  const { code, stdout, stderr } = await measure([
    ...tessella,
    ...["run", "--soup", `${width}x${height}`, "-r", `B3/S23:T${width},${height}`, "-m", `${generations}`],
    ...["-a", plan.algorithm, "-M", `${MEGABYTES}`, "--ranks", `${ranks}`, "--transport", "mpi"],
    ...["--gpus", plan.gpus],
    ...["--halo", `${halo}`, ...(ahead > 0 ? ["--ahead", `${ahead}`] : ["--no-overlap"])],
    ...["--record", recordPath, "-q", "--json"],
  ]);
  if (code !== 0) throw new Error(stderr.trim() || `The command ended with ${code}.`);
  const { hash } = JSON.parse(stdout) as { readonly hash: string };
  const { tracks } = readClusterRecord(readFileSync(recordPath, "utf8"));
  return { seconds: Math.max(...tracks.map(steadySeconds)), hash, spent: spentText(tracks) };
}

/** What rank 0 spent a generation on, its start included. */
function spentText([{ kindSeconds, allGenerations }]: readonly RankTrack[]): string {
  return SPAN_KINDS.map((kind, i) => `${kind} ${microseconds(kindSeconds[i] / allGenerations)}`).join(", ");
}

/**
 * Seconds of a generation after the start of a run. A rank hands a GPU its blocks long before they are computed, so a block counts as done
 * when its computing is: with a single card, which waits for nobody, the last ones would otherwise cost nothing.
 */
export function steadySeconds({ start, done, generations, allGenerations }: RankTrack): number {
  let passed = 0;
  let counted = 0;
  let [began] = start;
  for (let i = 0; i < generations.length; i++) {
    passed += generations[i];
    if (passed > START * allGenerations) counted += generations[i];
    else began = done[i];
  }
  return (done[generations.length - 1] - began) / counted;
}

function microseconds(seconds: number): string {
  return `${(1e6 * seconds).toPrecision(4)} us`;
}

/** "2 cards, 512 x 512, halo 64 with overlap of 16 generations". */
export function pointText({ ranks, width, height, halo, ahead }: CardPoint): string {
  const how = ranks === 1 ? "1 card" : `${ranks} cards`;
  const rows = ranks === 1 ? "" : `, halo ${halo}${ahead > 0 ? ` with overlap of ${ahead} generations` : ""}`;
  return `${how}, ${width} x ${height}${rows}`;
}
