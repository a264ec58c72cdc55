import { expect, test } from "vitest";
import { TabWalk } from "../../../renderer/commands/tab-walk.ts";

test("Tab is a step on the cells and where nothing has the focus, and the browser's on controls", () => {
  const walk = new TabWalk();
  expect(walk.press("Tab", "nothing")).toBe(false);
  expect(walk.press("Tab", "cells")).toBe(false);
  expect(walk.press("Tab", "nothing")).toBe(false);
  expect(walk.press("Tab", "control")).toBe(true);
});

test("a walk past the last control goes on in the browser, forward and backward", () => {
  const walk = new TabWalk();
  walk.press("Tab", "control");
  expect(walk.press("Tab", "nothing")).toBe(true);
  expect(walk.press("Shift", "nothing")).toBe(false);
  expect(walk.press("Tab", "nothing")).toBe(true);
});

test("another key or the pointer ends it", () => {
  const walk = new TabWalk();
  walk.press("Tab", "control");
  expect(walk.press("Enter", "nothing")).toBe(false);
  expect(walk.press("Tab", "nothing")).toBe(false);
  walk.press("Tab", "control");
  walk.end();
  expect(walk.press("Tab", "nothing")).toBe(false);
});
