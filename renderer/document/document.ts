/** One open universe with everything that belongs to it: its engine, editor, view, tools, instruments and file. */

import type { Cells } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { GpuPresence } from "../../engine/gpu/device.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { cameraOn } from "../../engine/picture/camera-moves.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { AlgorithmInfo, Runner } from "../../engine/worker/protocol/universe.ts";
import { Editor } from "../editor/editor.ts";
import { Listeners } from "../editor/editor-state.ts";
import type { PatternInfo } from "../editor/history/scene.ts";
import { NO_INFO } from "../editor/history/scene.ts";
import { endText, groupDigits, topologyText } from "../editor/labels.ts";
import { selectionOnGrid } from "../editor/selection/selection.ts";
import type { MakeSpare } from "../editor/time/spare-universe.ts";
import type { Arrival } from "../editor/time/task-queue-options.ts";
import type { HostFile } from "../host/host.ts";
import { Gestures } from "../tools/gestures.ts";
import type { ToolSettings } from "../tools/option.ts";
import type { ToolContext } from "../tools/tool.ts";
import { Toolbox } from "../tools/toolbox.ts";
import type { EngineClient } from "../universe/client.ts";
import type { Engines, PlacedUniverse } from "../universe/engines.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";
import { startCpuEngine } from "../universe/start-workers.ts";
import { copyCells, copyOnto, tooMuchFor, treeToMove } from "./copy-cells.ts";
import { DocumentView } from "./document-view.ts";
import { Grounds } from "./grounds.ts";
import type { KeptState } from "./keeper.ts";
import { Keeper } from "./keeper.ts";
import { Readings } from "./readings.ts";

export interface NewDocument {
  readonly title: string;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation?: bigint;
  readonly soup?: Soup | null;
  readonly cells?: Cells;
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

const EMPTY_ZOOM = 4;
let count = 0;

export class StudioDocument {
  readonly kind = "document";
  readonly id: string;
  readonly editor: Editor;
  readonly view: DocumentView;
  readonly toolbox: Toolbox;
  readonly gestures: Gestures;
  readonly readings: Readings;
  /** Takes a picture of what the stage shows of it, as a PNG; null while no stage does. */
  image: (() => Promise<Uint8Array<ArrayBuffer> | null>) | null = null;
  readonly #listeners = new Listeners();
  readonly #memoryMegabytes: number;
  readonly #around: DocumentSurroundings;
  readonly #cpu: CpuEngine;
  #universe: RemoteUniverse;
  #runner: Runner;
  /** Whether its algorithm is `auto`'s choice, and may become another. */
  #auto: boolean;
  #keeper: Keeper | null = null;
  #title: string;
  #file: HostFile | null;
  /** Whether the view still waits to be shown at its real size, with everything in it. */
  #fits: boolean;

  /** Makes its universe where its algorithm runs. Errors: those of creating it; nothing is left then. */
  static async open(wanted: NewDocument, around: DocumentSurroundings): Promise<StudioDocument> {
    const cpu = new CpuEngine();
    try {
      const { rule, topology, generation, soup, cells, algorithm, memoryMegabytes } = wanted;
      const placed = await around.engines.place(
        {
          rule,
          topology,
          generation,
          algorithm,
          memoryMegabytes,
          ...(soup ? { soup } : {}),
          ...(cells ? { cells } : {}),
        },
        cpu.get,
      );
      return new StudioDocument(cpu, placed, wanted, around);
    } catch (error) {
      cpu.close();
      throw error;
    }
  }

  private constructor(
    cpu: CpuEngine,
    placed: PlacedUniverse,
    wanted: NewDocument,
    around: DocumentSurroundings,
  ) {
    const { universe } = placed;
    this.id = `d${Date.now().toString(36)}-${++count}`;
    this.#around = around;
    this.#cpu = cpu;
    this.#universe = universe;
    this.#runner = this.#runnerOf(placed);
    this.#auto = isAuto(wanted.algorithm);
    this.#title = wanted.title;
    this.#file = wanted.file ?? null;
    this.#memoryMegabytes = wanted.memoryMegabytes;
    const { hint } = around;
    const { report } = this;
    this.editor = new Editor(universe, {
      info: wanted.info,
      unsaved: wanted.unsaved,
      housing: this.#grounds,
      onError: report,
      watch: around.watch,
      onEnd: (end) => around.ended(this, endText(end, this.#universe.generation)),
    });
    const kind = () => gridKindOf(this.editor.state.rule);
    this.#fits = !wanted.camera;
    const camera = wanted.camera ?? cameraOn({ x: 0n, y: 0n }, EMPTY_ZOOM, gridKindOf(universe.rule));
    this.view = new DocumentView(kind, camera);
    const { editor, view } = this;
    const settings = around.toolSettings;
    this.toolbox = new Toolbox(
      { editor, view, hint, report, settings, watch: around.watch },
      around.tool,
      (tool) => around.onTool(tool),
    );
    this.gestures = new Gestures(this.toolbox, this.view);
    this.readings = new Readings(universe, this.editor.state.timeline, report);
    let seen = this.editor.state;
    this.editor.subscribe(() => {
      const { state } = this.editor;
      this.readings.setRunning(state.running);
      this.readings.setTimeline(state.timeline);
      if (state.revision !== seen.revision || state.generation !== seen.generation) this.readings.refresh();
      seen = state;
    });
    const { soup, cells } = wanted;
    const { rule, generation } = universe;
    void this.editor
      .keep(async (mark) => mark)
      .then((mark) => {
        if (this.#universe !== universe) return;
        const { topology } = universe;
        this.#watchOver({
          rule,
          topology,
          generation,
          mark,
          ...(soup ? { soup } : {}),
          ...(cells ? { cells } : {}),
        });
      });
  }

  /** What goes wrong with nobody waiting. What a lost GPU or worker makes fail is told once, when the universe is recovered. */
  readonly report = (error: unknown): void => {
    if (!(error instanceof TessellaError) || !LOST.has(error.code)) this.#around.report(error);
  };

  /** The algorithm that runs it now, and why. */
  get runner(): Runner {
    return this.#runner;
  }

  /** What could run it, with reasons against what could not. */
  async algorithms(): Promise<readonly AlgorithmInfo[]> {
    const { rule, topology } = this.#universe;
    const { engine } = this.#around.engines.view;
    return engine.algorithms(rule, topology).catch(() => this.#cpu.get().algorithms(rule, topology));
  }

  /** An empty universe on the CPU beside its own, to compute in. */
  readonly makeSpare: MakeSpare = (wanted) =>
    this.#cpu.get().createUniverse({ ...wanted, memoryMegabytes: this.#memoryMegabytes });

  /** What its universe may take. */
  get memoryMegabytes(): number {
    return this.#memoryMegabytes;
  }

  /** What GPU there is, or why none. */
  gpu(): Promise<GpuPresence> {
    return this.#around.engines.view.engine.gpu();
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

  /** Title, file, universe or its algorithm changed. */
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

  /** Goes on under another algorithm, or what `auto` chooses now, wherever it runs. Errors: those of creating the universe; it stays as it is then. */
  async changeAlgorithm(algorithm: string): Promise<void> {
    let old = this.#universe;
    const known = await this.algorithms();
    const nameOf = (id: string): string => known.find((one) => one.id === id)?.name ?? id;
    const memoryMegabytes = this.#memoryMegabytes;
    const auto = isAuto(algorithm);
    const leaps = known.some((one) => one.leaps && (auto ? one.refuses === null : one.id === algorithm));
    const taker = { name: nameOf(algorithm), leaps, memoryMegabytes };
    await this.editor.replaceUniverse(async ({ rule, topology, generation }) => {
      // What was asked for before may have left another universe.
      old = this.#universe;
      const request = { rule, topology, generation, algorithm, memoryMegabytes };
      try {
        const cells = await treeToMove(old, taker);
        const placed = await this.#around.engines.place(
          { ...request, ...(cells ? { cells } : {}) },
          this.#cpu.get,
        );
        try {
          if (!cells) await copyCells(old, placed.universe);
        } catch (error) {
          await placed.universe.dispose().catch(() => {});
          throw error;
        }
        this.#enter(placed, auto);
        return placed.universe;
      } catch (error) {
        throw await tooMuchFor(taker, old, nameOf(old.algorithm), error);
      }
    });
    this.#moved(null);
    await old.dispose();
  }

  /** Another grid: cells keep their places, and what lies outside of it is gone. How many those were, for what can be counted. */
  async resize(topology: Topology): Promise<bigint> {
    let gone = 0n;
    await this.#replace(`Resize to ${topologyText(topology)}`, async (old) => {
      const { rule, generation } = old;
      const { universe, ...placed } = await this.#grounds.place({ rule, topology, generation });
      try {
        await copyOnto(old, universe);
        gone = (await old.population()) - (await universe.population());
      } catch (error) {
        await universe.dispose().catch(() => {});
        throw error;
      }
      const { selection } = this.editor.state;
      const scene = { selection: selection && selectionOnGrid(selection, topology) };
      return { placed: { universe, ...placed }, scene };
    });
    return gone;
  }

  /** Another universe in this tab, as a change that can be undone. Errors: those of creating it; nothing has changed then. */
  renew(
    label: string,
    { info = NO_INFO, ...wanted }: Omit<NewDocument, "title" | "memoryMegabytes">,
  ): Promise<void> {
    return this.#replace(label, async () => {
      const { rule, topology, generation = 0n, soup, cells } = wanted;
      const what = { ...(soup ? { soup } : {}), ...(cells ? { cells } : {}) };
      const placed = await this.#grounds.place({ rule, topology, generation, ...what });
      return { placed, scene: { info, selection: null, atStart: true } };
    });
  }

  async #replace(
    label: string,
    make: (old: RemoteUniverse) => Promise<{ readonly placed: PlacedUniverse } & Pick<Arrival, "scene">>,
  ): Promise<void> {
    let old = this.#universe;
    await this.editor.inTime((queue) =>
      queue.enter(label, async () => {
        // What was asked for before may have left another universe.
        old = this.#universe;
        const { placed, scene } = await make(old);
        this.#enter(placed, this.#auto);
        return { port: placed.universe, scene };
      }),
    );
    this.#moved(null);
    await old.dispose();
  }

  /** Where universes on other grids come from. */
  readonly #grounds = new Grounds({
    place: (request) => {
      const algorithm = this.#auto ? "auto" : this.#runner.algorithm;
      const { memoryMegabytes } = this;
      return this.#around.engines.place({ ...request, algorithm, memoryMegabytes }, this.#cpu.get);
    },
    enter: async (placed) => {
      const old = this.#universe;
      this.#enter(placed, this.#auto);
      this.#moved(null);
      await old.dispose();
    },
  });

  async close(): Promise<void> {
    this.readings.end();
    this.#keeper?.end();
    const end = this.editor.dispose().then(() => this.#universe.dispose());
    await Promise.race([end.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
    this.#cpu.close();
  }

  #enter(placed: PlacedUniverse, auto: boolean): void {
    this.#keeper?.end();
    this.#universe = placed.universe;
    this.#runner = this.#runnerOf(placed);
    this.#auto = auto;
  }

  /** What runs a universe from its beginning; its worker may find something better. */
  #runnerOf({ universe, reason }: PlacedUniverse): Runner {
    universe.onSwitch((runner) => {
      if (universe !== this.#universe) return;
      this.#runner = runner;
      this.#listeners.tell();
    });
    return { ...universe.runner, reason };
  }

  /** Everybody is told of the universe that has come. */
  #moved(known: KeptState | null): void {
    this.readings.follow(this.#universe);
    this.#watchOver(known);
    this.#listeners.tell();
  }

  /** A universe may be lost: a copy is kept. `known`: what it holds, where nobody needs to read it. */
  #watchOver(known: KeptState | null): void {
    const universe = this.#universe;
    this.#keeper = new Keeper(this.editor, universe, known, this.#keeper?.kept);
    void universe.lost.then((error) => {
      if (universe === this.#universe) void this.#recover(error);
    });
  }

  /**
   * Goes on with the last state that was kept, on the CPU: a GPU that fails once may do so again. A worker that broke down is
   * followed by a new one.
   */
  async #recover(error: Error): Promise<void> {
    const kept = this.#keeper?.kept ?? null;
    if (!kept) {
      this.#around.report(lost(error, "No copy of the universe could be kept: open it again."));
      return;
    }
    try {
      const { adapter } = this.#universe;
      const onGpu = adapter !== undefined;
      const { rule, topology, generation, soup, cells, block, mark } = kept;
      const reached = this.#universe.generation;
      const auto = this.#auto || onGpu;
      await this.editor.recover(async () => {
        if (!onGpu) this.#cpu.restart();
        const engine = this.#cpu.get();
        const { algorithm } = onGpu ? await engine.choose(rule, topology) : this.#runner;
        const memoryMegabytes = this.#memoryMegabytes;
        const request = { rule, topology, generation, algorithm, memoryMegabytes, mayMove: auto };
        const universe = await engine.createUniverse({
          ...request,
          ...(soup ? { soup } : {}),
          ...(cells ? { cells } : {}),
        });
        if (block) await universe.writeBlock(block, "copy");
        const reason = onGpu ? `${algorithm} took over when the GPU was lost.` : this.#runner.reason;
        this.#enter({ universe, reason }, auto);
        return { port: universe, mark };
      });
      this.#moved(null);
      const now = this.#universe.generation;
      const where = `${now === reached ? "on at" : "back to"} generation ${groupDigits(now)}`;
      this.#around.report(
        lost(error, `The universe goes ${where}, ${onGpu ? "on the CPU" : "in a new worker"}.`),
      );
    } catch (failure) {
      this.#around.report(failure);
    }
  }
}

/** What is told by whoever recovers the universe, and by nobody else. */
const LOST: ReadonlySet<string> = new Set(["gpu-lost", "engine-lost"]);

/** What happened, and what became of it. */
function lost(error: Error, after: string): TessellaError {
  const code = error instanceof TessellaError ? error.code : "engine-lost";
  return new TessellaError(code, `${error.message.replace(/\.?$/, ".")} ${after}`);
}

/** Whether that is `auto`'s to choose. */
function isAuto(algorithm: string | undefined): boolean {
  return (algorithm ?? "auto") === "auto";
}

/** The document's engine on the CPU, started when the first universe needs it. */
class CpuEngine {
  #engine: EngineClient | null = null;

  readonly get = (): EngineClient => {
    this.#engine ??= startCpuEngine();
    return this.#engine;
  };

  /** What is left of a worker that broke down is ended; the next universe gets another. */
  restart(): void {
    this.#engine?.close();
    this.#engine = null;
  }

  close(): void {
    this.#engine?.close();
  }
}
