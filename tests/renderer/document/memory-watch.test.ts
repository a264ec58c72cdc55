// How full the memory is: known at once, again when cells have changed, and asked no more often than once a second.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { MemoryWatch } from "../../../renderer/document/memory-watch.ts";
import { fakeUniverse, liveOver, replace } from "../../support/live-over.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function watching() {
  let bytes = 100;
  const memory = async (): Promise<number> => bytes++;
  const universe = liveOver(fakeUniverse({ memory }), () => fakeUniverse({ memory: async () => -1 }));
  const readings = { store: createStore(() => ({ generation: 0n, population: 5n as bigint | null })) };
  const told: number[] = [];
  const watch = new MemoryWatch({ universe, readings }, (now) => told.push(now));
  const step = (): void => readings.store.setState(({ generation }) => ({ generation: generation + 1n }));
  return { universe, readings, told, watch, step };
}

test("a universe that stands still is asked once", async () => {
  const { told, watch } = watching();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([100]);
  watch.end();
});

test("during a run it is asked each second, however long the window has been open", async () => {
  const { told, watch, step } = watching();
  await vi.advanceTimersByTimeAsync(3_600_000);
  for (let i = 0; i < 100; i++) {
    step();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(told.length).toBeGreaterThanOrEqual(9);
  expect(told.length).toBeLessThanOrEqual(12);
  watch.end();
  step();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.length).toBeLessThanOrEqual(12);
});

test("an edit and another universe are seen", async () => {
  const { universe, readings, told, watch } = watching();
  await vi.advanceTimersByTimeAsync(1);
  readings.store.setState({ population: 6n });
  await vi.advanceTimersByTimeAsync(1500);
  expect(told).toEqual([100, 101]);
  await replace(universe);
  await vi.advanceTimersByTimeAsync(1500);
  expect(told).toEqual([100, 101, -1]);
  watch.end();
});
