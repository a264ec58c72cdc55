// The curve of the population on the timeline: what it keeps of a long run, and of ways that were given up.

import { expect, test } from "vitest";
import { PopulationTrace } from "../../../renderer/document/population-trace.ts";

const TIMELINE = { id: 1, from: 0n, to: 10n ** 9n };

test("a long run keeps its ends and an even sample of what lies between", () => {
  const trace = new PopulationTrace(TIMELINE);
  for (let k = 0n; k < 1000n; k++) trace.note(k, k * k);
  const at = trace.points.map(({ generation }) => Number(generation));
  expect(at.length).toBeGreaterThan(300);
  expect(at.length).toBeLessThanOrEqual(400);
  expect([at[0], at.at(-1)]).toEqual([0, 999]);
  const gaps = at.slice(1).map((generation, k) => generation - (at[k] as number));
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(8);
  expect(trace.points.every(({ generation, population }) => population === Number(generation) ** 2)).toBe(
    true,
  );
});

test("points stand in order of generations, the last reading of each", () => {
  const trace = new PopulationTrace(TIMELINE);
  for (const [generation, population] of [
    [5n, 50n],
    [2n, 20n],
    [9n, 90n],
    [5n, 51n],
  ] as const)
    trace.note(generation, population);
  expect(trace.points).toEqual([
    { generation: 2n, population: 20 },
    { generation: 5n, population: 51 },
    { generation: 9n, population: 90 },
  ]);
});

test("a way that was given up takes its points along, and comes back with its timeline", () => {
  const trace = new PopulationTrace(TIMELINE);
  for (const generation of [0n, 10n, 20n, 30n]) trace.note(generation, generation);
  trace.follow({ id: 1, from: 0n, to: 20n });
  expect(trace.points.map(({ generation }) => generation)).toEqual([0n, 10n, 20n]);
  trace.follow({ id: 2, from: 0n, to: 0n });
  expect(trace.points).toEqual([]);
  trace.note(0n, 7n);
  trace.follow({ id: 1, from: 0n, to: 20n });
  expect(trace.points.map(({ generation }) => generation)).toEqual([0n, 10n, 20n]);
});
