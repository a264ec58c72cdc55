// A soup that cannot fit is refused before minutes go into it, and one that fits is not.

import { describe, expect, it } from "vitest";
import type { AlgorithmEnvironment } from "../../../engine/algorithms/algorithm.ts";
import type { UniverseRequest } from "../../../engine/algorithms/load.ts";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { HelperPool } from "../../../engine/algorithms/wasm/helpers.ts";
import type { Soup } from "../../../engine/core/soup.ts";
import { soupEntropy } from "../../../engine/core/soup.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { runsOf } from "../../support/pattern-claims.ts";

const soupOf = (width: number, height: number, density = 0.5): Soup => ({ seed: 1, density, width, height });

async function createdWith(soup: Soup, topology = UNBOUNDED, environment: AlgorithmEnvironment = {}) {
  const { universe } = await createUniverse({ rule: LIFE, topology, soup }, environment);
  const population = await universe.population();
  universe.dispose();
  return population;
}

describe("a soup", () => {
  it.each([
    [
      "on the plane",
      soupOf(1_000_000_000, 10),
      UNBOUNDED,
      "A soup of 1,000,000,000 x 10 cells needs 2,981 MB",
    ],
    [
      "on a torus",
      soupOf(1_000_000, 1_000_000),
      torus(1_000_000, 1_000_000),
      "A soup of 1,000,000 x 1,000,000 cells needs 298,024 MB",
    ],
    [
      "of few cells in a thousand",
      soupOf(1_000_000, 1_000_000, 0.001),
      UNBOUNDED,
      "A soup of 1,000,000 x 1,000,000 cells needs 191,042 MB",
    ],
    [
      "that only just has no room",
      soupOf(60_000, 60_000),
      torus(60_000, 60_000),
      "A soup of 60,000 x 60,000 cells needs 1,073 MB",
    ],
  ])("that cannot fit is refused at once: %s", async (_, soup, topology, sentence) => {
    // Only the estimate says it so.
    await expect(createdWith(soup, topology)).rejects.toMatchObject({
      code: "memory-limit",
      message: expect.stringContaining(`${sentence}, more than the limit of 1,024 MB.`),
    });
  });

  it("is measured by what the grid leaves of it, and by the limit", async () => {
    const little = { memoryMegabytes: 3 };
    expect(await createdWith(soupOf(4096, 4096), torus(64, 48), little)).toBeGreaterThan(1000n);
    await expect(createdWith(soupOf(4096, 4096), UNBOUNDED, little)).rejects.toMatchObject({
      message: expect.stringContaining("A soup of 4,096 x 4,096 cells needs 5 MB"),
    });
  });

  it.each([
    ["reference", 24_000, "A soup of 24,000 x 24,000 cells needs 1,099 MB"],
    ["hashlife", 80_000, "A soup of 80,000 x 80,000 cells needs 1,526 MB"],
  ])("is measured by what %s makes of it", async (algorithm, side, sentence) => {
    const soup = soupOf(side, side);
    const creating = createUniverse({ rule: LIFE, topology: UNBOUNDED, soup, algorithm }, {});
    await expect(creating).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
  });

  it("is measured by no more than it really takes", async () => {
    for (const algorithm of ["bitwise", "reference"] as const) {
      for (const density of [0.0003, 0.002, 0.5]) {
        const soup = soupOf(1500, 1100, density);
        const request = { rule: LIFE, topology: UNBOUNDED, soup, algorithm };
        const { universe } = await createUniverse(request, {});
        const least = ALGORITHMS.get(algorithm).soupBytes?.(soup, LIFE) ?? 0;
        expect(least, `${algorithm}, ${density}`).toBeLessThanOrEqual(universe.memory());
        expect(least).toBeGreaterThan(universe.memory() / 4);
        universe.dispose();
      }
    }
  });

  it("of one state takes nothing: density 0 and 1 have no chance in them", async () => {
    expect([0, 0.5, 1].map(soupEntropy)).toEqual([0, 1, 0]);
    expect(soupEntropy(0.11)).toBeCloseTo(0.4999, 3);
    expect(await createdWith(soupOf(3000, 2000, 0))).toBe(0n);
  });
});

describe("helpers", () => {
  /** How many of seven have been started when the universe is there. */
  async function startedFor(request: Partial<UniverseRequest>): Promise<number> {
    let started = 0;
    const pool = new HelperPool(7, () => {
      started++;
      return { send: () => {}, close: () => {} };
    });
    const whole = { rule: LIFE, topology: UNBOUNDED, ...request };
    const { universe } = await createUniverse(whole, { helpers: async () => pool });
    universe.dispose();
    return started;
  }
  const soup = soupOf(2048, 2048);
  const runs = (count: number) => runsOf(Array.from({ length: count }, (_, y) => [0, y]));

  it.each<[string, Partial<UniverseRequest>]>([
    ["a large soup under bitwise that goes far", { algorithm: "bitwise", soup, ahead: 1024n }],
    ["a large soup under HashLife", { algorithm: "hashlife", soup, ahead: 256n }],
    ["a pattern of many runs under HashLife", { algorithm: "hashlife", cells: runs(4096), ahead: 256n }],
  ])("come while it is being filled for %s", async (_, request) => {
    expect(await startedFor(request)).toBe(7);
  });

  it.each<[string, Partial<UniverseRequest>]>([
    ["a soup that goes nobody knows how far", { algorithm: "bitwise", soup }],
    ["a soup of few generations", { algorithm: "bitwise", soup, ahead: 500n }],
    ["a small soup", { algorithm: "bitwise", soup: soupOf(500, 500), ahead: 1_000_000n }],
    [
      "a soup of which the grid leaves little",
      { algorithm: "bitwise", soup, topology: torus(64, 48), ahead: 5000n },
    ],
    ["a pattern under bitwise", { algorithm: "bitwise", cells: runs(9000), ahead: 5000n }],
    ["a step of HashLife", { algorithm: "hashlife", soup, ahead: 255n }],
    ["a small pattern under HashLife", { algorithm: "hashlife", cells: runs(4095), ahead: 1n << 60n }],
  ])("are not called before it runs for %s", async (_, request) => {
    expect(await startedFor(request)).toBe(0);
  });
});
