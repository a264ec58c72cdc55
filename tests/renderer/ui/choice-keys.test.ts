import { expect, test } from "vitest";
import { reachedByKey, reachedByText } from "../../../renderer/ui/choice-keys.ts";

const NAMES = [null, "Life", "HighLife", "Day & Night", null, "Hex rule"];

test("arrows, Home, End and the page keys pass what cannot be chosen, and stop at the ends", () => {
  expect(reachedByKey(NAMES, 1, "ArrowDown")).toBe(2);
  expect(reachedByKey(NAMES, 3, "ArrowDown")).toBe(5);
  expect(reachedByKey(NAMES, 5, "ArrowDown")).toBe(5);
  expect(reachedByKey(NAMES, 1, "ArrowUp")).toBe(1);
  expect(reachedByKey(NAMES, -1, "ArrowDown")).toBe(1);
  expect(reachedByKey(NAMES, 3, "Home")).toBe(1);
  expect(reachedByKey(NAMES, 3, "End")).toBe(5);
  expect(reachedByKey(NAMES, 1, "PageDown")).toBe(5);
  expect(reachedByKey(NAMES, 5, "PageUp")).toBe(1);
  const many = Array.from({ length: 40 }, (_, at) => (at === 18 ? null : String(at)));
  expect(reachedByKey(many, 10, "PageDown")).toBe(17);
  expect(reachedByKey(many, 26, "PageUp")).toBe(19);
  expect(reachedByKey(NAMES, 3, "Enter")).toBeNull();
});

test("letters lead to what begins with them, and the same letter again to the next", () => {
  expect(reachedByText(NAMES, 1, "h")).toBe(2);
  expect(reachedByText(NAMES, 2, "hh")).toBe(5);
  expect(reachedByText(NAMES, 5, "hhh")).toBe(2);
  expect(reachedByText(NAMES, 2, "he")).toBe(5);
  expect(reachedByText(NAMES, 2, "HI")).toBe(2);
  expect(reachedByText(NAMES, -1, "day & ")).toBe(3);
  expect(reachedByText(NAMES, 1, "x")).toBe(-1);
});
