/** The page's events in the form that gestures take: plain data, with points from the view's corner. */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { PointerInput } from "../../tools/gestures.ts";
import type { WheelInput } from "../../tools/wheel.ts";

export function pointerInput(event: PointerEvent, corner: Point): PointerInput {
  const { pointerId, button, buttons, shiftKey, ctrlKey, metaKey, altKey, pressure, timeStamp } = event;
  const at = (one: PointerEvent): Point => ({ x: one.clientX - corner.x, y: one.clientY - corner.y });
  const passed = event.type === "pointermove" ? (event.getCoalescedEvents?.() ?? []) : [];
  return {
    ...at(event),
    pointerId,
    pointerType: event.pointerType === "pen" || event.pointerType === "touch" ? event.pointerType : "mouse",
    button,
    buttons,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
    pressure,
    timeStamp,
    // The last of them is the event itself.
    coalesced: passed.slice(0, -1).map(at),
  };
}

export function wheelInput(event: WheelEvent, corner: Point): WheelInput {
  const { clientX, clientY, deltaX, deltaY, deltaMode, ctrlKey, shiftKey } = event;
  const { wheelDeltaY } = event as WheelEvent & { readonly wheelDeltaY?: number };
  return {
    x: clientX - corner.x,
    y: clientY - corner.y,
    deltaX,
    deltaY,
    deltaMode,
    ctrlKey,
    shiftKey,
    wheelDeltaY,
  };
}
