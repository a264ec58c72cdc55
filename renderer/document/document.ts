/** One open document: its title and file, its universe, and the editor, view, tools and instruments over it. */

import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { cameraOn } from "../../engine/picture/camera-moves.ts";
import { Editor } from "../editor/editor.ts";
import type { Mark } from "../editor/history/history.ts";
import type { PatternInfo } from "../editor/history/scene.ts";
import { NO_INFO } from "../editor/history/scene.ts";
import { endText, topologyText } from "../editor/labels.ts";
import { selectionOnGrid } from "../editor/selection/selection.ts";
import type { HostFile } from "../host/host.ts";
import { Listeners } from "../host/listeners.ts";
import { Gestures } from "../tools/gestures.ts";
import type { ToolSettings } from "../tools/option.ts";
import type { ToolContext } from "../tools/tool.ts";
import { Toolbox } from "../tools/toolbox.ts";
import type { Engines } from "../universe/engines.ts";
import type { UniverseContents } from "../universe/live-universe.ts";
import { LiveUniverse } from "../universe/live-universe.ts";
import { isLoss, Recovery } from "../universe/recovery.ts";
import { DocumentView } from "./document-view.ts";
import { EMPTY_ZOOM, fitAll } from "./fit-all.ts";
import { Readings } from "./readings.ts";

/** The initial contents of a document. */
export interface DocumentContents extends Omit<UniverseContents, "soup"> {
  readonly soup?: Soup | null;
  readonly info?: PatternInfo;
}

export interface NewDocument extends DocumentContents {
  readonly title: string;
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
  hint(text: string | null): void;
  report(error: unknown): void;
  /** Shows the progress of a tool's long work, with a way to end it. */
  readonly watch?: ToolContext["watch"];
  /** A run has ended by itself; the text says where and why. */
  ended(document: StudioDocument, text: string): void;
}

let count = 0;

export class StudioDocument {
  readonly kind = "document";
  readonly id = `d${Date.now().toString(36)}-${++count}`;
  readonly universe: LiveUniverse;
  readonly editor: Editor;
  readonly view: DocumentView;
  readonly toolbox: Toolbox;
  readonly gestures: Gestures;
  readonly readings: Readings;
  /** Takes a picture of the stage, as a PNG; null while no stage shows the document. */
  image: (() => Promise<Uint8Array<ArrayBuffer> | null>) | null = null;
  readonly #listeners = new Listeners<void>();
  readonly #around: DocumentSurroundings;
  readonly #recovery: Recovery<Mark>;
  #title: string;
  #file: HostFile | null;
  /** Whether the view still has to fit everything once its real size is known. */
  #fits: boolean;

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
    const { report } = this;
    this.universe = universe;
    this.#around = around;
    this.#title = wanted.title;
    this.#file = wanted.file ?? null;
    this.#fits = !wanted.camera;
    this.editor = new Editor(universe.present, {
      info,
      unsaved,
      moveTo: (grid, handover) => universe.renew(grid, handover),
      onError: report,
      watch,
      onEnd: (end) => around.ended(this, endText(end, universe.present.generation)),
    });
    const { editor } = this;
    const { rule } = universe.present;
    const camera = wanted.camera ?? cameraOn({ x: 0n, y: 0n }, EMPTY_ZOOM, gridKindOf(rule));
    this.view = new DocumentView(() => gridKindOf(editor.state.rule), camera);
    const { view } = this;
    this.toolbox = new Toolbox({ editor, view, hint, report, settings, watch }, around.tool, (tool) =>
      around.onTool(tool),
    );
    this.gestures = new Gestures(this.toolbox, view);
    this.readings = new Readings(universe, editor, report);
    this.#recovery = new Recovery(universe, editor, contentsOf(wanted), (error) => around.report(error));
  }

  /** Reports failures that no caller awaits. The recovery reports the loss of a GPU or worker itself, once. */
  readonly report = (error: unknown): void => {
    if (!isLoss(error)) this.#around.report(error);
  };

  get title(): string {
    return this.#title;
  }

  get file(): HostFile | null {
    return this.#file;
  }

  /** Calls back when the title or file changes; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  setFile(file: HostFile): void {
    this.#file = file;
    this.#title = file.name;
    this.#listeners.emit();
  }

  /** The view has its size; the first time, it fits everything. */
  async fitOnce(): Promise<void> {
    if (!this.#fits) return;
    this.#fits = false;
    await fitAll(this.editor, this.view, { roomy: true });
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

  async close(): Promise<void> {
    this.readings.end();
    this.#recovery.end();
    await this.universe.close(this.editor.dispose());
  }
}

function contentsOf({ rule, topology, generation, soup, cells }: DocumentContents): UniverseContents {
  return { rule, topology, generation, soup: soup ?? undefined, cells };
}
