import { useState } from "react";

/**
 * For parts that open over the window without a button of their own to return to (by a key, by a menu): remembers the
 * focused element, and returns the focus on closing, unless another element has taken it by then. A button of the window
 * that was only clicked does not get it: the person's keys are meant for the cells.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  const [clicked] = useState(() => before?.matches("button:not(:focus-visible, .dialog *)") ?? false);
  return (event) => {
    event.preventDefault();
    const now = document.activeElement;
    if (clicked || (now && now !== document.body)) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
