/**
 * `hashlife`: a quad-tree in which equal squares are one node and a square's future is computed once.
 * wasm/assembly/hashlife.ts explains the algorithm; this is the universe around its core: it moves cells in and out,
 * cuts steps into slices, and keeps roots as snapshots.
 *
 * A step of any length is one computation. The root does not change until that is finished, so reads see the last
 * complete generation, and giving up loses only unfinished work. Long tasks that compute no cells (growing,
 * collecting, forgetting the former step's residues) are *chores*, cut into slices as well. Halfway through a chore no square may be
 * made or looked up: a step that is given up leaves its chore to the next step, or to the edit that waits for it.
 */

import type { Block } from "../../core/block.ts";
import { planesFor } from "../../core/block.ts";
import { now } from "../../core/clock.ts";
import { TessellaError } from "../../core/errors.ts";
import { groupedSize, minBig } from "../../core/integers.ts";
import type { QuadTree } from "../../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { clipRuns, EMPTY_RUNS } from "../../core/runs.ts";
import { yieldToTasks } from "../../core/tasks.ts";
import type { Topology } from "../../core/topology.ts";
import { gridRect } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Snapshot, StepBudget, StepOutcome, Universe, UniverseInit, WriteMode } from "../algorithm.ts";
import { budgetClock, checkRule, checkTarget, outOfRoom, SnapshotShelf } from "../support.ts";
import { baseOf } from "./base-kernel.ts";
import type { HashLifeCore } from "./core.ts";
import { FINISHED, MORE, slotsBelow } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import { Room } from "./room.ts";
import { writeRule } from "./rule-tables.ts";
import { checkLength, fullLevel, leastLevel, stepsIn, writeSchedule } from "./schedule.ts";
import { Torus, torusLevel } from "./torus.ts";
import { refit, rootOfTree, rootOver, runsOver, squareOfBlock, without } from "./tree-edits.ts";
import { treeOfSquare } from "./tree-exchange.ts";
import { treeHash } from "./tree-hash.ts";
import { treeBlock, treePopulation, treeRaster, treeRuns } from "./tree-read.ts";
import type { Square } from "./tree-visit.ts";
import { treeBounds } from "./tree-visit.ts";
import { Builder, checkLevel } from "./tree-write.ts";

/** Tests set these to extremes. */
export interface HashLifeTuning {
  /** Rounds of the core between two looks at the clock: one or two milliseconds. */
  readonly fuel: number;
  /** From this many slots on, a collection comes before growth. */
  readonly collectFrom?: number;
}

export const TUNING: HashLifeTuning = { fuel: 128 };
/** The fuel of a call when no other task waits. */
const UNWATCHED = 4096;
const TURN_MILLISECONDS = 8;
/** Of a snapshot: a root and a level; the squares themselves are shared. */
const SNAPSHOT_BYTES = 64;
/** Slots whose results are forgotten in one slice. */
const FORGET_SLICE = 2 ** 18;

/** An edit that runs out of room throws this, and is tried again after a collection. */
class NoRoom extends Error {}

interface Work {
  level: number;
  answer: Square | null;
}

export class HashLifeUniverse implements Universe {
  readonly algorithm = "hashlife";
  readonly topology: Topology;
  readonly #core: HashLifeCore;
  readonly #room: Room;
  readonly #builder: Builder;
  readonly #torus: Torus | null;
  readonly #limit: number;
  readonly #fuel: number;
  readonly #shelf = new SnapshotShelf<Square & { readonly planes: number; readonly states: number }>();
  #rule: Rule;
  #alternates = false;
  #generation: bigint;
  #root: Square;
  /** The target of the chore or the computation under way. */
  #target: bigint | null = null;
  /** The computation under way: the level of its square, and the result once it exists. */
  #work: Work | null = null;
  #chore: Generator<void, void> | null = null;
  /** Whether the step that the chore serves has been given up. */
  #abandoned = false;
  /** Whether the core still has to learn the rule. */
  #stale = false;
  /** Settles when all edits so far are made. */
  #edits: Promise<unknown> = Promise.resolve();
  /** The step length of the core's `part` results; 0 for none. */
  #scheduled = 0n;
  /** The lowest level of a root for that step, and the one on which it would be a full result (0 for none). */
  #least = 0;
  #full = 0;
  #parity = 0;

  constructor(init: UniverseInit, core: HashLifeCore, limit: number, tuning: HashLifeTuning) {
    const level = torusLevel(init.topology);
    this.topology = init.topology;
    this.#torus = level === null ? null : new Torus(level);
    this.#rule = init.rule;
    this.#generation = init.generation ?? 0n;
    this.#core = core;
    this.#limit = limit;
    this.#fuel = tuning.fuel;
    this.#room = new Room(core, limit, tuning.collectFrom);
    this.#builder = new Builder(core, (slots) => {
      if (!this.#room.growNow(Math.max(slots, this.#room.margin))) throw new NoRoom();
    });
    this.#root = { square: 0, level: this.#torus?.rootLevel ?? 6 };
    this.#alternates = writeRule(this.#core, this.#rule, this.topology);
  }

  get rule(): Rule {
    return this.#rule;
  }

  get threads(): number {
    return this.#core.threads;
  }

  /** The rule's last state. */
  get #last(): number {
    return this.#rule.states - 1;
  }

  get generation(): bigint {
    return this.#generation;
  }

  async step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    await this.#edits;
    checkTarget(target, this.#generation);
    const stride = budget?.stride;
    const spent = budgetClock(budget);
    const fuel = budget ? this.#fuel : UNWATCHED;
    let turn = now();
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    while (this.#generation < target) {
      const first = stride && this.#root.square ? minBig(target, this.#generation + stride) : target;
      // The core takes several steps by itself where the host has nothing to do between them.
      const plain = !this.#torus && !this.#alternates && !this.#stale;
      this.#advance(first, fuel, stride && plain ? stepsIn(target - first, stride) : 0);
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

  /** One slice of the next task on the way to `target` and `more` steps of that length beyond. */
  #advance(target: bigint, fuel: number, more: number): void {
    if (this.#target !== null && this.#target !== target) this.#abandon();
    try {
      if (this.#chore) this.#goOn();
      else if (this.#stale) this.#chore = this.#takeRule();
      else if (!this.#work) this.#setOut(target);
      else if (this.#work.answer) this.#finish(target, this.#work.answer);
      else this.#compute(this.#work, target, fuel, more);
    } catch (error) {
      this.#chore = null;
      this.#giveUp();
      throw error instanceof NoRoom ? outOfRoom(this.#limit, "The next step") : error;
    }
  }

  /** A slice of the chore. Errors: those of the step that it serves, unless that was given up. */
  #goOn(): void {
    let more = false;
    try {
      more = !this.#chore?.next().done;
    } catch (error) {
      // Once the step is given up, its failure no longer matters.
      if (!this.#abandoned || !(error instanceof TessellaError || error instanceof NoRoom)) throw error;
    }
    if (more) return;
    this.#chore = null;
    if (this.#abandoned) this.#giveUp();
  }

  #setOut(target: bigint): void {
    if (this.#root.square === 0) {
      this.#generation = target;
      return;
    }
    const generations = target - this.#generation;
    checkLength(generations);
    this.#target = target;
    // Step after step of one length needs no preparation.
    const same = generations === this.#scheduled && !this.#alternates;
    if (same && this.#core.getRoom() >= this.#room.margin + 5 * this.#levelsToPad) this.#start();
    else this.#chore = this.#begin(generations);
  }

  *#begin(generations: bigint): Generator<void, void> {
    const parity = Number(this.#generation & 1n);
    if (this.#alternates && parity !== this.#parity) yield* this.#forget(true);
    if (this.#scheduled !== generations) {
      yield* this.#forget(false);
      this.#core.setStep(writeSchedule(this.#core, generations), parity);
      this.#scheduled = generations;
      this.#least = leastLevel(generations);
      this.#full = fullLevel(generations);
    } else if (this.#alternates) this.#core.setStep(writeSchedule(this.#core, generations), parity);
    this.#parity = parity;
    // Padding takes five slots a level, tiling one.
    yield* this.#room.make(() => this.#roots(), this.#room.margin + 5 * this.#levelsToPad);
    // If abandoned, the root may have changed by now, without room for its step.
    if (!this.#abandoned) this.#start();
  }

  /** The most levels that a root grows before a step. */
  get #levelsToPad(): number {
    return Math.max(this.#least - this.#root.level, 4);
  }

  #start(): void {
    const { square, level } = this.#padded();
    this.#core.begin(square, level, level === this.#full ? 0 : 1);
    this.#work = { level, answer: null };
  }

  #compute(work: Work, target: bigint, fuel: number, more: number): void {
    const outcome = this.#core.run(fuel, more, this.#least, this.#full);
    const steps = more > 0 ? this.#core.getSteps() : 0;
    let reached = target;
    if (steps > 0) {
      const generations = BigInt(steps) * this.#scheduled;
      this.#generation += generations;
      reached += generations;
      this.#target = reached;
      work.level = this.#core.getRootLevel();
      this.#root = { square: this.#core.getSquare(), level: work.level };
    }
    if (outcome === MORE) return;
    if (outcome === FINISHED) work.answer = { square: this.#core.getAnswer(), level: work.level - 1 };
    // Room to continue, or to make the root from the answer: a square a level at most.
    const wanted = this.#room.margin + work.level;
    if (work.answer && this.#core.getRoom() >= wanted) this.#finish(reached, work.answer);
    else this.#chore = this.#room.make(() => this.#roots(), wanted);
  }

  /** The square whose result is the universe that many generations later. */
  #padded(): Square {
    if (this.#torus) return this.#torus.tiled(this.#builder, this.#root.square, this.#scheduled);
    const level = this.#core.pad(this.#root.square, this.#root.level, this.#least);
    checkLevel(level);
    this.#root = { square: this.#core.getSquare(), level };
    return this.#root;
  }

  #finish(target: bigint, { square, level }: Square): void {
    this.#root = this.#torus
      ? { square: this.#torus.untiled(this.#builder, square, level + 1), level: this.#torus.rootLevel }
      : this.#trimmed(square, level);
    this.#generation = target;
    this.#work = null;
    this.#target = null;
  }

  /** Cuts off the empty borders that a longer step or former cells needed. */
  #trimmed(square: number, level: number): Square {
    const trimmed = this.#core.trim(square, level, this.#least);
    return { square: this.#core.getSquare(), level: trimmed };
  }

  *#forget(all: boolean): Generator<void, void> {
    this.#scheduled = 0n;
    const used = this.#core.getUsed();
    for (let from = 0; from < used; from += FORGET_SLICE) {
      this.#core.forgetResults(from, from + FORGET_SLICE, all ? 1 : 0);
      yield;
    }
  }

  *#takeRule(): Generator<void, void> {
    yield* this.#forget(true);
    this.#alternates = writeRule(this.#core, this.#rule, this.topology);
    this.#stale = false;
  }

  /** Gives up the step under way, at once or when its chore is done. */
  #abandon(): void {
    if (this.#chore) this.#abandoned = true;
    else this.#giveUp();
  }

  /** Ends the work under way: afterwards squares may be looked up and changed. */
  async #settle(): Promise<void> {
    this.#abandon();
    for (let turn = now(); this.#chore; ) {
      this.#goOn();
      if (now() - turn < TURN_MILLISECONDS) continue;
      await yieldToTasks();
      turn = now();
    }
  }

  #giveUp(): void {
    this.#core.cancel();
    this.#work = null;
    this.#target = null;
    this.#abandoned = false;
  }

  *#roots(): Generator<readonly [number, number]> {
    const below = slotsBelow(this.#core.planes);
    yield [this.#root.square, this.#root.level + below];
    if (this.#work?.answer) yield [this.#work.answer.square, this.#work.answer.level + below];
    for (const { square, level, planes } of this.#shelf.states()) yield [square, level + slotsBelow(planes)];
  }

  setGeneration(generation: bigint): void {
    this.#abandon();
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    checkRule(this.algorithm, rule);
    if (rule.states > 2) baseOf(rule, this.topology, this.#core.shared);
    this.#abandon();
    const planes = planesFor(rule.states);
    if (planes !== this.#core.planes || rule.states < this.#rule.states) {
      // At once: until all cells are of the new kind nobody may read any.
      while (this.#chore) this.#goOn();
      const square = this.#atOnce(() => refit(this.#builder, this.#root, planes, rule.states - 1));
      this.#root = { square, level: this.#root.level };
      this.#core.setPlanes(planes);
      // Slots may mean other squares now.
      this.#core.forgetResults(0, this.#core.getUsed(), 2);
    }
    this.#rule = rule;
    this.#stale = true;
  }

  /** Makes a square, after a collection where there is no room. Errors: `memory-limit`. */
  #atOnce(make: () => number): number {
    for (const keepResults of [true, false]) {
      try {
        return make();
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
        for (const _ of this.#room.collect(() => this.#roots(), keepResults));
      }
    }
    try {
      return make();
    } catch (error) {
      throw error instanceof NoRoom ? outOfRoom(this.#limit, "This rule") : error;
    }
  }

  /** Where the present cells are, until something changes: whoever copies them elsewhere need not make a tree of them first. */
  get squares(): { readonly memory: Memory; readonly root: Square } {
    return { memory: this.#core, root: this.#root };
  }

  async population(): Promise<bigint> {
    return treePopulation(this.#core, this.#root);
  }

  async bounds(): Promise<Rect | null> {
    return treeBounds(this.#core, this.#root);
  }

  async readRuns(region?: Rect): Promise<Runs> {
    const bounds = treeBounds(this.#core, this.#root);
    const box = bounds && (region ? intersectRects(bounds, region) : bounds);
    if (!box) return EMPTY_RUNS;
    if (box.w >> 53n || box.h >> 53n) {
      const size = groupedSize(box.w, box.h);
      const hint = "Save the universe as a macrocell file (.mc), or read a part of it.";
      throw new TessellaError("too-large", `The cells span ${size}, too far apart for runs.`, { hint });
    }
    return treeRuns(this.#core, this.#root, box);
  }

  async readBlock(region: Rect): Promise<Block> {
    return treeBlock(this.#core, this.#root, region);
  }

  async raster(request: RasterRequest): Promise<Raster> {
    return treeRaster(this.#core, this.#root, request);
  }

  async hash(): Promise<bigint> {
    return treeHash(this.#core, this.#root);
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    const grid = gridRect(this.topology);
    await this.#edit((root) =>
      runsOver(this.#builder, root, grid ? clipRuns(cells, grid) : cells, mode, this.#last),
    );
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    const grid = gridRect(this.topology);
    const box = { x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) };
    await this.#edit((root) => {
      const builder = this.#builder;
      const whole = squareOfBlock(builder, cells, this.#last);
      const written = grid ? builder.kept(whole, grid, root.level) : whole;
      if (mode !== "copy") return rootOver(builder, root, written, mode, this.#last);
      return rootOver(builder, without(builder, root, box), written, "or", this.#last);
    });
  }

  async writeTree(tree: QuadTree): Promise<void> {
    const grid = gridRect(this.topology);
    await this.#edit((root) => {
      const whole = rootOfTree(this.#builder, tree, this.#last);
      const written = grid ? this.#builder.kept(whole, grid, root.level) : whole;
      return rootOver(this.#builder, root, written, "or", this.#last);
    });
  }

  async readTree(): Promise<QuadTree> {
    return treeOfSquare(this.#core, this.#root);
  }

  async clear(region?: Rect): Promise<void> {
    await this.#edit((root) =>
      region ? without(this.#builder, root, region) : { square: 0, level: root.level },
    );
  }

  /** Makes one edit after the other, each once the work under way is settled. Errors: `memory-limit`. */
  #edit(change: (root: Square) => Square): Promise<void> {
    const made = this.#edits.then(() => this.#change(change));
    this.#edits = made.catch(() => {});
    return made;
  }

  /** Changes the tree. A change that finds no room is tried once more after a collection. */
  async #change(change: (root: Square) => Square): Promise<void> {
    await this.#settle();
    for (const keepResults of [true, false]) {
      try {
        this.#root = change(this.#root);
        return;
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
        this.#chore = this.#room.collect(() => this.#roots(), keepResults);
        await this.#settle();
      }
    }
    try {
      this.#root = change(this.#root);
    } catch (error) {
      throw error instanceof NoRoom ? outOfRoom(this.#limit, "This change") : error;
    }
  }

  async snapshot(): Promise<Snapshot> {
    const kept = { ...this.#root, planes: this.#core.planes, states: this.#rule.states };
    return this.#shelf.keep(kept, this.#generation, SNAPSHOT_BYTES);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const { square, level, planes, states } = this.#shelf.get(snapshot);
    if (planes === this.#core.planes && states <= this.#rule.states) {
      await this.#edits;
      this.#abandon();
      this.#root = { square, level };
    } else {
      // The rule has changed since.
      await this.#edit(() => ({
        square: refit(this.#builder, { square, level }, this.#core.planes, this.#last, planes),
        level,
      }));
    }
    this.#generation = snapshot.generation;
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return this.#room.bytes + this.#shelf.bytes;
  }

  dispose(): void {
    this.#shelf.clear();
    this.#chore = null;
    this.#giveUp();
    this.#root = { square: 0, level: this.#root.level };
    this.#core.close();
  }
}
