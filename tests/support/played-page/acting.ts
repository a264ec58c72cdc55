// What React makes of a deed is on the page when the deed is over, whatever priority React gives it.

import { act } from "react";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

export function acting<T>(deed: () => T): T {
  let result: T | undefined;
  // Only here: what happens meanwhile comes to the page as everywhere.
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    act(() => void (result = deed()));
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  }
  return result as T;
}

/** React's own notes on the page. Where `p`, the priority of what is under way, is 0, it asks the page's window for its event. */
interface Internals {
  p: number;
}
const ASK_WINDOW = 0;
const DEFAULT_PRIORITY = 32;

/**
 * An answer may come when the page has gone, and set a state that nobody sees any more. In a browser nothing happens then; here React
 * would look for the window that is no longer there.
 */
export async function pageIsThere(isThere: boolean): Promise<void> {
  const { default: dom } = await import("react-dom");
  const { __DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
    dom as unknown as Record<string, Internals>;
  if (!internals) throw new Error("React keeps its priority elsewhere.");
  internals.p = isThere ? ASK_WINDOW : DEFAULT_PRIORITY;
}
