/** One open universe with everything that belongs to it: its engine, editor, view, tools, instruments and file. */

import { intersectRects } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { Camera } from "../../engine/worker/camera.ts";
import { cameraOn, visibleCells } from "../canvas/camera.ts";
import { fit } from "../canvas/camera-fit.ts";
import { Editor } from "../editor/editor.ts";
import { Listeners } from "../editor/editor-state.ts";
import type { PatternInfo } from "../editor/scene.ts";
import { startBrowserEngine } from "../engine-client/browser-engine.ts";
import type { EngineClient } from "../engine-client/client.ts";
import type { RemoteUniverse } from "../engine-client/remote-universe.ts";
import type { HostFile } from "../host/host.ts";
import { Gestures } from "../tools/gestures.ts";
import { Toolbox } from "../tools/toolbox.ts";
import { DocumentView } from "./document-view.ts";
import { Readings } from "./readings.ts";

export interface NewDocument {
  readonly title: string;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation?: bigint;
  readonly soup?: Soup | null;
  readonly cells?: Runs;
  readonly info?: PatternInfo;
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
  readonly tool: string;
  onTool(tool: string): void;
  hint(text: string | null): void;
  report(error: unknown): void;
}

const EMPTY_ZOOM = 4;
let count = 0;

export class StudioDocument {
  readonly id: string;
  readonly engine: EngineClient;
  readonly editor: Editor;
  readonly view: DocumentView;
  readonly toolbox: Toolbox;
  readonly gestures: Gestures;
  readonly readings: Readings;
  readonly #listeners = new Listeners();
  readonly #memoryMegabytes: number;
  #universe: RemoteUniverse;
  #title: string;
  #file: HostFile | null;
  /** Whether the view still waits to be shown at its real size, with everything in it. */
  #fits: boolean;

  /** Starts an engine for it. Errors: those of creating the universe; nothing is left then. */
  static async open(wanted: NewDocument, around: DocumentSurroundings): Promise<StudioDocument> {
    const engine = startBrowserEngine();
    try {
      await engine.hello();
      const { rule, topology, generation, soup, cells, algorithm, memoryMegabytes } = wanted;
      const universe = await engine.createUniverse({
        rule,
        topology,
        generation,
        algorithm,
        memoryMegabytes,
        ...(soup ? { soup } : {}),
        ...(cells ? { cells } : {}),
      });
      return new StudioDocument(engine, universe, wanted, around);
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  private constructor(
    engine: EngineClient,
    universe: RemoteUniverse,
    wanted: NewDocument,
    around: DocumentSurroundings,
  ) {
    this.id = `d${Date.now().toString(36)}-${++count}`;
    this.engine = engine;
    this.#universe = universe;
    this.#title = wanted.title;
    this.#file = wanted.file ?? null;
    this.#memoryMegabytes = wanted.memoryMegabytes;
    const { report, hint } = around;
    this.editor = new Editor(universe, { info: wanted.info, unsaved: wanted.unsaved, onError: report });
    const kind = () => gridKindOf(this.editor.state.rule);
    this.#fits = !wanted.camera;
    const camera = wanted.camera ?? cameraOn({ x: 0n, y: 0n }, EMPTY_ZOOM, gridKindOf(universe.rule));
    this.view = new DocumentView(kind, camera);
    this.toolbox = new Toolbox({ editor: this.editor, view: this.view, hint, report }, around.tool, (tool) =>
      around.onTool(tool),
    );
    this.gestures = new Gestures(this.toolbox, this.view);
    this.readings = new Readings(universe, report);
    let seen = this.editor.state;
    this.editor.subscribe(() => {
      const { state } = this.editor;
      this.readings.setRunning(state.running);
      if (state.revision !== seen.revision || state.generation !== seen.generation) this.readings.refresh();
      seen = state;
    });
  }

  get universe(): RemoteUniverse {
    return this.#universe;
  }

  get title(): string {
    return this.#title;
  }

  get file(): HostFile | null {
    return this.#file;
  }

  /** Title, file or universe changed. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  setFile(file: HostFile): void {
    this.#file = file;
    this.#title = file.name;
    this.#listeners.tell();
  }

  /** The view got its size: the first time everything is brought into it. */
  async fitOnce(): Promise<void> {
    if (!this.#fits) return;
    this.#fits = false;
    await this.fitAll();
  }

  async fitAll(): Promise<void> {
    const box = (await this.#universe.bounds()) ?? gridRect(this.#universe.topology);
    const { size, kind } = this.view;
    const camera = box ? fit(box, size, kind, { margin: 0.12 }) : null;
    // A handful of cells is shown with room around it, not as large as it goes.
    if (camera) this.view.setCamera({ ...camera, zoom: Math.min(camera.zoom, 5) });
  }

  /** Follows a pattern that grows or moves out of the view; a view that still shows all of it stays. */
  async follow(): Promise<void> {
    const { camera, size, kind } = this.view;
    const box = await this.#universe.bounds();
    if (!box || this.gestures.state !== "idle") return;
    const seen = visibleCells(camera, size, kind);
    const inside = intersectRects(box, seen);
    if (inside?.w === box.w && inside.h === box.h) return;
    // Some room to grow, so that the next step outward is not at once.
    this.view.setCamera(fit(box, size, kind, { margin: 0.15 }));
  }

  /** Goes on under another algorithm. Errors: those of creating the universe; it stays as it is then. */
  async changeAlgorithm(algorithm: string): Promise<void> {
    const old = this.#universe;
    let next = old;
    await this.editor.replaceUniverse(async (port) => {
      next = await this.engine.createUniverse({
        rule: port.rule,
        topology: port.topology,
        generation: port.generation,
        algorithm,
        memoryMegabytes: this.#memoryMegabytes,
        cells: await port.readRuns(),
      });
      this.#universe = next;
      return next;
    });
    this.readings.follow(next);
    this.#listeners.tell();
    await old.dispose();
  }

  async close(): Promise<void> {
    this.readings.end();
    await Promise.race([this.editor.dispose(), new Promise((resolve) => setTimeout(resolve, 500))]);
    this.engine.close();
  }
}
