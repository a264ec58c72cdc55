/**
 * Keeps a copy of a universe that may be lost: one on a GPU at any moment, with its device, and one on the CPU when its worker
 * breaks down. A copy is read when edits have settled and every few seconds of a run, never for more than a small share of the
 * time, and only of universes that are not too large for it. What a GPU holds is copied one bit a cell; on the CPU, where
 * planes have no end, it is a quad-tree. Until the first copy, what the universe was made of stands in.
 */

import type { Block } from "../../engine/core/block.ts";
import type { Cells } from "../../engine/core/cells.ts";
import { isTree } from "../../engine/core/cells.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { Editor } from "../editor/editor.ts";
import type { Mark } from "../editor/history/history.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";

export interface KeptState {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  readonly mark: Mark;
  readonly soup?: Soup;
  readonly cells?: Cells;
  readonly block?: Block;
}

/** Cells of the largest grid that is copied while it stands still, and while it runs: 64 and 8 MB. */
const MOST_CELLS = 2n ** 29n;
const MOST_CELLS_RUNNING = 2n ** 26n;
/** Live cells of the largest universe on the CPU that is copied, and the largest table of one that leaps, in bytes. */
const MOST_LIVE = 2n ** 22n;
const MOST_LIVE_RUNNING = 2n ** 20n;
const MOST_TABLE = 2 ** 26;
const MOST_TABLE_RUNNING = 2 ** 25;
/** What a document is made of is not held on to where it is larger, in bytes. */
const MOST_ORIGIN = 2 ** 26;
const SETTLED = 800;
const RUNNING = 4000;
/** A run is held up for a fortieth of the time at most. */
const PATIENCE = 40;

export class Keeper {
  readonly #editor: Editor;
  readonly #universe: RemoteUniverse;
  readonly #box: Rect | null;
  readonly #ends: (() => void)[] = [];
  #kept: KeptState | null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #took = 0;
  #old = false;
  #ended = false;

  /** `origin`: what the universe holds now, where that is known without reading it. `before`: an older state, until then. */
  constructor(
    editor: Editor,
    universe: RemoteUniverse,
    origin: KeptState | null,
    before: KeptState | null = null,
  ) {
    this.#editor = editor;
    this.#universe = universe;
    this.#kept = origin && bytesOf(origin) <= MOST_ORIGIN ? origin : before;
    this.#box = gridRect(universe.topology);
    let { revision } = editor.state;
    this.#ends.push(
      editor.subscribe(() => {
        const { state } = editor;
        if (state.revision === revision) return;
        revision = state.revision;
        this.#changed(true);
      }),
      universe.onMove(() => this.#changed(false)),
    );
    if (!origin) {
      this.#old = true;
      void this.#keep();
    }
  }

  /** The last state that is whole; null when there is none. */
  get kept(): KeptState | null {
    return this.#kept;
  }

  end(): void {
    this.#ended = true;
    for (const end of this.#ends) end();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** `settle`: waits anew from here, so that a copy comes after a burst of edits and not in the middle of it. */
  #changed(settle: boolean): void {
    this.#old = true;
    const { running } = this.#editor.state;
    if (this.#timer !== null) {
      if (running || !settle) return;
      clearTimeout(this.#timer);
    }
    const wait = running ? Math.max(RUNNING, this.#took * PATIENCE) : SETTLED;
    this.#timer = setTimeout(() => void this.#keep(), wait);
  }

  async #keep(): Promise<void> {
    this.#timer = null;
    if (this.#ended || !this.#old) return;
    this.#old = false;
    const universe = this.#universe;
    try {
      if (!(await this.#isSmall())) return;
      await this.#editor.keep(async (mark) => {
        if (this.#ended) return;
        const began = performance.now();
        const { rule, topology, generation } = universe;
        const cells = await this.#copy();
        this.#took = performance.now() - began;
        this.#kept = { rule, topology, generation, mark, ...cells };
      });
    } catch {
      // What cannot be read is being lost; the last copy is what there is.
    }
  }

  get #onGpu(): boolean {
    return this.#universe.adapter !== undefined;
  }

  async #isSmall(): Promise<boolean> {
    const { running } = this.#editor.state;
    const universe = this.#universe;
    // On a grid with an end all cells are copied as a block, whatever lives; elsewhere what lives.
    const box = this.#box;
    if (this.#onGpu && box) return box.w * box.h <= (running ? MOST_CELLS_RUNNING : MOST_CELLS);
    if (universe.leaps) return (await universe.memory()) <= (running ? MOST_TABLE_RUNNING : MOST_TABLE);
    return (await universe.population()) <= (running ? MOST_LIVE_RUNNING : MOST_LIVE);
  }

  async #copy(): Promise<{ readonly block: Block } | { readonly cells: Cells }> {
    if (this.#onGpu && this.#box) return { block: await this.#universe.readBlock(this.#box) };
    return { cells: await this.#universe.readTree() };
  }
}

function bytesOf({ cells }: KeptState): number {
  if (!cells) return 0;
  return isTree(cells) ? cells.nodes.byteLength + cells.levels.byteLength : cells.spans.byteLength;
}
