/** Collects the population samples of a document's worker, now and then, for as long as the document is open. */

import { createStore } from "zustand/vanilla";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import type { StudioDocument } from "../document/document.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { HistoryItem } from "../editor/history/timeline.ts";
import { Poller } from "../universe/poller.ts";
import { PlotRecord } from "./plot-record.ts";

export interface PlotState {
  readonly samples: readonly Sample[];
  /** Number of samples taken; more than the array holds after thinning. */
  readonly taken: number;
}

type Recorded = Pick<StudioDocument, "universe" | "editor">;

/** Milliseconds from one fetch to the next. */
const INTERVAL = 250;

export class PlotRecorder {
  readonly store = createStore<PlotState>(() => ({ samples: [], taken: 0 }));
  readonly #record = new PlotRecord();
  readonly #document: Recorded;
  readonly #poller = new Poller(() => this.#fetch(), { least: INTERVAL, times: 0 });
  #edit: LastEdit;
  /** Number of times that the generations were renumbered. */
  #jumps = 0;
  #place = "";

  constructor(document: Recorded) {
    this.#document = document;
    this.#edit = lastEdit(document);
    this.#poller.heed(
      document.editor.store.subscribe((now, before) => {
        if (now.revision !== before.revision) this.#look(now);
      }),
      document.universe.store.subscribe(() => this.#poller.askSoon()),
    );
    this.#poller.askSoon();
  }

  end(): void {
    this.#poller.end();
  }

  /** Whether an edit was made or undone: then the future differs. */
  #look({ running, position, length }: EditorState): void {
    const place = `${position} ${length}`;
    if (place !== this.#place) {
      this.#place = place;
      const edit = lastEdit(this.#document);
      if (edit.id !== this.#edit.id) this.#branch(edit);
    }
    if (!running) this.#poller.askSoon();
  }

  #branch(edit: LastEdit): void {
    const { jumps } = edit.id > this.#edit.id ? edit : this.#edit;
    this.#edit = edit;
    const universe = this.#document.universe.present;
    if (jumps) {
      // The generations were renumbered: the earlier samples are not this universe's past either.
      this.#record.clear();
      this.#show();
      this.#jumps++;
      universe.samples(false).catch(() => {});
      return;
    }
    const { generation } = universe;
    this.#record.branch(generation);
    this.#show();
    // Samples still in the worker may belong to the future that is gone.
    universe.samples(false).then(
      (samples) => this.#record.add(samples.filter((sample) => sample.generation <= generation)),
      () => {},
    );
  }

  async #fetch(): Promise<void> {
    const { universe: live, editor } = this.#document;
    const universe = live.present;
    const edit = this.#edit;
    const jumps = this.#jumps;
    const before = universe.generation;
    try {
      const samples = await universe.samples(!editor.state.running);
      if (this.#poller.ended || universe !== live.present || jumps !== this.#jumps) return;
      // An edit came in between: samples from beyond it are void.
      this.#record.add(
        edit === this.#edit ? samples : samples.filter(({ generation }) => generation <= before),
      );
      this.#show();
    } catch {
      // Other code reports a universe that is lost or closed.
    }
  }

  #show(): void {
    const { samples, taken } = this.#record;
    if (samples !== this.store.getState().samples) this.store.setState({ samples, taken });
  }
}

interface LastEdit {
  /** The entry of the history; 0 for none. Later ones have larger numbers. */
  readonly id: number;
  /** Whether the generation differs before and after it. */
  readonly jumps: boolean;
}

/** The last edit in the history: a run, or a return to the start, only follows from the beginning. */
function lastEdit({ editor }: Pick<Recorded, "editor">): LastEdit {
  const items: readonly HistoryItem[] = editor.history;
  for (let i = Math.min(editor.state.position, items.length) - 1; i >= 0; i--) {
    const { id, from, to, edits } = items[i] as HistoryItem;
    if (edits) return { id, jumps: from !== to };
  }
  return { id: 0, jumps: false };
}
