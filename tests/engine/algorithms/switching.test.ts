import { afterEach, describe, expect, it, vi } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { HASHLIFE } from "../../../engine/algorithms/hashlife/hashlife.ts";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { Switcher } from "../../../engine/algorithms/switching.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { cpuNow } from "../../support/cpu-clock.ts";

const GUN = `x = 36, y = 9, rule = B3/S23
24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b
obo$10bo5bo7bo$11bo3bo$12b2o!`;

/** Ten times as fast as the processor's time, so that trials are short; other programs' time says nothing about speed. */
const clock = (): number => cpuNow() * 10;

async function runFor(milliseconds: number, request: Parameters<typeof createUniverse>[0]) {
  const { universe } = await createUniverse({ ...request, algorithm: "bitwise" }, {});
  const switcher = new Switcher({}, { now: clock });
  const target = 10n ** 15n;
  expect(await switcher.consider(universe, target)).toBeNull();
  for (const end = cpuNow() + milliseconds; cpuNow() < end; ) await universe.step(target, { milliseconds });
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

/** A clock that only steps move, a universe that is somewhere by that clock, and another to be tried. */
describe("what is compared", () => {
  let time = 0;
  const now = (): number => time;
  afterEach(() => {
    vi.restoreAllMocks();
    time = 0;
  });

  /** As far as a switcher looks at one. */
  function seen(algorithm: string): { -readonly [K in keyof Universe]: Universe[K] } {
    const universe = {
      algorithm,
      rule: LIFE,
      topology: UNBOUNDED,
      generation: 0n,
      population: async () => 5n,
      bounds: async () => null,
    };
    return universe as unknown as Universe;
  }

  /** What is tried makes so many generations a millisecond; answers how long its steps were. */
  function tryAt(rate: number, tried = HASHLIFE): bigint[] {
    const lengths: bigint[] = [];
    vi.spyOn(tried, "create").mockImplementation(async () => {
      const universe = seen(tried.id);
      return Object.assign(universe, {
        step: async (target: bigint) => {
          lengths.push(target - universe.generation);
          time += Number(target - universe.generation) / rate;
          universe.generation = target;
          return "done" as const;
        },
        snapshot: async () => ({ id: 1, generation: 0n, bytes: 0 }),
        restore: async () => {},
        release: () => {},
        dispose: () => {},
      });
    });
    return lengths;
  }

  /** Lets it run at so many generations a millisecond, asking every 10 ms; whether there was a switch. */
  async function run(
    switcher: Switcher,
    universe: ReturnType<typeof seen>,
    { rate, milliseconds }: { readonly rate: number; readonly milliseconds: number },
    longest = 2n ** 40n,
  ): Promise<boolean> {
    for (const end = time + milliseconds; time < end; time += 10) {
      universe.generation += BigInt(10 * rate);
      if (await switcher.consider(universe, 2n ** 60n, undefined, longest)) return true;
    }
    return false;
  }

  it("is how fast it runs now, not how fast it was", async () => {
    const slow = { rate: 1, milliseconds: 60_000 };
    const fast = { rate: 100, milliseconds: 60_000 };
    tryAt(1.5);
    const settled = new Switcher({}, { now });
    const universe = seen("bitwise");
    expect(await run(settled, universe, slow)).toBe(false);
    // Faster than all of the run was so far, and not as fast as it has become.
    tryAt(50);
    expect(await run(settled, universe, fast)).toBe(false);
    // And the other way round.
    const exploded = new Switcher({}, { now });
    tryAt(150);
    expect(await run(exploded, universe, fast)).toBe(false);
    tryAt(10);
    expect(await run(exploded, universe, { ...slow, milliseconds: 200_000 })).toBe(true);
  });

  it("are steps no longer than those that will be asked for", async () => {
    const lengths = tryAt(0.5);
    await run(new Switcher({}, { now }), seen("bitwise"), { rate: 1, milliseconds: 500 }, 8n);
    expect(lengths.slice(0, 6)).toEqual([1n, 2n, 4n, 8n, 8n, 8n]);
  });

  it("is a leap under way, which is expected to take as long again as it has taken", async () => {
    const leap = 2n ** 10n;
    const stuck = { rate: 0, milliseconds: 500 };
    tryAt(1, BITWISE);
    expect(await run(new Switcher({}, { now }), seen("hashlife"), stuck, leap)).toBe(false);
    tryAt(10, BITWISE);
    expect(await run(new Switcher({}, { now }), seen("hashlife"), stuck, leap)).toBe(true);
    expect(await run(new Switcher({}, { now }), seen("hashlife"), stuck, 2n ** 40n)).toBe(false);
  });

  it("is a leap under way by the time that it has run, not by that of trials meanwhile", async () => {
    const lengths = tryAt(2.2, BITWISE);
    const leap = 2n ** 12n;
    const switcher = new Switcher({}, { now });
    const universe = seen("hashlife");
    // After 1.6 seconds of running it is expected to make 1.3 generations a millisecond.
    expect(await run(switcher, universe, { rate: 0, milliseconds: 3000 }, leap)).toBe(false);
    expect(lengths.filter((length) => length === 1n)).toHaveLength(2);
    // After 6.4 seconds a quarter of that.
    expect(await run(switcher, universe, { rate: 0, milliseconds: 6000 }, leap)).toBe(true);
  });

  it("leaves the trials themselves out: each comes once the run has gone on four times as long", async () => {
    const trials: number[] = [];
    const universe = seen("bitwise");
    let [begun, spent] = [0, 0];
    tryAt(1.5);
    const create = vi.mocked(HASHLIFE.create).getMockImplementation() as typeof HASHLIFE.create;
    vi.mocked(HASHLIFE.create).mockImplementation((...request) => {
      begun = time;
      trials.push(time - spent);
      return create(...request);
    });
    const switcher = new Switcher({}, { now });
    while (time - spent < 10_000) {
      time += 10;
      universe.generation += 10n;
      expect(await switcher.consider(universe, 2n ** 60n)).toBeNull();
      if (begun > 0) spent += time - begun;
      begun = 0;
    }
    // After four tenths of a second first; the run was asked every 10 ms.
    expect(trials.map((milliseconds) => Math.round(milliseconds / 100))).toEqual([4, 16, 64]);
    // The trials were long enough to tell.
    expect(spent).toBeGreaterThan(900);
  });

  it("leaves pauses out, and begins anew when it is told to", async () => {
    const lengths = tryAt(1);
    const switcher = new Switcher({}, { now });
    const universe = seen("bitwise");
    await run(switcher, universe, { rate: 1, milliseconds: 300 });
    switcher.pause();
    time += 10_000;
    await run(switcher, universe, { rate: 1, milliseconds: 300 });
    expect(lengths).toEqual([]);
    switcher.startAnew();
    await run(switcher, universe, { rate: 1, milliseconds: 300 });
    expect(lengths).toEqual([]);
    await run(switcher, universe, { rate: 1, milliseconds: 200 });
    expect(lengths.length).toBeGreaterThan(0);
  });
});
