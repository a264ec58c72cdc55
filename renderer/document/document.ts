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

/** What a document starts with. */
export interface DocumentContents extends Omit<UniverseContents, "soup"> {
  readonly soup?: Soup | null;
  readonly info?: PatternInfo;
}

export interface NewDocument extends DocumentContents {
  readonly title: string;
  readonly file?: HostFile | null;
  /** Whether it is work that no file holds. */
  readonly unsaved?: boolean;
  /** Where to look; without it everything is brought into view. */
  readonly camera?: Camera | null;
  /** An algorithm's id, or `auto`. */
  readonly algorithm?: string;
  readonly memoryMegabytes: number;
}

/** What a document asks of the studio around it. */
export interface DocumentSurroundings {
  readonly engines: Engines;
  readonly tool: string;
  readonly toolSettings: ToolSettings;
  onTool(tool: string): void;
  hint(text: string | null): void;
  report(error: unknown): void;
  /** Long work of a tool: what goes on is shown, with a way to end it. */
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
  /** Takes a picture of what the stage shows of it, as a PNG; null while no stage does. */
  image: (() => Promise<Uint8Array<ArrayBuffer> | null>) | null = null;
  readonly #listeners = new Listeners<void>();
  readonly #around: DocumentSurroundings;
  readonly #recovery: Recovery<Mark>;
  #title: string;
  #file: HostFile | null;
  /** Whether the view still waits to be shown at its real size, with everything in it. */
  #fits: boolean;

  /** Makes its universe where its algorithm runs. Errors: those of creating it; nothing is left then. */
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

  /** Tells what goes wrong with nobody waiting. The recovery tells of a lost GPU or worker by itself, once. */
  readonly report = (error: unknown): void => {
    if (!isLoss(error)) this.#around.report(error);
  };

  get title(): string {
    return this.#title;
  }

  get file(): HostFile | null {
    return this.#file;
  }

  /** Calls back when title or file changed; the returned function ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  setFile(file: HostFile): void {
    this.#file = file;
    this.#title = file.name;
    this.#listeners.emit();
  }

  /** The view got its size: the first time everything is brought into it. */
  async fitOnce(): Promise<void> {
    if (!this.#fits) return;
    this.#fits = false;
    await fitAll(this.editor, this.view, { roomy: true });
  }

  /** Goes on under another algorithm. Errors: those of `LiveUniverse.changeAlgorithm`. */
  changeAlgorithm(algorithm: string): Promise<void> {
    return this.editor.replaceUniverse((handover) => this.universe.changeAlgorithm(algorithm, handover));
  }

  /**
   * Gives it another grid, as a change that can be undone: cells keep their places, and those that lie outside are gone.
   * Answers how many those were. Errors: those of creating the universe; nothing has changed then.
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

  /** Gives it other contents, as a change that can be undone. Errors: those of creating them; nothing has changed then. */
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
