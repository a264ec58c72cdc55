import { useState } from "react";

/**
 * For what opens over the window without a button of its own to go back to (by a key, by a menu): remembers what had the
 * focus, and gives it back on closing, unless something else has taken it by then.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const now = document.activeElement;
    if (now && now !== document.body) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
