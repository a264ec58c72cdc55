// What lies at the ends of what HashLife can do, and what a step that was left leaves behind.

import { describe, expect, it } from "vitest";
import type { Universe, UniverseInit } from "../../../../engine/algorithms/algorithm.ts";
import { startCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { createHashLife, HASHLIFE } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { QuadTreeBuilder } from "../../../../engine/core/quad-tree.ts";
import type { Rect } from "../../../../engine/core/rect.ts";
import { blockToRuns, clipRuns, RunsBuilder } from "../../../../engine/core/runs.ts";
import { soupBlock, soupHash } from "../../../../engine/core/soup.ts";
import { hashAdd, hashShift } from "../../../../engine/core/state-hash.ts";
import { yieldToTasks } from "../../../../engine/core/tasks.ts";
import { gridRect, UNBOUNDED } from "../../../../engine/core/topology.ts";
import { runsToTree } from "../../../../engine/core/tree-from-runs.ts";
import { LIFE, parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { setClock } from "../../../support/fake-clock.ts";
import { equalRuns } from "../../../support/runs.ts";

const GLIDER = blockToRuns({ x: 0n, y: 0n, w: 3, h: 3, words: Uint32Array.of(0b010, 0b100, 0b111) });
const SOUP = soupBlock({ seed: 3, density: 0.4, width: 400, height: 400 });
const init = { rule: LIFE, topology: UNBOUNDED };

describe("a step that is left", () => {
  it("never moves an empty universe's generation afterwards", async () => {
    const universe = await HASHLIFE.create(init, {});
    await universe.step(1000n, { signal: AbortSignal.abort() });
    await universe.writeRuns(GLIDER, "or");
    expect(universe.generation).toBe(0n);
    await universe.clear();
    await universe.step(1000n, { milliseconds: 0 });
    const { generation } = universe;
    await universe.writeRuns(GLIDER, "or");
    expect(universe.generation).toBe(generation);
    // Nor goes it further than the later of two targets.
    const other = await HASHLIFE.create(init, {});
    await other.step(1000n, { signal: AbortSignal.abort() });
    await other.step(10n, { milliseconds: 0 });
    expect(other.generation).toBeLessThanOrEqual(10n);
  });

  it("leaves the cells to whoever steps elsewhere", async () => {
    const soup = { ...soupBlock({ seed: 3, density: 0.4, width: 90, height: 90 }), x: -45n, y: -45n };
    const straight = await HASHLIFE.create(init, {});
    await straight.writeBlock(soup, "or");
    await straight.step(37n);
    for (let slices = 1; slices < 60; slices += 7) {
      const universe = await createHashLife(init, { memoryMegabytes: 2 }, { fuel: 1, collectFrom: 1 });
      await universe.writeBlock(soup, "or");
      for (let k = 0; k < slices; k++) await universe.step(200n, { milliseconds: 0 });
      await universe.step(37n);
      expect(universe.generation).toBe(37n);
      expect(await universe.hash()).toBe(await straight.hash());
    }
  });
});

/** A universe that collects early, in slices of a few nodes, so that a small one has many of them. `marks`: whether it is in the middle. */
async function collecting(from: UniverseInit): Promise<{ universe: Universe; marks: () => boolean }> {
  const core = await startCore();
  let marking = false;
  const markSome = core.markSome.bind(core);
  Object.assign(core, {
    markSome: () => {
      const more = markSome(64);
      marking = more !== 0;
      return more;
    },
  });
  const universe = await createHashLife(
    from,
    { memoryMegabytes: 8 },
    { fuel: 1, collectFrom: 1 },
    Promise.resolve(core),
  );
  return { universe, marks: () => marking };
}

describe("an edit in the middle of a collection", () => {
  it("waits for its end in slices, in which others get their turns", async () => {
    const { universe, marks } = await collecting(init);
    await universe.writeBlock(SOUP, "or");
    while (!marks()) await universe.step(256n, { milliseconds: 0 });
    const { generation } = universe;
    const before = await universe.hash();
    // By this clock every slice takes longer than a turn.
    let time = 0;
    const clock = setClock(() => (time += 10));
    let written = false;
    const edits = Promise.all([
      universe.writeRuns({ ...GLIDER, x: 1000n }, "xor"),
      universe.writeRuns({ ...GLIDER, x: 1000n }, "xor"),
    ]).then(() => {
      written = true;
    });
    let turns = 0;
    for (; !written; turns++) await yieldToTasks();
    await edits;
    clock.mockRestore();
    expect(turns).toBeGreaterThan(10);
    // Both edits are made, and the step under way is given up.
    expect(await universe.hash()).toBe(before);
    expect(universe.generation).toBe(generation);
    await universe.step(2n);
    const straight = await HASHLIFE.create(init, {});
    await straight.writeBlock(SOUP, "or");
    await straight.step(2n);
    expect(await universe.hash()).toBe(await straight.hash());
  });
});

describe.each(["B3/S23", "345/2/4"])("the hash of %s", (text) => {
  it("may be asked for in the middle of a collection", async () => {
    const run = async (asks: boolean): Promise<readonly [bigint, number]> => {
      const { universe, marks } = await collecting(parseUniverseRule(text));
      let asked = 0;
      await universe.writeBlock(SOUP, "or");
      while ((await universe.step(256n, { milliseconds: 0 })) === "more") {
        if (!marks()) continue;
        asked++;
        if (asks) await universe.hash();
      }
      return [await universe.hash(), asked];
    };
    const [hash, slices] = await run(true);
    expect(slices).toBeGreaterThan(20);
    expect(hash).toBe((await run(false))[0]);
  });
});

describe("the hash of cells far apart", () => {
  // The core keeps the hashes of 24,576 squares above level 8; each of these cells is alone in a dozen.
  it.each([100, 5000])("is theirs, of %i of them", async (count) => {
    const far = 2 ** 43;
    const at = (i: number): number => soupHash(7, i, 0) * 2 ** 12 + (soupHash(7, i, 1) % 2 ** 12) - far;
    const cells = Array.from({ length: count }, (_, i) => [at(2 * i), at(2 * i + 1)] as const);
    const runs = new RunsBuilder();
    for (const [x, y] of cells) runs.add(x, y, 1);
    const universe = await HASHLIFE.create(init, {});
    await universe.writeRuns(runs.build(0n, 0n), "or");
    const wanted = cells.map(([x, y]) => hashShift(BigInt(x), BigInt(y))).reduce(hashAdd);
    expect(await universe.hash()).toBe(wanted);
    universe.dispose();
  });
});

describe("the farthest cells", () => {
  it("are stepped up to the highest level, and refused beyond with the universe as it was", async () => {
    const universe = await HASHLIFE.create(init, { memoryMegabytes: 64 });
    await universe.writeRuns(GLIDER, "or");
    const leap = 2n ** 2039n;
    let steps = 0n;
    let refused: unknown = null;
    while (refused === null && steps < 1000n) {
      try {
        await universe.step(universe.generation + leap);
        steps++;
      } catch (error) {
        refused = error;
      }
      expect(universe.generation).toBe(steps * leap);
      expect(await universe.bounds()).toEqual({
        x: steps * (leap / 4n),
        y: steps * (leap / 4n),
        w: 3n,
        h: 3n,
      });
      expect(await universe.population()).toBe(5n);
    }
    expect(steps).toBeGreaterThan(3n);
    expect(refused).toMatchObject({ code: "too-large" });
    // What was refused was too long a step; the universe goes on by others.
    await universe.clear();
    await universe.writeRuns(GLIDER, "or");
    await universe.step(universe.generation + 4n);
    expect(await universe.bounds()).toEqual({ x: 1n, y: 1n, w: 3n, h: 3n });
  });

  it("may be written as far as the tree goes", async () => {
    const universe = await HASHLIFE.create(init, { memoryMegabytes: 64 });
    await universe.writeRuns({ ...GLIDER, x: 2n ** 2040n, y: -(2n ** 2042n) }, "or");
    await universe.step(4n);
    expect(await universe.bounds()).toEqual({ x: 2n ** 2040n + 1n, y: 1n - 2n ** 2042n, w: 3n, h: 3n });
    for (const far of [2n ** 2047n, -(2n ** 5000n)]) {
      await expect(universe.writeRuns({ ...GLIDER, x: far }, "or")).rejects.toMatchObject({
        code: "too-large",
      });
    }
    expect(await universe.population()).toBe(5n);
    await universe.step(8n);
    expect(await universe.bounds()).toEqual({ x: 2n ** 2040n + 2n, y: 2n - 2n ** 2042n, w: 3n, h: 3n });
  });
});

it.each(["T64,64", "T128,128"])(
  "of a tree that reaches far beyond %s it takes what lies there",
  async (grid) => {
    const { topology } = parseUniverseRule(`B3/S23:${grid}`);
    const cells = new RunsBuilder();
    // The grid in the middle of a soup, and a cell far away in each direction.
    const far = 2 ** 30;
    cells.add(-far, -far, 1);
    cells.add(far, -far, 1);
    for (let y = -80; y < 80; y++)
      for (let x = -80; x < 80; x++) if (soupHash(3, x, y) % 5 < 2) cells.add(x, y, 1);
    cells.add(-far, far, 1);
    cells.add(far, far, 1);
    const runs = cells.build(0n, 0n);
    const universe = await HASHLIFE.create({ rule: LIFE, topology }, {});
    await universe.writeTree?.(runsToTree(runs));
    expect(equalRuns(await universe.readRuns(), clipRuns(runs, gridRect(topology) as Rect))).toBe(true);
    universe.dispose();
  },
);

it("joins trees that repeat themselves square by square, however far they reach", async () => {
  // 2^40 x 2^40 cells whose leaves are all alike: joined cell by cell, or each square anew, it would never end.
  const striped = (low: number, high: number) => {
    const builder = new QuadTreeBuilder();
    let square = builder.leaf(low, high);
    for (let level = 4; level <= 40; level++) square = builder.node(level, square, square, square, square);
    return builder.build(square, 40, 0n, 0n);
  };
  const universe = await HASHLIFE.create(init, {});
  // Every second column, then every second row.
  await universe.writeTree?.(striped(0x55555555, 0x55555555));
  await universe.writeTree?.(striped(0x00ff00ff, 0x00ff00ff));
  expect(await universe.population()).toBe(3n << 78n);
  universe.dispose();
});
