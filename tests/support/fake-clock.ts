/** A clock that stands where a test puts it, for what asks engine/core/clock.ts. */

import type { MockInstance } from "vitest";
import { vi } from "vitest";

/** `time` in milliseconds. What it gives back, or `vi.restoreAllMocks`, ends it. */
export function setClock(time: () => number): MockInstance {
  return vi.spyOn(process, "hrtime").mockImplementation(() => {
    const now = time();
    return [Math.floor(now / 1e3), (now % 1e3) * 1e6];
  });
}
