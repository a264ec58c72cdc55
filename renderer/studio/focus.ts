/** The focus of the keyboard. */

import type { Focus } from "../commands/command.ts";

/** With nothing focused, keys go to the canvas. */
export function focusNow(): Focus {
  const element = document.activeElement;
  if (!element || element === document.body) return "canvas";
  // Keys belong to a button that has the focus, also on top of the cells.
  if (element.closest("[data-stage]")) return element.closest("button") ? "elsewhere" : "canvas";
  const isText =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(element.type));
  return isText ? "text" : "elsewhere";
}

/** Moves the focus back to the cells. */
export function focusStage(): void {
  document
    .querySelector<HTMLElement>('[data-stage]:not([data-stage="resting"]) [tabindex]')
    ?.focus({ preventScroll: true });
}
