/**
 * The cells of a universe on the GPU in some number of planes: their buffers and kernels, and what reads, changes and counts them,
 * by coordinates of the plane. A rule that takes another number of planes gets other ones, which take over the cells.
 */

import type { Block } from "../../../core/block.ts";
import { blockStride, createBlock, planeOf } from "../../../core/block.ts";
import type { Raster } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import { intersectRects } from "../../../core/rect.ts";
import type { Soup, SoupRows } from "../../../core/soup.ts";
import { soupOrigin } from "../../../core/soup.ts";
import { gridRect } from "../../../core/topology.ts";
import { allocate, download } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { copyBits } from "../../../gpu/packed-bits.ts";
import type { GridBox, PackedLayout } from "../../../gpu/packed-layout.ts";
import { wordsOf } from "../../../gpu/packed-layout.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { TuningMemory, WriteMode } from "../../algorithm.ts";
import { BAND_CELLS } from "../../dense-reads.ts";
import { nameGrid } from "../../support.ts";
import { joinParts } from "../reduce/census.ts";
import { placeSquares, rasterView } from "../reduce/raster-levels.ts";
import { RasterPyramid } from "../reduce/raster-pyramid.ts";
import { Reductions } from "../reduce/reductions.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import { DenseLoop } from "./dense-loop.ts";
import { DenseStepper } from "./dense-stepper.ts";
import { Edits } from "./edits.ts";
import { GpuRows } from "./gpu-rows.ts";
import type { GpuTopology } from "./step-source.ts";
import { Tuner } from "./tuner.ts";

/** Kernels for a rule, the first one to begin with. */
export type KernelList = readonly [DenseKernelType, ...DenseKernelType[]];

/** Smaller regions are read without first finding their live parts. */
const SMALL_CELLS = 2n ** 19n;

/** A generation that is kept. */
export interface KeptCells {
  readonly buffer: GPUBuffer;
  readonly layout: PackedLayout;
  readonly states: number;
}

export class DenseCells {
  readonly extent: Rect;
  readonly stepper: DenseStepper;
  readonly loop: DenseLoop;
  readonly edits: Edits;
  readonly reductions: Reductions;
  readonly pyramid: RasterPyramid;
  readonly rows: GpuRows;
  readonly #gpu: GpuDevice;
  #rule: Rule;

  private constructor(
    gpu: GpuDevice,
    topology: GpuTopology,
    stepper: DenseStepper,
    loop: DenseLoop,
    rule: Rule,
  ) {
    this.#gpu = gpu;
    this.extent = gridRect(topology) as Rect;
    this.stepper = stepper;
    this.loop = loop;
    this.#rule = rule;
    this.edits = new Edits(gpu, stepper.layout, rule.states);
    this.reductions = new Reductions(gpu, stepper.layout);
    this.pyramid = new RasterPyramid(gpu, stepper.layout);
    this.rows = new GpuRows(gpu, stepper);
  }

  /** All are dead. `tuning` remembers which kernel was best. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    topology: GpuTopology,
    rule: Rule,
    kernels: KernelList,
    tuning?: TuningMemory,
  ): Promise<DenseCells> {
    const stepper = await DenseStepper.create(gpu, topology, rule, kernels);
    try {
      const { planes } = stepper.layout;
      // The best of other kernels says nothing about these.
      const ids = kernels.map(({ id }) => id).join(" ");
      const seen = rule.form.kind === "counted" ? `reach ${rule.reach}` : rule.neighbourhood;
      const kind = planes === 1 ? seen : `${seen}, ${planes} planes`;
      const key = [gpu.adapter, nameGrid(topology), kind, ids].join(", ");
      const loop = await DenseLoop.create(gpu, stepper, new Tuner(kernels, key, tuning));
      return new DenseCells(gpu, topology, stepper, loop, rule);
    } catch (error) {
      stepper.dispose();
      throw error;
    }
  }

  get layout(): PackedLayout {
    return this.stepper.layout;
  }

  /** The rule that they follow. */
  get rule(): Rule {
    return this.#rule;
  }

  get bytes(): number {
    return this.stepper.bytes + this.pyramid.bytes + this.reductions.bytes + this.rows.bytes;
  }

  /** A rule for these planes and kernels. Cells beyond its last state must be clamped before. */
  setRule(rule: Rule): void {
    this.loop.setRule(rule);
    this.edits.states = rule.states;
    this.#rule = rule;
  }

  /** Gives those beyond the last of so many states that one. Errors: `gpu-lost`. */
  async clamp(states: number): Promise<void> {
    if (states >= this.#rule.states) return;
    this.stepper.touch();
    await new Edits(this.#gpu, this.layout, states).clamp(this.stepper.present);
  }

  /** A copy of the present generation. Errors: `memory-limit`, `gpu-lost`. */
  async keep(): Promise<KeptCells> {
    const { layout } = this;
    return { buffer: await this.#copyOf(this.stepper.present, layout), layout, states: this.#rule.states };
  }

  /** Takes over cells of a grid of this size, in states that the rule has. */
  take(cells: GPUBuffer, layout: PackedLayout): void {
    const { planes, planeRows, stride, height } = this.layout;
    const row = stride * 4;
    const target = this.stepper.present;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "copy cells" });
    for (let b = 0; b < planes; b++) {
      const to = b * planeRows * row;
      if (b >= layout.planes) encoder.clearBuffer(target, to, height * row);
      else encoder.copyBufferToBuffer(cells, b * layout.planeRows * row, target, to, height * row);
    }
    this.#gpu.queue.submit([encoder.finish()]);
  }

  /** Takes over kept cells; those beyond the rule's last state become that one. Errors: `memory-limit`, `gpu-lost`. */
  async restore({ buffer, layout, states }: KeptCells): Promise<void> {
    if (states <= this.#rule.states) {
      this.take(buffer, layout);
      return;
    }
    // What is kept stays as it is.
    const copy = await this.#copyOf(buffer, layout);
    try {
      await new Edits(this.#gpu, layout, this.#rule.states).clamp(copy);
      this.take(copy, layout);
    } finally {
      copy.destroy();
    }
  }

  /** How many live in a region of the grid, and where. */
  async census(region: Rect): Promise<{
    readonly population: bigint;
    readonly bounds: Rect | null;
    readonly parts: readonly Rect[];
  }> {
    const found = await this.reductions.census(this.stepper.present, this.#boxOf(region));
    const regionOf = ({ left, top, width, height }: GridBox): Rect => ({
      x: this.extent.x + BigInt(left),
      y: this.extent.y + BigInt(top),
      w: BigInt(width),
      h: BigInt(height),
    });
    return {
      population: found.population,
      bounds: found.bounds && regionOf(found.bounds),
      parts: joinParts(found.parts, BAND_CELLS).map(regionOf),
    };
  }

  /** The parts of a region of the grid that are worth reading. */
  async liveParts(region: Rect): Promise<readonly Rect[]> {
    if (region.w * region.h <= SMALL_CELLS) return [region];
    return (await this.census(region)).parts;
  }

  /** An empty block for cells of the rule's states. */
  block({ x, y }: Rect, width: number, height: number): Block {
    return createBlock(x, y, width, height, this.layout.planes);
  }

  /** The cells of a region of the grid. */
  async pack(region: Rect): Promise<Block> {
    this.#gpu.check();
    const block = this.block(region, Number(region.w), Number(region.h));
    await this.fetch(region, block);
    return block;
  }

  /** Copies the cells of `inside`, which lies on the grid and in the block, into the block. */
  async fetch(inside: Rect, block: Block): Promise<void> {
    const { left, top, width, height } = this.#boxOf(inside);
    const box = wordsOf(left, top, width, height);
    const { planes, planeRows } = this.layout;
    const column = Number(inside.x - block.x);
    const row = Number(inside.y - block.y);
    const stride = blockStride(block.w);
    for (let b = 0; b < planes; b++) {
      const place = { ...box, row: b * planeRows + box.row };
      const words = await download(this.#gpu, this.stepper.present, this.layout, place);
      const target = planeOf(block, b).words;
      for (let j = 0; j < height; j++)
        copyBits(words, j * box.columns, left % 32, target, (row + j) * stride, column, width);
    }
  }

  /** Counts the squares of a raster at a scale of the pyramid's. `version` changes with the cells. */
  async fill(raster: Raster, version: number): Promise<void> {
    const dx = Number(raster.x - this.extent.x);
    const dy = Number(raster.y - this.extent.y);
    const view = rasterView(raster, this.layout, dx, dy);
    const squares = await this.pyramid.read(view, { buffer: this.stepper.present, version });
    placeSquares(raster, view, dx, dy, squares);
  }

  /** Writes the part of the block that lies on the grid. */
  async merge(block: Block, mode: WriteMode | "copy"): Promise<void> {
    const place = { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) };
    const inside = intersectRects(this.extent, place);
    if (!inside) return;
    const column = Number(inside.x - block.x);
    const row = Number(inside.y - block.y);
    await this.edits.merge(this.stepper.present, block, column, row, this.#boxOf(inside), mode);
  }

  /** Adds those rows of a soup, as far as they lie on the grid. Errors: those of `Edits.addSoup`. */
  async addSoup(soup: Soup, { first, count, dy }: SoupRows, signal?: AbortSignal): Promise<void> {
    const origin = soupOrigin(soup.width, soup.height);
    const [x, y] = [BigInt(origin.x), BigInt(origin.y + first) + dy];
    const inside = intersectRects(this.extent, { x, y, w: BigInt(soup.width), h: BigInt(count) });
    if (!inside) return;
    const box = this.#boxOf(inside);
    const [column, row] = [Number(inside.x), Number(inside.y - dy)];
    await this.edits.addSoup(this.stepper.present, box, soup, column, row, signal);
  }

  /** Kills the cells of the part of a region that lies on the grid. */
  async erase(region: Rect): Promise<void> {
    const inside = intersectRects(this.extent, region);
    if (inside) await this.edits.erase(this.stepper.present, this.#boxOf(inside));
  }

  dispose(): void {
    this.reductions.dispose();
    this.rows.dispose();
    this.stepper.dispose();
    this.loop.dispose();
    this.pyramid.dispose();
  }

  /** A region of the grid, counted from its top left cell. */
  #boxOf({ x, y, w, h }: Rect): GridBox {
    return {
      left: Number(x - this.extent.x),
      top: Number(y - this.extent.y),
      width: Number(w),
      height: Number(h),
    };
  }

  async #copyOf(cells: GPUBuffer, { bytes }: PackedLayout): Promise<GPUBuffer> {
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
    const [copy] = await allocate(this.#gpu, "a snapshot", [{ label: "a snapshot", size: bytes, usage }]);
    try {
      this.#gpu.check();
      const encoder = this.#gpu.device.createCommandEncoder({ label: "copy cells" });
      encoder.copyBufferToBuffer(cells, 0, copy, 0, bytes);
      this.#gpu.queue.submit([encoder.finish()]);
    } catch (error) {
      copy.destroy();
      throw error;
    }
    return copy;
  }
}
