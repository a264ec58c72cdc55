// What is kept for the last few keys.

import { expect, it } from "vitest";
import { Recent } from "../../../engine/core/recent.ts";

it("forgets what was asked for longest ago, and no more than it must", () => {
  const recent = new Recent<string, number>(2);
  expect(recent.keep("a", 1)).toBe(1);
  recent.keep("b", 2);
  expect(recent.get("a")).toBe(1);
  recent.keep("c", 3);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
});

it("keeps one value for a key, the last one", () => {
  const recent = new Recent<string, number>(2);
  recent.keep("a", 1);
  recent.keep("b", 2);
  recent.keep("a", 3);
  expect([recent.get("a"), recent.get("b")]).toEqual([3, 2]);
});

it("says what it has without taking that for a use", () => {
  const recent = new Recent<string, number>(2);
  recent.keep("a", 1);
  recent.keep("b", 2);
  expect(recent.has("a")).toBe(true);
  recent.keep("c", 3);
  expect([recent.has("a"), recent.has("b")]).toEqual([false, true]);
});
