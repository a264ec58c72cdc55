/**
 * One universe held by several ranks. This end of it, on rank 0, keeps the contract of any universe; a verb is a command to all
 * ranks (commands.ts), which each carry it out on their rows, and their answers together are the verb's. Commands go out one after the
 * other, so what is asked in the middle of a step sees a complete generation, the same on every rank.
 *
 * Cells come and go as each caller's blocks and runs do: a rank's share of them travels, and rank 0 never holds the whole grid.
 *
 * An edit that fails on one rank (say, for want of memory) is an error like any other. A step that fails on one rank ends the universe
 * on all of them, with `engine-lost` and a sentence that says which rank, at which generation, and why: the others have gone on by then.
 */

import type {
  Algorithm,
  AlgorithmEnvironment,
  RowRange,
  Snapshot,
  StepBudget,
  StepOutcome,
  Universe,
  UniverseInit,
  WriteMode,
} from "../algorithms/algorithm.ts";
import { denseRaster } from "../algorithms/dense-reads.ts";
import { budgetClock, checkRule, checkTarget, SnapshotShelf } from "../algorithms/support.ts";
import type { Block } from "../core/block.ts";
import { blockStride, createBlock } from "../core/block.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { minBig, toSafeNumber } from "../core/integers.ts";
import type { Raster, RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects, unionRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { clipRuns, EMPTY_RUNS, forEachRun, MAX_READ_RUNS, RunsBuilder } from "../core/runs.ts";
import type { Soup } from "../core/soup.ts";
import { wholeSoup } from "../core/soup.ts";
import { formatHash, hashAdd } from "../core/state-hash.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { BoundedTopology } from "../core/topology.ts";
import { clipToGrid, gridRect } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { Checkpoint, SaveFile, SlabSet } from "./checkpoint.ts";
import { slabFile } from "./checkpoint.ts";
import type { HaloChoice, RankCommand, RankTimes, Rehearsed, RunsShape, SharedInit } from "./commands.ts";
import { refuseRankRule } from "./limits.ts";
import type { PredictionModel } from "./measure.ts";
import { predictRehearsed, predictRun } from "./measure.ts";
import { wordsOfBytes } from "./parcels.ts";
import { bytesToRuns, runsToBytes } from "./rank.ts";
import { RankGroup } from "./rank-group.ts";
import type { RecordedPrediction } from "./record.ts";
import type { RecordWish } from "./recording.ts";
import { ClusterRecording } from "./recording.ts";
import type { ExchangePlan, SettledRanks } from "./settle.ts";
import { settle } from "./settle.ts";
import { refuseRanks, splitRows } from "./split.ts";
import type { Transport } from "./transport.ts";

/** How ranks hold a universe. */
export interface RankPlan extends ExchangePlan {
  /** Starts the other ranks, which serve this one (rank.ts). Called when all that could be refused has been. */
  readonly open: () => Promise<Transport>;
  /** How rank 0 writes its part of a checkpoint, where there are to be any. */
  readonly saveFile?: SaveFile;
  /** Told of each universe once all ranks hold it. */
  readonly onReady?: (universe: ClusterUniverse) => void;
}

/** The algorithm, with its universes held by ranks. */
export function overRanks(algorithm: Algorithm, plan: RankPlan): Algorithm {
  const { size, shares } = plan;
  const asked = plan.halo === "auto" ? 1 : plan.halo;
  const { soupBytes } = algorithm;
  return {
    ...algorithm,
    refuses: (rule, topology) => refuseRanks(algorithm, rule, topology, size, asked, shares),
    // The limit is each rank's.
    soupBytes: soupBytes && ((soup, rule) => soupBytes({ ...soup, height: soup.height / size }, rule)),
    create: (init, environment) => createClusterUniverse(algorithm, init, environment, plan),
  };
}

async function createClusterUniverse(
  algorithm: Algorithm,
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  plan: RankPlan,
): Promise<Universe> {
  checkRule(algorithm.id, init.rule);
  const refusal = overRanks(algorithm, plan).refuses(init.rule, init.topology);
  if (refusal) throw new TessellaError("unsupported-topology", refusal);
  const transport = await plan.open();
  const topology = init.topology as BoundedTopology;
  const { generation = 0n } = init;
  const { memoryMegabytes } = environment;
  const shared: SharedInit = {
    ...init,
    topology,
    generation,
    algorithm: algorithm.id,
    memoryMegabytes,
    ranges: splitRows(topology.height, plan.size, plan.shares),
  };
  const group = new RankGroup(transport, environment, plan.saveFile);
  try {
    const settled = await settle(group, algorithm, shared, plan);
    const { init: taken, choice, devices, rehearsed } = settled;
    // What was rehearsed last may have been another halo, and so a strip of another height.
    const { slab, strip } = group.kernels;
    const kernels = rehearsed ? { slab, strip } : { slab };
    await group.ask((rank) => ({
      verb: "create",
      init: taken,
      choice,
      follows: rank > 0 && devices[rank] === devices[0],
      kernels,
    }));
    const universe = new ClusterUniverse(group, settled);
    plan.onReady?.(universe);
    return universe;
  } catch (error) {
    group.end();
    throw error;
  }
}

/** Milliseconds of stepping that one command may take: where nobody waits, and where somebody may want to stop it. */
const LONG_MILLISECONDS = 250;
const SHORT_MILLISECONDS = 100;
const MOST_COUNT = 2 ** 30;
/** Cells of a soup that each rank makes between two chances to stop: a GPU is done sooner than a command has been answered. */
const SOUP_CELLS = { cpu: 2 ** 23, gpu: 2 ** 27 };

export class ClusterUniverse implements Universe {
  readonly algorithm: string;
  readonly topology: BoundedTopology;
  readonly lost: Promise<TessellaError>;
  /** How its ranks exchange rows. */
  readonly choice: HaloChoice;
  /** What each of its ranks computes on, by name. */
  readonly devices: readonly string[];
  /** Each rank's rows of the grid. */
  readonly ranges: readonly RowRange[];
  readonly #times: readonly RankTimes[] | null;
  readonly #rehearsed: readonly Rehearsed[] | null;
  readonly #group: RankGroup;
  readonly #init: SharedInit;
  readonly #extent: Rect;
  /** Each rank's rows. */
  readonly #places: readonly Rect[];
  readonly #shelf = new SnapshotShelf<number>((id) => this.#tell({ verb: "release", id }));
  #rule: Rule;
  #generation: bigint;
  #snapshots = 0;
  #recording: ClusterRecording | null = null;
  /** Milliseconds that a generation took last. */
  #pace = 0;
  #disposed = false;

  constructor(group: RankGroup, { init, choice, devices, times, rehearsed }: SettledRanks) {
    const { algorithm, rule, topology, generation, ranges } = init;
    this.#group = group;
    this.#init = init;
    this.choice = choice;
    this.devices = devices;
    this.ranges = ranges;
    this.#times = times;
    this.#rehearsed = rehearsed;
    this.lost = group.lost;
    this.algorithm = algorithm;
    this.topology = topology;
    this.#rule = rule;
    this.#generation = generation;
    const extent = gridRect(topology) as Rect;
    this.#extent = extent;
    this.#places = ranges.map(({ first, rows }) => ({
      ...extent,
      y: extent.y + BigInt(first),
      h: BigInt(rows),
    }));
  }

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#generation;
  }

  get adapter(): string | undefined {
    return this.#group.adapter;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    while (this.#generation < target) {
      const left = target - this.#generation;
      const count = Number(minBig(left, BigInt(this.#countFor(budget))));
      const began = performance.now();
      try {
        const { kernels } = this.#group;
        await this.#group.ask({ verb: "advance", count, goesOn: BigInt(count) < left, kernels });
      } catch (error) {
        // Disposed in the middle: no caller needs the rest.
        if (this.#disposed) return "more";
        throw error;
      }
      this.#pace = (performance.now() - began) / count;
      this.#generation += BigInt(count);
      await this.#recording?.keep();
      if (this.#generation < target && spent()) return "more";
      if (this.#disposed) return "more";
      if (budget) await yieldToTasks();
    }
    return "done";
  }

  /** Generations of the next command. */
  #countFor(budget: StepBudget | undefined): number {
    const most = budget?.signal ? SHORT_MILLISECONDS : LONG_MILLISECONDS;
    const wanted = Math.min(most, budget?.milliseconds ?? most);
    const count = this.#pace === 0 ? 1 : Math.max(1, Math.min(MOST_COUNT, Math.floor(wanted / this.#pace)));
    // Rows travel beside a whole block of generations only, and a GPU is best told of a whole one.
    const { ahead, halo } = this.choice;
    const first = this.#group.untilExchange;
    if (first === 0 || !(ahead > 0 || this.adapter)) return count;
    return first + Math.floor(Math.max(0, count - first) / halo) * halo;
  }

  /** Begins to write down what each rank does from now on. Errors: those of asking the ranks. */
  async record(wish: RecordWish): Promise<ClusterRecording> {
    const ask = (command: RankCommand) => this.#group.ask(command);
    const transport = this.#group.transport.kind;
    const run = { universe: this, transport, init: this.#init, ask };
    this.#recording = await ClusterRecording.begin(run, wish);
    return this.#recording;
  }

  /** How long a generation ought to take by what the ranks measured, and by a model where one is given; null without either. */
  predicted(model: PredictionModel | null): RecordedPrediction | null {
    if (!this.#times) return null;
    if (this.#rehearsed && !model) return predictRehearsed(this.#rehearsed);
    return predictRun(this.#times, this.#init, this.choice, model);
  }

  /**
   * Lets each rank write its rows into a folder; the answer is for the caller to write, as the manifest. Errors: those of the first rank
   * that failed.
   */
  async save(folder: string, set: SlabSet, target: bigint): Promise<Checkpoint> {
    const { rule, topology, generation } = this;
    const { algorithm } = this.#init;
    const { ranges } = this;
    const slabs = ranges.map((range, rank) => ({ file: slabFile(set, rank), ...range }));
    await this.#group.ask((rank) => ({ verb: "save", path: `${folder}/${slabs[rank].file}` }));
    const hash = formatHash(await this.hash());
    return { algorithm, rule, topology, generation, target, hash, slabs };
  }

  setGeneration(generation: bigint): void {
    this.#generation = generation;
    this.#tell({ verb: "setGeneration", generation });
  }

  setRule(rule: Rule): void {
    checkRule(this.algorithm, rule);
    const refusal = refuseRankRule(rule);
    if (refusal) throw new TessellaError("unsupported-rule", refusal);
    this.#rule = rule;
    this.#tell({ verb: "setRule", rule });
  }

  async population(): Promise<bigint> {
    const answers = await this.#group.ask({ verb: "population" });
    return answers.reduce((sum, { head }) => sum + (head.value as bigint), 0n);
  }

  async bounds(): Promise<Rect | null> {
    const answers = await this.#group.ask({ verb: "bounds" });
    return answers.reduce<Rect | null>((box, { head }) => unionRects(box, head.value as Rect | null), null);
  }

  async hash(): Promise<bigint> {
    const answers = await this.#group.ask({ verb: "hash" });
    return answers.reduce((sum, { head }) => hashAdd(sum, head.value as bigint), 0n);
  }

  async readRuns(region?: Rect): Promise<Runs> {
    const answers = await this.#group.ask({ verb: "readRuns", region });
    const { x, y } = this.#extent;
    const parts = answers.flatMap(({ head, bytes }) =>
      head.value ? [bytesToRuns(head.value as RunsShape, bytes)] : [],
    );
    if (parts.every(({ rows }) => rows.length === 0)) return EMPTY_RUNS;
    const out = new RunsBuilder(MAX_READ_RUNS);
    for (const part of parts) {
      const [dx, dy] = [Number(part.x - x), Number(part.y - y)];
      forEachRun(part, (i, j, length) => out.add(i + dx, j + dy, length));
    }
    return out.build(x, y);
  }

  async readBlock(region: Rect): Promise<Block> {
    const width = toSafeNumber(region.w, "The width");
    const height = toSafeNumber(region.h, "The height");
    const block = createBlock(region.x, region.y, width, height);
    const answers = await this.#group.ask({ verb: "readBlock", region });
    for (const [rank, { bytes }] of answers.entries()) {
      if (bytes.length === 0) continue;
      const first = this.#places[rank].y - region.y;
      block.words.set(wordsOfBytes(bytes), Number(first > 0n ? first : 0n) * blockStride(width));
    }
    return block;
  }

  async raster(request: RasterRequest): Promise<Raster> {
    return denseRaster(await this.bounds(), request, (region) => this.readBlock(region));
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    const parts = this.#places.map((place) => runsToBytes(clipRuns({ ...cells, states: null }, place)));
    await this.#group.ask(
      (rank) => ({ verb: "writeRuns", mode, shape: parts[rank].value as RunsShape }),
      (rank) => parts[rank].bytes,
    );
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    const whole = { x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) };
    const stride = blockStride(cells.w);
    // All columns of some rows: whoever has them cuts them to the grid.
    const parts = this.#places.map((place) => {
      const rows =
        clipToGrid(this.topology, whole) && intersectRects({ ...place, x: whole.x, w: whole.w }, whole);
      if (!rows) return { place: null };
      const from = Number(rows.y - whole.y) * stride;
      return { place: rows, words: cells.words.subarray(from, from + Number(rows.h) * stride) };
    });
    await this.#group.ask(
      (rank) => ({ verb: "writeBlock", mode, place: parts[rank].place }),
      (rank) => parts[rank].words,
    );
  }

  /** Each rank makes its own rows. */
  async writeSoup(soup: Soup, rows = wholeSoup(soup), signal?: AbortSignal): Promise<void> {
    const count = Math.max(1, Math.floor(SOUP_CELLS[this.adapter ? "gpu" : "cpu"] / Math.max(1, soup.width)));
    const most = Math.max(...this.#places.map(({ h }) => Number(h)));
    for (let from = 0; from < most; from += count) {
      throwIfAborted(signal);
      await this.#group.ask({ verb: "writeSoup", soup, rows, from, count });
      await yieldToTasks();
    }
  }

  async clear(region?: Rect): Promise<void> {
    await this.#group.ask({ verb: "clear", region });
  }

  async snapshot(): Promise<Snapshot> {
    const id = this.#snapshots++;
    try {
      const answers = await this.#group.ask({ verb: "snapshot", id });
      const bytes = answers.reduce((sum, { head }) => sum + (head.value as number), 0);
      return this.#shelf.keep(id, this.#generation, bytes);
    } catch (error) {
      // Some ranks may have had room for theirs.
      this.#tell({ verb: "release", id });
      throw error;
    }
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#group.ask({ verb: "restore", id: this.#shelf.get(snapshot) });
    this.#generation = snapshot.generation;
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.#group.memory + this.#shelf.bytes;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#group.end();
  }

  /** For verbs that answer nothing: the ranks obey before they are asked anything else. */
  #tell(command: RankCommand): void {
    void this.#group.ask(command).catch(() => undefined);
  }
}
