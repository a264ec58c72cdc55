/**
 * The part of a universe that whole-grid algorithms share: generations in slices under a budget, snapshots, and every
 * verb that reads or writes, all built on two primitives of the subclass: `pack` (hand out a box of cells) and `put`
 * (write one). The subclass owns the cells and computes the next generation a few rows at a time.
 *
 * It computes the next generation beside the present one and swaps the two only when it is whole. The present one
 * stays readable while a slice waits, and a write in between only drops the unfinished rows.
 */

import type { Block } from "../../core/block.ts";
import { blockBounds, createBlock, forEachBlockRun, planesFor, setBlockRun } from "../../core/block.ts";
import { now } from "../../core/clock.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, toSafeNumber } from "../../core/integers.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { clipRuns, highestState, runsBounds, runsToBlock } from "../../core/runs.ts";
import { yieldToTasks } from "../../core/tasks.ts";
import type { Topology } from "../../core/topology.ts";
import { clipToGrid, isFinite2d } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type {
  AlgorithmEnvironment,
  Snapshot,
  StepBudget,
  StepOutcome,
  Universe,
  UniverseInit,
  WriteMode,
} from "../algorithm.ts";
import { denseBounds, denseHash, densePopulation, denseRaster, denseRuns } from "../dense-reads.ts";
import { budgetClock, checkRule, checkTarget, memoryLimit, overMemory, SnapshotShelf } from "../support.ts";

export type PutMode = WriteMode | "copy";

/** How long other tasks may wait while a budgeted step runs, in milliseconds. */
const YIELD_AFTER = 8;

/** The extent packed, or null where there was no cell. */
interface SavedState {
  readonly cells: Block | null;
  readonly generation: bigint;
}

export abstract class DenseUniverse implements Universe {
  abstract readonly algorithm: string;
  readonly topology: Topology;
  #rule: Rule;
  #generation: bigint;
  #disposed = false;
  readonly #limit: number;
  readonly #shelf = new SnapshotShelf<SavedState>();

  constructor(init: UniverseInit, environment: AlgorithmEnvironment) {
    this.topology = init.topology;
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
    this.#limit = memoryLimit(environment);
  }

  /** The box outside which nothing lives, or null while there is no room for a cell. */
  protected abstract get extent(): Rect | null;
  /** Bytes that the cells take. */
  protected abstract get cellBytes(): number;
  /** Packs a box that lies inside the extent, in the planes of the rule's states. */
  protected abstract pack(region: Rect): Block;
  /** Writes the part of the block that lies inside the extent. States that the rule does not have become its last. */
  protected abstract put(cells: Block, mode: PutMode): void;
  /** A box that holds every live cell, as tight as is cheap; null for no cells. Read without a pause. */
  protected abstract occupied(): Rect | null;
  /**
   * Makes the extent hold `box`, which lies on the grid: beside the live cells (`keep`), or in their place (all cells
   * are dead afterwards). Errors: `memory-limit` and `too-large`, with nothing changed.
   */
  protected abstract reserve(box: Rect | null, keep: boolean): void;
  /** Frees all memory. */
  protected abstract free(): void;
  /** Makes the tables of the rule that is in use from now on. */
  protected abstract compile(rule: Rule): void;
  /**
   * Computes a slice (some milliseconds at most) of the next generation; true when this completes it. `ahead`: generations to the step's target, that one
   * among them.
   */
  protected abstract advance(odd: boolean, ahead: bigint): boolean;
  /** Whether the next generation is the one before the present one, and from there on they take turns. */
  protected alternates(_odd: boolean): boolean {
    return false;
  }
  /** Drops the rows of an unfinished generation. */
  protected abstract abandon(): void;

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#generation;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    let yielded = now();
    // A time budget of zero still buys one slice, so repeated calls arrive at the target; a fired signal does not.
    if (budget?.signal?.aborted !== true) {
      while (this.#generation < target && !this.#disposed) {
        const isOdd = (this.#generation & 1n) === 1n;
        // An even number of those generations leaves all as it is.
        if (this.alternates(isOdd)) this.#generation = target - ((target - this.#generation) & 1n);
        if (this.#generation === target) break;
        if (this.advance(isOdd, target - this.#generation)) this.#generation++;
        if (!budget) continue;
        if (spent()) break;
        if (now() - yielded < YIELD_AFTER) continue;
        await yieldToTasks();
        yielded = now();
        if (spent()) break;
      }
    }
    return this.#generation >= target ? "done" : "more";
  }

  setGeneration(generation: bigint): void {
    if ((generation ^ this.#generation) & 1n) this.abandon();
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    checkRule(this.algorithm, rule, this.topology);
    this.abandon();
    this.compile(rule);
    this.#rule = rule;
  }

  population(): Promise<bigint> {
    return densePopulation(this.extent, (region) => this.pack(region));
  }

  bounds(): Promise<Rect | null> {
    return denseBounds(this.extent, (region) => this.pack(region));
  }

  readRuns(region?: Rect): Promise<Runs> {
    return denseRuns(this.extent, region, (box) => this.pack(box));
  }

  async readBlock(region: Rect): Promise<Block> {
    const width = toSafeNumber(region.w, "The width");
    const height = toSafeNumber(region.h, "The height");
    const inside = this.extent && intersectRects(this.extent, region);
    if (inside && inside.w === region.w && inside.h === region.h) return this.pack(inside);
    const block = createBlock(region.x, region.y, width, height, planesFor(this.rule.states));
    if (!inside) return block;
    const dx = Number(inside.x - region.x);
    const dy = Number(inside.y - region.y);
    forEachBlockRun(this.pack(inside), (i, j, length, state) =>
      setBlockRun(block, i + dx, j + dy, length, state),
    );
    return block;
  }

  raster(request: RasterRequest): Promise<Raster> {
    const { states } = this.rule;
    return denseRaster(this.extent, request, (region) => this.pack(region), undefined, states);
  }

  hash(): Promise<bigint> {
    return denseHash(this.extent, (region) => this.pack(region));
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    const bounds = runsBounds(cells);
    const box = bounds && clipToGrid(this.topology, bounds);
    if (!box) return;
    if (mode !== "clear") this.reserve(box, true);
    const inside = this.extent && intersectRects(this.extent, box);
    if (!inside) return;
    this.abandon();
    const part = clipRuns(cells, inside);
    this.put(runsToBlock(part, inside, planesFor(1 + highestState(part))), mode);
  }

  async writeBlock(cells: Block, mode: PutMode): Promise<void> {
    // Only live cells need room; outside the extent, the cells that a copy clears are dead already.
    const bounds = mode === "clear" || isFinite2d(this.topology) ? null : blockBounds(cells);
    const box = bounds && clipToGrid(this.topology, bounds);
    if (box) this.reserve(box, true);
    this.abandon();
    this.put(cells, mode);
  }

  async clear(region?: Rect): Promise<void> {
    this.abandon();
    if (!region) {
      this.reserve(null, false);
      return;
    }
    const inside = this.extent && intersectRects(this.extent, region);
    if (!inside) return;
    // In bands: clearing a large region then needs no second copy of it.
    const rows = 2n ** 25n / inside.w || 1n;
    for (let dy = 0n; dy < inside.h; dy += rows) {
      const h = inside.h - dy < rows ? inside.h - dy : rows;
      this.put(createBlock(inside.x, inside.y + dy, Number(inside.w), Number(h)), "copy");
    }
  }

  async snapshot(): Promise<Snapshot> {
    const box = this.occupied();
    const bytes = box ? Number(((box.w + 31n) / 32n) * 4n * box.h) * planesFor(this.rule.states) : 0;
    this.checkMemory(this.cellBytes + bytes, "A snapshot");
    const cells = box && this.pack(box);
    return this.#shelf.keep({ cells, generation: this.#generation }, this.#generation, bytes);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const { cells, generation } = this.#shelf.get(snapshot);
    this.abandon();
    const box = cells && { x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) };
    this.reserve(box, false);
    if (cells) this.put(cells, "copy");
    this.#generation = generation;
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.cellBytes + this.#shelf.bytes;
  }

  dispose(): void {
    this.#disposed = true;
    this.abandon();
    this.free();
    this.#shelf.clear();
  }

  /** Errors: `memory-limit` when `bytes` of cells and the snapshots exceed the limit. */
  protected checkMemory(bytes: number, what: string): void {
    const needed = bytes + this.#shelf.bytes;
    if (needed > this.#limit) throw overMemory(needed, this.#limit, what);
  }

  /** Makes arrays of that many bytes together. Errors: `memory-limit` where the machine does not have them. */
  protected allocate<T>(bytes: number, make: () => T): T {
    try {
      return make();
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const megabytes = grouped(Math.ceil(bytes / 2 ** 20));
      throw new TessellaError(
        "memory-limit",
        `This machine does not give the ${megabytes} MB that are needed.`,
        {
          hint: "Run a smaller universe.",
          cause,
        },
      );
    }
  }
}
