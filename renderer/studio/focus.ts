/** The focus of the keyboard. */

import type { Focus } from "../commands/command.ts";

/** With nothing focused, keys go to the canvas. */
export function focusNow(): Focus {
  const element = document.activeElement;
  if (!element || element === document.body) return "canvas";
  if (element.closest("[data-stage]")) return "canvas";
  const isText =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(element.type));
  return isText ? "text" : "elsewhere";
}

/** Moves the focus back to the cells. */
export function focusStage(): void {
  document
    .querySelector<HTMLElement>("[data-stage] [tabindex], [data-stage][tabindex]")
    ?.focus({ preventScroll: true });
}
