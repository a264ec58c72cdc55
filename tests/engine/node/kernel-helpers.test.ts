// The threads that help kernels in Node: a process ends them with itself, and keeps nothing of those that have ended.

import { expect, it } from "vitest";
import { nodeHelpers } from "../../../engine/node/kernel-helpers.ts";

const listeners = (): number => process.listenerCount("exit");

it("listens for the end of the process as long as there are threads, once for all of them", async () => {
  const before = listeners();
  for (let round = 0; round < 2; round++) {
    const pool = nodeHelpers(2);
    expect(listeners()).toBe(before);
    pool.prepare();
    expect(listeners()).toBe(before + 1);
    if (round === 0) pool.close();
    // As Node calls it at its end.
    else process.listeners("exit").at(-1)?.(0);
    await expect.poll(listeners).toBe(before);
  }
});
