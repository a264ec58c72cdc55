// What --threads comes to: the thread that steps is one of them, and the others help it.

import { expect, test } from "vitest";
import { environmentFor } from "../../../engine/node/environment.ts";

test.each([1, undefined])("%s threads have no helpers", async (threads) => {
  expect((await environmentFor({ needsGpu: false, threads })).helpers).toBeUndefined();
});

test.each([2, 3, 8])("%i threads are one less helpers, started once", async (threads) => {
  const { helpers } = await environmentFor({ needsGpu: false, threads });
  const pool = await helpers?.();
  expect(pool?.size).toBe(threads - 1);
  expect(await helpers?.()).toBe(pool);
});
