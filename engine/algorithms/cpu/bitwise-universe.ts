/**
 * `bitwise`: bit-sliced cells on sparse tiles, stepped by a WASM SIMD kernel. The everyday CPU algorithm.
 *
 * A tile of 32 x 32 cells is 32 words for the even generations and 32 for the odd ones; of more than two states, as many for each
 * bit of a state. Stepping writes the plane of generation g + 1 over that of g - 1 and compares: where nothing differs from two
 * generations ago, and nothing around it does, the tile need not be computed again until a neighbour changes. So empty space, still
 * lifes and period-2 ash cost nothing, the plane is unbounded (tiles are created where cells come near), and when no tile is awake
 * any number of generations takes no time. The kernel (wasm/assembly/bitwise.ts) teaches the counting; tile-store.ts the neighbours;
 * tile-geometry.ts what happens at the edges of bounded planes and tori whose sides are no multiple of 32.
 */

import type { Block } from "../../core/block.ts";
import { clampBlock, createBlock, planesFor, planesOf } from "../../core/block.ts";
import { now } from "../../core/clock.ts";
import { TessellaError } from "../../core/errors.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { blockToRuns, clipRuns, runsBounds, runsToBlock } from "../../core/runs.ts";
import { yieldToTasks } from "../../core/tasks.ts";
import type { Topology } from "../../core/topology.ts";
import { clipToGrid, gridHeight, gridWidth } from "../../core/topology.ts";
import { outerTotalistic } from "../../rules/outer-totalistic.ts";
import { phaseOf, rulePhases } from "../../rules/phases.ts";
import { rowCodesOf } from "../../rules/row-codes.ts";
import type { Neighbourhood, Rule } from "../../rules/rule.ts";
import { neighbourCount } from "../../rules/rule.ts";
import type {
  RowPort,
  Snapshot,
  StepBudget,
  StepOutcome,
  Universe,
  UniverseInit,
  WriteMode,
} from "../algorithm.ts";
import { budgetClock, checkRule, checkTarget, overMemory, SnapshotShelf } from "../support.ts";
import { MOST_IN_CIRCUIT } from "./diagram-circuit.ts";
import type { RowTables } from "./row-kernel.ts";
import { rowModule, rowTables, writeRowTables } from "./row-kernel.ts";
import { circuitsOf } from "./rule-circuits.ts";
import { ruleModule } from "./rule-kernel.ts";
import { tilesBlock, tilesBounds, tilesHash, tilesPopulation, tilesRaster, tilesRuns } from "./tile-cells.ts";
import { TileGeometry } from "./tile-geometry.ts";
import type { BitwiseKernel } from "./tile-layout.ts";
import {
  ALL,
  PLANE_BYTES,
  REQUEST_BITS,
  REQUESTS,
  RULE_BYTES,
  RULES,
  recordBytes,
  TILE,
} from "./tile-layout.ts";
import { TileRows } from "./tile-rows.ts";
import type { TileStepper } from "./tile-stepper.ts";
import { startStepper } from "./tile-stepper.ts";
import { TileStore } from "./tile-store.ts";
import { planeIndex } from "./tile-words.ts";
import { clearTiles, writeBlockToTiles, writeRunsToTiles } from "./tile-writes.ts";

/** The kernel's loops that read any rule of a neighbourhood from tables. */
const KINDS: Readonly<Record<Neighbourhood, number>> = { moore: 0, hex: 1, "von-neumann": 2 };
/** Loops emitted for the present rule, of two states and of more. */
const EMITTED_KIND = 3;
const STATED_KIND = 4;

/** Tests set these to extremes: stopping after every tile, collecting at every chance. */
export interface BitwiseTuning {
  /** Tiles between two looks at the clock: a millisecond or two. */
  readonly sliceTiles: number;
  /** Up to this many tiles, collecting empty ones is not worth it. */
  readonly collectAbove: number;
  /** Tiles of a rule that the loop with tables computes before the rule gets a loop of its own; Infinity for all. */
  readonly tableTiles: number;
  /** Diagrams of up to so many numbers become circuits, longer ones tables of rows. */
  readonly mostInCircuit: number;
}

const TUNING: BitwiseTuning = {
  sliceTiles: 8192,
  collectAbove: 1024,
  tableTiles: 8192,
  mostInCircuit: MOST_IN_CIRCUIT,
};
/** A return from the kernel costs about as much as this many tiles, counting the tiles then created. */
const RETURN_TILES = 32;
const MAX_SLICE_GENERATIONS = 1 << 20;
/** How long a step with a signal may go on before other tasks get a turn. */
const TURN_MILLISECONDS = 8;

interface TilesState {
  readonly places: readonly (readonly [bigint, bigint])[];
  /** The tiles' cells, one tile below the other. */
  readonly cells: Block;
}

class BitwiseUniverse implements Universe {
  readonly algorithm = "bitwise";
  readonly topology: Topology;
  readonly #store: TileStore;
  readonly #stepper: TileStepper;
  readonly #kernel: BitwiseKernel;
  readonly #limit: number;
  readonly #tuning: BitwiseTuning;
  readonly #rows: RowPort | null;
  readonly #shelf = new SnapshotShelf<TilesState>();
  #rule: Rule;
  #generation: bigint;
  #kind = 0;
  /** The rule's, where it is stepped by look-ups. */
  #tables: RowTables | null = null;
  /** Tiles that the loop with tables may still compute. */
  #tableTiles = 0;
  /** Tiles after the last collection; the next one comes at twice as many. */
  #collected: number;

  constructor(init: UniverseInit, stepper: TileStepper, limit: number, tuning: BitwiseTuning) {
    this.#tuning = tuning;
    this.#collected = tuning.collectAbove / 2;
    this.topology = init.topology;
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
    this.#limit = limit;
    this.#stepper = stepper;
    this.#kernel = stepper.kernel;
    this.#store = new TileStore(new TileGeometry(init.topology), stepper, limit);
    this.#rows =
      init.topology.kind === "unbounded" || gridWidth(init.topology) * gridHeight(init.topology) === 0
        ? null
        : new TileRows(this.#store, () => this.#parity);
    const tables = this.#tablesOf(init.rule);
    this.#store.reset(planesFor(init.rule.states), tables?.bytes ?? 0);
    this.#tables = tables;
    this.#compileRule();
    this.#configure(false);
  }

  get rule(): Rule {
    return this.#rule;
  }

  get threads(): number {
    return this.#stepper.threads;
  }

  /** Of two states, on grids that have rows to count. */
  get rows(): RowPort | undefined {
    return this.#store.bits === 1 ? (this.#rows ?? undefined) : undefined;
  }

  get generation(): bigint {
    return this.#generation;
  }

  /** The present generation's, by which its planes are found. */
  get #parity(): number {
    return Number(this.#generation & 1n);
  }

  /** The highest state. */
  get #last(): number {
    return this.#rule.states - 1;
  }

  /**
   * Writes both phases' tables. A cell with sum s becomes X[s] ^ (Y[s] & cell). For Moore the sum counts the cell itself,
   * so X[s] = birth on s and X[s] ^ Y[s] = survival on s - 1; the other two count neighbours only.
   */
  #compileRule(): void {
    this.#kind = KINDS[this.#rule.neighbourhood];
    if (!outerTotalistic(this.#rule)) {
      // The kernel's own loops count, in two states.
      this.#emitRule();
      return;
    }
    const phases = rulePhases(this.#rule, this.topology);
    const own = this.#rule.neighbourhood === "moore" ? 1 : 0;
    const sums = neighbourCount(this.#rule.neighbourhood) + own;
    this.#tableTiles = this.#tuning.tableTiles;
    for (const parity of [0n, 1n]) {
      const { birth, survival } = phaseOf(phases, parity);
      const base = (RULES + Number(parity) * RULE_BYTES) / 4;
      for (let s = 0; s <= sums; s++) {
        const dead = (birth >> s) & 1;
        const live = s >= own ? (survival >> (s - own)) & 1 : 0;
        this.#store.words.fill(dead ? 0xffffffff : 0, base + s * 4, base + s * 4 + 4);
        this.#store.words.fill(dead !== live ? 0xffffffff : 0, base + 40 + s * 4, base + 40 + s * 4 + 4);
      }
    }
    if (this.#tableTiles <= 0) this.#emitRule();
  }

  /** Hands the kernel a loop for each phase, where this machine and its policy allow compiling. That takes as long as thousands of tiles. */
  #emitRule(): void {
    this.#tableTiles = Number.POSITIVE_INFINITY;
    const modules = this.#modulesOf(this.#rule, this.#tables).filter((module) => module !== null);
    if (modules.length < 2) return;
    if (this.#tables) writeRowTables(this.#tables, this.#store.words.buffer, this.#store.start);
    this.#stepper.setLoops(modules);
    this.#kind = this.#store.bits === 1 ? EMITTED_KIND : STATED_KIND;
    this.#kernel.configure(this.#kind, this.#parity);
  }

  /** Of both phases; null where compiling is not allowed. Errors: `unsupported-rule` for a rule that cannot do without. */
  #modulesOf(rule: Rule, tables: RowTables | null): readonly (WebAssembly.Module | null)[] {
    const masked = !this.#store.geometry.isWhole;
    const { shared } = this.#stepper;
    const modules = tables
      ? [0, 1].map(() => rowModule(tables, this.#store.start, masked, shared))
      : circuitsOf(rule, this.topology).map((circuit) => ruleModule(circuit, masked, shared));
    if (!outerTotalistic(rule) && modules.includes(null))
      throw new TessellaError(
        "unsupported-rule",
        `The algorithm bitwise compiles ${rule.text}, which is not allowed here.`,
        { hint: "The algorithms `block` and `reference` run it." },
      );
    return modules;
  }

  /** Null for a rule that is stepped in another way. Errors: `too-large`. */
  #tablesOf(rule: Rule): RowTables | null {
    if (rule.form.kind !== "diagram" || rule.form.next.length <= this.#tuning.mostInCircuit) return null;
    return rowTables(`${rule.text} ${rule.file?.text ?? ""}`, rowCodesOf(rule.form), this.#stepper.threads);
  }

  #configure(swap: boolean): void {
    this.#store.touchAll(this.#parity, this.#kind, swap);
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    checkTarget(target, this.#generation);
    const spent = budgetClock(budget);
    const slice = this.#tuning.sliceTiles * (budget ? 1 : 64);
    let turn = now();
    if (budget?.signal?.aborted) return "more";
    while (this.#generation < target) {
      this.#runSlice(target, slice);
      // Checked after the slice, so even the smallest budget makes progress.
      if (this.#generation < target && spent()) return "more";
      if (budget?.signal && now() - turn > TURN_MILLISECONDS) {
        await yieldToTasks();
        turn = now();
        if (budget.signal.aborted) return this.#generation < target ? "more" : "done";
      }
    }
    return "done";
  }

  /** Computes about so many tiles on this thread, or to the target. */
  #runSlice(target: bigint, slice: number): void {
    const { team } = this.#stepper;
    const began = team ? now() : 0;
    let [tiles, generations] = [0, 0];
    for (let left = slice; left > 0 && this.#generation < target; ) {
      this.#answerRequests();
      if (this.#kernel.isIdle()) {
        // From here on everything repeats every two generations.
        this.#skipTo(target);
        break;
      }
      const ahead = target - this.#generation;
      if (this.#tableTiles <= 0) this.#emitRule();
      const most = Math.min(left, this.#tableTiles);
      this.#kernel.run(ahead > MAX_SLICE_GENERATIONS ? MAX_SLICE_GENERATIONS : Number(ahead), most);
      const computed = this.#kernel.getComputed();
      this.#generation += BigInt(this.#kernel.getGenerations());
      team?.check();
      this.#tableTiles -= computed;
      // The kernel returns whenever it wants tiles, often after a few; each return counts as some tiles.
      left -= computed + RETURN_TILES;
      if (!team) continue;
      tiles += computed + team.helped;
      generations += this.#kernel.getGenerations();
    }
    if (!team) return;
    const ahead = Number(target - this.#generation);
    const stretch = { milliseconds: now() - began, results: tiles, generations, ahead };
    team.account(stretch, this.#store.extent);
  }

  #skipTo(target: bigint): void {
    this.#generation = target;
    this.#kernel.configure(this.#kind, this.#parity);
  }

  /**
   * Creates the tiles that the kernel asked for. If memory runs out, the requests stay and the next step tries again.
   */
  #answerRequests(): void {
    let count = this.#kernel.getRequests();
    if (count === 0) return;
    this.#collectSometimes();
    const midway = this.#kernel.isStarted() !== 0;
    for (; count > 0; count = this.#kernel.getRequests()) {
      for (let i = 0; i < count; i++) this.#answerRequest(this.#store.words[REQUESTS / 4 + i], midway);
      this.#kernel.clearRequests();
    }
  }

  #answerRequest(entry: number, midway: boolean): void {
    const direction = entry & REQUEST_BITS;
    const tile = entry - direction;
    const created =
      direction === ALL ? this.#store.ensureSources(tile) : [this.#store.ensureNeighbour(tile, direction)];
    for (const each of created) {
      if (midway) this.#kernel.enqueueUpcoming(each);
      else this.#kernel.enqueue(each);
    }
  }

  #collectSometimes(): void {
    if (this.#kernel.isStarted() || this.#store.count < 2 * this.#collected) return;
    this.#store.collect();
    this.#collected = Math.max(this.#store.count, this.#tuning.collectAbove / 2);
  }

  setGeneration(generation: bigint): void {
    const swap = ((generation ^ this.#generation) & 1n) === 1n;
    this.#generation = generation;
    if (swap) this.#configure(true);
  }

  setRule(rule: Rule): void {
    checkRule(this.algorithm, rule);
    const tables = this.#tablesOf(rule);
    if (!outerTotalistic(rule)) this.#modulesOf(rule, tables);
    const [bits, fewer] = [planesFor(rule.states), rule.states < this.#rule.states];
    const before = tables?.bytes ?? 0;
    const isOther = bits !== this.#store.bits || before !== this.#store.before;
    if (isOther) this.#store.reserve(bits, before);
    // Cells with another number of bits, or behind other tables, are laid out anew, and those in a state too high become the last.
    const state = isOther || fewer ? this.#pack(this.#occupied()) : null;
    this.#rule = rule;
    this.#tables = tables;
    if (isOther) this.#store.reset(bits, before);
    this.#compileRule();
    if (state) this.#unpack(state);
    else this.#configure(false);
  }

  async population(): Promise<bigint> {
    return tilesPopulation(this.#store, this.#parity);
  }

  async bounds(): Promise<Rect | null> {
    return tilesBounds(this.#store, this.#parity);
  }

  async readRuns(region?: Rect): Promise<Runs> {
    return tilesRuns(this.#store, this.#parity, region);
  }

  async readBlock(region: Rect, earlier?: Block): Promise<Block> {
    return tilesBlock(this.#store, this.#parity, region, earlier);
  }

  async raster(request: RasterRequest): Promise<Raster> {
    return tilesRaster(this.#store, this.#parity, request);
  }

  async hash(): Promise<bigint> {
    return tilesHash(this.#store, this.#parity);
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    // Clearing matters only where there are cells: a run of any length then costs no more than those.
    const bounds = mode === "clear" ? tilesBounds(this.#store, this.#parity) : runsBounds(cells);
    const box = bounds && clipToGrid(this.topology, bounds);
    if (!box) return;
    const clipped = clipRuns(cells, box);
    if (mode !== "clear") this.#checkRunsFit(clipped);
    writeRunsToTiles(this.#store, this.#parity, clipped, mode, this.#last);
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    const whole = { x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) };
    const box = clipToGrid(this.topology, whole);
    if (!box) return;
    const same = box.x === whole.x && box.y === whole.y && box.w === whole.w && box.h === whole.h;
    const clipped = same ? cells : runsToBlock(blockToRuns(cells), box, cells.planes);
    writeBlockToTiles(this.#store, this.#parity, clipped, mode, this.#last);
  }

  async clear(region?: Rect): Promise<void> {
    if (!region) {
      this.#forget();
      return;
    }
    // Within the bounds: offsets inside a box are doubles, and a region may be of any size.
    const bounds = await this.bounds();
    const box = bounds && intersectRects(bounds, region);
    if (box) clearTiles(this.#store, this.#parity, box);
  }

  /** Refuses a run too long for the limit before the store creates its tiles one by one. */
  #checkRunsFit(runs: Runs): void {
    const { spans } = runs;
    for (let i = 1; i < spans.length; i += 2) {
      const needed = (spans[i] / TILE) * recordBytes(this.#store.bits);
      if (needed > this.#limit) throw overMemory(needed, this.#limit, `A run of ${spans[i]} cells`);
    }
  }

  async snapshot(): Promise<Snapshot> {
    const tiles = this.#occupied();
    // The words, and about as much again for the bigint pair of each tile's place.
    const bytes = tiles.length * PLANE_BYTES * (this.#store.bits + 1);
    if (this.memory() + bytes > this.#limit)
      throw overMemory(this.memory() + bytes, this.#limit, "A snapshot");
    const snapshot = this.#shelf.keep(this.#pack(tiles), this.#generation, bytes);
    this.#store.reserved = this.#shelf.bytes;
    return snapshot;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const state = this.#shelf.get(snapshot);
    this.#generation = snapshot.generation;
    this.#unpack(state);
  }

  /** The tiles in which something lives. */
  #occupied(): number[] {
    const tiles: number[] = [];
    for (const [tile] of this.#store.tiles())
      if (this.#kernel.population(tile, this.#parity) > 0) tiles.push(tile);
    return tiles;
  }

  #pack(tiles: readonly number[]): TilesState {
    const { words, bits } = this.#store;
    const cells = createBlock(0n, 0n, TILE, tiles.length * TILE, bits);
    planesOf(cells).forEach((plane, bit) => {
      tiles.forEach((tile, i) => {
        const at = planeIndex(tile, this.#parity, bit);
        plane.words.set(words.subarray(at, at + TILE), i * TILE);
      });
    });
    return { places: tiles.map((tile) => this.#store.coordinates(tile)), cells };
  }

  #forget(): void {
    this.#store.reset();
    this.#collected = this.#tuning.collectAbove / 2;
    this.#configure(false);
  }

  /** Puts these cells in the place of all others. */
  #unpack({ places, cells }: TilesState): void {
    this.#forget();
    const tiles = places.map(([tx, ty]) => this.#store.ensure(tx, ty));
    planesOf(clampBlock(cells, this.#last)).forEach((plane, bit) => {
      tiles.forEach((tile, i) => {
        const from = plane.words.subarray(i * TILE, (i + 1) * TILE);
        this.#store.words.set(from, planeIndex(tile, this.#parity, bit));
      });
    });
    this.#store.beyondLimit(() => {
      for (const tile of tiles) this.#store.touch(tile, true, this.#parity);
    });
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
    this.#store.reserved = this.#shelf.bytes;
  }

  memory(): number {
    return this.#store.bytes + this.#shelf.bytes;
  }

  dispose(): void {
    this.#stepper.close();
    this.#shelf.clear();
    this.#store.reset();
  }
}

/**
 * `stepper`: default one for this thread alone. Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are
 * missing. `limit` is in bytes.
 */
export async function startBitwise(
  init: UniverseInit,
  limit: number,
  tuning: Partial<BitwiseTuning> = {},
  stepper?: TileStepper,
): Promise<Universe> {
  return new BitwiseUniverse(init, stepper ?? (await startStepper()), limit, { ...TUNING, ...tuning });
}
