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
import { cellArrays } from "../core/cells.ts";
import { TessellaError } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Snapshot, Universe, WriteMode } from "./algorithm.ts";
import { fitting, writeCells } from "./load.ts";
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

/** The members that the present universe answers; SwitchableUniverse implements the others. */
const DELEGATED = [
  "algorithm",
  "rule",
  "topology",
  "generation",
  "adapter",
  "drawing",
  "threads",
  "lost",
  "readTree",
  "writeTree",
  "step",
  "setGeneration",
  "setRule",
  "population",
  "bounds",
  "readRuns",
  "readBlock",
  "raster",
  "hash",
  "writeRuns",
  "clear",
] as const satisfies readonly (keyof Universe)[];

class UniverseHolder {
  protected present: Universe;

  constructor(universe: Universe) {
    this.present = universe;
  }

  static {
    for (const name of DELEGATED) {
      Object.defineProperty(UniverseHolder.prototype, name, {
        get(this: UniverseHolder) {
          const member: unknown = this.present[name];
          return typeof member === "function" ? member.bind(this.present) : member;
        },
      });
    }
  }
}

/** The holder with the members that it delegates, which its declaration does not show. */
const Delegating = UniverseHolder as unknown as new (
  universe: Universe,
) => UniverseHolder & Pick<Universe, (typeof DELEGATED)[number]>;

export class SwitchableUniverse extends Delegating implements Universe {
  readonly #shelf = new SnapshotShelf<Kept>(({ place }) => this.#drop(place));
  /** Bytes of the quad-trees. */
  #treeBytes = 0;

  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    return this.present.writeBlock(fitting(cells, this.rule), mode);
  }

  /**
   * Continues with another universe, which holds the same cells at the same generation under the same rule. Disposes
   * of the former one, now or with the last of its snapshots.
   */
  async switchTo(next: Universe): Promise<void> {
    const left = this.present;
    this.present = next;
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
    return copyOf(place.tree);
  }

  async #read({ universe, snapshot }: Taken): Promise<QuadTree> {
    const here = universe === this.present ? await universe.snapshot() : null;
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
    const universe = this.present;
    const snapshot = await universe.snapshot();
    return this.#shelf.keep({ place: { universe, snapshot } }, snapshot.generation, snapshot.bytes);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const { place } = this.#shelf.get(snapshot);
    if ("tree" in place) await this.#replaceBy(place.tree, snapshot.generation);
    else if (place.universe === this.present) await place.universe.restore(place.snapshot);
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
    const universe = this.present;
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
    if (universe !== this.present && this.#of(universe).length === 0) universe.dispose();
  }

  /** The snapshots that a universe still keeps. */
  #of(universe: Universe): readonly Kept[] {
    return [...this.#shelf.states()].filter(
      ({ place }) => "universe" in place && place.universe === universe,
    );
  }

  #universes(): ReadonlySet<Universe> {
    const all = new Set([this.present]);
    for (const { place } of this.#shelf.states()) if ("universe" in place) all.add(place.universe);
    return all;
  }
}

function isLeaper({ algorithm }: Universe): boolean {
  return ALGORITHMS.list().some(({ id, leaps }) => leaps && id === algorithm);
}

function copyOf(tree: QuadTree): QuadTree {
  const planes = tree.planes?.map(copyOf);
  return { ...tree, levels: tree.levels.slice(), nodes: tree.nodes.slice(), ...(planes ? { planes } : {}) };
}

function bytesOfTree(tree: QuadTree): number {
  return cellArrays(tree).reduce((sum, { byteLength }) => sum + byteLength, 0);
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
