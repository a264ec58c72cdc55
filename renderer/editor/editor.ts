/**
 * The editor of one universe: its selection, its pen, its floating paste, and every verb that the tools and commands of
 * the studio are made of. The order of things and the way back are the task queue's (task-queue.ts); what each edit changes is
 * worked out in edits.ts.
 *
 * Verbs reject with a TessellaError when they cannot be done, and leave everything as it was. What goes wrong with nobody
 * waiting (a stroke's cells, a run) is told to `onError`.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { EMPTY_RUNS } from "../../engine/core/runs.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { sameRule } from "../../engine/rules/rule.ts";
import type { RunOptions } from "../../engine/worker/protocol/universe.ts";
import { Listeners } from "../host/listeners.ts";
import type { Handover, UniversePort } from "../universe/universe-port.ts";
import type { Brush } from "./cells/brush.ts";
import { cellsChange, NO_CHANGE, ruleChange } from "./cells/changes.ts";
import type { Edit, WriteCells } from "./cells/edits.ts";
import { clearEdit, fillEdit, turnEdit, writeEdit } from "./cells/edits.ts";
import type { RandomFill } from "./cells/random-fill.ts";
import type { WatchWork } from "./cells/slices.ts";
import { inSlices, unwatched } from "./cells/slices.ts";
import type { StrokeMode } from "./cells/stroke.ts";
import { Stroke } from "./cells/stroke.ts";
import type { SymmetryName } from "./cells/symmetry.ts";
import type { EditorOptions, EditorState, Saving } from "./editor-state.ts";
import { lookAt } from "./editor-state.ts";
import type { Mark } from "./history/history.ts";
import type { PatternInfo } from "./history/scene.ts";
import { NO_INFO, sameInfo } from "./history/scene.ts";
import type { HistoryItem } from "./history/timeline.ts";
import type { RawSelection } from "./paste/clipboard.ts";
import { patternOfCells, patternOfSelection, rawSelection, readPacked } from "./paste/clipboard.ts";
import { PasteDesk } from "./paste/paste-desk.ts";
import type { PasteAnchor, PasteMode } from "./paste/pending-paste.ts";
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

interface OpenStroke {
  readonly stroke: Stroke;
  /** Whether a turn that will write what is new is already waiting. */
  queued: boolean;
}

/** The version of a file that there is none of. */
const UNSAVED = -1;

export class Editor {
  readonly #listeners = new Listeners<void>();
  readonly #onError: (error: unknown) => void;
  readonly #queue: TaskQueue;
  #stroke: OpenStroke | null = null;
  #draft: Selection | null = null;
  readonly #watch: WatchWork;
  readonly #desk: PasteDesk;
  #saved: number;
  #revision = 0;
  #state: EditorState | null = null;

  constructor(port: UniversePort, options: EditorOptions = {}) {
    const { info = NO_INFO, unsaved = false, onError = () => {}, watch = unwatched } = options;
    this.#onError = onError;
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
  }

  get state(): EditorState {
    this.#state ??= this.#look();
    return this.#state;
  }

  /** Calls back after every change of the state; the returned function ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The last complete generation, also while it runs. */
  get generation(): bigint {
    return this.#queue.port.generation;
  }

  /** Every change that can be undone or redone, oldest first. */
  get history(): readonly HistoryItem[] {
    return this.#queue.items;
  }

  get historyBytes(): number {
    return this.#queue.historyBytes;
  }

  /** Whether something that was asked for is still to be done, so that the state will change by itself. */
  get busy(): boolean {
    return this.#queue.busy;
  }

  /** Resolves when everything asked so far is done. A run goes on. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  // The pen.

  /** Puts the pen down. One that is still down is lifted first. */
  beginStroke(cell: Cell, mode: StrokeMode = "auto", brush?: Brush): void {
    this.endStroke();
    this.#queue.hold();
    this.#stroke = { stroke: new Stroke(this.#queue.port, cell, mode, brush), queued: false };
    this.#queueFlush(this.#stroke);
  }

  /** Draws the straight way from where the pen is. Without a stroke nothing happens. */
  strokeTo(cell: Cell): void {
    const open = this.#stroke;
    if (!open) return;
    try {
      if (open.stroke.moveTo(cell)) this.#queueFlush(open);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Lifts the pen: what was drawn is one entry. */
  endStroke(): void {
    this.#closeStroke(async (stroke, record) => {
      const diff = stroke.diff();
      if (diff) record({ label: stroke.label(diff), change: cellsChange(diff) });
    });
  }

  /** Takes back what the pen drew since it was put down. */
  bailStroke(): void {
    this.#closeStroke((stroke) => stroke.takeBack());
  }

  /** Makes an edit that was planned elsewhere; false when there is nothing to change. */
  edit(plan: (port: UniversePort) => Promise<Edit | null>): Promise<boolean> {
    return this.#edit(plan);
  }

  /** Writes cells at their own coordinates. Errors: `memory-limit`. */
  setCells(cells: Runs, mode: WriteCells, label: string): Promise<boolean> {
    return this.#edit((port) => writeEdit(port, cells, mode, label));
  }

  /** Whether a cell lives. */
  isAlive(cell: Cell): Promise<boolean> {
    return this.#queue.read(async (port) => {
      const cells = await port.readRuns({ ...cell, w: 1n, h: 1n });
      return cells.rows.length > 0;
    });
  }

  /** The state hash (engine/core/state-hash.ts). */
  hash(): Promise<bigint> {
    return this.#queue.read((port) => port.hash());
  }

  /** The smallest box around all that lives, or null. */
  bounds(): Promise<Rect | null> {
    return this.#queue.read((port) => port.bounds());
  }

  // The selection.

  /** Shows a selection that is being dragged out; null when it is not any more. */
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

  /** The whole grid where it has an end, else all that lives. Errors: `bad-argument` for nothing alive. */
  selectAll(): Promise<void> {
    return this.#selectBy(selectEverything);
  }

  /** To the smallest box around what lives in it. Errors: `bad-argument` without a selection or anything alive in it. */
  shrinkSelection(): Promise<void> {
    return this.#selectBy((port) => selectLiveWithin(port, this.#selected()));
  }

  /** An edit of what is selected, planned when its turn has come (edits.ts). Errors: `bad-argument` without a selection. */
  editSelection(plan: (port: UniversePort, selection: Selection) => Promise<Edit | null>): Promise<boolean> {
    return this.#edit((port) => plan(port, this.#selected()));
  }

  clearSelection(where: "inside" | "outside" = "inside"): Promise<boolean> {
    return this.editSelection((port, selection) => clearEdit(port, selection, where));
  }

  /** Fills the selection with random cells. Errors: `bad-argument`, `too-large`. */
  fillRandom(fill: RandomFill): Promise<boolean> {
    return this.editSelection((port, selection) => fillEdit(port, selection, fill));
  }

  /** Flips or rotates the floating paste, or else what is selected. Errors: `bad-argument`, `too-large`, `aborted`. */
  async turn(name: SymmetryName): Promise<boolean> {
    if (!this.#desk.pending)
      return this.editSelection((port, selection) => turnEdit(port, selection, name, this.#watch));
    await this.#desk.turn(name, this.#queue.port.rule.neighbourhood);
    return true;
  }

  // The clipboard.

  /** What is selected. Errors: `bad-argument` without a selection, `too-large`. */
  copy(): Promise<Pattern> {
    return this.readSelection(patternOfSelection);
  }

  /** Reads what is selected when its turn has come. Errors: `bad-argument` without a selection. */
  readSelection<T>(read: (port: UniversePort, selection: Selection) => Promise<T>): Promise<T> {
    this.endStroke();
    return this.#queue.read((port) => read(port, this.#selected()));
  }

  /** Hands what is selected to `keep` and kills it; if that fails, nothing is killed. */
  cut(keep: (cells: RawSelection) => Promise<void>): Promise<boolean> {
    return this.editSelection(async (port, selection) => {
      await keep(await rawSelection(port, selection));
      return clearEdit(port, selection, "inside", "Cut");
    });
  }

  /** Lets a pattern float at a cell, held by its anchor, or this once by another. Errors: those of `PasteDesk.begin`. */
  beginPaste(pattern: Pattern, at: Cell, anchor?: PasteAnchor): void {
    this.#desk.begin(pattern, at, anchor);
    this.endStroke();
  }

  /**
   * Lets what is selected float, held at a cell of it (or by its middle). It is taken away from where it is when it is put
   * down, both as one change; until then nothing is changed. Errors: `bad-argument` for nothing alive, `too-large`.
   */
  lift(at: Cell | null = null): Promise<void> {
    return this.readSelection(async (port, selection) => {
      const cells = await inSlices(slicedInside(selection, await port.readRuns(selection.box)));
      this.#desk.lift(selection, cells, at && selectionHas(selection, at) ? at : middleOfBox(selection.box));
    });
  }

  movePaste(to: Cell): void {
    this.#desk.move(to);
  }

  /** How pastes meet what is there, now and from now on. */
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

  /** Puts the paste down where it is; it floats on if that fails, or is ended. Errors: `aborted`. */
  placePaste(): Promise<boolean> {
    return this.#desk.place((plan) => this.#edit(plan));
  }

  cancelPaste(): void {
    this.#desk.put(null);
  }

  // Rule, generation and what is written about the pattern.

  /** Keeps the cells. Errors: `unsupported-rule`. */
  setRule(rule: Rule): Promise<boolean> {
    return this.#edit(async (port) =>
      sameRule(rule, port.rule) ? null : { label: `Rule ${rule.text}`, change: ruleChange(port.rule, rule) },
    );
  }

  /** Renumbers the present generation. Errors: those of `generationEdit`. */
  setGeneration(generation: bigint): Promise<boolean> {
    return this.#edit(async (port) => generationEdit(port, generation));
  }

  setInfo(info: PatternInfo): Promise<boolean> {
    return this.#edit(async () =>
      sameInfo(info, this.#queue.scene.info)
        ? null
        : { label: "Edit pattern info", change: NO_CHANGE, scene: { info } },
    );
  }

  // Time.

  /** Runs until stopped; while it runs, changes its speed. */
  run(options: RunOptions): Promise<void> {
    this.endStroke();
    return this.#queue.run(options);
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }

  step(generations: bigint): Promise<void> {
    this.endStroke();
    return this.#queue.step(generations);
  }

  /** Errors: `bad-argument` for a generation that lies before the universe's start. */
  stepTo(generation: bigint): Promise<void> {
    this.endStroke();
    return this.#queue.stepTo(generation);
  }

  reset(): Promise<void> {
    this.endStroke();
    return this.#queue.reset();
  }

  undo(): Promise<boolean> {
    this.endStroke();
    return this.#queue.undo();
  }

  redo(): Promise<boolean> {
    this.endStroke();
    return this.#queue.redo();
  }

  /** To the state after so many of history's changes. */
  goTo(position: number): Promise<boolean> {
    this.endStroke();
    return this.#queue.goTo(position);
  }

  setHistoryBudget(bytes: number): void {
    this.#queue.setHistoryBudget(bytes);
  }

  /** A verb of time itself; the pen is lifted first. */
  inTime<T>(verb: (queue: TaskQueue) => T): T {
    this.endStroke();
    return verb(this.#queue);
  }

  // Files, and the universe itself.

  /**
   * Everything, to be written to a file; as a quad-tree where the file's format holds one, and then whatever it spans.
   * `packed`: a large grid full of cells may come as a block, which is read sooner and holds a run up for less.
   * Errors: `too-large`.
   */
  toPattern({ asTree = false, packed = false } = {}): Promise<Saving> {
    this.endStroke();
    return this.#queue.read(async (port) => {
      const { version, info } = this.#queue.scene;
      const block = packed ? await readPacked(port) : null;
      if (block) return { pattern: patternOfCells(EMPTY_RUNS, port, info), block, version };
      const cells = asTree && port.readTree ? await port.readTree() : await port.readRuns();
      return { pattern: patternOfCells(cells, port, info), version };
    });
  }

  /** A file now holds the work as `toPattern` handed it out. */
  markSaved({ version }: Pick<Saving, "version">): void {
    this.#saved = version;
    this.#changed(false);
  }

  /** Goes on with another universe in the same state: another algorithm, say. */
  replaceUniverse(replace: (handover: Handover) => Promise<unknown>): Promise<void> {
    this.endStroke();
    return this.#queue.replaceUniverse(replace);
  }

  /** Reads at one moment, which `mark` names for `recover`; a run is held up meanwhile. */
  keep<T>(read: (mark: Mark) => Promise<T>): Promise<T> {
    return this.#queue.read(() => read(this.#queue.mark));
  }

  /** Goes on with a universe in a state kept earlier, because the present one is gone. */
  recover(
    replace: (handover: (next: UniversePort, mark: Mark) => Promise<boolean>) => Promise<unknown>,
  ): Promise<void> {
    this.#stroke = null;
    return this.#queue.recover(replace);
  }

  /** Stops and frees the history. The universe is its owner's to dispose of. */
  dispose(): Promise<void> {
    this.#stroke = null;
    return this.#queue.dispose();
  }

  #edit(plan: (port: UniversePort) => Promise<Edit | null>): Promise<boolean> {
    this.endStroke();
    return this.#queue.edit(plan);
  }

  #selectBy(choose: (port: UniversePort) => Promise<Selection | null>): Promise<void> {
    this.endStroke();
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

  #queueFlush(open: OpenStroke): void {
    if (open.queued) return;
    open.queued = true;
    const written = this.#queue.act(async () => {
      open.queued = false;
      await open.stroke.flush();
    });
    written.catch((error: unknown) => {
      this.#onError(error);
      // Half a stroke is not what anybody drew.
      if (this.#stroke === open) this.bailStroke();
    });
  }

  #closeStroke(finish: (stroke: Stroke, record: (edit: Edit) => void) => Promise<void>): void {
    const open = this.#stroke;
    if (!open) return;
    this.#stroke = null;
    this.#queue
      .act((_port, record) => finish(open.stroke, record))
      .catch(this.#onError)
      .finally(() => this.#queue.release());
  }

  #changed(cells: boolean): void {
    if (cells) this.#revision++;
    this.#state = null;
    this.#listeners.emit();
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
