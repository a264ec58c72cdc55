/**
 * A universe whose cells lie on the GPU. The GPU computes whole-grid answers of a few numbers (population, bounds,
 * hash); reads of cells copy out the parts that hold live cells, through algorithms/dense-reads.ts in bands.
 *
 * The GPU does work in the order of submission, so a submitted batch of generations counts as the present at once:
 * later reads wait for it on the GPU. Reads and writes take the lock for their whole length, a step only for a batch.
 */

import type { Block } from "../../../core/block.ts";
import { blockStride, createBlock } from "../../../core/block.ts";
import { TessellaError } from "../../../core/errors.ts";
import { toSafeNumber } from "../../../core/integers.ts";
import type { Raster, RasterRequest } from "../../../core/raster.ts";
import { createRaster } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import { intersectRects } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import { clipRuns } from "../../../core/runs.ts";
import type { Soup } from "../../../core/soup.ts";
import { gridLeft, gridRect, gridTop } from "../../../core/topology.ts";
import { allocate, download } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { Lock } from "../../../gpu/lock.ts";
import { copyBits } from "../../../gpu/packed-bits.ts";
import type { GridBox } from "../../../gpu/packed-layout.ts";
import { wordsOf } from "../../../gpu/packed-layout.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Drawing } from "../../../picture/drawing.ts";
import type { Rule } from "../../../rules/rule.ts";
import type {
  RowPort,
  Snapshot,
  StepBudget,
  StepOutcome,
  TuningMemory,
  Universe,
  UniverseInit,
  WriteMode,
} from "../../algorithm.ts";
import { BAND_CELLS, denseRaster, denseRuns } from "../../dense-reads.ts";
import { budgetClock, checkRule, checkTarget, nameGrid, overMemory, SnapshotShelf } from "../../support.ts";
import { CellPainter } from "../draw/cell-painter.ts";
import { gridCells } from "../draw/drawn-cells.ts";
import type { Census } from "../reduce/census.ts";
import { joinParts } from "../reduce/census.ts";
import { placeCounts, rasterView } from "../reduce/raster-levels.ts";
import type { CellsNow } from "../reduce/raster-pyramid.ts";
import { RasterPyramid } from "../reduce/raster-pyramid.ts";
import { Reductions } from "../reduce/reductions.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { StepWork } from "./dense-loop.ts";
import { DenseLoop } from "./dense-loop.ts";
import { DenseStepper } from "./dense-stepper.ts";
import { bandsOfRuns, Edits } from "./edits.ts";
import { GpuRows } from "./gpu-rows.ts";
import type { GpuTopology } from "./step-source.ts";
import { Tuner } from "./tuner.ts";

/** The most milliseconds of a batch: where no caller waits, and where one may soon want to stop it. */
const HEADLESS_MILLISECONDS = 80;
const STOPPABLE_MILLISECONDS = 40;
const LEAST_MILLISECONDS = 2;

/** Smaller regions are read without first finding their live parts. */
const SMALL_CELLS = 2n ** 19n;

/** log2 of the squares that the GPU counts a raster by. */
const LEAST_RASTER_SCALE = 3;
const MOST_RASTER_SCALE = 15;

export class GpuUniverse implements Universe {
  readonly algorithm: string;
  readonly topology: GpuTopology;
  readonly adapter: string;
  readonly lost: Promise<TessellaError>;
  readonly drawing: Drawing;
  readonly rows: RowPort;
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  readonly #edits: Edits;
  readonly #loop: DenseLoop;
  readonly #limit: number;
  readonly #extent: Rect;
  readonly #lock = new Lock();
  readonly #shelf = new SnapshotShelf<GPUBuffer>((buffer) => buffer.destroy());
  readonly #pyramid: RasterPyramid;
  readonly #painter: CellPainter;
  readonly #reductions: Reductions;
  readonly #gpuRows: GpuRows;
  #rule: Rule;
  #generation: bigint;
  /** Changes with the cells. */
  #version = 0;
  #disposed = false;

  private constructor(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    stepper: DenseStepper,
    loop: DenseLoop,
    limit: number,
  ) {
    this.algorithm = algorithm;
    this.topology = topology;
    this.adapter = gpu.adapter;
    this.lost = gpu.lost;
    this.#gpu = gpu;
    this.#stepper = stepper;
    this.#loop = loop;
    this.#pyramid = new RasterPyramid(gpu, stepper.layout);
    // The GPU works in the order of submission, so the present buffer holds a whole generation when a picture is
    // drawn, also between two batches of a step: a picture waits for no turn.
    const present = (): CellsNow => {
      this.#check();
      return { buffer: stepper.present, version: this.#version };
    };
    const painter = new CellPainter(gpu, gridCells(stepper.layout, this.#pyramid, present));
    this.#painter = painter;
    this.drawing = { draw: (context, picture, gate) => painter.draw(context, picture, gate) };
    this.#edits = new Edits(gpu, stepper.layout);
    this.#reductions = new Reductions(gpu, stepper.layout);
    const rows = new GpuRows(gpu, stepper);
    this.#gpuRows = rows;
    this.rows = {
      read: (first, count) => this.#read(() => rows.read(first, count)),
      write: (first, words) => this.#change(() => rows.write(first, words)),
    };
    this.#limit = limit;
    this.#extent = gridRect(topology) as Rect;
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
  }

  /**
   * `kernels`: those that may step it, the first one to begin with; `memory` remembers which was best. `limit` in
   * bytes. Takes over one use of the device and releases it when disposed. Errors: `memory-limit`, `gpu-lost`.
   */
  static async create(
    algorithm: string,
    gpu: GpuDevice,
    init: UniverseInit,
    topology: GpuTopology,
    kernels: readonly [DenseKernelType, ...DenseKernelType[]],
    limit: number,
    memory?: TuningMemory,
  ): Promise<GpuUniverse> {
    const stepper = await DenseStepper.create(gpu, topology, init.rule, kernels);
    try {
      // The best of other kernels says nothing about these.
      const ids = kernels.map(({ id }) => id).join(" ");
      const key = [gpu.adapter, nameGrid(topology), init.rule.neighbourhood, ids].join(", ");
      const loop = await DenseLoop.create(gpu, stepper, new Tuner(kernels, key, memory));
      return new GpuUniverse(algorithm, gpu, init, topology, stepper, loop, limit);
    } catch (error) {
      stepper.dispose();
      throw error;
    }
  }

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#generation;
  }

  /**
   * Whether stepping may still become faster, once the best kernel is found and compiled: benchmarks wait for that.
   */
  get searching(): boolean {
    return this.#loop.searching;
  }

  /** For benchmarks, too. */
  get work(): StepWork {
    return this.#loop.work;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    this.#check();
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    const slice = sliceOf(budget);
    // A time budget of zero still buys one batch, so repeated calls arrive at the target; a fired signal does not.
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    try {
      while (this.#generation < target) {
        await this.#lock.run(() => this.#submit(target, slice));
        await this.#loop.room(budget?.signal);
        if (this.#generation < target && spent()) return "more";
      }
      if (!budget?.ahead) await this.#loop.drained(budget?.signal);
    } catch (error) {
      // Disposed in the middle: no caller needs the rest.
      if (this.#disposed) return "more";
      throw error;
    }
    return "done";
  }

  async #submit(target: bigint, slice: number): Promise<void> {
    this.#check();
    if (this.#generation >= target) return;
    const done = await this.#loop.submit(this.#generation, target - this.#generation, slice);
    this.#generation += BigInt(done);
    if (done > 0) this.#version++;
  }

  setGeneration(generation: bigint): void {
    if ((generation ^ this.#generation) & 1n) this.#stepper.drop();
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    this.#check();
    checkRule(this.algorithm, rule);
    this.#loop.setRule(rule);
    this.#rule = rule;
  }

  population(): Promise<bigint> {
    return this.#read(async () => (await this.#count()).population);
  }

  bounds(): Promise<Rect | null> {
    return this.#read(async () => {
      const { bounds } = await this.#count();
      return bounds && this.#regionOf(bounds);
    });
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#read(() =>
      denseRuns(
        this.#extent,
        region,
        (box) => this.#pack(box),
        (box) => this.#parts(box),
      ),
    );
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#read(async () => {
      const { scale } = request;
      // A finer raster takes more memory than the cells, and a coarser one counts beyond a word.
      if (scale < LEAST_RASTER_SCALE || scale > MOST_RASTER_SCALE) {
        return denseRaster(
          this.#extent,
          request,
          (box) => this.#pack(box),
          (box) => this.#parts(box),
        );
      }
      const raster = createRaster(request);
      const dx = Number(raster.x - this.#extent.x);
      const dy = Number(raster.y - this.#extent.y);
      const view = rasterView(raster, this.#stepper.layout, dx, dy);
      const cells = { buffer: this.#stepper.present, version: this.#version };
      placeCounts(raster, view, dx, dy, await this.#pyramid.read(view, cells));
      return raster;
    });
  }

  hash(): Promise<bigint> {
    return this.#read(() =>
      this.#reductions.hash(this.#stepper.present, gridLeft(this.topology), gridTop(this.topology)),
    );
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#read(async () => {
      const width = toSafeNumber(region.w, "The width");
      const height = toSafeNumber(region.h, "The height");
      const block = createBlock(region.x, region.y, width, height);
      const inside = intersectRects(this.#extent, region);
      if (inside) for (const part of await this.#parts(inside)) await this.#fetch(part, block);
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
      const buffer = await this.#copyOf(this.#stepper.present);
      return this.#shelf.keep(buffer, this.#generation, buffer.size);
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
    const pictures = this.#pyramid.bytes + this.#painter.bytes;
    const kept = pictures + this.#reductions.bytes + this.#gpuRows.bytes;
    return this.#stepper.bytes + this.#shelf.bytes + kept;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // The lock's holder still uses the buffers; a command that names a destroyed one would fail the shared device.
    void this.#lock.run(() => {
      this.#shelf.clear();
      this.#reductions.dispose();
      this.#gpuRows.dispose();
      this.#stepper.dispose();
      this.#loop.dispose();
      this.#painter.dispose();
      this.#pyramid.dispose();
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

  /** Changes the packed cells. */
  #write(work: () => void | Promise<void>): Promise<void> {
    return this.#change(() => {
      this.#stepper.touch();
      return work();
    });
  }

  #change(work: () => void | Promise<void>): Promise<void> {
    return this.#lock.run(async () => {
      this.#check();
      // Before and after: a picture drawn meanwhile may show some of the change.
      this.#version++;
      try {
        await work();
      } finally {
        this.#version++;
      }
    });
  }

  #count(): Promise<Census> {
    return this.#reductions.census(this.#stepper.present, this.#boxOf(this.#extent) as GridBox);
  }

  /** The parts of a region on the grid that have live cells. */
  async #parts(region: Rect): Promise<readonly Rect[]> {
    if (region.w * region.h <= SMALL_CELLS) return [region];
    const { parts } = await this.#reductions.census(this.#stepper.present, this.#boxOf(region) as GridBox);
    return joinParts(parts, BAND_CELLS).map((part) => this.#regionOf(part));
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
    const { left, top, width, height } = this.#boxOf(inside) as GridBox;
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
  #boxOf(region: Rect): GridBox | null {
    const inside = intersectRects(this.#extent, region);
    if (!inside) return null;
    return {
      left: Number(inside.x - this.#extent.x),
      top: Number(inside.y - this.#extent.y),
      width: Number(inside.w),
      height: Number(inside.h),
    };
  }

  #regionOf({ left, top, width, height }: GridBox): Rect {
    return {
      x: this.#extent.x + BigInt(left),
      y: this.#extent.y + BigInt(top),
      w: BigInt(width),
      h: BigInt(height),
    };
  }

  /** Errors: `memory-limit`, `gpu-lost`. */
  async #copyOf(cells: GPUBuffer): Promise<GPUBuffer> {
    const size = this.#stepper.layout.bytes;
    const needed = this.memory() + size;
    if (needed > this.#limit) throw overMemory(needed, this.#limit, "A snapshot");
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
    const [copy] = await allocate(this.#gpu, "a snapshot", [{ label: "a snapshot", size, usage }]);
    try {
      this.#check();
      this.#copy(cells, copy);
    } catch (error) {
      copy.destroy();
      throw error;
    }
    return copy;
  }

  #copy(from: GPUBuffer, to: GPUBuffer): void {
    const encoder = this.#gpu.device.createCommandEncoder({ label: "copy cells" });
    encoder.copyBufferToBuffer(from, 0, to, 0, this.#stepper.layout.bytes);
    this.#gpu.queue.submit([encoder.finish()]);
  }
}

/** Two batches are under way at once, so each may take half of the time until the wanted answer. */
function sliceOf(budget: StepBudget | undefined): number {
  const most = budget?.signal ? STOPPABLE_MILLISECONDS : HEADLESS_MILLISECONDS;
  const wanted = (budget?.milliseconds ?? Number.POSITIVE_INFINITY) / 2;
  return Math.min(most, Math.max(LEAST_MILLISECONDS, wanted));
}
