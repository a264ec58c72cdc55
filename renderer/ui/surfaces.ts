/**
 * Whether a dialog, menu or popover lies over the window, so that it gets the keys and not the studio. The surfaces
 * count themselves: a search among all elements would cost every key a walk through the window.
 */

import { useLayoutEffect } from "react";

let open = 0;

export function isSurfaceOpen(): boolean {
  return open > 0;
}

/** A marker inside a surface, for as long as that exists. */
export function OpenSurface(): null {
  useLayoutEffect(() => {
    open++;
    return () => {
      open--;
    };
  }, []);
  return null;
}
