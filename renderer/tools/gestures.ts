/**
 * Turns pointers into gestures: decides whose gesture a press begins, and what the hand does with any tool.
 *
 *   one press             the tool's
 *   past the edge         scrolls on with the tool's gesture
 *   the second button     the tool's, where it has a use for it
 *   the middle button     pans
 *   two fingers           pan and zoom at once; a stroke that the first finger had begun is taken back
 *   the wheel             zooms at the pointer (or pans, from a trackpad)
 *
 * One gesture at a time: a second button, a second mouse or a palm beside the pen begins nothing. A finger that lands long after
 * the first had begun to draw counts as a slip of the hand too, not as a pinch.
 */

import type { Point } from "../../engine/grids/grid-kind.ts";
import { cellAtPoint, panBy, pinch, zoomAt } from "../../engine/picture/camera-moves.ts";
import { EdgeScroll } from "./edge-scroll.ts";
import type { Tool, ToolPointer, ToolView } from "./tool.ts";
import type { Toolbox } from "./toolbox.ts";
import type { WheelInput, WheelPreference } from "./wheel.ts";
import { readWheel } from "./wheel.ts";

/** The used parts of a PointerEvent; x and y from the view's corner, in CSS pixels. */
export interface PointerInput extends Point {
  readonly pointerId: number;
  readonly pointerType: "mouse" | "pen" | "touch";
  /** The button that this event is about: 0 primary, 1 middle, 2 secondary, 5 a pen's eraser. */
  readonly button: number;
  /** The buttons that are down: 1 primary, 2 secondary, 4 middle, 32 eraser. */
  readonly buttons: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly pressure: number;
  /** In milliseconds. */
  readonly timeStamp: number;
  /** Places passed since the last event, where the browser reports them. */
  readonly coalesced?: readonly Point[];
}

type State =
  | { readonly name: "idle" }
  | { readonly name: "tool"; readonly tool: Tool; readonly first: PointerInput; readonly last: PointerInput }
  | { readonly name: "pan"; readonly id: number; readonly last: Point }
  | { readonly name: "pinch"; readonly ids: readonly [number, number]; readonly at: readonly [Point, Point] };

const IDLE: State = { name: "idle" };
const PRIMARY = 0;
const MIDDLE = 1;
const SECONDARY = 2;
const ERASER = 5;
const ERASER_DOWN = 32;

/** The id of the pointer that keys move (key-pointer.ts); no device has it. */
export const KEYBOARD = -1;

/** Until a finger has drawn for this long and this far, a second one makes it a pinch. */
const PINCH_MILLISECONDS = 250;
const PINCH_PIXELS = 12;

export class Gestures {
  readonly #toolbox: Toolbox;
  readonly #view: ToolView;
  readonly #scroll = new EdgeScroll((by) => this.#scrollBy(by));
  #state: State = IDLE;
  wheelPreference: WheelPreference = "auto";

  constructor(toolbox: Toolbox, view: ToolView) {
    this.#toolbox = toolbox;
    this.#view = view;
  }

  /** `idle`, `tool`, `pan` or `pinch`. */
  get state(): State["name"] {
    return this.#state.name;
  }

  /** Whether a gesture is under way that the keyboard began. */
  get held(): boolean {
    return this.#state.name === "tool" && this.#state.first.pointerId === KEYBOARD;
  }

  /** True when the pointer now belongs to a gesture and should be captured. */
  pointerDown(input: PointerInput): boolean {
    const state = this.#state;
    if (state.name === "tool" && [input.pointerId, KEYBOARD].includes(state.first.pointerId)) {
      // The release went unseen, or the hand continues with another device.
      state.tool.cancel();
      this.#rest();
      return this.#begin(input);
    }
    if (state.name === "idle") return this.#begin(input);
    if (input.pointerType !== "touch") return false;
    if (state.name === "tool" && isYoung(state.first, state.last, input)) {
      state.tool.cancel();
      this.#pinch(state.first.pointerId, state.last, input);
      return true;
    }
    if (state.name === "pan" && state.id !== input.pointerId) {
      this.#pinch(state.id, state.last, input);
      return true;
    }
    return false;
  }

  pointerMove(input: PointerInput): void {
    const state = this.#state;
    switch (state.name) {
      case "idle":
        if (this.#toolbox.use(this.#view)) this.#toolbox.present.pointerMove(this.#read(input));
        return;
      case "tool":
        if (state.first.pointerId !== input.pointerId) return;
        // A mouse that comes back with no button down was released outside.
        if (input.pointerType === "mouse" && input.buttons === 0) {
          this.#rest();
          state.tool.pointerUp(this.#read(state.last));
          return;
        }
        this.#state = { ...state, last: input };
        state.tool.pointerMove(this.#read(input));
        if (state.tool.scrolls && input.pointerId !== KEYBOARD) this.#scroll.at(input, this.#view.size);
        return;
      case "pan":
        if (state.id === input.pointerId) this.#pan(state, input);
        return;
      case "pinch":
        this.#stretch(state, input);
        return;
    }
  }

  pointerUp(input: PointerInput): void {
    const state = this.#state;
    if (state.name === "tool" && state.first.pointerId === input.pointerId) {
      this.#rest();
      state.tool.pointerUp(this.#read(input));
    } else if (state.name === "pan" && state.id === input.pointerId) {
      this.#pan(state, input);
      this.#state = IDLE;
    } else if (state.name === "pinch") {
      this.#lift(state, input.pointerId);
    }
  }

  /** The system took the pointer away: the gesture is undone. */
  pointerCancel(input: Pick<PointerInput, "pointerId">): void {
    const state = this.#state;
    if (state.name === "tool" && state.first.pointerId === input.pointerId) this.cancel();
    else if (state.name === "pan" && state.id === input.pointerId) this.#state = IDLE;
    else if (state.name === "pinch") this.#lift(state, input.pointerId);
  }

  wheel(input: WheelInput): void {
    const { camera, size, kind } = this.#view;
    const meaning = readWheel(input, this.wheelPreference);
    const next =
      meaning.kind === "zoom"
        ? zoomAt(camera, size, kind, input, meaning.change)
        : panBy(camera, kind, meaning.by);
    if (next !== camera) this.#view.setCamera(next);
  }

  /** Escape: takes back the gesture under way. False when there is none. */
  cancel(): boolean {
    const state = this.#state;
    if (state.name === "idle") return false;
    this.#rest();
    if (state.name === "tool") state.tool.cancel();
    return true;
  }

  /** Whether the tool in hand has a use for the second button; the press then opens no menu. */
  secondary(input: PointerInput): boolean {
    const tool = this.#toolbox.present;
    if (input.button !== SECONDARY || this.#state.name !== "idle" || !tool.secondary) return false;
    if (!this.#toolbox.use(this.#view)) return false;
    tool.secondary(this.#read(input));
    return true;
  }

  #rest(): void {
    this.#scroll.end();
    this.#toolbox.release(this.#view);
    this.#state = IDLE;
  }

  #scrollBy(by: Point): void {
    const state = this.#state;
    if (state.name !== "tool") return;
    const { camera, kind } = this.#view;
    this.#view.setCamera(panBy(camera, kind, { x: -by.x, y: -by.y }));
    state.tool.pointerMove(this.#read({ ...state.last, coalesced: [] }));
  }

  #begin(input: PointerInput): boolean {
    if (input.button === MIDDLE) {
      this.#state = { name: "pan", id: input.pointerId, last: pointOf(input) };
      return true;
    }
    if (input.button !== PRIMARY && input.button !== ERASER) return false;
    if (!this.#toolbox.take(this.#view)) return false;
    const tool = this.#toolbox.present;
    this.#state = { name: "tool", tool, first: input, last: input };
    tool.pointerDown(this.#read(input));
    return true;
  }

  #pan(state: Extract<State, { name: "pan" }>, input: PointerInput): void {
    const by = { x: input.x - state.last.x, y: input.y - state.last.y };
    this.#state = { ...state, last: pointOf(input) };
    if (by.x !== 0 || by.y !== 0) this.#view.setCamera(panBy(this.#view.camera, this.#view.kind, by));
  }

  #pinch(first: number, at: Point, second: PointerInput): void {
    this.#scroll.end();
    this.#toolbox.release(this.#view);
    this.#state = { name: "pinch", ids: [first, second.pointerId], at: [pointOf(at), pointOf(second)] };
  }

  #stretch(state: Extract<State, { name: "pinch" }>, input: PointerInput): void {
    const which = state.ids.indexOf(input.pointerId);
    if (which < 0) return;
    const to: readonly [Point, Point] =
      which === 0 ? [pointOf(input), state.at[1]] : [state.at[0], pointOf(input)];
    const { camera, size, kind } = this.#view;
    this.#state = { ...state, at: to };
    this.#view.setCamera(pinch(camera, size, kind, state.at, to));
  }

  /** The remaining finger goes on panning; it does not begin to draw. */
  #lift(state: Extract<State, { name: "pinch" }>, id: number): void {
    const which = state.ids.indexOf(id);
    if (which < 0) return;
    const other = which === 0 ? 1 : 0;
    this.#state = { name: "pan", id: state.ids[other], last: state.at[other] };
  }

  #read(input: PointerInput): ToolPointer {
    const { camera, size, kind } = this.#view;
    const point = pointOf(input);
    const cell = cellAtPoint(camera, size, kind, point);
    const passed = input.coalesced ?? [];
    return {
      type: input.pointerType,
      point,
      cell,
      path: [...passed.map((p) => cellAtPoint(camera, size, kind, p)), cell],
      trail: [...passed, point],
      eraser: input.button === ERASER || (input.buttons & ERASER_DOWN) !== 0,
      shift: input.shiftKey,
      control: input.ctrlKey || input.metaKey,
      alt: input.altKey,
      pressure: input.pressure,
    };
  }
}

function pointOf({ x, y }: Point): Point {
  return { x, y };
}

function isYoung(first: PointerInput, last: PointerInput, now: PointerInput): boolean {
  if (first.pointerType !== "touch") return false;
  const near = Math.hypot(last.x - first.x, last.y - first.y) < PINCH_PIXELS;
  return near || now.timeStamp - first.timeStamp < PINCH_MILLISECONDS;
}
