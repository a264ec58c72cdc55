/** One open document: its title and file, its universe, and the editor, view, tools and instruments over it. */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { cameraOn } from "../../engine/picture/camera-moves.ts";
import { Editor } from "../editor/editor.ts";
import type { Mark } from "../editor/history/history.ts";
import type { PatternInfo } from "../editor/history/scene.ts";
import { NO_INFO } from "../editor/history/scene.ts";
import { endText, lastStateText, stemOf, topologyText } from "../editor/labels.ts";
import { selectionOnGrid } from "../editor/selection/selection.ts";
import type { HostFile } from "../host/host.ts";
import type { Gestures } from "../tools/gestures.ts";
import type { ToolSettings } from "../tools/option.ts";
import type { ToolContext } from "../tools/tool.ts";
import { Toolbox } from "../tools/toolbox.ts";
import type { Engines } from "../universe/engines.ts";
import type { UniverseContents } from "../universe/live-universe.ts";
import { LiveUniverse } from "../universe/live-universe.ts";
import { isLoss, Recovery } from "../universe/recovery.ts";
import { Backup } from "./backup.ts";
import { CellCounter, OF_SELECTION, OF_STATES } from "./cell-counter.ts";
import { DocumentView } from "./document-view.ts";
import { EMPTY_ZOOM, fitFirst } from "./fit-all.ts";
import type { Origin } from "./origin.ts";
import type { Packer } from "./packed-data.ts";
import { Readings } from "./readings.ts";
import { Viewport } from "./viewport.ts";

/** The initial contents of a document. */
export interface DocumentContents extends Omit<UniverseContents, "soup"> {
  readonly soup?: Soup | null;
  readonly info?: PatternInfo;
}

export interface NewDocument extends DocumentContents {
  /** Its title while the pattern has no name and the document no file. */
  readonly title: string;
  readonly origin?: Origin | null;
  readonly file?: HostFile | null;
  /** Whether they are work that no file holds. */
  readonly unsaved?: boolean;
  /** The initial camera; without it the view shows everything. */
  readonly camera?: Camera | null;
  /** An algorithm's id, or `auto`. */
  readonly algorithm?: string;
  readonly memoryMegabytes: number;
}

/** What a document needs from the studio. */
export interface DocumentSurroundings {
  readonly engines: Engines;
  readonly tool: string;
  readonly toolSettings: ToolSettings;
  onTool(tool: string): void;
  hint: ToolContext["hint"];
  report(error: unknown): void;
  /** Shows the progress of a tool's long work, with a way to end it. */
  readonly watch?: ToolContext["watch"];
  /** Does what a person asks for by no command in the order of their requests. Default: at once. */
  readonly inTurn?: ToolContext["inTurn"];
  /** A run has ended by itself; the text says where and why. */
  ended(document: StudioDocument, text: string): void;
  /** A change of rule has changed cells, too. */
  changed(text: string): void;
}

let count = 0;

/** How the ages of cells are shown. */
export interface AgeLook {
  /** Whether a cell's colour shows how long it has lived. */
  readonly ages: boolean;
  /** Whether dead cells fade away. */
  readonly trail: boolean;
}

export interface DocumentState {
  /** The pattern's name, or else its file's. */
  readonly title: string;
  readonly file: HostFile | null;
  /** Where the same document can be had again; null once it holds work of its own. */
  readonly origin: Origin | null;
  /** The one that commands act on. */
  readonly viewport: Viewport;
  /** The other one, while the document is split. */
  readonly beside: Viewport | null;
  readonly ageLook: Partial<AgeLook>;
}

export class StudioDocument {
  readonly kind = "document";
  readonly id = `d${Date.now().toString(36)}-${++count}`;
  readonly store: StoreApi<DocumentState>;
  readonly universe: LiveUniverse;
  readonly editor: Editor;
  readonly toolbox: Toolbox;
  readonly readings: Readings;
  readonly selectionCounter: CellCounter;
  readonly stateCounter: CellCounter;
  readonly #around: DocumentSurroundings;
  readonly #recovery: Recovery<Mark>;
  readonly #first: string;
  #file: HostFile | null;
  #origin: Origin | null;
  /** The pattern's name when its file was last read or written. */
  #filed: string | null;
  /** What the view looks from until its real size is known and everything is fitted; null from then on. */
  #unfitted: Camera | null;

  /** Creates its universe where its algorithm runs. Errors: those of creating it; nothing remains then. */
  static async open(wanted: NewDocument, around: DocumentSurroundings): Promise<StudioDocument> {
    const { algorithm, memoryMegabytes } = wanted;
    const { engines } = around;
    const universe = await LiveUniverse.open(contentsOf(wanted), { engines, algorithm, memoryMegabytes });
    return new StudioDocument(universe, wanted, around);
  }

  private constructor(universe: LiveUniverse, wanted: NewDocument, around: DocumentSurroundings) {
    const { info, unsaved } = wanted;
    const { hint, watch, toolSettings: settings } = around;
    const { inTurn, report } = this;
    this.universe = universe;
    this.#around = around;
    const { title, file = null, origin = null } = wanted;
    this.#first = title;
    this.#file = file;
    this.#origin = origin;
    this.#filed = info?.name ?? null;
    this.editor = new Editor(universe.present, {
      info,
      unsaved,
      moveTo: (grid, handover) => universe.renew(grid, handover),
      onRule: async (rule, handover) => {
        if (await universe.changeRule(rule, handover)) around.changed(lastStateText(rule));
      },
      onError: report,
      watch,
      onEnd: (end) => around.ended(this, endText(end, universe.present.generation)),
    });
    const { editor } = this;
    const { rule, topology } = universe.present;
    const camera = wanted.camera ?? cameraOn({ x: 0n, y: 0n }, EMPTY_ZOOM, gridKindOf(rule, topology));
    this.#unfitted = wanted.camera ? null : camera;
    const view = this.#lookFrom(camera);
    this.toolbox = new Toolbox({ editor, view, hint, report, settings, watch, inTurn }, around.tool, (tool) =>
      around.onTool(tool),
    );
    const viewport = new Viewport(this.toolbox, view);
    this.store = createStore(() => ({ ...this.#look(), viewport, beside: null, ageLook: {} }));
    editor.store.subscribe((now, before) => {
      if (now.info !== before.info || now.dirty !== before.dirty) this.store.setState(this.#look());
    });
    this.readings = new Readings(universe, editor, report);
    this.selectionCounter = new CellCounter(this, OF_SELECTION);
    this.stateCounter = new CellCounter(this, OF_STATES);
    this.#recovery = new Recovery(universe, editor, contentsOf(wanted), (error) => around.report(error));
  }

  /** Reports failures that no caller awaits. The recovery reports the loss of a GPU or worker itself, once. */
  readonly report = (error: unknown): void => {
    if (!isLoss(error)) this.#around.report(error);
  };

  /**
   * Does what a person asks of it by no command (by a field, a list, the pointer) in the order of their requests: a key may wait
   * until the universe has done what was asked before. Errors: those of the work.
   */
  readonly inTurn: ToolContext["inTurn"] = async (work) => {
    const { inTurn } = this.#around;
    return inTurn ? inTurn(work) : work();
  };

  get title(): string {
    return this.store.getState().title;
  }

  get file(): HostFile | null {
    return this.store.getState().file;
  }

  get origin(): Origin | null {
    return this.store.getState().origin;
  }

  get viewport(): Viewport {
    return this.store.getState().viewport;
  }

  /** The second viewport; null while there is one only. */
  get beside(): Viewport | null {
    return this.store.getState().beside;
  }

  get view(): DocumentView {
    return this.viewport.view;
  }

  /** Its own part of the look; the preferences have the rest. */
  get ageLook(): Partial<AgeLook> {
    return this.store.getState().ageLook;
  }

  setAgeLook(ageLook: Partial<AgeLook>): void {
    this.store.setState({ ageLook });
  }

  get gestures(): Gestures {
    return this.viewport.gestures;
  }

  /** Gives it a second viewport, which begins with what the present one shows. */
  split(): void {
    if (this.beside) return;
    this.store.setState({ beside: new Viewport(this.toolbox, this.#lookFrom(this.view.camera)) });
  }

  /** Commands act on the other viewport from now on. */
  turn(): void {
    const { viewport, beside } = this.store.getState();
    if (!beside) return;
    viewport.gestures.cancel();
    this.store.setState({ viewport: beside, beside: viewport });
  }

  /** Keeps the viewport that commands act on, alone. */
  unsplit(): void {
    this.beside?.gestures.cancel();
    this.store.setState({ beside: null });
    this.toolbox.use(this.view);
  }

  #lookFrom(camera: Camera): DocumentView {
    return new DocumentView(() => {
      const { rule, topology } = this.editor.state;
      return gridKindOf(rule, topology);
    }, camera);
  }

  /** The name to offer when it is saved: the title, unless its file bears another name and the pattern the one it had there. */
  get fileStem(): string {
    const { title, file } = this.store.getState();
    const renamed = this.editor.state.info.name !== this.#filed;
    return stemOf(renamed ? title : (file?.name ?? title), "pattern");
  }

  setFile(file: HostFile): void {
    this.#file = file;
    this.#origin = { kind: "file", id: file.id };
    this.#filed = this.editor.state.info.name;
    this.store.setState(this.#look());
  }

  /** Gives the pattern a name, which its file then holds too; a blank one takes the name away. Errors: those of an edit. */
  async rename(name: string): Promise<void> {
    const wanted = name.trim().replace(/\s+/g, " ");
    if (wanted === this.title) return;
    await this.inTurn(() => this.editor.setInfo({ ...this.editor.state.info, name: wanted || null }));
  }

  #look(): Pick<DocumentState, "title" | "file" | "origin"> {
    const { info, dirty } = this.editor.state;
    const title = info.name ?? this.#file?.name ?? this.#first;
    return { title, file: this.#file, origin: dirty ? null : this.#origin };
  }

  /** The view has its size; the first time, it fits everything. A viewport that the split gave meanwhile shows the same. */
  async fitOnce(): Promise<void> {
    const unfitted = this.#unfitted;
    if (!unfitted) return;
    this.#unfitted = null;
    const { view } = this;
    const first = view.camera;
    await fitFirst(this.editor, view, unfitted);
    for (const viewport of [this.viewport, this.beside])
      if (viewport?.view.camera === first) viewport.view.setCamera(view.camera);
  }

  /** Continues under another algorithm. Errors: those of `LiveUniverse.changeAlgorithm`. */
  changeAlgorithm(algorithm: string): Promise<void> {
    return this.editor.replaceUniverse((handover) => this.universe.changeAlgorithm(algorithm, handover));
  }

  /**
   * Changes the grid, as a change that can be undone: cells keep their places, and those outside of it are lost.
   * Returns how many those were. Errors: those of creating the universe; nothing has changed then.
   */
  async resize(topology: Topology): Promise<bigint> {
    let gone = 0n;
    await this.editor.inTime((queue) =>
      queue.enter(`Resize to ${topologyText(topology)}`, async (handover) => {
        gone = await this.universe.resize(topology, (next) => {
          const { selection } = this.editor.state;
          return handover(next, { selection: selection && selectionOnGrid(selection, topology) });
        });
      }),
    );
    return gone;
  }

  /** Replaces the contents, as a change that can be undone. Errors: those of creating them; nothing has changed then. */
  renew(label: string, wanted: DocumentContents): Promise<void> {
    const scene = { info: wanted.info ?? NO_INFO, selection: null, atStart: true };
    return this.editor.inTime((queue) =>
      queue.enter(label, (handover) =>
        this.universe.renew(contentsOf(wanted), (next) => handover(next, scene)),
      ),
    );
  }

  /** What autosave keeps of its work from now on. */
  newBackup(packer: Packer): Backup {
    const { editor, universe } = this;
    return new Backup({ editor, universe, copies: this.#recovery.copies, packer });
  }

  async close(): Promise<void> {
    this.readings.end();
    this.#recovery.end();
    await this.universe.close(this.editor.dispose());
  }
}

function contentsOf({ rule, topology, generation, soup, cells }: DocumentContents): UniverseContents {
  return { rule, topology, generation, soup: soup ?? undefined, cells };
}
