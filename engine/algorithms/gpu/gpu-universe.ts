/**
 * A universe whose cells lie on the GPU. Reads copy out the rows they need; what is asked of whole grids (population,
 * bounds, hash, runs, raster) goes through algorithms/dense-reads.ts in bands.
 *
 * Work is submitted in order and done in order, so as soon as a batch of generations is submitted it counts as the
 * present: whatever is read next waits for it on the GPU. Everything that reads or writes takes the lock for its whole
 * length, a step only for a batch.
 */

import type { Block } from "../../core/block.ts";
import { blockStride, createBlock } from "../../core/block.ts";
import { TessellaError } from "../../core/errors.ts";
import { toSafeNumber } from "../../core/integers.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { clipRuns } from "../../core/runs.ts";
import type { Soup } from "../../core/soup.ts";
import { gridLeft, gridRect, gridTop } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Snapshot, StepBudget, StepOutcome, Universe, UniverseInit, WriteMode } from "../algorithm.ts";
import { denseBounds, denseHash, densePopulation, denseRaster, denseRuns } from "../dense-reads.ts";
import type { Drawing } from "../drawing.ts";
import { budgetClock, checkTarget, overMemory, SnapshotShelf } from "../support.ts";
import { allocate, download } from "./buffers.ts";
import { CellPainter } from "./cell-painter.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import { DenseStepper } from "./dense-stepper.ts";
import type { GpuDevice } from "./device.ts";
import type { CellBox } from "./edits.ts";
import { bandsOfRuns, Edits } from "./edits.ts";
import { Lock } from "./lock.ts";
import { Pacer } from "./pacer.ts";
import { copyBits } from "./packed-bits.ts";
import { wordsOf } from "./packed-layout.ts";
import type { GpuTopology } from "./shader-source.ts";
import { BUFFER_USAGE } from "./webgpu-flags.ts";

/** How long a batch runs where nobody waits for an answer, and where somebody may want one soon. */
const HEADLESS_MILLISECONDS = 50;
const WATCHED_MILLISECONDS = 12;
const LEAST_MILLISECONDS = 2;

/** First guesses, of a software adapter: cells a millisecond, and the milliseconds that a pass of any size takes. */
const CELLS_A_MILLISECOND = 2 ** 21;
const PASS_MILLISECONDS = 0.01;

export class GpuUniverse implements Universe {
  readonly algorithm: string;
  readonly topology: GpuTopology;
  readonly adapter: string;
  readonly lost: Promise<TessellaError>;
  readonly drawing: Drawing;
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  readonly #edits: Edits;
  readonly #pacer: Pacer;
  readonly #limit: number;
  readonly #extent: Rect;
  readonly #lock = new Lock();
  readonly #shelf = new SnapshotShelf<GPUBuffer>((buffer) => buffer.destroy());
  readonly #painter: CellPainter;
  #rule: Rule;
  #generation: bigint;
  #disposed = false;

  private constructor(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    stepper: DenseStepper,
    limit: number,
  ) {
    const { width, height } = topology;
    this.algorithm = algorithm;
    this.topology = topology;
    this.adapter = gpu.adapter;
    this.lost = gpu.lost;
    this.#gpu = gpu;
    this.#stepper = stepper;
    this.#painter = new CellPainter(gpu, stepper.layout);
    // Whatever is submitted is done in order, so the present buffer always holds a whole generation when it is drawn, also
    // between two batches of a step: a picture waits for nobody's turn.
    this.drawing = {
      draw: (context, picture, gate) => {
        const present = (): GPUBuffer => {
          this.#check();
          return stepper.present;
        };
        return this.#painter.draw(context, picture, present, gate);
      },
    };
    this.#edits = new Edits(gpu, stepper.layout);
    const milliseconds = PASS_MILLISECONDS + (width * height) / CELLS_A_MILLISECOND;
    this.#pacer = new Pacer(milliseconds / height, (WATCHED_MILLISECONDS / milliseconds) * height);
    this.#limit = limit;
    this.#extent = gridRect(topology) as Rect;
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
  }

  /**
   * `kernels`: what steps it. `limit` in bytes. Takes over the use of the device and gives it back when disposed. Errors:
   * `memory-limit`, `gpu-lost`.
   */
  static async create(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    kernels: readonly [DenseKernelType, ...DenseKernelType[]],
    limit: number,
  ): Promise<GpuUniverse> {
    const stepper = await DenseStepper.create(gpu, topology, init.rule, kernels);
    return new GpuUniverse(algorithm, gpu, init, topology, stepper, limit);
  }

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#generation;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    this.#check();
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    const slice = sliceOf(budget);
    // A time budget of nothing still buys one batch, so that calling again and again arrives; a fired signal does not.
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    try {
      while (this.#generation < target) {
        await this.#lock.run(() => this.#submit(target, slice));
        await this.#pacer.room();
        if (this.#generation < target && spent()) return "more";
      }
      await this.#pacer.drained();
    } catch (error) {
      // Closed in the middle: nobody asks for the rest.
      if (this.#disposed) return "more";
      throw error;
    }
    return "done";
  }

  async #submit(target: bigint, slice: number): Promise<void> {
    this.#check();
    if (this.#generation >= target) return;
    const rows = this.#pacer.rowsFor(slice);
    const done = this.#stepper.submit(this.#generation, target - this.#generation, rows);
    if (!done) return this.#stepper.prepare();
    this.#generation += BigInt(done.generations);
    this.#pacer.follow(this.#gpu, done.rows);
  }

  setGeneration(generation: bigint): void {
    if ((generation ^ this.#generation) & 1n) this.#stepper.drop();
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    this.#check();
    this.#stepper.setRule(rule);
    this.#rule = rule;
  }

  population(): Promise<bigint> {
    return this.#read(() => densePopulation(this.#extent, (region) => this.#pack(region)));
  }

  bounds(): Promise<Rect | null> {
    return this.#read(() => denseBounds(this.#extent, (region) => this.#pack(region)));
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#read(() => denseRuns(this.#extent, region, (box) => this.#pack(box)));
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#read(() => denseRaster(this.#extent, request, (region) => this.#pack(region)));
  }

  hash(): Promise<bigint> {
    return this.#read(() => denseHash(this.#extent, (region) => this.#pack(region)));
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#read(async () => {
      const width = toSafeNumber(region.w, "The width");
      const height = toSafeNumber(region.h, "The height");
      const block = createBlock(region.x, region.y, width, height);
      const inside = intersectRects(this.#extent, region);
      if (inside) await this.#fetch(inside, block);
      return block;
    });
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    await this.#write(async () => {
      for (const block of bandsOfRuns(clipRuns(cells, this.#extent))) await this.#merge(block, mode);
    });
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    await this.#write(() => this.#merge(cells, mode));
  }

  async clear(region?: Rect): Promise<void> {
    await this.#write(async () => {
      const box = this.#boxOf(region ?? this.#extent);
      if (box) await this.#edits.erase(this.#stepper.present, box);
    });
  }

  /** Fills the whole grid with a soup made on the GPU; the cells are those of core/soup.ts for a soup of its size. */
  async fillSoup(soup: Pick<Soup, "seed" | "density">): Promise<void> {
    const left = gridLeft(this.topology);
    const top = gridTop(this.topology);
    await this.#write(() => this.#edits.fillSoup(this.#stepper.present, left, top, soup));
  }

  snapshot(): Promise<Snapshot> {
    return this.#read(async () => {
      const size = this.#stepper.layout.bytes;
      const needed = this.memory() + size;
      if (needed > this.#limit) throw overMemory(needed, this.#limit, "A snapshot");
      const usage = BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
      const [buffer] = await allocate(this.#gpu, "a snapshot", [{ label: "snapshot", size, usage }]);
      this.#check();
      this.#copy(this.#stepper.present, buffer);
      return this.#shelf.keep(buffer, this.#generation, size);
    });
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#write(() => {
      this.#copy(this.#shelf.get(snapshot), this.#stepper.present);
      this.#generation = snapshot.generation;
    });
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.#stepper.bytes + this.#shelf.bytes;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // Whoever has the lock still uses the buffers; a command that names a destroyed one would fail the shared device.
    void this.#lock.run(() => {
      this.#shelf.clear();
      this.#stepper.dispose();
      this.#painter.dispose();
      this.#gpu.release();
    });
  }

  #check(): void {
    if (this.#disposed) throw new TessellaError("bad-argument", "This universe has been closed.");
    this.#gpu.check();
  }

  #read<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.run(() => {
      this.#check();
      return work();
    });
  }

  #write(work: () => void | Promise<void>): Promise<void> {
    return this.#lock.run(async () => {
      this.#check();
      this.#stepper.touch();
      await work();
    });
  }

  /** The cells of a region that lies on the grid. */
  async #pack(region: Rect): Promise<Block> {
    this.#check();
    const block = createBlock(region.x, region.y, Number(region.w), Number(region.h));
    await this.#fetch(region, block);
    return block;
  }

  /** Copies the cells of `inside`, which lies on the grid and in the block, into the block. */
  async #fetch(inside: Rect, block: Block): Promise<void> {
    const { left, top, width, height } = this.#boxOf(inside) as CellBox;
    const box = wordsOf(left, top, width, height);
    const words = await download(this.#gpu, this.#stepper.present, this.#stepper.layout, box);
    const column = Number(inside.x - block.x);
    const row = Number(inside.y - block.y);
    const stride = blockStride(block.w);
    for (let j = 0; j < height; j++) {
      copyBits(words, j * box.columns, left % 32, block.words, (row + j) * stride, column, width);
    }
  }

  async #merge(block: Block, mode: WriteMode | "copy"): Promise<void> {
    const place = { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) };
    const inside = intersectRects(this.#extent, place);
    const box = inside && this.#boxOf(inside);
    if (!box) return;
    const column = Number(inside.x - block.x);
    const row = Number(inside.y - block.y);
    await this.#edits.merge(this.#stepper.present, block, column, row, box, mode);
  }

  /** The part of a region that lies on the grid, counted from its top left cell. */
  #boxOf(region: Rect): CellBox | null {
    const inside = intersectRects(this.#extent, region);
    if (!inside) return null;
    return {
      left: Number(inside.x - this.#extent.x),
      top: Number(inside.y - this.#extent.y),
      width: Number(inside.w),
      height: Number(inside.h),
    };
  }

  #copy(from: GPUBuffer, to: GPUBuffer): void {
    const encoder = this.#gpu.device.createCommandEncoder({ label: "copy cells" });
    encoder.copyBufferToBuffer(from, 0, to, 0, this.#stepper.layout.bytes);
    this.#gpu.queue.submit([encoder.finish()]);
  }
}

/** Two batches are under way at once, so each may take half of the time in which an answer is wanted. */
function sliceOf(budget: StepBudget | undefined): number {
  if (budget?.milliseconds !== undefined) {
    return Math.min(WATCHED_MILLISECONDS, Math.max(LEAST_MILLISECONDS, budget.milliseconds / 2));
  }
  return budget?.signal ? WATCHED_MILLISECONDS : HEADLESS_MILLISECONDS;
}
