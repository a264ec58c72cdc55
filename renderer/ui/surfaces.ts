/**
 * Whether a dialog, menu or popover lies over the window, so that keys are its and not the studio's. They count themselves:
 * looking for them among all elements would cost every key a walk through the window.
 */

import { useLayoutEffect } from "react";

let open = 0;

export function isSurfaceOpen(): boolean {
  return open > 0;
}

/** Stands inside of one, and is there as long as it is. */
export function OpenSurface(): null {
  useLayoutEffect(() => {
    open++;
    return () => {
      open--;
    };
  }, []);
  return null;
}
