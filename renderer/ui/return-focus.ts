import { createContext, useContext, useState } from "react";
import { isSurfaceOpen } from "./surfaces.ts";

/** Gives the focus to what has the keys in general: for a surface that closes and has nobody to give it back to. */
export const FocusHome = createContext<() => void>(() => {});

/**
 * For parts that open over the window without a button of their own to return to (by a key, by a menu): remembers the
 * focused element, and returns the focus on closing, unless another element has taken it by then. A button of the window
 * that was only clicked does not get it, nor does an element that is gone: the person's keys are meant for the cells,
 * unless another part is still open.
 */
export function useReturnFocus(): (event: Event) => void {
  const home = useContext(FocusHome);
  const [before] = useState(() => document.activeElement);
  const [clicked] = useState(() => before?.matches("button:not(:focus-visible, .dialog *)") ?? false);
  return (event) => {
    event.preventDefault();
    if (!isFree()) return;
    if (!clicked && before instanceof HTMLElement) before.focus({ preventScroll: true });
    if (isFree() && !isSurfaceOpen()) home();
  };
}

/** Whether no element has the focus. */
function isFree(): boolean {
  const now = document.activeElement;
  return !now || now === document.body;
}
