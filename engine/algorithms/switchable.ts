/**
 * A universe whose algorithm may change under its holders: the handle stays, and so do its snapshots.
 *
 * Only the universe that took a snapshot can restore it. A universe that is left behind while any of its snapshots is
 * still held therefore becomes a *former* one: emptied of its present cells, it only keeps those of the past. To
 * restore one of its snapshots, the former universe goes back to it, and its cells travel as a quad-tree into the
 * present one. A former universe that leaps would keep its whole table for that, gigabytes perhaps; its snapshots
 * become quad-trees at once, and the universe is disposed of.
 *
 * Snapshots also travel as quad-trees from one worker to another, where the other algorithm runs elsewhere (a GPU):
 * `readSnapshot` here, `keepTree` there.
 */

import type { Block } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Topology } from "../core/topology.ts";
import type { Drawing } from "../picture/drawing.ts";
import type { Rule } from "../rules/rule.ts";
import type { Snapshot, StepBudget, StepOutcome, Universe, WriteMode } from "./algorithm.ts";
import { writeCells } from "./load.ts";
import { ALGORITHMS } from "./registry.ts";
import { SnapshotShelf } from "./support.ts";
import { treeOfUniverse } from "./universe-tree.ts";

interface Taken {
  readonly universe: Universe;
  readonly snapshot: Snapshot;
}

/** Where the cells of a snapshot are: in the universe that took it, or here. */
type Place = Taken | { readonly tree: QuadTree };

interface Kept {
  place: Place;
}

export class SwitchableUniverse implements Universe {
  #present: Universe;
  readonly #shelf = new SnapshotShelf<Kept>(({ place }) => this.#drop(place));
  /** Bytes of the quad-trees. */
  #treeBytes = 0;

  constructor(universe: Universe) {
    this.#present = universe;
  }

  /**
   * Continues with another universe, which holds the same cells at the same generation under the same rule. Disposes
   * of the former one, now or with the last of its snapshots.
   */
  async switchTo(next: Universe): Promise<void> {
    const left = this.#present;
    this.#present = next;
    if (isLeaper(left)) {
      for (const kept of this.#of(left)) await this.#turnIntoTree(kept).catch(keepAsIs);
    }
    if (this.#of(left).length === 0) left.dispose();
    else await left.clear();
  }

  /** The cells of a snapshot; the caller owns them. Errors: `bad-argument`, `too-large`, `memory-limit`. */
  async readSnapshot(snapshot: Snapshot): Promise<QuadTree> {
    const { place } = this.#shelf.get(snapshot);
    if (!("tree" in place)) return this.#read(place);
    const { tree } = place;
    return { ...tree, levels: tree.levels.slice(), nodes: tree.nodes.slice() };
  }

  async #read({ universe, snapshot }: Taken): Promise<QuadTree> {
    const here = universe === this.#present ? await universe.snapshot() : null;
    try {
      await universe.restore(snapshot);
      return await treeOfUniverse(universe);
    } finally {
      if (here) {
        await universe.restore(here);
        universe.release(here);
      } else {
        await universe.clear();
      }
    }
  }

  /** A snapshot of cells from elsewhere. */
  async keepTree(tree: QuadTree, generation: bigint): Promise<Snapshot> {
    const bytes = bytesOfTree(tree);
    this.#treeBytes += bytes;
    return this.#shelf.keep({ place: { tree } }, generation, bytes);
  }

  async snapshot(): Promise<Snapshot> {
    const universe = this.#present;
    const snapshot = await universe.snapshot();
    return this.#shelf.keep({ place: { universe, snapshot } }, snapshot.generation, snapshot.bytes);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const { place } = this.#shelf.get(snapshot);
    if ("tree" in place) await this.#replaceBy(place.tree, snapshot.generation);
    else if (place.universe === this.#present) await place.universe.restore(place.snapshot);
    else await this.#replaceBy(await this.#read(place), snapshot.generation);
  }

  release(snapshot: Snapshot): void {
    this.#shelf.release(snapshot);
  }

  memory(): number {
    return [...this.#universes()].reduce((sum, universe) => sum + universe.memory(), this.#treeBytes);
  }

  dispose(): void {
    const all = this.#universes();
    this.#shelf.clear();
    for (const universe of all) universe.dispose();
  }

  /** All or nothing, where there is memory for a copy of the present cells. */
  async #replaceBy(tree: QuadTree, generation: bigint): Promise<void> {
    const universe = this.#present;
    const before = await universe.snapshot().catch(unlessFull);
    try {
      await universe.clear();
      universe.setGeneration(generation);
      await writeCells(universe, tree);
    } catch (error) {
      if (before) await universe.restore(before);
      throw error;
    } finally {
      if (before) universe.release(before);
    }
  }

  async #turnIntoTree(kept: Kept): Promise<void> {
    const { place } = kept;
    if ("tree" in place) return;
    await place.universe.restore(place.snapshot);
    const tree = await treeOfUniverse(place.universe);
    kept.place = { tree };
    place.universe.release(place.snapshot);
    this.#treeBytes += bytesOfTree(tree);
    await yieldToTasks();
  }

  #drop(place: Place): void {
    if ("tree" in place) {
      this.#treeBytes -= bytesOfTree(place.tree);
      return;
    }
    const { universe, snapshot } = place;
    universe.release(snapshot);
    if (universe !== this.#present && this.#of(universe).length === 0) universe.dispose();
  }

  /** The snapshots that a universe still keeps. */
  #of(universe: Universe): readonly Kept[] {
    return [...this.#shelf.states()].filter(
      ({ place }) => "universe" in place && place.universe === universe,
    );
  }

  #universes(): ReadonlySet<Universe> {
    const all = new Set([this.#present]);
    for (const { place } of this.#shelf.states()) if ("universe" in place) all.add(place.universe);
    return all;
  }

  // The present universe answers everything else.

  get algorithm(): string {
    return this.#present.algorithm;
  }

  get rule(): Rule {
    return this.#present.rule;
  }

  get topology(): Topology {
    return this.#present.topology;
  }

  get generation(): bigint {
    return this.#present.generation;
  }

  get adapter(): string | undefined {
    return this.#present.adapter;
  }

  get drawing(): Drawing | undefined {
    return this.#present.drawing;
  }

  get lost(): Promise<TessellaError> | undefined {
    return this.#present.lost;
  }

  get writeTree(): ((tree: QuadTree) => Promise<void>) | undefined {
    return this.#present.writeTree?.bind(this.#present);
  }

  get readTree(): (() => Promise<QuadTree>) | undefined {
    return this.#present.readTree?.bind(this.#present);
  }

  step(target: bigint, budget?: StepBudget): Promise<StepOutcome> {
    return this.#present.step(target, budget);
  }

  setGeneration(generation: bigint): void {
    this.#present.setGeneration(generation);
  }

  setRule(rule: Rule): void {
    this.#present.setRule(rule);
  }

  population(): Promise<bigint> {
    return this.#present.population();
  }

  bounds(): Promise<Rect | null> {
    return this.#present.bounds();
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#present.readRuns(region);
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#present.readBlock(region);
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#present.raster(request);
  }

  hash(): Promise<bigint> {
    return this.#present.hash();
  }

  writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    return this.#present.writeRuns(cells, mode);
  }

  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    return this.#present.writeBlock(cells, mode);
  }

  clear(region?: Rect): Promise<void> {
    return this.#present.clear(region);
  }
}

function isLeaper({ algorithm }: Universe): boolean {
  return ALGORITHMS.list().some(({ id, leaps }) => leaps && id === algorithm);
}

function bytesOfTree({ levels, nodes }: QuadTree): number {
  return levels.byteLength + nodes.byteLength;
}

/** A snapshot that cannot become a quad-tree stays where it is. */
function keepAsIs(error: unknown): void {
  if (!(error instanceof TessellaError)) throw error;
}

/** Without room for a copy there is no way back; but grids that full have room for any cells. */
function unlessFull(error: unknown): null {
  if (error instanceof TessellaError && error.code === "memory-limit") return null;
  throw error;
}
