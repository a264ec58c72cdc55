/**
 * Drives the studio's heart as a hand would, without a DOM: pointers, keys and wheel go in where events go in, and every
 * call answers the driver, so that a test reads as what somebody does.
 *
 *   driver.tool("draw").pointerDown(3, 4).pointerMove(9, 4).key("Escape");
 *   await driver.settled();
 *
 * Places are pixels of the view; `pointerDownAt` and its kin take cells.
 */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { commonCells } from "../../engine/core/cell-sets.ts";
import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Point } from "../../engine/grids/grid-kind.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cameraOn, cellAtPoint, pointOfCell } from "../../engine/picture/camera-moves.ts";
import type { KeyInput } from "../../renderer/commands/chord.ts";
import type { CommandState } from "../../renderer/commands/command.ts";
import { isEnabled } from "../../renderer/commands/command.ts";
import { CommandQueue } from "../../renderer/commands/command-queue.ts";
import { Keymap } from "../../renderer/commands/keymap.ts";
import type { StudioDocument } from "../../renderer/document/document.ts";
import type { Editor } from "../../renderer/editor/editor.ts";
import type { RawSelection } from "../../renderer/editor/paste/clipboard.ts";
import type { Pace } from "../../renderer/editor/time/pace.ts";
import { USUAL_PACE } from "../../renderer/editor/time/pace.ts";
import type { Command, DocumentContext } from "../../renderer/studio/command.ts";
import { STUDIO_PREFERENCES } from "../../renderer/studio/preferences.ts";
import type { StudioServices } from "../../renderer/studio/services.ts";
import type { PointerInput } from "../../renderer/tools/gestures.ts";
import { Gestures } from "../../renderer/tools/gestures.ts";
import { pressKey } from "../../renderer/tools/key-pointer.ts";
import type { ToolContext, ToolPreview, ToolView } from "../../renderer/tools/tool.ts";
import { Toolbox } from "../../renderer/tools/toolbox.ts";
import type { WheelInput } from "../../renderer/tools/wheel.ts";
import { COMMANDS } from "../../renderer/window/commands/registry.ts";
import { STUDIO_LOOK } from "./command-state.ts";
import type { LocalOptions } from "./local-editor.ts";
import { fingerprint, localEditor } from "./local-editor.ts";
import { patternFromText, textOfPattern } from "./pattern-text.ts";
import { makeLocalSpare } from "./spare.ts";

type PointerOptions = Partial<Omit<PointerInput, "x" | "y">>;

const SIZE: ViewSize = { width: 800, height: 600 };

export async function toolDriver(
  options: LocalOptions & { readonly zoom?: number } = {},
): Promise<ToolDriver> {
  const { editor, universe, errors } = await localEditor(options);
  return new ToolDriver(editor, universe, errors, options.zoom ?? 4);
}

export class ToolDriver {
  readonly editor: Editor;
  readonly universe: Universe;
  /** Everything that went wrong, from the editor, the tools and the commands. */
  readonly errors: unknown[];
  readonly hints: (string | null)[] = [];
  /** What long work was said to be going on. */
  readonly watched: string[] = [];
  /** Cells for which a tab of their own was asked for. */
  readonly opened: RawSelection[] = [];
  /** Commands about the studio, which are not run here, and what the others asked of its services. */
  readonly asked: string[] = [];
  readonly toolbox: Toolbox;
  readonly gestures: Gestures;
  /** Tests bind other keys by another. */
  keymap = new Keymap(COMMANDS.list(), "linux");
  clipboard = "";
  camera: Camera;
  box: readonly [Point, Point] | null = null;
  pace: Pace = USUAL_PACE;
  focus: CommandState["focus"] = "canvas";
  #at: Point = { x: 0, y: 0 };
  #hovers = false;
  #keyCell: Cell | null = null;
  #time = 0;
  #down = new Map<number, PointerInput>();
  #seeds = 0;
  #open: Promise<unknown>[] = [];
  readonly #queue = new CommandQueue<Command>({
    state: () => this.state,
    busy: () => this.editor.busy,
    settled: () => this.editor.settled(),
    perform: async (command) => {
      try {
        if (command.context === "studio") this.asked.push(command.id);
        else await command.run(this.context);
      } catch (error) {
        this.errors.push(error);
      }
    },
  });

  constructor(editor: Editor, universe: Universe, errors: unknown[], zoom: number) {
    this.editor = editor;
    this.universe = universe;
    this.errors = errors;
    editor.store.subscribe(() => this.#queue.look());
    this.camera = cameraOn({ x: 0n, y: 0n }, zoom, this.view.kind);
    const report = (error: unknown): void => void errors.push(error);
    const hint = (text: string | null): void => void this.hints.push(text);
    const inTurn: ToolContext["inTurn"] = (work) => this.#queue.inTurn(work);
    this.toolbox = new Toolbox({ editor, view: this.view, hint, report, inTurn }, "draw");
    this.gestures = new Gestures(this.toolbox, this.view);
  }

  get view(): ToolView {
    const driver = this;
    return {
      get camera() {
        return driver.camera;
      },
      get kind() {
        return gridKindOf(driver.universe.rule, driver.universe.topology);
      },
      size: SIZE,
      covers: null,
      setCamera: (camera) => {
        driver.camera = camera;
      },
      setBox: (box) => {
        driver.box = box;
      },
    };
  }

  tool(id: string): this {
    this.toolbox.choose(id);
    return this;
  }

  /** An option of the tool in hand. */
  option(id: string, value: string | number): this {
    this.toolbox.setOption(id, value);
    return this;
  }

  get preview(): ToolPreview | null {
    return this.toolbox.present.preview ?? null;
  }

  /** Alt and an arrow or Enter: the keyboard's own pointer. */
  altKey(key: string, { shiftKey = false } = {}): this {
    const { camera, kind, size, covers, setCamera, setBox } = this.view;
    const view = {
      camera,
      kind,
      size,
      covers,
      setCamera,
      setBox,
      state: { pointerCell: this.#keyCell },
      setPointerCell: (cell: Cell | null) => {
        this.#keyCell = cell;
      },
    };
    this.#time += 16;
    pressKey(
      { view, gestures: this.gestures, toolbox: this.toolbox },
      { key, shiftKey, timeStamp: this.#time },
    );
    return this;
  }

  pointerDown(x: number, y: number, options: PointerOptions = {}): this {
    const input = this.#pointer({ x, y }, { buttons: 1, ...options });
    this.#down.set(input.pointerId, input);
    this.gestures.pointerDown(input);
    return this;
  }

  pointerMove(x: number, y: number, options: PointerOptions = {}): this {
    const down = this.#down.get(options.pointerId ?? 1);
    this.gestures.pointerMove(
      this.#pointer({ x, y }, { ...down, button: -1, timeStamp: undefined, ...options }),
    );
    return this;
  }

  /** Where it last was. */
  pointerUp(options: PointerOptions = {}): this {
    const down = this.#down.get(options.pointerId ?? 1);
    const at = down ?? this.#at;
    this.#down.delete(options.pointerId ?? 1);
    this.gestures.pointerUp(this.#pointer(at, { ...down, buttons: 0, timeStamp: undefined, ...options }));
    return this;
  }

  pointerCancel(pointerId = 1): this {
    this.#down.delete(pointerId);
    this.gestures.pointerCancel({ pointerId });
    return this;
  }

  pointerDownAt(x: number, y: number, options: PointerOptions = {}): this {
    const point = this.pointOf(x, y);
    return this.pointerDown(point.x, point.y, options);
  }

  pointerMoveAt(x: number, y: number, options: PointerOptions = {}): this {
    const point = this.pointOf(x, y);
    return this.pointerMove(point.x, point.y, options);
  }

  /** The middle of a cell on the view. */
  pointOf(x: number, y: number): Point {
    return pointOfCell(this.camera, SIZE, this.view.kind, { x: BigInt(x), y: BigInt(y) });
  }

  cellAt(point: Point): Cell {
    return cellAtPoint(this.camera, SIZE, this.view.kind, point);
  }

  wheel(deltaY: number, options: Partial<WheelInput> = {}): this {
    this.gestures.wheel({
      ...this.#at,
      deltaX: 0,
      deltaY,
      deltaMode: 0,
      ctrlKey: false,
      shiftKey: false,
      ...options,
    });
    return this;
  }

  /** `key("Escape")`, `key("Ctrl+z")`, `key("Shift+F")`, `key(">")`: what is typed, with what is held beside it. */
  key(pressed: string): this {
    const parts = pressed.length > 1 ? pressed.split("+") : [pressed];
    const typed = parts.pop() || "+";
    const letter = /^[a-z]$/i.test(typed);
    const input: KeyInput = {
      key: typed === "Space" ? " " : letter && parts.includes("Shift") ? typed.toUpperCase() : typed,
      code: letter ? `Key${typed.toUpperCase()}` : "",
      ctrlKey: parts.includes("Ctrl"),
      shiftKey: parts.includes("Shift"),
      altKey: parts.includes("Alt"),
      metaKey: parts.includes("Meta"),
    };
    this.#open.push(this.#queue.ask((state) => this.keymap.find(input, state)));
    return this;
  }

  command(id: string): this {
    const command = COMMANDS.get(id);
    this.#open.push(this.#queue.ask((state) => (isEnabled(command, state) ? command : null)));
    return this;
  }

  /** Resolves when all that was asked is done; a run goes on. */
  async settled(): Promise<this> {
    while (this.#open.length > 0) await Promise.all(this.#open.splice(0));
    await this.editor.settled();
    return this;
  }

  async fingerprint(): Promise<string> {
    await this.settled();
    return fingerprint(this.universe);
  }

  get state(): CommandState {
    const { state } = this.editor;
    return {
      focus: this.focus,
      tab: true,
      universe: true,
      running: state.running,
      leaps: false,
      selection: state.selection !== null,
      pending: state.pending !== null,
      canUndo: state.undoLabel !== null,
      canRedo: state.redoLabel !== null,
      canReset: state.canReset,
      undoLabel: state.undoLabel,
      redoLabel: state.redoLabel,
      untilDied: false,
      untilPeriodic: false,
      hasFile: false,
      tool: this.toolbox.store.getState().chosen.id,
      states: state.rule.states,
      ink: this.toolbox.ink,
      gridLines: false,
      hyperspeed: false,
      autofit: false,
      fullScreen: false,
      library: false,
      inspector: false,
      split: false,
      universes: false,
      look: STUDIO_LOOK,
    };
  }

  get context(): DocumentContext {
    return {
      services: this.#services(),
      // Commands on cells alone do with its order of requests.
      document: { inTurn: (work) => this.#queue.inTurn(work) } as StudioDocument,
      editor: this.editor,
      view: this.view,
      toolbox: this.toolbox,
      cancelGesture: () => this.gestures.cancel(),
      pointerCell: this.#hovers ? this.cellAt(this.#at) : null,
      clipboard: {
        read: async () => patternFromText(this.clipboard),
        write: async ({ pattern, mask }) => {
          const cells = cellsToRuns(pattern.cells);
          this.clipboard = textOfPattern({ ...pattern, cells: mask ? commonCells(cells, mask) : cells });
        },
        writeText: async (text) => {
          this.clipboard = text;
        },
      },
      pace: this.pace,
      until: {},
      setPace: (pace) => {
        this.pace = pace;
      },
      fillDensity: 0.5,
      seed: () => ++this.#seeds,
      makeSpare: makeLocalSpare,
      watch: (text, work) => {
        this.watched.push(text);
        return work({ signal: new AbortController().signal, onProgress: () => {} });
      },
      hint: (text) => void this.hints.push(text),
      keys: (command) => this.keymap.shown(command),
    };
  }

  /** Those that commands on cells use. */
  #services(): StudioServices {
    const services = {
      shell: {
        setState: (change: (state: object) => object) =>
          void this.asked.push(`shell ${Object.keys(change({}))}`),
      },
      settings: {
        now: STUDIO_PREFERENCES.fallback,
        change: async (change: object) => void this.asked.push(`settings ${Object.keys(change)}`),
      },
      dialogs: { show: (id: string) => void this.asked.push(`dialog ${id}`) },
      files: { openCells: async (cells: RawSelection) => void this.opened.push(cells) },
      pacing: {
        setUntil: async (wanted: object) => {
          for (const [what, on] of Object.entries(wanted)) this.asked.push(`until ${what} ${on}`);
        },
      },
      status: { cancel: () => false },
    };
    return services as unknown as StudioServices;
  }

  #pointer(at: Point, options: PointerOptions): PointerInput {
    this.#at = { x: at.x, y: at.y };
    this.#hovers = true;
    this.#time += 16;
    const input: PointerInput = {
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      buttons: 0,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      pressure: 0.5,
      ...options,
      timeStamp: options.timeStamp ?? this.#time,
      x: at.x,
      y: at.y,
    };
    if (this.#down.has(input.pointerId)) this.#down.set(input.pointerId, input);
    return input;
  }
}
