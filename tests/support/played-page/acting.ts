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
