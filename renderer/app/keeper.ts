/**
 * Keeps a copy of a universe that may be lost at any moment, as those on a GPU are with their device. A copy is one bit a
 * cell, read when edits have settled and every few seconds of a run, never for more than a small share of the time, and
 * only of universes that are not too large for it. Until the first copy, what the universe was made of stands in.
 */

import type { Block } from "../../engine/core/block.ts";
import type { Cells } from "../../engine/core/cells.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Soup } from "../../engine/core/soup.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { Editor } from "../editor/editor.ts";
import type { Mark } from "../editor/history.ts";
import type { RemoteUniverse } from "../engine-client/remote-universe.ts";

export interface KeptState {
  readonly rule: Rule;
  readonly generation: bigint;
  readonly mark: Mark;
  readonly soup?: Soup;
  readonly cells?: Cells;
  readonly block?: Block;
}

/** Cells of the largest grid that is copied while it stands still, and while it runs: 64 and 8 MB. */
const MOST_CELLS = 2n ** 29n;
const MOST_CELLS_RUNNING = 2n ** 26n;
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

  /** `origin`: what the universe holds now, where that is known without reading it. */
  constructor(editor: Editor, universe: RemoteUniverse, origin: KeptState | null) {
    this.#editor = editor;
    this.#universe = universe;
    this.#kept = origin;
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
    const box = this.#box;
    const most = this.#editor.state.running ? MOST_CELLS_RUNNING : MOST_CELLS;
    if (!box || box.w * box.h > most || this.#ended || !this.#old) return;
    this.#old = false;
    const universe = this.#universe;
    try {
      await this.#editor.keep(async (mark) => {
        if (this.#ended) return;
        const began = performance.now();
        const { rule, generation } = universe;
        const block = await universe.readBlock(box);
        this.#took = performance.now() - began;
        this.#kept = { rule, generation, mark, block };
      });
    } catch {
      // What cannot be read is being lost; the last copy is what there is.
    }
  }
}
