import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Readings } from "../../../renderer/document/readings.ts";
import { fakeUniverse, liveOver, replace } from "../../support/live-over.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const editorStore = () =>
  createStore(() => ({ running: false, timeline: { id: 1, from: 0n, to: 0n }, revision: 0, generation: 0n }));
const EDITOR = { store: editorStore() };

test("a burst of generations is told of twice: at its beginning and at its end", async () => {
  const universe = fakeUniverse({ population: async () => 5n });
  const readings = new Readings(liveOver(universe), EDITOR, (error) => {
    throw error;
  });
  await vi.advanceTimersByTimeAsync(1000);
  const seen: bigint[] = [];
  readings.store.subscribe(({ generation }) => void seen.push(generation));
  for (let generation = 1n; generation <= 200n; generation++) universe.store.setState({ generation });
  expect(seen).toEqual([1n]);
  await vi.advanceTimersByTimeAsync(20);
  expect(seen.at(-1)).toBe(200n);
  expect(seen.length).toBeLessThanOrEqual(3);
  // Nothing is told that is no news.
  await vi.advanceTimersByTimeAsync(2000);
  const settled = seen.length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.length).toBe(settled);
  readings.end();
});

test("a universe that is left in the middle of a question is neither read nor complained about", async () => {
  const asked: ((answer: Promise<bigint>) => void)[] = [];
  const universe = () =>
    fakeUniverse({ population: () => new Promise<bigint>((answer) => asked.push(answer)) });
  const errors: unknown[] = [];
  const live = liveOver(universe(), universe);
  const readings = new Readings(live, EDITOR, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(10);
  for (const answer of [Promise.reject(new Error("it is gone")), Promise.resolve(7n)]) {
    const answered = asked.at(-1);
    await replace(live);
    answered?.(answer);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readings.store.getState().population).toBeNull();
  }
  expect(errors).toEqual([]);
  asked.at(-1)?.(Promise.resolve(9n));
  await vi.advanceTimersByTimeAsync(10);
  expect(readings.store.getState().population).toBe(9n);
  readings.end();
});

test("generation and timeline are of one moment: a run is never seen behind its own end", async () => {
  const universe = fakeUniverse({ population: async () => 5n });
  const editor = { store: editorStore() };
  const readings = new Readings(liveOver(universe), editor, (error) => {
    throw error;
  });
  await vi.advanceTimersByTimeAsync(1000);
  const seen: (readonly [generation: bigint, end: bigint])[] = [];
  readings.store.subscribe(({ generation, timeline }) => void seen.push([generation, timeline.to]));
  editor.store.setState({ running: true });
  for (let generation = 1n; generation <= 30n; generation++) {
    universe.store.setState({ generation });
    // The editor tells of something else, and of the timeline with it, at its own moments: some between two frames.
    if (generation % 3n === 0n)
      editor.store.setState({ timeline: { id: 1, from: 0n, to: generation }, generation });
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter(([generation, end]) => generation !== end)).toEqual([]);
  expect(seen.at(-1)).toEqual([30n, 30n]);
  // Who looks back leaves the end where it was; an edit there drops what was ahead.
  universe.store.setState({ generation: 12n });
  await vi.advanceTimersByTimeAsync(100);
  expect(seen.at(-1)).toEqual([12n, 30n]);
  editor.store.setState({ timeline: { id: 1, from: 0n, to: 12n } });
  await vi.advanceTimersByTimeAsync(100);
  expect(seen.at(-1)).toEqual([12n, 12n]);
  readings.end();
});
