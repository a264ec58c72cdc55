/**
 * The editor of one universe: its selection, its pen, its floating paste, and every verb that the studio's tools and
 * commands use. The task queue (task-queue.ts) keeps the order and the way back; edits.ts works out what each edit
 * changes.
 *
 * Verbs reject with a TessellaError when they fail, and leave everything as it was. Failures that no caller awaits (a
 * stroke's cells, a run) go to `onError`.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../engine/core/errors.ts";
import type { PasteMode } from "../../engine/core/paste.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { highestState } from "../../engine/core/runs.ts";
import { inSlices } from "../../engine/core/slices.ts";
import type { SymmetryName } from "../../engine/grids/symmetry.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RunOptions } from "../../engine/worker/protocol/universe.ts";
import type { UniverseCopy } from "../universe/live-universe.ts";
import type { Handover, UniversePort } from "../universe/universe-port.ts";
import { NO_CHANGE } from "./cells/changes.ts";
import type { Edit } from "./cells/edits.ts";
import { clearEdit, fillEdit, turnEdit } from "./cells/edits.ts";
import { Pen } from "./cells/pen.ts";
import type { RandomFill } from "./cells/random-fill.ts";
import type { WatchWork } from "./cells/watch-work.ts";
import { unwatched } from "./cells/watch-work.ts";
import type { EditorOptions, EditorState, Saving } from "./editor-state.ts";
import { lookAt } from "./editor-state.ts";
import type { Mark } from "./history/history.ts";
import { bytesOfLine } from "./history/line.ts";
import type { HistoryRecord } from "./history/record.ts";
import type { PatternInfo } from "./history/scene.ts";
import { NO_INFO, sameInfo } from "./history/scene.ts";
import type { Line } from "./history/stops.ts";
import type { HistoryItem } from "./history/timeline.ts";
import { shownItems } from "./history/timeline.ts";
import type { RawSelection } from "./paste/clipboard.ts";
import { patternOfCells, patternOfSelection, rawSelection } from "./paste/clipboard.ts";
import { PasteDesk } from "./paste/paste-desk.ts";
import type { PasteAnchor } from "./paste/pending-paste.ts";
import { selectEverything, selectLiveWithin } from "./selection/select-live.ts";
import type { Selection } from "./selection/selection.ts";
import {
  middleOfBox,
  sameSelection,
  selectionHas,
  selectionOnGrid,
  slicedInside,
} from "./selection/selection.ts";
import { TaskQueue } from "./time/task-queue.ts";
import { generationEdit } from "./time/time-edits.ts";

/** The saved version of work that no file holds. */
const UNSAVED = -1;

export class Editor {
  readonly store: StoreApi<EditorState>;
  readonly pen: Pen;
  readonly #queue: TaskQueue;
  #draft: Selection | null = null;
  readonly #watch: WatchWork;
  readonly #desk: PasteDesk;
  #saved: number;
  #revision = 0;

  constructor(port: UniversePort, options: EditorOptions = {}) {
    const { info = NO_INFO, unsaved = false, onError = () => {}, watch = unwatched } = options;
    this.#watch = watch;
    this.#desk = new PasteDesk(() => this.#changed(false), watch);
    this.#saved = unsaved ? UNSAVED : 0;
    const { generation, rule, topology } = port;
    const scene = { generation, rule, topology, selection: null, info, version: 0, atStart: true };
    this.#queue = new TaskQueue(port, scene, {
      ...options,
      onError,
      onChange: (cells) => this.#changed(cells),
    });
    this.pen = new Pen(this.#queue, onError);
    this.store = createStore(() => this.#look());
  }

  get state(): EditorState {
    return this.store.getState();
  }

  /** The last complete generation, also during a run. */
  get generation(): bigint {
    return this.#queue.port.generation;
  }

  /** Every change that can be undone or redone, oldest first. */
  get history(): readonly HistoryItem[] {
    return shownItems(this.#queue.line);
  }

  get historyBytes(): number {
    return bytesOfLine(this.#queue.line);
  }

  /** Whether a request is still pending, so that the state will change by itself. */
  get busy(): boolean {
    return this.#queue.busy;
  }

  /** Resolves when all requests so far are done. A run goes on. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Makes an edit that the caller plans; false when there is nothing to change. */
  edit(plan: (port: UniversePort) => Promise<Edit | null>): Promise<boolean> {
    this.pen.end();
    return this.#queue.edit(plan);
  }

  /** The state of a cell. */
  stateAt(cell: Cell): Promise<number> {
    return this.#queue.read(async (port) => highestState(await port.readRuns({ ...cell, w: 1n, h: 1n })));
  }

  /** The state hash (engine/core/state-hash.ts). */
  hash(): Promise<bigint> {
    return this.#queue.read((port) => port.hash());
  }

  /** The bounding box of the live cells, or null. */
  bounds(): Promise<Rect | null> {
    return this.#queue.read((port) => port.bounds());
  }

  // The selection.

  /** Shows a selection while a person drags it out; null ends that. */
  setDraft(wanted: Selection | null): void {
    const draft = wanted && selectionOnGrid(wanted, this.#queue.port.topology);
    if (sameSelection(draft, this.#draft)) return;
    this.#draft = draft;
    this.#changed(false);
  }

  /** Selects the part that lies on the grid. */
  select(selection: Selection | null): Promise<void> {
    return this.#selectBy(async () => selection);
  }

  /** The whole grid where it is finite, else all live cells. Errors: `bad-argument` when nothing is alive. */
  selectAll(): Promise<void> {
    return this.#selectBy(selectEverything);
  }

  /** Shrinks it to the smallest box around its live cells. Errors: `bad-argument` without a selection or live cells in it. */
  shrinkSelection(): Promise<void> {
    return this.#selectBy((port) => selectLiveWithin(port, this.#selected()));
  }

  /** An edit of the selected cells, planned when its turn comes (edits.ts). Errors: `bad-argument` without a selection. */
  editSelection(plan: (port: UniversePort, selection: Selection) => Promise<Edit | null>): Promise<boolean> {
    return this.edit((port) => plan(port, this.#selected()));
  }

  clearSelection(where: "inside" | "outside" = "inside"): Promise<boolean> {
    return this.editSelection((port, selection) => clearEdit(port, selection, where));
  }

  /** Fills the selection with random cells. Errors: `bad-argument`, `too-large`. */
  fillRandom(fill: RandomFill): Promise<boolean> {
    return this.editSelection((port, selection) => fillEdit(port, selection, fill));
  }

  /** Flips or rotates the floating paste, or else the selected cells. Errors: `bad-argument`, `too-large`, `aborted`. */
  async turn(name: SymmetryName): Promise<boolean> {
    if (!this.#desk.pending)
      return this.editSelection((port, selection) => turnEdit(port, selection, name, this.#watch));
    await this.#desk.turn(name, this.#queue.port);
    return true;
  }

  // The clipboard.

  /** The selected cells. Errors: `bad-argument` without a selection, `too-large`. */
  copy(): Promise<Pattern> {
    return this.readSelection(patternOfSelection);
  }

  /** Reads the selected cells when its turn comes. Errors: `bad-argument` without a selection. */
  readSelection<T>(read: (port: UniversePort, selection: Selection) => Promise<T>): Promise<T> {
    this.pen.end();
    return this.#queue.read((port) => read(port, this.#selected()));
  }

  /** Hands the selected cells to `keep` and kills them; if `keep` fails, they live on. */
  cut(keep: (cells: RawSelection) => Promise<void>): Promise<boolean> {
    return this.editSelection(async (port, selection) => {
      await keep(await rawSelection(port, selection));
      return clearEdit(port, selection, "inside", "Cut");
    });
  }

  /** Lets a pattern float at a cell, held by its anchor or, this once, by another. Errors: those of `PasteDesk.begin`. */
  beginPaste(pattern: Pattern, at: Cell, anchor?: PasteAnchor): void {
    this.#desk.begin(pattern, at, this.#queue.port, anchor);
    this.pen.end();
  }

  /**
   * Lets the selected cells float, held at one of them (or by the middle). Putting them down takes them away from their
   * old place, as one change; until then nothing changes. Errors: `bad-argument` when nothing is alive, `too-large`.
   */
  lift(at: Cell | null = null): Promise<void> {
    return this.readSelection(async (port, selection) => {
      const cells = await inSlices(slicedInside(selection, await port.readRuns(selection.box)));
      const held = at && selectionHas(selection, at) ? at : middleOfBox(selection.box);
      this.#desk.lift(selection, cells, held, port);
    });
  }

  movePaste(to: Cell): void {
    this.#desk.move(to);
  }

  /** How this paste and the following ones combine with the cells beneath. */
  setPasteMode(mode: PasteMode): void {
    this.#desk.setMode(mode);
  }

  setPasteAnchor(anchor: PasteAnchor): void {
    this.#desk.setAnchor(anchor);
  }

  get pasteMode(): PasteMode {
    return this.#desk.mode;
  }

  get pasteAnchor(): PasteAnchor {
    return this.#desk.anchor;
  }

  /** Puts the paste down in its present place; it floats on if that fails or is ended. Errors: `aborted`. */
  placePaste(): Promise<boolean> {
    return this.#desk.place((plan) => this.edit(plan));
  }

  cancelPaste(): void {
    this.#desk.put(null);
  }

  // Rule, generation and the pattern's description.

  /** Changes the rule and keeps the cells; states that it does not have become its last. Errors: `unsupported-rule`. */
  setRule(rule: Rule): Promise<boolean> {
    this.pen.end();
    return this.#queue.changeRule(rule);
  }

  /** Renumbers the present generation. Errors: those of `generationEdit`. */
  setGeneration(generation: bigint): Promise<boolean> {
    return this.edit(async (port) => generationEdit(port, generation));
  }

  setInfo(info: PatternInfo): Promise<boolean> {
    return this.edit(async () =>
      sameInfo(info, this.#queue.scene.info)
        ? null
        : { label: "Edit pattern info", change: NO_CHANGE, scene: { info } },
    );
  }

  // Time.

  /** Runs until stopped; during a run, changes its speed. */
  run(options: RunOptions): Promise<void> {
    this.pen.end();
    return this.#queue.run(options);
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }

  step(generations: bigint): Promise<void> {
    this.pen.end();
    return this.#queue.step(generations);
  }

  /** Errors: `bad-argument` for a generation before the universe's start. */
  stepTo(generation: bigint): Promise<void> {
    this.pen.end();
    return this.#queue.stepTo(generation);
  }

  reset(): Promise<void> {
    this.pen.end();
    return this.#queue.reset();
  }

  undo(): Promise<boolean> {
    this.pen.end();
    return this.#queue.undo();
  }

  redo(): Promise<boolean> {
    this.pen.end();
    return this.#queue.redo();
  }

  /** Goes to the state after this many of history's changes. */
  goTo(position: number): Promise<boolean> {
    this.pen.end();
    return this.#queue.goTo(position);
  }

  /** A verb of time itself; it ends an open stroke first. */
  inTime<T>(verb: (queue: TaskQueue) => T): T {
    this.pen.end();
    return verb(this.#queue);
  }

  // Files, and the universe itself.

  /**
   * The whole universe, for a file; as a quad-tree of any extent where `asTree` says that the format holds one.
   * Errors: `too-large`.
   */
  toPattern({ asTree = false } = {}): Promise<Saving> {
    this.pen.end();
    return this.#queue.read(async (port) => {
      const { version, info } = this.#queue.scene;
      const cells = asTree && port.readTree ? await port.readTree() : await port.readRuns();
      return { pattern: patternOfCells(cells, port, info), version };
    });
  }

  /** Marks the work saved, in the version that `toPattern` returned. */
  markSaved({ version }: Pick<Saving, "version">): void {
    this.#saved = version;
    this.#changed(false);
  }

  /** Continues with another universe in the same state: another algorithm, for example. */
  replaceUniverse(replace: (handover: Handover) => Promise<unknown>): Promise<void> {
    this.pen.end();
    return this.#queue.replaceUniverse(replace);
  }

  /** The history as plain data. */
  get line(): Line {
    return this.#queue.line;
  }

  /** Takes up the history of an earlier session; see `History.recall`. Errors: `aborted` when the person stops it. */
  recall(record: HistoryRecord, copies: readonly UniverseCopy[]): Promise<void> {
    this.pen.end();
    return this.#queue.recall(record, copies);
  }

  /** Reads at one moment, which `mark` names for `recover`; a run pauses meanwhile. */
  keep<T>(read: (mark: Mark) => Promise<T>): Promise<T> {
    return this.#queue.read(() => read(this.#queue.mark));
  }

  /** Continues with a universe in a state kept earlier, because the present one is lost. */
  recover(
    replace: (handover: (next: UniversePort, mark: Mark) => Promise<boolean>) => Promise<unknown>,
  ): Promise<void> {
    const recovered = this.#queue.recover(replace);
    this.pen.drop();
    return recovered;
  }

  /** Stops and frees the history. The owner disposes of the universe. */
  dispose(): Promise<void> {
    const disposed = this.#queue.dispose();
    this.pen.drop();
    return disposed;
  }

  #selectBy(choose: (port: UniversePort) => Promise<Selection | null>): Promise<void> {
    this.pen.end();
    return this.#queue.remark(async (port) => {
      const chosen = await choose(port);
      const selection = chosen && selectionOnGrid(chosen, port.topology);
      this.setDraft(null);
      if (sameSelection(selection, this.#queue.scene.selection)) return null;
      return { label: selection ? "Select" : "Deselect", scene: { selection } };
    });
  }

  #selected(): Selection {
    const { selection } = this.#queue.scene;
    if (selection) return selection;
    throw new TessellaError("bad-argument", "Nothing is selected.", {
      hint: "Drag a box with the select tool, or select all.",
    });
  }

  #changed(cells: boolean): void {
    if (cells) this.#revision++;
    this.store.setState(this.#look(), true);
  }

  #look(): EditorState {
    return lookAt(this.#queue, {
      draft: this.#draft,
      pending: this.#desk.pending,
      saved: this.#saved,
      revision: this.#revision,
    });
  }
}
