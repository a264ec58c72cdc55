/**
 * `gpu-hashlife`: the universe around the machine. Steps are computed on the GPU. All else, reads, edits, snapshots, is
 * done by a quad-tree on the CPU, an ordinary universe of `hashlife` that never steps: the *mirror*. The cells travel from
 * one to the other as a tree, when they are asked for after a step, and when there is a step after an edit.
 */

import type { Block } from "../../../core/block.ts";
import { blockCell } from "../../../core/block.ts";
import { TessellaError } from "../../../core/errors.ts";
import { minBig } from "../../../core/integers.ts";
import type { QuadTree } from "../../../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../../../core/raster.ts";
import type { Rect } from "../../../core/rect.ts";
import type { Runs } from "../../../core/runs.ts";
import type { Topology } from "../../../core/topology.ts";
import { gridRect } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { Lock } from "../../../gpu/lock.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Snapshot, StepBudget, StepOutcome, Universe, WriteMode } from "../../algorithm.ts";
import type { HashLifeUniverse } from "../../hashlife/hashlife-universe.ts";
import { checkLength } from "../../hashlife/schedule.ts";
import { ROOT_LEVEL, repeatedCells, torusLevel } from "../../hashlife/torus.ts";
import { budgetClock, checkRule, checkTarget, outOfRoom } from "../../support.ts";
import type { HashMachine } from "./hash-machine.ts";
import type { Seeds } from "./hash-seeds.ts";
import { repeatedSeeds, seedsOf } from "./hash-seeds.ts";

/** Milliseconds after which another caller gets a turn. */
const TURN_MILLISECONDS = 50;
/** Steps in one run of the machine: a number that fits a word. */
const MOST_STEPS = 2n ** 30n;

export class HashUniverse implements Universe {
  readonly algorithm = "gpu-hashlife";
  readonly topology: Topology;
  readonly adapter: string;
  readonly lost: Promise<TessellaError>;
  readonly #gpu: GpuDevice;
  readonly #machine: HashMachine;
  readonly #mirror: HashLifeUniverse;
  readonly #limit: number;
  readonly #lock = new Lock();
  #rule: Rule;
  #generation: bigint;
  /** Whether the mirror has the present cells, and whether the GPU has them. */
  #mirrored = true;
  #planted = false;
  #disposed = false;

  /** `limit` in bytes. Takes over machine, mirror and one use of the device, and disposes of them. */
  constructor(gpu: GpuDevice, machine: HashMachine, mirror: HashLifeUniverse, limit: number) {
    this.#limit = limit;
    this.#gpu = gpu;
    this.#machine = machine;
    this.#mirror = mirror;
    this.#rule = mirror.rule;
    this.#generation = mirror.generation;
    this.topology = mirror.topology;
    this.adapter = gpu.adapter;
    this.lost = gpu.lost;
  }

  /** Stages that went through one workgroup, and those that many shared; for tests and benches. */
  get passes(): { readonly narrow: number; readonly wide: number } {
    return this.#machine.passes;
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
    if (budget?.signal?.aborted && this.#generation < target) return "more";
    try {
      while (this.#generation < target) {
        await this.#lock.run(() => this.#advance(target, budget?.stride ?? target, spent));
        if (this.#generation < target && spent()) return "more";
      }
    } catch (error) {
      // Disposed in the middle: no caller needs the rest.
      if (this.#disposed) return "more";
      throw error;
    }
    return "done";
  }

  async #advance(target: bigint, stride: bigint, spent: () => boolean): Promise<void> {
    this.#check();
    const left = target - this.#generation;
    if (left <= 0n) return;
    if (!this.#planted) await this.#plant();
    // Where nothing lives, nothing happens.
    if (this.#machine.isEmpty) {
      this.#generation = target;
      return;
    }
    const length = minBig(stride, left);
    checkLength(length);
    await this.#machine.aim(length, this.#generation);
    const steps = this.#machine.repeats(length) ? minBig(left / length, MOST_STEPS) : 1n;
    const end = performance.now() + TURN_MILLISECONDS;
    await this.#machine.run(
      Number(steps),
      () => spent() || performance.now() > end,
      (done) => {
        this.#generation += BigInt(done) * length;
        this.#mirrored = false;
      },
    );
  }

  /** Gives the GPU the mirror's cells. */
  async #plant(): Promise<void> {
    await this.#machine.plant(await this.#seeds());
    this.#planted = true;
  }

  async #seeds(): Promise<Seeds> {
    const level = torusLevel(this.topology);
    const grid = gridRect(this.topology);
    if (level === null || level >= ROOT_LEVEL || !grid) {
      const { memory, root } = this.#mirror.squares;
      return seedsOf(memory, root);
    }
    // On the GPU a small torus is a larger one, repeated.
    const cells = await this.#mirror.readBlock(grid);
    return repeatedSeeds(
      repeatedCells(2 ** level, 1, (x, y) => blockCell(cells, x, y)),
      ROOT_LEVEL,
    );
  }

  setGeneration(generation: bigint): void {
    this.#generation = generation;
  }

  setRule(rule: Rule): void {
    this.#check();
    checkRule(this.algorithm, rule);
    this.#mirror.setRule(rule);
    this.#machine.setRule(rule);
    this.#rule = rule;
  }

  population(): Promise<bigint> {
    return this.#read((mirror) => mirror.population());
  }

  bounds(): Promise<Rect | null> {
    return this.#read((mirror) => mirror.bounds());
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#read((mirror) => mirror.readRuns(region));
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#read((mirror) => mirror.readBlock(region));
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#read((mirror) => mirror.raster(request));
  }

  hash(): Promise<bigint> {
    return this.#read((mirror) => mirror.hash());
  }

  readTree(): Promise<QuadTree> {
    return this.#read((mirror) => mirror.readTree());
  }

  writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    return this.#edit((mirror) => mirror.writeRuns(cells, mode));
  }

  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    return this.#edit((mirror) => mirror.writeBlock(cells, mode));
  }

  writeTree(tree: QuadTree): Promise<void> {
    return this.#edit((mirror) => mirror.writeTree(tree));
  }

  clear(region?: Rect): Promise<void> {
    return this.#edit((mirror) => mirror.clear(region));
  }

  snapshot(): Promise<Snapshot> {
    return this.#read((mirror) => mirror.snapshot());
  }

  restore(snapshot: Snapshot): Promise<void> {
    return this.#turn(async () => {
      await this.#mirror.restore(snapshot);
      this.#generation = snapshot.generation;
      this.#mirrored = true;
      this.#planted = false;
    });
  }

  release(snapshot: Snapshot): void {
    this.#mirror.release(snapshot);
  }

  memory(): number {
    return this.#machine.bytes + this.#mirror.memory();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // The lock's holder still uses the buffers; a command that names a destroyed one would fail the shared device.
    void this.#lock.run(() => {
      this.#machine.dispose();
      this.#mirror.dispose();
      this.#gpu.release();
    });
  }

  #check(): void {
    if (this.#disposed) throw new TessellaError("bad-argument", "This universe has been closed.");
    this.#gpu.check();
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.run(() => {
      this.#check();
      return work();
    });
  }

  #read<T>(read: (mirror: HashLifeUniverse) => Promise<T>): Promise<T> {
    return this.#turn(async () => {
      await this.#catchUp();
      return read(this.#mirror);
    });
  }

  #edit(change: (mirror: HashLifeUniverse) => Promise<void>): Promise<void> {
    return this.#turn(async () => {
      await this.#catchUp();
      this.#planted = false;
      await this.#fitting(() => change(this.#mirror));
    });
  }

  /** Gives the mirror the GPU's cells. Errors: `memory-limit`, `too-large`, `gpu-lost`; the GPU still has them then. */
  async #catchUp(): Promise<void> {
    this.#mirror.setGeneration(this.#generation);
    if (this.#mirrored) return;
    const tree = await this.#machine.harvest();
    await this.#mirror.clear();
    await this.#fitting(() => this.#mirror.writeTree(tree));
    this.#mirrored = true;
  }

  /** A change of the mirror, whose own limit is not the one that people know. Errors: those of the change. */
  async #fitting(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
      throw outOfRoom(this.#limit, "The pattern, for whose cells there is a quarter of the memory,");
    }
  }
}
