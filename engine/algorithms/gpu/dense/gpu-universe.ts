/**
 * A universe whose cells lie on the GPU. The GPU computes whole-grid answers of a few numbers (population, bounds,
 * hash); reads of cells copy out the parts that hold live cells, through algorithms/dense-reads.ts in bands.
 *
 * The GPU does work in the order of submission, so a submitted batch of generations counts as the present at once:
 * later reads wait for it on the GPU. Reads and writes take the lock for their whole length, a step only for a batch.
 *
 * A rule of other states takes effect when the lock is taken next: cells beyond its last state have to be clamped, and another
 * number of planes, or a rule for other kernels, moves them into other buffers (dense-cells.ts).
 */

import type { Block } from "../../../core/block.ts";
import { TessellaError } from "../../../core/errors.ts";
import { toSafeNumber } from "../../../core/integers.ts";
import type { Raster, RasterRequest } from "../../../core/raster.ts";
import { createRaster } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import { intersectRects } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import { clipRuns } from "../../../core/runs.ts";
import type { Soup } from "../../../core/soup.ts";
import { wholeSoup } from "../../../core/soup.ts";
import { gridLeft, gridTop } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { Lock } from "../../../gpu/lock.ts";
import type { Drawing } from "../../../picture/drawing.ts";
import type { Rule } from "../../../rules/rule.ts";
import type {
  QueuedRows,
  RowPort,
  Snapshot,
  StepBudget,
  StepOutcome,
  TuningMemory,
  Universe,
  UniverseInit,
  WriteMode,
} from "../../algorithm.ts";
import { denseRaster, denseRuns } from "../../dense-reads.ts";
import { budgetClock, checkRule, checkTarget, overMemory, SnapshotShelf } from "../../support.ts";
import { CellPainter } from "../draw/cell-painter.ts";
import { gridCells } from "../draw/drawn-cells.ts";
import type { KeptCells, KernelList } from "./dense-cells.ts";
import { DenseCells } from "./dense-cells.ts";
import type { DenseLoop, StepWork } from "./dense-loop.ts";
import { bandsOfRuns } from "./edits.ts";
import { isAlike } from "./kernel-shapes.ts";
import type { GpuTopology } from "./step-source.ts";

/** The most milliseconds of a batch: where no caller waits, and where one may soon want to stop it. */
const HEADLESS_MILLISECONDS = 80;
const STOPPABLE_MILLISECONDS = 40;
const LEAST_MILLISECONDS = 2;

/** log2 of the squares that the GPU counts a raster by. */
const LEAST_RASTER_SCALE = 3;
const MOST_RASTER_SCALE = 15;

/**
 * The kernels for a rule, beside `held` bytes that are there already. Errors: `too-large`, `memory-limit`.
 */
export type KernelPlan = (rule: Rule, held: number) => KernelList;

export class GpuUniverse implements Universe {
  readonly algorithm: string;
  readonly topology: GpuTopology;
  readonly adapter: string;
  readonly lost: Promise<TessellaError>;
  readonly drawing: Drawing;
  readonly #gpu: GpuDevice;
  readonly #plan: KernelPlan;
  readonly #tuning: TuningMemory | undefined;
  readonly #limit: number;
  readonly #lock = new Lock();
  readonly #shelf = new SnapshotShelf<KeptCells>(({ buffer }) => buffer.destroy());
  readonly #painter: CellPainter;
  readonly #rowPort: RowPort;
  /** Their rule is the present one, or an earlier one of other states. */
  #cells: DenseCells;
  #rule: Rule;
  /** The fewest states of the rules since theirs. */
  #fewestStates = Number.POSITIVE_INFINITY;
  #generation: bigint;
  /** Changes with the cells. */
  #version = 0;
  #disposed = false;

  private constructor(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    cells: DenseCells,
    plan: KernelPlan,
    limit: number,
    tuning: TuningMemory | undefined,
  ) {
    this.algorithm = algorithm;
    this.topology = topology;
    this.adapter = gpu.adapter;
    this.lost = gpu.lost;
    this.#gpu = gpu;
    this.#cells = cells;
    this.#plan = plan;
    this.#tuning = tuning;
    // The GPU works in the order of submission, so the present buffer holds a whole generation when a picture is
    // drawn, also between two batches of a step: a picture waits for no turn but that of a rule of other states.
    const painter = new CellPainter(gpu, async () => {
      if (this.#rule !== this.#cells.rule) await this.#turn(() => undefined);
      const cells = this.#cells;
      return gridCells(cells, () => {
        this.#check();
        return cells === this.#cells ? { buffer: cells.stepper.present, version: this.#version } : null;
      });
    });
    this.#painter = painter;
    this.drawing = { draw: (context, picture, gate) => painter.draw(context, picture, gate) };
    const queued: QueuedRows = {
      begin: (ranges, into) => this.#turn(({ rows }) => rows.begin(ranges, into)),
      copyFrom: (other, moved) =>
        other.lend(moved, (lent, encoder) => this.#change(({ rows }) => rows.copy(moved, lent, encoder))),
      lend: (ranges, use) =>
        this.#turn(({ stepper }) => {
          const encoder = gpu.device.createCommandEncoder({ label: "copy rows" });
          return use({ own: stepper.ownRows, packed: () => stepper.packedRows(ranges, encoder) }, encoder);
        }),
    };
    this.#rowPort = {
      // What is asked of the GPU from then on comes after it, so nobody's turn waits for the words.
      read: async (ranges, into) => (await queued.begin(ranges, into)).words,
      write: (ranges, words) => this.#change(({ rows }) => rows.write(ranges, words)),
      queued,
    };
    this.#limit = limit;
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
  }

  /**
   * `plan`: the kernels that may step it. `limit` in bytes; `tuning` remembers which kernel was best. Takes over one use of
   * the device and releases it when disposed. Errors: those of `plan`, `memory-limit`, `gpu-lost`.
   */
  static async create(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    plan: KernelPlan,
    limit: number,
    tuning?: TuningMemory,
  ): Promise<GpuUniverse> {
    const { rule } = init;
    const cells = await DenseCells.create(gpu, topology, rule, plan(rule, 0), tuning);
    return new GpuUniverse(algorithm, gpu, init, topology, cells, plan, limit, tuning);
  }

  get rule(): Rule {
    return this.#rule;
  }

  /** Ranks share cells of two states. */
  get rows(): RowPort | undefined {
    return this.#rule.states === 2 ? this.#rowPort : undefined;
  }

  get generation(): bigint {
    return this.#generation;
  }

  get searching(): boolean {
    return this.#cells.loop.searching;
  }

  /** For benchmarks, too. */
  get work(): StepWork {
    return this.#cells.loop.work;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    this.#check();
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    const slice = sliceOf(budget);
    // A time budget of zero still buys one batch, so repeated calls arrive at the target; a fired signal does not.
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    try {
      if (this.#generation < target) {
        await this.#cells.loop.room(budget?.signal);
        if (budget?.signal?.aborted) return "more";
      }
      while (this.#generation < target) {
        await this.#turn(({ loop }) => this.#submit(loop, target, slice, budget?.held));
        if (budget?.held) {
          if (this.#generation >= target) return "done";
          // Nobody may wait for what is held back.
          this.#gpu.flush();
        }
        // Who goes ahead may have something else to tell the GPU before there is room for another batch.
        if (budget?.ahead && this.#generation >= target) return "done";
        await this.#cells.loop.room(budget?.signal);
        if (this.#generation < target && spent()) return "more";
      }
      if (!budget?.ahead) await this.#cells.loop.drained(budget?.signal);
    } catch (error) {
      // Disposed in the middle: no caller needs the rest.
      if (this.#disposed) return "more";
      throw error;
    }
    return "done";
  }

  async #submit(loop: DenseLoop, target: bigint, slice: number, held?: boolean): Promise<void> {
    if (this.#generation >= target) return;
    const done = await loop.submit(this.#generation, target - this.#generation, slice, held);
    this.#generation += BigInt(done);
    if (done > 0) this.#version++;
  }

  setGeneration(generation: bigint): void {
    if ((generation ^ this.#generation) & 1n) this.#cells.stepper.drop();
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    this.#check();
    checkRule(this.algorithm, rule, this.topology);
    const { states } = rule;
    const cells = this.#cells;
    if (this.#rule === cells.rule && states === cells.rule.states && isAlike(rule, cells.rule)) {
      cells.setRule(rule);
      this.#rule = rule;
      return;
    }
    // Refused before anything changes. The cells are there in both forms for a while.
    if (!isAlike(rule, cells.rule)) this.#plan(rule, this.memory());
    cells.stepper.drop();
    this.#fewestStates = Math.min(this.#fewestStates, states);
    this.#rule = rule;
    this.#version++;
  }

  /** Brings the cells into the states of the present rule. Errors: `memory-limit`, `too-large`, `gpu-lost`. */
  async #settle(): Promise<void> {
    while (this.#rule !== this.#cells.rule) {
      const rule = this.#rule;
      const fewest = this.#fewestStates;
      const old = this.#cells;
      if (isAlike(rule, old.rule)) {
        await old.clamp(fewest);
        old.setRule(rule);
      } else {
        const kernels = this.#plan(rule, this.memory());
        const fresh = await DenseCells.create(this.#gpu, this.topology, rule, kernels, this.#tuning);
        try {
          this.#check();
          await old.clamp(fewest);
          fresh.take(old.stepper.present, old.layout);
        } catch (error) {
          fresh.dispose();
          throw error;
        }
        this.#cells = fresh;
        old.dispose();
      }
      this.#version++;
    }
    this.#fewestStates = Number.POSITIVE_INFINITY;
  }

  population(): Promise<bigint> {
    return this.#read(async (cells) => (await cells.census(cells.extent)).population);
  }

  bounds(): Promise<Rect | null> {
    return this.#read(async (cells) => (await cells.census(cells.extent)).bounds);
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#read((cells) =>
      denseRuns(
        cells.extent,
        region,
        (box) => this.#pack(box),
        (box) => cells.liveParts(box),
      ),
    );
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#read(async (cells) => {
      const { scale } = request;
      const { states } = cells.rule;
      // A finer raster takes more memory than the cells, and a coarser one counts beyond a word.
      if (scale < LEAST_RASTER_SCALE || scale > MOST_RASTER_SCALE) {
        return denseRaster(
          cells.extent,
          request,
          (box) => this.#pack(box),
          (box) => cells.liveParts(box),
          states,
        );
      }
      const raster = createRaster(request, states);
      await cells.fill(raster, this.#version);
      return raster;
    });
  }

  hash(): Promise<bigint> {
    return this.#read(({ reductions, stepper }) =>
      reductions.hash(stepper.present, gridLeft(this.topology), gridTop(this.topology)),
    );
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#read(async (cells) => {
      const width = toSafeNumber(region.w, "The width");
      const height = toSafeNumber(region.h, "The height");
      const block = cells.block(region, width, height);
      const inside = intersectRects(cells.extent, region);
      if (inside) for (const part of await cells.liveParts(inside)) await cells.fetch(part, block);
      return block;
    });
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    await this.#write(async (own) => {
      for (const block of bandsOfRuns(clipRuns(cells, own.extent))) await own.merge(block, mode);
    });
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    await this.#write((own) => own.merge(cells, mode));
  }

  async clear(region?: Rect): Promise<void> {
    await this.#write((cells) => cells.erase(region ?? cells.extent));
  }

  async writeSoup(soup: Soup, rows = wholeSoup(soup), signal?: AbortSignal): Promise<void> {
    await this.#write((cells) => cells.addSoup(soup, rows, signal));
  }

  snapshot(): Promise<Snapshot> {
    return this.#read(async (cells) => {
      this.#checkRoom(cells.layout.bytes);
      const kept = await cells.keep();
      return this.#shelf.keep(kept, this.#generation, kept.buffer.size);
    });
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#write(async (cells) => {
      const kept = this.#shelf.get(snapshot);
      if (kept.states > cells.rule.states) this.#checkRoom(kept.layout.bytes);
      await cells.restore(kept);
      this.#generation = snapshot.generation;
    });
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.#cells.bytes + this.#painter.bytes + this.#shelf.bytes;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // The lock's holder still uses the buffers; a command that names a destroyed one would fail the shared device.
    void this.#lock.run(() => {
      this.#gpu.flush();
      this.#shelf.clear();
      this.#cells.dispose();
      this.#painter.dispose();
      this.#gpu.release();
    });
  }

  #check(): void {
    if (this.#disposed) throw new TessellaError("bad-argument", "This universe has been closed.");
    this.#gpu.check();
  }

  /** Work on the cells in the states of the present rule. */
  #turn<T>(work: (cells: DenseCells) => T | Promise<T>): Promise<T> {
    return this.#lock.run(async () => {
      this.#check();
      await this.#settle();
      return await work(this.#cells);
    });
  }

  #read<T>(work: (cells: DenseCells) => Promise<T>): Promise<T> {
    return this.#turn(work);
  }

  /** Changes the packed cells. */
  #write(work: (cells: DenseCells) => void | Promise<void>): Promise<void> {
    return this.#change((cells) => {
      cells.stepper.touch();
      return work(cells);
    });
  }

  #change(work: (cells: DenseCells) => void | Promise<void>): Promise<void> {
    return this.#turn(async (cells) => {
      // Before and after: a picture drawn meanwhile may show some of the change.
      this.#version++;
      try {
        await work(cells);
      } finally {
        this.#version++;
      }
    });
  }

  /** The cells of a region that lies on the grid. */
  #pack(region: Rect): Promise<Block> {
    this.#check();
    return this.#cells.pack(region);
  }

  /** Errors: `memory-limit`. */
  #checkRoom(bytes: number): void {
    const needed = this.memory() + bytes;
    if (needed > this.#limit) throw overMemory(needed, this.#limit, "A snapshot");
  }
}

/** Two batches are under way at once, so each may take half of the time until the wanted answer. */
function sliceOf(budget: StepBudget | undefined): number {
  const most = budget?.signal ? STOPPABLE_MILLISECONDS : HEADLESS_MILLISECONDS;
  const wanted = (budget?.milliseconds ?? Number.POSITIVE_INFINITY) / 2;
  return Math.min(most, Math.max(LEAST_MILLISECONDS, wanted));
}
