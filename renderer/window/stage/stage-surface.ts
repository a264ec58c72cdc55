/**
 * The stage without React: three canvases in an element, their events, and the code that keeps them in step. The two
 * lower canvases belong to the worker that draws: one for universes on the CPU and one for those on the GPU; one of
 * them is visible. The top one belongs to this thread (overlay.ts).
 *
 * React does not make these canvases, because a canvas can be transferred to a worker only once and React may mount
 * twice: each surface makes its own and removes them when it goes.
 */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { StateLooks } from "../../../engine/picture/age-colours.ts";
import { stateColour } from "../../../engine/picture/age-colours.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { cellAtPoint, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { cssColour, THEMES } from "../../../engine/picture/themes.ts";
import { stateText } from "../../../engine/rules/rule.ts";
import type { Screen } from "../../canvas/stage-client.ts";
import { StageClient } from "../../canvas/stage-client.ts";
import type { StageLook, Surface } from "../../canvas/stage-protocol.ts";
import { pressKey } from "../../tools/key-pointer.ts";
import type { ToolView } from "../../tools/tool.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { Display } from "./frame-loop.ts";
import { FrameLoop } from "./frame-loop.ts";
import { drawOverlay } from "./overlay.ts";
import type { OverlayColours, OverlayContext, OverlayScene } from "./overlay-scene.ts";
import { pointerInput, wheelInput } from "./pointer-input.ts";
import type { StageModel } from "./stage-model.ts";

export interface SurfaceCallbacks {
  onReady(): void;
  onError(error: unknown): void;
  /** The text for screen readers. */
  onSpeak(text: string): void;
  onFlashLimited(limited: boolean): void;
}

const SILENCE =
  "Nothing has been drawn for 20 seconds. If it stays like this, save your work and reload the window.";

/**
 * A length in device pixels. The browser knows how it rounds; but with an emulated pixel ratio (developer tools) it
 * reports CSS pixels, and then the ratio counts.
 */
function devicePixels(css: number, exact: number | undefined): number {
  const wanted = css * devicePixelRatio;
  return exact !== undefined && Math.abs(exact - wanted) < 2 ? exact : Math.round(wanted);
}

export class StageSurface {
  readonly #host: HTMLElement;
  readonly #callbacks: SurfaceCallbacks;
  readonly #stage: StageClient;
  readonly #canvases: Readonly<Record<Surface, HTMLCanvasElement>>;
  readonly #overlay: HTMLCanvasElement;
  readonly #context: OverlayContext | null;
  readonly #observer: ResizeObserver;
  readonly #listening = new AbortController();
  #model: StageModel | null = null;
  #loop: FrameLoop | null = null;
  #leaveModel: () => void = () => {};
  #measured: { readonly css: Display["size"]; readonly device: Display["size"] } | null = null;
  #look: StageLook = {
    gridLines: true,
    boldEvery: 10,
    ages: false,
    trail: false,
    icons: false,
    flashLimit: true,
  };
  #theme: Display["theme"] = "dark";
  #overlayColours: OverlayColours;
  #request = 0;
  #keyboard = false;
  /** Whether the tool took the press of the second button, of which the menu is then not to hear. */
  #tookSecondary = false;
  /** The pointer's place on the stage; null while it is elsewhere or the keyboard points. */
  #pointer: Point | null = null;
  #ready = false;

  constructor(host: HTMLElement, screen: Screen, callbacks: SurfaceCallbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    this.#canvases = { cells: addCanvas(host), gpu: addCanvas(host) };
    this.#canvases.gpu.style.visibility = "hidden";
    this.#overlay = addCanvas(host);
    this.#overlay.style.pointerEvents = "none";
    this.#context = this.#overlay.getContext("2d");
    this.#stage = new StageClient(screen, this.#canvases, {
      onSurface: (surface) => this.#showSurface(surface),
      onTrouble: callbacks.onError,
      onHeld: callbacks.onFlashLimited,
      onSilence: () => callbacks.onError(new Error(SILENCE)),
    });
    this.#overlayColours = readOverlayColours(host);
    this.#observer = new ResizeObserver((entries) => this.#measure(entries[0] as ResizeObserverEntry));
    try {
      // Exact device pixels; it also fires when the window moves to a sharper screen.
      this.#observer.observe(host, { box: "device-pixel-content-box" });
    } catch {
      this.#observer.observe(host);
    }
    this.#listen();
  }

  setModel(model: StageModel): void {
    this.#model?.gestures.cancel();
    this.#leaveModel();
    this.#loop?.dispose();
    this.#model = model;
    this.#ready = false;
    this.#loop = new FrameLoop(model, this.#stage);
    const ends = [
      model.view.store.subscribe(() => {
        this.#keepPointing(model);
        this.#scheduleOverlay();
      }),
      model.editor.store.subscribe(() => this.#scheduleOverlay()),
      model.toolbox.store.subscribe(() => this.#scheduleOverlay()),
    ];
    this.#leaveModel = () => ends.forEach((end) => void end());
    this.#applySize();
    this.#scheduleOverlay();
  }

  setLook(look: StageLook): void {
    this.#look = look;
    this.#applyDisplay();
  }

  /** An id of engine/picture/themes.ts. The element already has the matching tokens. */
  setTheme(id: string): void {
    this.#theme = id;
    const ground = cssColour(THEMES.get(id).ground);
    this.#overlayColours = { ...readOverlayColours(this.#host), ground };
    this.#applyDisplay();
    this.#scheduleOverlay();
  }

  /** The visible picture, as a PNG. */
  image(): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#stage.image();
  }

  dispose(): void {
    this.#model?.gestures.cancel();
    this.#listening.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#request);
    this.#leaveModel();
    this.#loop?.dispose();
    this.#stage.close();
    for (const canvas of [...Object.values(this.#canvases), this.#overlay]) canvas.remove();
  }

  /** Cell and window position of a context menu that was opened at `point` (or by key). */
  menuPlace(event: MouseEvent): { readonly point: Point; readonly cell: Cell } | null {
    if (!this.#model) return null;
    const corner = this.#corner();
    const { camera, size, kind, state } = this.#model.view;
    // A menu key's event lies at the element's corner or middle; the keyboard's cell is the target.
    if (this.#keyboard && state.pointerCell) {
      const at = pointOfCell(camera, size, kind, state.pointerCell);
      return { point: { x: at.x + corner.x, y: at.y + corner.y }, cell: state.pointerCell };
    }
    const at = { x: event.clientX - corner.x, y: event.clientY - corner.y };
    return { point: { x: event.clientX, y: event.clientY }, cell: cellAtPoint(camera, size, kind, at) };
  }

  #listen(): void {
    const { signal } = this.#listening;
    const host = this.#host;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K], model: StageModel) => void,
      passive = true,
    ): void => {
      const heard = (event: HTMLElementEventMap[K]): void => {
        if (this.#model) listener(event, this.#model);
      };
      host.addEventListener(type, heard, { signal, passive });
    };
    on("pointerdown", (event, model) => this.#pointerDown(event, model), false);
    on("pointermove", (event, model) => {
      const input = pointerInput(event, this.#corner());
      this.#point(model, input);
      model.gestures.pointerMove(input);
      this.#showCursor();
    });
    // Before the menu around the stage hears of it.
    on(
      "contextmenu",
      (event) => {
        if (!this.#tookSecondary) return;
        this.#tookSecondary = false;
        event.preventDefault();
        event.stopPropagation();
      },
      false,
    );
    on("pointerup", (event, model) => {
      model.gestures.pointerUp(pointerInput(event, this.#corner()));
      this.#showCursor();
    });
    // A lost capture ends the gesture too; after a pointerup there is none any more.
    on("pointercancel", ({ pointerId }, model) => model.gestures.pointerCancel({ pointerId }));
    on("lostpointercapture", ({ pointerId }, model) => model.gestures.pointerCancel({ pointerId }));
    on("pointerleave", (_event, model) => {
      this.#pointer = null;
      if (!this.#keyboard) model.view.setPointerCell(null);
    });
    on(
      "wheel",
      (event, model) => {
        // Otherwise the browser zooms or scrolls the page.
        event.preventDefault();
        const input = wheelInput(event, this.#corner());
        model.gestures.wheel(input);
        this.#point(model, input);
      },
      false,
    );
    on("keydown", (event, model) => this.#key(event, model), false);
  }

  #pointerDown(event: PointerEvent, model: StageModel): void {
    // Otherwise the middle button starts autoscroll.
    if (event.button === 1) event.preventDefault();
    this.#host.focus({ preventScroll: true });
    const input = pointerInput(event, this.#corner());
    this.#point(model, input);
    this.#tookSecondary = model.gestures.secondary(input);
    if (model.gestures.pointerDown(input)) {
      try {
        this.#host.setPointerCapture(event.pointerId);
      } catch {
        // The button is up again already.
      }
    }
    this.#showCursor();
  }

  #point(model: StageModel, point: Point): void {
    this.#keyboard = false;
    this.#pointer = { x: point.x, y: point.y };
    this.#keepPointing(model);
  }

  /** A moving view brings another cell under a resting pointer. */
  #keepPointing({ view }: StageModel): void {
    if (!this.#pointer) return;
    const cell = cellAtPoint(view.camera, view.size, view.kind, this.#pointer);
    const known = view.state.pointerCell;
    if (cell.x !== known?.x || cell.y !== known.y) view.setPointerCell(cell);
  }

  /** Alt with arrows moves a cursor from cell to cell; Alt with Enter uses the tool there. */
  #key(event: KeyboardEvent, model: StageModel): void {
    // With any modifiers: Shift is held down to draw a circle.
    if (event.key === "Escape" && model.gestures.cancel()) event.preventDefault();
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    // A resting mouse has no say while the keyboard points: enter events must not take the place back.
    const resting = this.#pointer;
    this.#pointer = null;
    const pressed = pressKey(model, event);
    if (!pressed) {
      this.#pointer = resting;
      return;
    }
    event.preventDefault();
    this.#keyboard = true;
    this.#scheduleOverlay();
    const { cell, means } = pressed;
    const { editor } = model;
    editor.stateAt(cell).then(
      (state) =>
        this.#callbacks.onSpeak(`${means}Cell ${cell.x}, ${cell.y}: ${stateText(editor.state.rule, state)}`),
      () => {},
    );
  }

  #showSurface(surface: Surface): void {
    for (const [name, { style }] of Object.entries(this.#canvases)) {
      const visibility = name === surface ? "visible" : "hidden";
      if (style.visibility !== visibility) style.visibility = visibility;
    }
  }

  #corner(): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    return { x: left, y: top };
  }

  #showCursor(): void {
    const cursor = this.#model?.toolbox.present.cursor ?? "default";
    const shown = this.#model?.gestures.state === "pan" ? "grabbing" : cursor;
    if (this.#host.style.cursor !== shown) this.#host.style.cursor = shown;
  }

  #measure(entry: ResizeObserverEntry): void {
    const { width, height } = entry.contentRect;
    const exact = entry.devicePixelContentBoxSize?.[0];
    const device = {
      width: devicePixels(width, exact?.inlineSize),
      height: devicePixels(height, exact?.blockSize),
    };
    // A stage in a hidden tab has no size; it keeps the last one.
    if (device.width < 1 || device.height < 1) return;
    this.#measured = { css: { width, height }, device };
    this.#overlay.width = device.width;
    this.#overlay.height = device.height;
    this.#applySize();
    // Setting a canvas's size clears it; a redraw in the next frame would flicker.
    this.#drawOverlay();
  }

  #applySize(): void {
    if (!this.#measured || !this.#model) return;
    this.#model.view.setSize(this.#measured.css);
    this.#applyDisplay();
    if (this.#ready) return;
    this.#ready = true;
    this.#callbacks.onReady();
  }

  #applyDisplay(): void {
    if (!this.#measured) return;
    this.#loop?.setDisplay({
      size: this.#measured.device,
      ratio: this.#ratio(),
      look: this.#look,
      theme: this.#theme,
    });
  }

  #ratio(): number {
    return this.#measured ? this.#measured.device.width / this.#measured.css.width : 1;
  }

  #scheduleOverlay(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#showCursor();
      this.#drawOverlay();
    });
  }

  #drawOverlay(): void {
    if (!this.#context || !this.#model || !this.#measured) return;
    const { view, editor, toolbox } = this.#model;
    const { camera, box, pointerCell } = view.state;
    const ratio = this.#ratio();
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const whole = drawOverlay(this.#context, {
      camera,
      size: view.size,
      kind: view.kind,
      editor: editor.state,
      tool: toolFor(toolbox, view),
      box,
      cursor: pointerCell,
      keyboard: this.#keyboard,
      colours: { ...this.#overlayColours, states: cssStates(this.#theme, editor.state.rule) },
    });
    if (!whole) this.#scheduleOverlay();
  }
}

/** The handles have their places on the view that the pointer is on; another view of the same universe shows none. */
function toolFor({ present, view: used }: Toolbox, view: ToolView): OverlayScene["tool"] {
  if (used === view) return present;
  return { preview: present.preview ?? null, footprint: present.footprint ?? null };
}

/** Of a rule of more than two states. */
function cssStates(theme: string, rule: StateLooks): readonly string[] | undefined {
  if (rule.states === 2) return undefined;
  return Array.from({ length: rule.states - 1 }, (_, at) =>
    cssColour(stateColour(THEMES.get(theme), at + 1, rule)),
  );
}

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
  // Both lie at the front of the host; the later one lies on top.
  const above = [...host.children].find((child) => !(child instanceof HTMLCanvasElement));
  host.insertBefore(canvas, above ?? null);
  return canvas;
}

function readOverlayColours(element: Element): OverlayColours {
  const style = getComputedStyle(element);
  const read = (token: string, otherwise: string): string =>
    style.getPropertyValue(token).trim() || otherwise;
  return {
    accent: read("--accent", "#e9b44c"),
    ground: read("--ground", "#0c0f14"),
    ink: read("--ink", "#e8e4da"),
  };
}
