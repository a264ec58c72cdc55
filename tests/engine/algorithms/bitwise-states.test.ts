// `bitwise` with more than two states: what its cells take, what sleeps, and what it does where it may not compile.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE, createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE, parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";

const MEGABYTE = 2 ** 20;
const SOUP = { seed: 1, density: 0.5, width: 1500, height: 1100 };

afterEach(() => {
  vi.restoreAllMocks();
});

async function soupOf(text: string, memoryMegabytes?: number): Promise<Universe> {
  const init = parseUniverseRule(text);
  const { universe } = await createUniverse(
    { ...init, soup: SOUP, algorithm: "bitwise" },
    { memoryMegabytes },
  );
  return universe;
}

describe("memory", () => {
  it.each(["B3/S23", "/2/3", "345/2/4", "234/34678/24", "3/2/256"])(
    "of a soup of %s is foreseen",
    async (text) => {
      const universe = await soupOf(text);
      const least = BITWISE.soupBytes?.(SOUP, universe.rule) ?? 0;
      expect(least).toBeLessThanOrEqual(universe.memory());
      expect(least).toBeGreaterThan(0.8 * universe.memory());
      universe.dispose();
    },
  );

  it("grows with the bits of a state, and so do snapshots", async () => {
    const universe = await soupOf("B3/S23");
    const two = universe.memory();
    const small = await universe.snapshot();
    universe.setRule(parseRule("3/2/256"));
    expect(universe.memory() - small.bytes).toBeGreaterThan(6 * two);
    const large = await universe.snapshot();
    expect(large.bytes).toBeGreaterThan(4 * small.bytes);
    universe.release(small);
    universe.release(large);
    universe.setRule(LIFE);
    expect(universe.memory()).toBeLessThan(1.1 * two);
    universe.dispose();
  });

  it("that a rule's states would not have is refused, and nothing changes", async () => {
    const universe = await soupOf("B3/S23", 2);
    const hash = await universe.hash();
    expect(() => universe.setRule(parseRule("3/2/256"))).toThrow(/needs 4 MB, more than the limit of 2 MB/);
    expect(universe.rule.text).toBe("B3/S23");
    expect(await universe.hash()).toBe(hash);
    expect(universe.memory()).toBeLessThan(2 * MEGABYTE);
    await universe.step(1n);
    expect(await universe.hash()).not.toBe(hash);
    universe.dispose();
  });
});

it.each([
  ["23/3/4", "2A$2A!"],
  ["23/3/7:T33,40", "2A$2A!"],
  ["345/2/4H:P60,60", "3A$A.A$.2A!"],
])("what stands still under %s sleeps", async (rule, rle) => {
  const universe = await createBitwise(parseUniverseRule(rule), {});
  const still = cellsFromRle(rle);
  await universe.writeRuns(still, "or");
  await universe.step(100n);
  const hash = await universe.hash();
  // Only where nothing is awake do so many generations end.
  await universe.step(10n ** 18n + 1n);
  expect(await universe.hash()).toBe(hash);
  universe.dispose();
});

it("a restored snapshot has the states of the present rule", async () => {
  const universe = await createBitwise(parseUniverseRule("23/3/200"), {});
  await universe.writeRuns(cellsFromRle("A.B.pA.rB!"), "or");
  const held = await universe.snapshot();
  universe.setRule(parseRule("/2/3"));
  await universe.step(5n);
  await universe.restore(held);
  expect([universe.generation, (await universe.readBlock({ x: 0n, y: 0n, w: 9n, h: 1n })).planes]).toEqual([
    0n,
    2,
  ]);
  expect(equalRuns(await universe.readRuns(), cellsFromRle("A.B.B.B!"))).toBe(true);
  universe.setRule(parseRule("23/3/200"));
  await universe.restore(held);
  expect(equalRuns(await universe.readRuns(), cellsFromRle("A.B.pA.rB!"))).toBe(true);
  universe.dispose();
});

it("says which algorithms go on where compiling is not allowed", async () => {
  vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
    throw new WebAssembly.CompileError("refused by a policy");
  });
  const rule = parseRule("1/1/11");
  const creating = createBitwise({ rule, topology: UNBOUNDED }, {});
  await expect(creating).rejects.toThrow("The algorithm bitwise compiles 1/1/11, which is not allowed here.");
  const universe = await createBitwise({ rule: LIFE, topology: UNBOUNDED }, {});
  expect(() => universe.setRule(rule)).toThrow("which is not allowed here");
  expect(universe.rule).toBe(LIFE);
});
