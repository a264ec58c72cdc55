// `gpu-sparse` where memory ends: what does not fit is refused and costs nothing, and what is empty takes no room.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Snapshot, Universe } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { createSparseUniverse } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import type { Block } from "../../engine/core/block.ts";
import { createBlock } from "../../engine/core/block.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import { blockToRuns, RunsBuilder } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { cases } from "../support/effort.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { cellsOf, GLIDER, liveSquare } from "../support/universes.ts";

let gpu: GPU;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

const LIFE_INIT = parseUniverseRule("B3/S23");
const GLIDER_CELLS = cellsOf(GLIDER);
const DOT = cellsOf(["O"]);

describe("the memory limit", () => {
  /** Every cell beside a live one is born and none dies: the plane fills up. */
  const FILLING = "B12345678/S012345678";
  const limited = async (): Promise<Universe> =>
    createSparseUniverse(parseUniverseRule(FILLING), { gpu, memoryMegabytes: 1 }, { tiles: 64, growth: 1.5 });

  it("is met again and again with the cells as they are, until there is room", async () => {
    const universe = await limited();
    await universe.writeBlock(liveSquare(1701), "or");
    for (let again = 0; again < 2; again++) {
      await expect(universe.step(5000n)).rejects.toMatchObject({
        code: "memory-limit",
        message: "What grows here does not fit into the limit of 1 MB.",
      });
    }
    const { generation } = universe;
    const side = 1701n + 2n * generation;
    expect(generation).toBeGreaterThan(100n);
    expect(await universe.population()).toBe(side * side);
    expect(universe.memory()).toBeLessThanOrEqual(2 ** 20);
    // All but a strip is erased, so it can go on.
    await universe.clear(rect(-10_000, -10_000, 20_000, 10_020));
    const rest = await universe.population();
    expect(rest).toBeGreaterThan(0n);
    await universe.step(generation + 20n);
    expect(await universe.population()).toBeGreaterThan(rest);
    universe.dispose();
  });

  it("refuses cells that do not fit, and the universe goes on with those it has", async () => {
    const universe = await limited();
    await universe.writeRuns(DOT, "or");
    const soup = soupBlock({ seed: 1, density: 0.5, width: 4096, height: 4096 });
    await expect(universe.writeBlock(soup, "or")).rejects.toMatchObject({
      code: "memory-limit",
      message: "What is written here does not fit into the limit of 1 MB.",
    });
    await universe.clear();
    await universe.writeRuns(DOT, "or");
    await universe.step(3n);
    expect(await universe.population()).toBe(49n);
    const long = new RunsBuilder();
    long.add(0, 0, 1e9);
    await expect(universe.writeRuns(long.build(0n, 0n), "or")).rejects.toMatchObject({
      code: "memory-limit",
      message: expect.stringContaining("A run of 1,000,000,000 cells"),
    });
    expect(await universe.population()).toBe(49n);
    // Clearing so many costs nothing.
    await universe.writeRuns(long.build(-500n, 0n), "clear");
    expect(await universe.population()).toBe(42n);
    universe.dispose();
  });

  it("refuses cells that do not fit as a whole, however many there are", async () => {
    const universe = await createSparseUniverse(LIFE_INIT, { gpu, memoryMegabytes: 6 });
    await universe.writeRuns(GLIDER_CELLS, "or");
    // Half of their tiles would fit, which are more than go to the GPU together; some cells live in each.
    const soup = soupBlock({ seed: 1, density: 0.01, width: 6000, height: 6000 });
    for (const write of [universe.writeBlock(soup, "or"), universe.writeRuns(blockToRuns(soup), "xor")]) {
      await expect(write).rejects.toMatchObject({ code: "memory-limit" });
      expect(await universe.population()).toBe(5n);
    }
    await universe.step(4n);
    expect(await universe.bounds()).toEqual(rect(1, 1, 3, 3));
    universe.dispose();
  });

  it.each<[string, (universe: Universe, region: Rect) => Promise<void>]>([
    ["clearing a region", (universe, region) => universe.clear(region)],
    [
      "clearing runs",
      async (universe, region) => universe.writeRuns(await universe.readRuns(region), "clear"),
    ],
    [
      "flipping live cells",
      async (universe, region) => universe.writeRuns(await universe.readRuns(region), "xor"),
    ],
    [
      "writing an empty block",
      (universe, { x, y, w, h }) => universe.writeBlock(createBlock(x, y, Number(w), Number(h)), "copy"),
    ],
  ])("that is met lets go on after %s, which takes no room", async (_how, erase) => {
    const universe = await limited();
    // Soon full, it grows at its rim.
    const dots = soupBlock({ seed: 1, density: 0.1, width: 1900, height: 1900 });
    await universe.writeBlock(dots, "or");
    await expect(universe.step(5000n)).rejects.toMatchObject({ code: "memory-limit" });
    const { generation } = universe;
    expect(generation).toBeGreaterThan(5n);
    await erase(universe, rect(-1000, -1000, 2000, 1020));
    const expected = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
    await expected.writeRuns(await universe.readRuns(), "or");
    await expected.step(21n);
    await universe.step(generation + 21n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (const each of [universe, expected]) each.dispose();
  });

  it("counts no tiles that are empty: those of cells that were refused, or are erased, make room at once", async () => {
    const universe = await createSparseUniverse(LIFE_INIT, { gpu, memoryMegabytes: 6 });
    await universe.writeRuns(GLIDER_CELLS, "or");
    const soup = (x: bigint, width: number): Block => ({
      ...soupBlock({ seed: 1, density: 0.3, width, height: width }),
      x,
      y: 100n,
    });
    await expect(universe.writeBlock(soup(0n, 6000), "or")).rejects.toMatchObject({ code: "memory-limit" });
    const expected = await BITWISE.create(LIFE_INIT, {});
    await expected.writeRuns(GLIDER_CELLS, "or");
    for (const x of [-9000n, 20_000n]) {
      await universe.writeBlock(soup(x, 3800), "or");
      if (x < 0n) await universe.writeBlock(soup(x, 3800), "clear");
      else await expected.writeBlock(soup(x, 3800), "or");
    }
    for (const each of [universe, expected]) await each.step(10n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (const each of [universe, expected]) each.dispose();
  });

  it("changes nothing but what is refused, whatever is written, erased and run where room is scarce", {
    timeout: 120_000,
  }, async () => {
    const place = fc.integer({ min: -20, max: 20 });
    const side = fc.constantFrom(63, 1500, 1800);
    const soups = fc.record({
      seed: fc.nat(99),
      density: fc.constantFrom(0, 0.3, 0.3),
      width: side,
      height: side,
    });
    const mode = fc.constantFrom("or", "or", "clear", "xor", "copy");
    const deed = fc.record({
      mode,
      soup: soups,
      x: place,
      y: place,
      generations: fc.constantFrom(0n, 1n, 6n),
    });
    const rule = fc.constantFrom("B3/S23", FILLING, "B03/S23");
    let refusals = 0;
    const refused = async (work: Promise<unknown>): Promise<boolean> => {
      const error = await work.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) return false;
      expect(error).toMatchObject({ code: "memory-limit" });
      refusals++;
      return true;
    };
    const agree = fc.asyncProperty(
      rule,
      fc.array(deed, { minLength: 8, maxLength: 8 }),
      async (text, deeds) => {
        const init = parseUniverseRule(text);
        const universe = await createSparseUniverse(init, { gpu, memoryMegabytes: 1 }, { tiles: 16 });
        const expected = await BITWISE.create(init, {});
        for (const { mode, soup, x, y, generations } of deeds) {
          const block = { ...soupBlock(soup), x: 70n * BigInt(x), y: 70n * BigInt(y) };
          if (!(await refused(universe.writeBlock(block, mode)))) await expected.writeBlock(block, mode);
          await refused(universe.step(universe.generation + generations));
          await expected.step(universe.generation);
          expect(await universe.hash()).toBe(await expected.hash());
        }
        for (const each of [universe, expected]) each.dispose();
      },
    );
    // So that something is refused in any case: one of these fits, and two do not.
    const soup = { seed: 1, density: 0.3, width: 1800, height: 1800 } as const;
    const large = [-20, 0].map((x) => ({ mode: "or", soup, x, y: 0, generations: 1n }) as const);
    await fc.assert(agree, { ...cases(4), examples: [["B3/S23", large]] });
    expect(refusals).toBeGreaterThan(0);
  });

  it("counts snapshots", async () => {
    const universe = await limited();
    await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 512, height: 512 }), "or");
    const kept = [await universe.snapshot()];
    await expect(
      (async () => {
        for (let i = 0; i < 60; i++) kept.push(await universe.snapshot());
      })(),
    ).rejects.toMatchObject({ code: "memory-limit" });
    for (const snapshot of kept) universe.release(snapshot);
    universe.dispose();
  });
});

describe("restoring", () => {
  it("of more than there is room for keeps what is there", async () => {
    const universe = await createSparseUniverse(
      parseUniverseRule("B3/S23"),
      { gpu, memoryMegabytes: 1 },
      { tiles: 64, growth: 1.5 },
    );
    const kept: Snapshot[] = [];
    const fillUp = async (width: number): Promise<void> => {
      await universe.clear();
      await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width, height: 512 }), "or");
      for (;;) kept.push(await universe.snapshot());
    };
    // What a large state leaves room for is filled with snapshots of it, and what is free then with those of smaller ones.
    for (const width of [1024, 512, 256, 64]) {
      await expect(fillUp(width)).rejects.toMatchObject({ code: "memory-limit" });
    }
    const before = await universe.hash();
    await expect(universe.restore(kept[0])).rejects.toMatchObject({
      code: "memory-limit",
      message: "That state does not fit into the limit of 1 MB.",
    });
    expect(await universe.hash()).toBe(before);
    for (const snapshot of kept.splice(1)) universe.release(snapshot);
    await universe.restore(kept[0]);
    expect(await universe.population()).toBeGreaterThan(200_000n);
    universe.dispose();
  });
});
