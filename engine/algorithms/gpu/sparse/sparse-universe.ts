/**
 * The unbounded plane on the GPU: tiles that exist only where cells are (tile-machine.ts runs them). Reads take a
 * survey of the tiles, and then only the cells of the requested ones.
 *
 * Reads and writes take the lock for their whole length, a step only for a batch, and settle first. The universe's
 * coordinates are bigints; the GPU's are 32 bits, in tiles from an origin near the first cells to be written.
 */

import type { Block } from "../../../core/block.ts";
import { TessellaError } from "../../../core/errors.ts";
import { grouped, maxBig, minBig } from "../../../core/integers.ts";
import type { Raster, RasterRequest } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import { clipRuns, runsBounds } from "../../../core/runs.ts";
import type { Topology } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { Lock } from "../../../gpu/lock.ts";
import { Pacer } from "../../../gpu/pacer.ts";
import type { Drawing } from "../../../picture/drawing.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Snapshot, StepBudget, StepOutcome, Universe, WriteMode } from "../../algorithm.ts";
import { budgetClock, checkRule, checkTarget, overMemory, SnapshotShelf } from "../../support.ts";
import { CellPainter } from "../draw/cell-painter.ts";
import type { TileMachine } from "./tile-machine.ts";
import { MOST_GENERATIONS } from "./tile-machine.ts";
import type { PatchChunk, TileOrigin } from "./tile-patches.ts";
import {
  checkNear,
  erasures,
  isNear,
  originNear,
  patchesOfBlock,
  patchesOfRuns,
  patchesOfTiles,
} from "./tile-patches.ts";
import { poolBytes } from "./tile-pool.ts";
import { readBlock, readHash, readRaster, readRuns } from "./tile-reads.ts";
import { TILE, TILE_WORDS } from "./tile-size.ts";
import { MOST_GATHERED, surveyBounds, surveyPopulation, TileSurvey } from "./tile-survey.ts";
import { TileWindow } from "./tile-window.ts";

/** The most milliseconds of a batch: where no caller waits for an answer, and where one may soon want one. */
const HEADLESS_MILLISECONDS = 50;
const WATCHED_MILLISECONDS = 12;
const LEAST_MILLISECONDS = 2;

/** The expected milliseconds of a generation, and the generations of a batch before the first measurement. */
const GENERATION_MILLISECONDS = 0.2;
const FIRST_GENERATIONS = 64;

/** Saved tiles with live cells. */
interface TilesState {
  readonly origin: TileOrigin;
  readonly places: Int32Array;
  readonly words: Uint32Array;
}

export class SparseUniverse implements Universe {
  readonly algorithm = "gpu-sparse";
  readonly topology: Topology;
  readonly adapter: string;
  readonly lost: Promise<TessellaError>;
  readonly drawing: Drawing;
  readonly #gpu: GpuDevice;
  readonly #machine: TileMachine;
  readonly #survey: TileSurvey;
  readonly #window: TileWindow;
  readonly #painter: CellPainter;
  readonly #limit: number;
  readonly #lock = new Lock();
  readonly #pacer = new Pacer(GENERATION_MILLISECONDS, FIRST_GENERATIONS);
  readonly #shelf = new SnapshotShelf<TilesState>();
  #rule: Rule;
  #origin: TileOrigin = { x: 0n, y: 0n };
  /**
   * During a restore the pictures' buffers do not count against the limit: they must not keep former cells from
   * coming back.
   */
  #restoring = false;
  #disposed = false;

  /** `limit` in bytes. Takes over one use of the device and releases it when disposed. */
  constructor(gpu: GpuDevice, machine: TileMachine, rule: Rule, topology: Topology, limit: number) {
    this.#gpu = gpu;
    this.#machine = machine;
    this.#survey = new TileSurvey(gpu, machine);
    this.#window = new TileWindow(gpu, machine, () => {
      this.#check();
      return this.#origin;
    });
    const painter = new CellPainter(gpu, () => Promise.resolve(this.#window));
    this.#painter = painter;
    // A picture waits for no turn: it is submitted behind the work under way.
    this.drawing = {
      draw: (context, picture, gate) => {
        this.#check();
        return painter.draw(context, picture, gate);
      },
    };
    machine.reserved = () => this.#shelf.bytes + (this.#restoring ? 0 : this.#pictureBytes);
    this.#rule = rule;
    this.#limit = limit;
    this.topology = topology;
    this.adapter = gpu.adapter;
    this.lost = gpu.lost;
  }

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#machine.generation;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    this.#check();
    checkTarget(target, this.generation);
    const spent = budgetClock(budget);
    const slice = sliceOf(budget);
    // A time budget of zero still buys one batch, so repeated calls arrive at the target; a fired signal does not.
    if (budget?.signal?.aborted && this.generation < target) return "more";
    try {
      while (this.generation < target) {
        await this.#lock.run(() => this.#advance(target, slice));
        await this.#pacer.room();
        if (this.generation < target && spent()) break;
      }
      // The step settles before it answers: by then it knows whether the work is done or has halted.
      await this.#lock.run(() => this.#machine.settle());
      await this.#pacer.drained();
    } catch (error) {
      // Disposed in the middle: no caller needs the rest.
      if (this.#disposed) return "more";
      throw error;
    }
    return this.generation < target ? "more" : "done";
  }

  async #advance(target: bigint, slice: number): Promise<void> {
    this.#check();
    const machine = this.#machine;
    if (machine.generation >= target) return;
    if (machine.needsCare) await machine.care(target);
    // Another caller may have set a rule before this one's turn came again.
    while (!machine.followsRule && machine.ahead < target) await machine.care(target);
    if (machine.ahead >= target) return machine.settle();
    const most = Math.min(this.#pacer.rowsFor(slice), MOST_GENERATIONS);
    const left = target - machine.ahead;
    const generations = left < BigInt(most) ? Number(left) : most;
    machine.submit(generations);
    this.#pacer.follow(this.#gpu, generations);
  }

  setGeneration(generation: bigint): void {
    this.#machine.setGeneration(generation);
  }

  setRule(rule: Rule): void {
    this.#check();
    checkRule(this.algorithm, rule);
    this.#machine.setRule(rule);
    this.#rule = rule;
  }

  population(): Promise<bigint> {
    return this.#turn(async () => surveyPopulation(await this.#survey.all()));
  }

  bounds(): Promise<Rect | null> {
    return this.#turn(() => this.#bounds());
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#turn(() => readRuns(this.#survey, this.#origin, region));
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#turn(() => readBlock(this.#survey, this.#origin, region));
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#turn(() => readRaster(this.#survey, this.#window, this.#origin, request));
  }

  hash(): Promise<bigint> {
    return this.#turn(() => readHash(this.#survey, this.#origin));
  }

  writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    return this.#turn(async () => {
      // Clearing matters only where there are cells: a run of any length then costs no more than those.
      const bounds = mode === "clear" ? await this.#bounds() : runsBounds(cells);
      if (!bounds) return;
      const clipped = mode === "clear" ? clipRuns(cells, bounds) : cells;
      const box = runsBounds(clipped);
      if (!box) return;
      await this.#place(box);
      if (mode !== "clear") this.#checkRunsFit(clipped);
      await this.#write(() => patchesOfRuns(clipped, mode, this.#origin));
    });
  }

  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    return this.#turn(async () => {
      if (cells.w === 0 || cells.h === 0) return;
      await this.#place({ x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) });
      await this.#write(() => patchesOfBlock(cells, mode, this.#origin));
    });
  }

  clear(region?: Rect): Promise<void> {
    return this.#turn(async () => {
      if (!region) return this.#machine.reset(this.generation);
      const bounds = await this.#bounds();
      if (!bounds) return;
      const left = maxBig(bounds.x, region.x) - this.#origin.x;
      const top = maxBig(bounds.y, region.y) - this.#origin.y;
      const right = minBig(bounds.x + bounds.w, region.x + region.w) - this.#origin.x;
      const bottom = minBig(bounds.y + bounds.h, region.y + region.h) - this.#origin.y;
      const { places } = await this.#survey.all();
      await this.#write(() => erasures(places, Number(left), Number(top), Number(right), Number(bottom)));
    });
  }

  snapshot(): Promise<Snapshot> {
    return this.#turn(async () => {
      const { count } = await this.#survey.all();
      const bytes = count * (TILE_WORDS + 2) * 4;
      const needed = this.memory() + bytes;
      if (needed > this.#limit) throw overMemory(needed, this.#limit, "A snapshot");
      const state = await this.#take();
      this.#check();
      return this.#shelf.keep(state, this.generation, bytes);
    });
  }

  restore(snapshot: Snapshot): Promise<void> {
    return this.#turn(() => this.#put(this.#shelf.get(snapshot), snapshot.generation));
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.#machine.bytes + this.#shelf.bytes + this.#pictureBytes;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // The lock's holder still uses the buffers; a command that names a destroyed one would fail the shared device.
    void this.#lock.run(() => {
      this.#shelf.clear();
      this.#painter.dispose();
      this.#window.dispose();
      this.#machine.dispose();
      this.#gpu.release();
    });
  }

  /** Bytes kept for the next picture. */
  get #pictureBytes(): number {
    return this.#window.bytes + this.#painter.bytes;
  }

  #check(): void {
    if (this.#disposed) throw new TessellaError("bad-argument", "This universe has been closed.");
    this.#gpu.check();
  }

  /** Runs work under the lock, after all submitted work is done. */
  #turn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#lock.run(async () => {
      this.#check();
      await this.#machine.settle();
      this.#check();
      return work();
    });
  }

  async #bounds(): Promise<Rect | null> {
    return surveyBounds(await this.#survey.all(), this.#origin);
  }

  /** Makes sure that cells in that box can be written. Errors: `too-large`, and those of a reset. */
  async #place(box: Rect): Promise<void> {
    const machine = this.#machine;
    // Tiles that an edit has emptied exist until the next generation, but need not hold the origin here.
    if (machine.live > 0 && !isNear(this.#origin, box, machine.reach) && !(await this.#bounds()))
      await machine.reset(this.generation);
    if (machine.live === 0) this.#origin = originNear(box.x + box.w / 2n, box.y + box.h / 2n);
    checkNear(this.#origin, box, machine.reach);
  }

  /** Refuses a run too long for the limit before its tiles are made one by one. */
  #checkRunsFit({ spans }: Runs): void {
    for (let i = 1; i < spans.length; i += 2) {
      const needed = poolBytes(Math.floor(spans[i] / TILE) + 1);
      if (needed > this.#limit) {
        const length = grouped(spans[i]);
        throw overMemory(needed, this.#limit, `A run of ${length} cells`);
      }
    }
  }

  /** Writes all chunks, or none where their tiles have no room. Errors: `memory-limit`, `gpu-lost`. */
  async #write(chunks: () => Iterable<PatchChunk>): Promise<void> {
    while (!(await this.#makeFor(chunks()))) {
      // Tries again with the room of the empty tiles.
    }
    for (const chunk of chunks()) {
      this.#check();
      await this.#machine.write(chunk);
    }
    if (this.#machine.isHalted) await this.#machine.sweep();
  }

  /**
   * Makes the tiles for all chunks. Where there is no room it frees the empty tiles, and returns false if there were
   * any. Errors: `memory-limit`, `gpu-lost`.
   */
  async #makeFor(chunks: Iterable<PatchChunk>): Promise<boolean> {
    const { live } = this.#machine;
    try {
      for (const chunk of chunks) {
        this.#check();
        await this.#machine.makeFor(chunk);
      }
      return true;
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
      await this.#machine.sweep();
      if (this.#machine.live >= live) throw error;
      return false;
    }
  }

  /** The tiles with live cells, for a later restore. */
  async #take(): Promise<TilesState> {
    const { tiles, places, count } = await this.#survey.all();
    const words = new Uint32Array(count * TILE_WORDS);
    for (let done = 0; done < count; done += MOST_GATHERED) {
      words.set(await this.#survey.words(tiles.slice(done, done + MOST_GATHERED)), done * TILE_WORDS);
    }
    return { origin: this.#origin, places, words };
  }

  async #put(state: TilesState, generation: bigint): Promise<void> {
    this.#restoring = true;
    try {
      const tiles = state.places.length / 2;
      // Checks the room for all of them before forgetting any: a state that does not fit must not cost the present
      // one.
      this.#machine.checkFits(tiles, "That state");
      await this.#machine.reset(generation, tiles);
      this.#origin = state.origin;
      await this.#write(() => patchesOfTiles(state.places, state.words));
    } finally {
      this.#restoring = false;
    }
  }
}

/** Two batches are under way at once, so each may take half of the time until the wanted answer. */
function sliceOf(budget: StepBudget | undefined): number {
  if (budget?.milliseconds !== undefined) {
    return Math.min(WATCHED_MILLISECONDS, Math.max(LEAST_MILLISECONDS, budget.milliseconds / 2));
  }
  return budget?.signal ? WATCHED_MILLISECONDS : HEADLESS_MILLISECONDS;
}
