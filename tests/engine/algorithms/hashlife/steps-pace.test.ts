// What is left of many steps at the pace of those that are done, and when nobody knows.

import { expect, it } from "vitest";
import { StepsPace } from "../../../../engine/algorithms/hashlife/steps-pace.ts";

const UNKNOWN = Number.POSITIVE_INFINITY;

it("tells what is left of steps by the pace of those that are done", () => {
  const pace = new StepsPace();
  expect(pace.left(7, 100, 0)).toBe(UNKNOWN);
  // Ten steps in 7 + 2 ms, then thirty more in 7.
  expect(pace.left(2, 100, 10)).toBe(81);
  expect(pace.left(7, 90, 30)).toBe(24);
  expect(pace.left(1, 60, 60)).toBe(0);
});

it("counts the pace of long ago less and less", () => {
  const pace = new StepsPace();
  expect(pace.left(20, 1000, 10)).toBe(1980);
  // Half of that, then half of it all, and so on.
  expect(pace.left(2, 990, 19)).toBe((971 * 12) / 24);
  expect(pace.left(4, 971, 28)).toBe((943 * 10) / 40);
  expect(pace.left(1, 943, 20)).toBe((923 * 6) / 40);
  expect(pace.left(1, 923, 10)).toBe((913 * 7) / 50);
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
