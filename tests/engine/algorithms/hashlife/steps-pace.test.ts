// What is left of many steps at the pace of those that are done, and when nobody knows.

import { expect, it } from "vitest";
import { StepsPace } from "../../../../engine/algorithms/hashlife/steps-pace.ts";

const UNKNOWN = Number.POSITIVE_INFINITY;

it("tells what is left of steps by the pace of all that are done", () => {
  const pace = new StepsPace();
  expect(pace.left(7, 100, 0)).toBe(UNKNOWN);
  // Ten steps in 7 + 3 ms, then thirty more in 10.
  expect(pace.left(3, 100, 10)).toBe(90);
  expect(pace.left(10, 90, 30)).toBe(30);
  expect(pace.left(1, 60, 60)).toBe(0);
});

it("begins anew where other steps are asked for than those that are left", () => {
  const pace = new StepsPace();
  expect(pace.left(10, 100, 10)).toBe(90);
  expect(pace.left(40, 50, 10)).toBe(160);
  expect(pace.left(4, 90, 0)).toBe(UNKNOWN);
});

it("does not know what follows where one step after another has come to its target", () => {
  const pace = new StepsPace();
  for (let arrivals = 1; arrivals <= 64; arrivals++) expect(pace.left(1, 2, 2)).toBe(0);
  expect(pace.left(1, 2, 2)).toBe(UNKNOWN);
  // One of many steps that is not at its target still knows its pace.
  expect(pace.left(5, 20, 5)).toBe(15);
});
