/**
 * Keeps a copy of a document's universe in the window, since the universe may be lost: on a GPU at any moment, with its device,
 * and on the CPU when its worker breaks down. The keeper reads a copy when edits have settled and every few seconds of a run,
 * only of universes that are small enough and never for more than a small share of the time. Where live cells are dense, and from
 * any grid on a GPU, it reads one bit per cell; elsewhere a quad-tree. Until the first copy, it has the contents that the universe
 * was made from. Autosave stores the same copies, and asks for a fresh one of a universe of any size.
 */

import { cellArrays } from "../../engine/core/cells.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { LiveUniverse, UniverseCopy } from "./live-universe.ts";
import type { Observed } from "./observed.ts";
import type { RemoteUniverse } from "./remote-universe.ts";

/** A copy, and the editor's name for that state in its history. */
export interface MarkedCopy<Mark> extends UniverseCopy {
  readonly mark: Mark;
  /** The editor's at that moment. */
  readonly revision: number;
}

/** The editor of the universe, as the keeper sees it. */
export interface Edited<Mark> {
  readonly store: Observed<{ readonly revision: number; readonly running: boolean }>;
  /** Reads at one moment, which the mark names; a run pauses meanwhile. */
  keep<T>(read: (mark: Mark) => Promise<T>): Promise<T>;
}

/** Cells of the largest grid to copy while it stands still, and during a run: 64 and 8 MB. */
const MOST_CELLS = 2n ** 29n;
const MOST_CELLS_RUNNING = 2n ** 26n;
/** Live cells of the largest universe on the CPU to copy and, for one that leaps, bytes of its largest table. */
const MOST_LIVE = 2n ** 22n;
const MOST_LIVE_RUNNING = 2n ** 20n;
const MOST_TABLE = 2 ** 26;
const MOST_TABLE_RUNNING = 2 ** 25;
/** Cells to a live one up to which a block is smaller than a tree. */
const SPARSE = 64n;
/** A larger copy is not kept, in bytes, and a larger origin is given up for the first copy. */
const MOST_BYTES = 2 ** 26;
const MOST_ORIGIN = 2 ** 20;
const SETTLED = 800;
const RUNNING = 4000;
/** Copies pause a run for at most a fortieth of the time. */
const PATIENCE = 40;

export class CopyKeeper<Mark> {
  readonly #live: LiveUniverse;
  readonly #edited: Edited<Mark>;
  readonly #ends: (() => void)[];
  #latest: MarkedCopy<Mark> | null = null;
  #origin: MarkedCopy<Mark> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #took = 0;
  #old = false;
  #ended = false;

  /** `origin`: the contents that the universe was just made from. */
  constructor(live: LiveUniverse, edited: Edited<Mark>, origin: Pick<UniverseCopy, "soup" | "cells">) {
    this.#live = live;
    this.#edited = edited;
    this.#ends = [
      edited.store.subscribe((now, before) => {
        if (now.revision !== before.revision) this.#changed(true);
      }),
      live.store.subscribe((now, before) => {
        if (now.present !== before.present) this.#startOver();
        else if (now.generation !== before.generation) this.#changed(false);
      }),
    ];
    const { present } = live;
    const { rule, topology, generation } = present;
    void edited.keep(async (mark) => {
      const bytes = bytesOf(origin);
      if (present !== live.present || bytes > MOST_BYTES) return;
      const { revision } = edited.store.getState();
      this.#latest = { rule, topology, generation, mark, revision, ...origin };
      if (bytes <= MOST_ORIGIN) this.#origin = this.#latest;
    });
  }

  /** The last complete state; null when there is none. */
  get latest(): MarkedCopy<Mark> | null {
    return this.#latest;
  }

  /** What the universe was made from; null where that is too large to keep. */
  get origin(): MarkedCopy<Mark> | null {
    return this.#origin;
  }

  /** A copy of the present state: the latest where it is that one, else a fresh one. Errors: those of reading. */
  fresh(): Promise<MarkedCopy<Mark>> {
    return this.#edited.keep(async (mark) => {
      const universe = this.#live.present;
      const { rule, topology, generation } = universe;
      const { revision } = this.#edited.store.getState();
      const latest = this.#latest;
      if (latest?.revision === revision && latest.generation === generation) return latest;
      // This copy includes the changes made while it waited for its turn.
      this.#old = false;
      this.#cancel();
      const began = performance.now();
      const cells = await copyOf(universe);
      this.#took = performance.now() - began;
      const copy = { rule, topology, generation, mark, revision, ...cells };
      if (bytesOf(copy) <= MOST_BYTES) this.#latest = copy;
      return copy;
    });
  }

  end(): void {
    this.#ended = true;
    for (const end of this.#ends) end();
    this.#cancel();
  }

  /** The previous universe's copy stands in until the first copy of the new one. */
  #startOver(): void {
    this.#took = 0;
    this.#old = true;
    void this.#keep();
  }

  /** `settle`: restarts the wait, so a copy comes after a burst of edits and not in the middle of it. */
  #changed(settle: boolean): void {
    this.#old = true;
    const { running } = this.#edited.store.getState();
    if (this.#timer !== null) {
      if (running || !settle) return;
      this.#cancel();
    }
    const wait = running ? Math.max(RUNNING, this.#took * PATIENCE) : SETTLED;
    this.#timer = setTimeout(() => void this.#keep(), wait);
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #keep(): Promise<void> {
    this.#cancel();
    if (this.#ended || !this.#old) return;
    try {
      const universe = this.#live.present;
      if (await isSmall(universe, this.#edited.store.getState().running)) await this.fresh();
    } catch {
      // A universe that cannot be read is about to be lost, and the last copy is all there is.
    }
  }
}

/** The box to copy as a block; null for a tree. */
async function blockOf(universe: RemoteUniverse): Promise<Rect | null> {
  const { adapter, leaps, topology } = universe;
  const grid = gridRect(topology);
  if (adapter !== undefined || leaps) return leaps ? null : grid;
  const box = grid ?? (await universe.bounds());
  if (!box || box.w * box.h > MOST_CELLS) return null;
  return (await universe.population()) * SPARSE > box.w * box.h ? box : null;
}

async function isSmall(universe: RemoteUniverse, running: boolean): Promise<boolean> {
  const box = await blockOf(universe);
  if (box) return box.w * box.h <= (running ? MOST_CELLS_RUNNING : MOST_CELLS);
  if (universe.leaps) return (await universe.memory()) <= (running ? MOST_TABLE_RUNNING : MOST_TABLE);
  return (await universe.population()) <= (running ? MOST_LIVE_RUNNING : MOST_LIVE);
}

async function copyOf(universe: RemoteUniverse): Promise<Pick<UniverseCopy, "block" | "cells">> {
  const box = await blockOf(universe);
  return box ? { block: await universe.readBlock(box) } : { cells: await universe.readTree() };
}

function bytesOf({ cells, block }: Pick<UniverseCopy, "cells" | "block">): number {
  if (block) return block.words.byteLength;
  return cells ? cellArrays(cells).reduce((sum, { byteLength }) => sum + byteLength, 0) : 0;
}
