import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { Switcher } from "../../../engine/algorithms/switching.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { readPattern } from "../../../engine/formats/registry.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";

const GUN = `x = 36, y = 9, rule = B3/S23
24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b
obo$10bo5bo7bo$11bo3bo$12b2o!`;

/** Ten times as fast as the real clock, so that trials are short. */
const clock = (): number => performance.now() * 10;

async function runFor(milliseconds: number, request: Parameters<typeof createUniverse>[0]) {
  const { universe } = await createUniverse({ ...request, algorithm: "bitwise" }, {});
  const switcher = new Switcher({}, { now: clock });
  const target = 10n ** 15n;
  expect(await switcher.consider(universe, target)).toBeNull();
  await universe.step(target, { milliseconds });
  return { universe, switcher, target };
}

describe("a long run under auto", () => {
  it("goes on with what leaps where the pattern is regular, with the same cells", async () => {
    const { cells } = readPattern(new TextEncoder().encode(GUN)).pattern;
    const { universe, switcher, target } = await runFor(60, { rule: LIFE, topology: UNBOUNDED, cells });
    const switched = await switcher.consider(universe, target);
    expect(switched?.universe.algorithm).toBe("hashlife");
    expect(switched?.reason).toMatch(/^HashLife gets on .*faster/);
    expect(switched?.universe.generation).toBe(universe.generation);
    expect(await switched?.universe.hash()).toBe(await universe.hash());
    await switched?.universe.step(target);
    expect(await switched?.universe.population()).toBeGreaterThan(10n ** 13n);
  });

  it("stays where chaos gets on faster, and does not ask again at once", async () => {
    // Seeds on a torus: a storm that never settles.
    const soup = { seed: 5, density: 0.3, width: 512, height: 512 };
    const storm = { rule: parseRule("B2/S"), topology: torus(512, 512), soup };
    const { universe, switcher, target } = await runFor(60, storm);
    expect(await switcher.consider(universe, target)).toBeNull();
    const { generation } = universe;
    expect(await switcher.consider(universe, target)).toBeNull();
    expect(universe.generation).toBe(generation);
  });

  it("stays where neither gets anywhere, and where the other does not fit", async () => {
    const { cells } = readPattern(new TextEncoder().encode(GUN)).pattern;
    const { universe } = await createUniverse(
      { rule: LIFE, topology: UNBOUNDED, cells, algorithm: "bitwise" },
      {},
    );
    let time = 0;
    const now = (): number => (time += 1000);
    // Not one generation is finished here, and with the signal fired none there.
    const late = new Switcher({}, { now });
    expect(await late.consider(universe, 10n ** 9n)).toBeNull();
    expect(await late.consider(universe, 10n ** 9n, AbortSignal.abort())).toBeNull();
    const small = new Switcher({ memoryMegabytes: 1 }, { now });
    expect(await small.consider(universe, 10n ** 9n)).toBeNull();
    expect(await small.consider(universe, 10n ** 9n)).toBeNull();
  });

  it("is left alone when it is nearly done, or on a grid that nothing leaps on", async () => {
    const { cells } = readPattern(new TextEncoder().encode(GUN)).pattern;
    const open = await runFor(60, { rule: LIFE, topology: UNBOUNDED, cells });
    expect(await open.switcher.consider(open.universe, open.universe.generation + 1n)).toBeNull();
    const topology = { kind: "plane", width: 100, height: 90 } as const;
    const bounded = await runFor(60, { rule: LIFE, topology, cells });
    expect(await bounded.switcher.consider(bounded.universe, bounded.target)).toBeNull();
  });
});
