// Every pattern of the built-in collection does what its file says. Nothing is taken on trust: each claim is run.

import { describe, expect, it } from "vitest";
import { universeRuleFor } from "../../../engine/algorithms/patterns.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { Catalogue } from "../../../renderer/library/catalogue.ts";
import type { GrowthClass } from "../../../renderer/library/facts.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";
import { MACHINES } from "../../support/machine-claims.ts";
import {
  becomesCopies,
  engineReturns,
  gainsEvenly,
  growthOnDoubling,
  populations,
  primeFactors,
  returns,
  settlesAt,
} from "../../support/pattern-claims.ts";

const catalogue = new Catalogue(BUILT_IN_SOURCES);
const entries = catalogue.entries.map((entry) => ({
  ...entry,
  pattern: readPattern(new TextEncoder().encode(catalogue.text(entry.id))).pattern,
}));

/** By then what grows must have found its rhythm; what begins in order is not kept waiting. */
const SETTLED_BY = [0, 400, 1600, 6000];
/** Debris may take a few periods to repeat: gliders from one period meet the smoke of the period before. */
const SMOKE_PERIODS = [1, 2, 3];

async function settledBy(holds: (generation: number) => Promise<boolean>): Promise<number> {
  for (const generation of SETTLED_BY) if (await holds(generation)) return generation;
  throw new Error(`It finds no rhythm within ${SETTLED_BY.at(-1)} generations.`);
}

const growing = entries.filter((e) => e.growth !== undefined);
const returning = entries.filter((e) => e.period !== undefined && e.growth === undefined);
const settling = entries.filter((e) => e.lifespan !== undefined);
const copying = entries.filter((e) => e.replicates !== undefined);

describe("a pattern comes back after its period, where its displacement says, and not before", () => {
  it.each(returning)("$id", async ({ pattern, period, displacement }) => {
    expect(await returns(pattern, period as number, displacement ?? [0, 0])).toBe(true);
  });
});

describe("a pattern settles at its lifespan and not a generation earlier", () => {
  it.each(settling)("$id", async ({ pattern, lifespan, finalPopulation }) => {
    expect(await settlesAt(pattern, lifespan as number)).toBe(true);
    expect(await populations(pattern, [lifespan as number])).toEqual([finalPopulation]);
  });
});

describe("a replicator becomes so many copies of itself", () => {
  it.each(copying)("$id", async ({ pattern, replicates, copies }) => {
    expect(await becomesCopies(pattern, replicates as number, copies as number)).toBe(true);
  });
});

describe("a seed grows as it says, in that rhythm and no faster one", () => {
  it.each(growing.filter((e) => e.category === "growth"))("$id", async ({ pattern, period, growth }) => {
    if (period === undefined) {
      expect(growth).toBe("quadratic");
      const isFour = (ratio: number): boolean => ratio > 3.5 && ratio < 4.5;
      // What sees r cells far gets as far in an r-th of the time.
      const soon = Math.max(8, Math.ceil(64 / universeRuleFor(pattern).rule.reach));
      for (const first of new Set([soon, 64]))
        if ((await growthOnDoubling(pattern, first)).every(isFour)) return;
      // Loops take some generations for a copy.
      expect(await growthOnDoubling(pattern, 512)).toSatisfy((ratios: number[]) => ratios.every(isFour));
      return;
    }
    const isEven = (lag: number, from: number): Promise<boolean> =>
      gainsEvenly(pattern, lag, growth as GrowthClass, from);
    const settled = await settledBy((generation) => isEven(period, generation));
    for (const prime of primeFactors(period)) {
      // What grows by glide reflection gains the same in both halves of its period, so halves are let through.
      const lag = period / (prime === 2 ? 4 : prime);
      if (Number.isInteger(lag)) expect(await isEven(lag, settled)).toBe(false);
    }
  });
});

describe("a gun or puffer is the same again after its period, and has left that much behind", () => {
  it.each(growing.filter((e) => e.category !== "growth"))("$id", async (entry) => {
    const { pattern, growth, displacement } = entry;
    const period = entry.period as number;
    const [dx, dy] = displacement ?? [0, 0];
    const settled = await settledBy((from) => engineReturns(pattern, period, [dx, dy], from));
    for (const prime of primeFactors(period)) {
      if (dx % prime || dy % prime) continue;
      const sooner = [dx / prime, dy / prime] as const;
      expect(await engineReturns(pattern, period / prime, sooner, settled)).toBe(false);
    }
    // What lies further behind may take longer to become regular.
    await settledBy(async (from) => {
      const even = SMOKE_PERIODS.map((n) => gainsEvenly(pattern, n * period, growth as GrowthClass, from));
      return (await Promise.all(even)).includes(true);
    });
  });
});

describe("a machine does what its note says", () => {
  it.each([...MACHINES])("%s", async (id, does) => {
    await does(entries.find((entry) => entry.id === id) as (typeof entries)[number]);
  });
});

describe("a false claim is caught", () => {
  const patternOf = (id: string) => (entries.find((e) => e.id === id) as (typeof entries)[number]).pattern;

  it("about a period or displacement", async () => {
    expect(await returns(patternOf("blinker"), 4, [0, 0])).toBe(false);
    expect(await returns(patternOf("pulsar"), 2, [0, 0])).toBe(false);
    expect(await returns(patternOf("glider"), 4, [1, -1])).toBe(false);
    expect(await returns(patternOf("glider"), 8, [2, 2])).toBe(false);
    expect(await returns(patternOf("strobing-oblique-ship"), 84, [3, 4])).toBe(false);
  });

  it("about a lifespan", async () => {
    for (const lifespan of [1102, 1104]) {
      expect(await settlesAt(patternOf("r-pentomino"), lifespan)).toBe(false);
    }
    // The population stays at 46 from 242 on, but the cells are not yet those that remain.
    expect(await settlesAt(patternOf("thunderbird"), 242)).toBe(false);
    for (const lifespan of [129, 131]) expect(await settlesAt(patternOf("diehard"), lifespan)).toBe(false);
    expect(await settlesAt(patternOf("gosper-glider-gun"), 500)).toBe(false);
    expect(await settlesAt(patternOf("anneal-soup"), 612)).toBe(false);
  });

  it("about growth", async () => {
    const gun = patternOf("gosper-glider-gun");
    expect(await engineReturns(gun, 15, [0, 0], 0)).toBe(false);
    expect(await engineReturns(gun, 29, [0, 0], 0)).toBe(false);
    expect(await gainsEvenly(gun, 30, "quadratic", 400)).toBe(false);
    expect(await gainsEvenly(patternOf("pulsar"), 3, "linear", 0)).toBe(false);
    expect(await gainsEvenly(patternOf("spacefiller"), 4, "linear", 0)).toBe(false);
    expect(await engineReturns(patternOf("space-rake"), 20, [-10, 0], 400)).toBe(false);
    expect((await growthOnDoubling(gun, 64))[1]).toBeLessThan(3.5);
  });

  it("about copies", async () => {
    const replicator = patternOf("highlife-replicator");
    expect(await becomesCopies(replicator, 12, 3)).toBe(false);
    expect(await becomesCopies(replicator, 13, 2)).toBe(false);
  });
});
