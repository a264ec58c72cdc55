/**
 * The keyboard's own pointer. Alt and the arrows move it from cell to cell, ten at a time with Shift; Alt and Enter use the tool
 * there. With a tool that leads from one place to another the first Enter begins and the next one ends. The arrows need Shift and
 * Alt for themselves, so these keys do not modify the drag.
 */

import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cellOf, middleOf, panBy, pointOfCell } from "../../engine/picture/camera-moves.ts";
import type { Gestures } from "./gestures.ts";
import { KEYBOARD } from "./gestures.ts";
import type { ToolView } from "./tool.ts";
import type { Toolbox } from "./toolbox.ts";

export interface KeyModel {
  readonly view: ToolView & {
    readonly state: { readonly pointerCell: Cell | null };
    setPointerCell(cell: Cell | null): void;
  };
  readonly gestures: Gestures;
  readonly toolbox: Toolbox;
}

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly timeStamp: number;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const LEAP = 10;

/** Handles a key pressed with Alt. Returns the pointer's new place and a sentence about it; null for any other key. */
export function pressKey(
  { view, gestures, toolbox }: KeyModel,
  { key, shiftKey, timeStamp }: KeyPress,
): { readonly cell: Cell; readonly means: string } | null {
  const arrow = ARROWS[key];
  if (!arrow && key !== "Enter") return null;
  const old = view.state.pointerCell ?? cellOf(middleOf(view.camera, view.kind), view.kind);
  const far = shiftKey ? LEAP : 1;
  const cell = arrow ? { x: old.x + BigInt(arrow.x * far), y: old.y + BigInt(arrow.y * far) } : old;
  bringIntoView(view, cell);
  view.setPointerCell(cell);
  const { held } = gestures;
  const input = {
    ...KEY_POINTER,
    ...pointOfCell(view.camera, view.size, view.kind, cell),
    buttons: held ? 1 : 0,
    shiftKey: shiftKey && !arrow,
    timeStamp,
  };
  gestures.pointerMove(input);
  if (arrow) return { cell, means: "" };
  if (held) {
    gestures.pointerUp(input);
    return { cell, means: "Ends here. " };
  }
  gestures.pointerDown({ ...input, buttons: 1 });
  if (toolbox.present.drags) return { cell, means: "Begins here. " };
  gestures.pointerUp(input);
  return { cell, means: "" };
}

const KEY_POINTER = {
  pointerId: KEYBOARD,
  pointerType: "mouse",
  button: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  pressure: 0.5,
} as const;

function bringIntoView(view: ToolView, cell: Cell): void {
  const { x, y } = pointOfCell(view.camera, view.size, view.kind, cell);
  const rim = Math.min(2 ** view.camera.zoom, view.size.width / 4, view.size.height / 4);
  const into = (at: number, length: number): number =>
    at < rim ? rim - at : at > length - rim ? length - rim - at : 0;
  const by = { x: into(x, view.size.width), y: into(y, view.size.height) };
  if (by.x !== 0 || by.y !== 0) view.setCamera(panBy(view.camera, view.kind, by));
}
