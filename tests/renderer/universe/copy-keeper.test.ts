// When the window copies a universe that may be lost.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createBlock } from "../../../engine/core/block.ts";
import { EMPTY_TREE } from "../../../engine/core/quad-tree.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { CopyKeeper } from "../../../renderer/universe/copy-keeper.ts";
import { fakeUniverse, liveOver } from "../../support/live-over.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeping(running: boolean, parts: object = {}, rule = "B3/S23", cells?: Runs) {
  let copies = 0;
  const universe = fakeUniverse({
    ...parseUniverseRule(rule),
    population: async () => 5n,
    bounds: async () => null,
    readTree: async () => {
      copies++;
      return EMPTY_TREE;
    },
    readBlock: async ({ x, y, w, h }: Rect) => {
      copies++;
      // Its words would take much memory.
      return { ...createBlock(x, y, 0, 0), w: Number(w), h: Number(h) };
    },
    ...parts,
  });
  const editor = createStore(() => ({ revision: 0, running }));
  const edited = { store: editor, keep: <T>(read: (mark: string) => Promise<T>) => read("here") };
  const keeper = new CopyKeeper(liveOver(universe), edited, { ...(cells && { cells }) });
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

const holding = (population: bigint, box: Rect | null = null) => ({
  population: async () => population,
  bounds: async () => box,
});
const BOX = rect(-7, 3, 100, 64);

test.each<[string, object, string, string]>([
  ["dense cells on the plane", holding(101n, BOX), "B3/S23", "-7,3 100x64"],
  ["sparse ones", holding(100n, BOX), "B3/S23", "tree"],
  ["no cells", holding(0n), "B3/S23", "tree"],
  ["dense cells on a grid", holding(80n, BOX), "B3/S23:T100,50", "-50,-25 100x50"],
  ["sparse ones on a grid", holding(78n, BOX), "B3/S23:T100,50", "tree"],
  ["a grid on a GPU", { ...holding(1n), adapter: "A card" }, "B3/S23:T100,50", "-50,-25 100x50"],
  ["what leaps", { ...holding(6000n, BOX), leaps: true, memory: async () => 0 }, "B3/S23:T100,50", "tree"],
  [
    "cells in a box that is too large",
    holding(2n ** 22n, rect(0, 0, 2 ** 15, 2 ** 14 + 1)),
    "B3/S23",
    "tree",
  ],
])("of %s keeps one bit a cell, or a tree where that is smaller", async (_, parts, rule, kept) => {
  const { keeper, edit } = keeping(false, parts, rule);
  edit();
  await vi.advanceTimersByTimeAsync(1000);
  const { block } = keeper.latest ?? {};
  expect(block ? `${block.x},${block.y} ${block.w}x${block.h}` : "tree").toBe(kept);
  keeper.end();
});

test.each<[string, object, readonly boolean[]]>([
  ["a million cells", holding(2n ** 20n), [true, true]],
  ["one more", holding(2n ** 20n + 1n), [true, false]],
  ["four million", holding(2n ** 22n), [true, false]],
  ["more", holding(2n ** 22n + 1n), [false, false]],
  ["a dense box of 8 MB", holding(2n ** 24n, rect(0, 0, 2 ** 13, 2 ** 13)), [true, true]],
  ["one of 64 MB", holding(2n ** 24n, rect(0, 0, 2 ** 15, 2 ** 14)), [true, false]],
  ["a table of 32 MB", { leaps: true, memory: async () => 2 ** 25 }, [true, true]],
  ["one of 64 MB in HashLife", { leaps: true, memory: async () => 2 ** 26 }, [true, false]],
  ["a larger table", { leaps: true, memory: async () => 2 ** 26 + 1 }, [false, false]],
])(
  "of %s copies while it stands still, and during a run, only what takes no time",
  async (_, parts, made) => {
    const seen: boolean[] = [];
    for (const running of [false, true]) {
      const { keeper, copies, edit } = keeping(running, parts);
      edit();
      await vi.advanceTimersByTimeAsync(5000);
      seen.push(copies() > 0);
      // Whoever saves gets one of any size.
      expect((await keeper.fresh()).revision).toBe(1);
      keeper.end();
    }
    expect(seen).toEqual(made);
  },
);

test("copies no more often than a fortieth of the time allows", async () => {
  const slow = { readTree: () => new Promise((resolve) => setTimeout(() => resolve(EMPTY_TREE), 500)) };
  const { keeper, step } = keeping(true, slow);
  const kept = new Set<unknown>();
  for (let i = 0; i < 600; i++) {
    step();
    await vi.advanceTimersByTimeAsync(100);
    kept.add(keeper.latest);
  }
  keeper.end();
  // In a minute: what it began with, two before it is known how long they take, and then one each 20 s.
  expect(kept.size).toBe(5);
});

test("has what the universe began with until the first copy, and a copy of a state only once", async () => {
  const { keeper, copies, edit } = keeping(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.latest).toBe(keeper.origin);
  expect(keeper.latest).toMatchObject({ mark: "here", revision: 0, generation: 0n });
  edit();
  const copy = await keeper.fresh();
  expect(copy.revision).toBe(1);
  expect([await keeper.fresh(), keeper.latest, copies()]).toEqual([copy, copy, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(copies()).toBe(1);
  expect(keeper.origin).not.toBe(copy);
  keeper.end();
});

test.each([
  [2 ** 17, true, true],
  [2 ** 17 + 1, false, true],
  [2 ** 23, false, true],
  [2 ** 23 + 1, false, false],
])(
  "of what it began with, %i numbers, it keeps the beginning: %s, and until the first copy: %s",
  async (numbers, beginning, first) => {
    const none = new Float64Array(0);
    const cells = {
      x: 0n,
      y: 0n,
      rows: none,
      starts: none,
      spans: new Float64Array(numbers),
    } as unknown as Runs;
    const { keeper } = keeping(false, {}, "B3/S23", cells);
    await vi.advanceTimersByTimeAsync(0);
    expect([keeper.origin?.cells === cells, keeper.latest?.cells === cells]).toEqual([beginning, first]);
    keeper.end();
  },
);

test.each([false, true])(
  "copies what has become small enough, whether it runs or not: %s",
  async (running) => {
    let population = 2n ** 30n;
    const { keeper, copies, step } = keeping(running, { population: async () => population });
    step();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(copies()).toBe(0);
    population = 5n;
    step();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(copies()).toBe(1);
    keeper.end();
  },
);
