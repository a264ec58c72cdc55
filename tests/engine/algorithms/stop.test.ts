import { describe, expect, it } from "vitest";
import type { Universe, UniverseInit } from "../../../engine/algorithms/algorithm.ts";
import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { rect } from "../../../engine/core/rect.ts";
import { blockToRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { hashBlock } from "../../../engine/core/state-hash.ts";
import { parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";

/** A person who presses Stop or pans the view must not wait for a generation of 16 million cells to end. */
const SIDE = 4096;
const SOUP = soupBlock({ seed: 11, density: 0.5, width: SIDE, height: SIDE });
const RULES = ["B3/S23", "R5,C0,M1,S34..58,B34..45,NM"];
const INITS = RULES.map((rule) => parseUniverseRule(`${rule}:T${SIDE},${SIDE}`));

describe.each(ALGORITHMS.list().filter((a) => !a.needsGpu))("stopping $id on a large grid", (algorithm) => {
  it("leaves what would take days, whether by signal or by budget", async () => {
    const init = INITS.find(({ rule, topology }) => algorithm.refuses(rule, topology) === null);
    const universe = await algorithm.create(init as UniverseInit, {});
    await universe.writeBlock(SOUP, "copy");

    const controller = new AbortController();
    const stepping = universe.step(10n ** 6n, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect(await stepping).toBe("more");
    // Slow algorithms need longer than that for one generation, which they leave in the middle.
    if (algorithm === REFERENCE) expect(universe.generation).toBe(0n);
    expect(await universe.step(10n ** 6n, { milliseconds: 10 })).toBe("more");
    universe.dispose();
  });
});

/** Larger than a slice of either of these, so that a budget of nothing stops in the middle of a generation. */
const MANY = 1500;

describe.each([REFERENCE, BLOCK])("a generation that is under way in $id", (algorithm) => {
  const soup = soupBlock({ seed: 5, density: 0.5, width: MANY, height: MANY });
  const strobing = parseUniverseRule(`B03/S23:T${MANY},${MANY}`);

  async function begun(): Promise<Universe> {
    const universe = await algorithm.create(strobing, {});
    await universe.writeBlock(soup, "copy");
    expect(await universe.step(1n, { milliseconds: 0 })).toBe("more");
    expect(universe.generation).toBe(0n);
    return universe;
  }

  /** What a universe becomes that was never stopped. */
  async function unstopped(
    change: (universe: Universe) => void | Promise<void>,
    steps: bigint,
  ): Promise<bigint> {
    const universe = await algorithm.create(strobing, {});
    await universe.writeBlock(soup, "copy");
    await change(universe);
    await universe.step(universe.generation + steps);
    return universe.hash();
  }

  it("is not seen until it is complete, and goes on where it stopped", async () => {
    const universe = await begun();
    expect(await universe.hash()).toBe(hashBlock(soup));
    let calls = 1;
    while ((await universe.step(1n, { milliseconds: 0 })) === "more") {
      expect(universe.generation).toBe(0n);
      calls++;
    }
    expect(calls).toBeLessThan(20);
    expect(await universe.hash()).toBe(await unstopped(() => {}, 1n));
  });

  const patch = soupBlock({ seed: 6, density: 0.5, width: 90, height: 90 });
  it.each<[string, (universe: Universe) => void | Promise<void>]>([
    ["cells are written", (universe) => universe.writeBlock(patch, "xor")],
    ["runs are written", (universe) => universe.writeRuns(blockToRuns(patch), "clear")],
    ["a region is cleared", (universe) => universe.clear(rect(-700, -700, 50, 1400))],
    ["the rule changes", (universe) => universe.setRule(parseRule("B2/S34H"))],
    ["the generation's parity changes", (universe) => universe.setGeneration(5n)],
    ["the generation's number changes", (universe) => universe.setGeneration(10n ** 9n)],
  ])("is begun anew when %s", async (_what, change) => {
    const universe = await begun();
    await change(universe);
    await universe.step(universe.generation + 2n);
    expect(await universe.hash()).toBe(await unstopped(change, 2n));
  });
});
