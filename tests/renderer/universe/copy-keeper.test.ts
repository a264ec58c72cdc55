// When the window copies a universe that may be lost.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { EMPTY_TREE } from "../../../engine/core/quad-tree.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { CopyKeeper } from "../../../renderer/universe/copy-keeper.ts";
import { fakeUniverse, liveOver } from "../../support/live-over.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeping(running: boolean) {
  let copies = 0;
  const universe = fakeUniverse({
    ...parseUniverseRule("B3/S23"),
    population: async () => 5n,
    bounds: async () => null,
    readTree: async () => {
      copies++;
      return EMPTY_TREE;
    },
  });
  const editor = createStore(() => ({ revision: 0, running }));
  const edited = { store: editor, keep: <T>(read: (mark: string) => Promise<T>) => read("here") };
  const keeper = new CopyKeeper(liveOver(universe), edited, {});
  return {
    keeper,
    copies: () => copies,
    edit: () => editor.setState(({ revision }) => ({ revision: revision + 1 })),
    step: () => universe.store.setState(({ generation }) => ({ generation: generation + 1n })),
  };
}

test("copies once edits have settled, and not while they go on", async () => {
  const { keeper, copies, edit, step } = keeping(false);
  for (let i = 0; i < 20; i++) {
    edit();
    await vi.advanceTimersByTimeAsync(500);
    expect(copies()).toBe(0);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(copies()).toBe(1);
  expect(keeper.latest?.revision).toBe(20);
  // Steps by themselves do not put a copy off.
  for (let i = 0; i < 4; i++) {
    step();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(copies()).toBeGreaterThan(1);
  keeper.end();
});

test("copies every few seconds of a run, whatever moves meanwhile, and not after the end", async () => {
  const { keeper, copies, edit, step } = keeping(true);
  for (let i = 0; i < 100; i++) {
    (i % 3 ? step : edit)();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(copies()).toBe(2);
  keeper.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(copies()).toBe(2);
});
