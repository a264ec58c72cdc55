import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import type { Sample } from "../../../engine/worker/protocol/samples.ts";
import { MOST_WAITING } from "../../../engine/worker/protocol/samples.ts";
import { SampleLog } from "../../../engine/worker/samples.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { passTime, takeTime } from "../../support/own-time.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { universeWith } from "../../support/universes.ts";

const PENTOMINO = cellsFromRle("b2o$2o$bo!");

/** What is not asked for under a rule of two states. */
const NOTHING = {
  rule: LIFE,
  bounds: async () => null,
  readBlock: async () => createBlock(0n, 0n, 0, 0),
};

let pair: EnginePair | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

describe("the log of samples", () => {
  it("counts births and deaths between generations in a row, as a slow count does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }), async (bits) => {
        const body = [0, 6, 12, 18, 24, 30].map((i) =>
          bits
            .slice(i, i + 6)
            .map((bit) => (bit ? "o" : "b"))
            .join(""),
        );
        const universe = await universeWith(cellsFromRle(`${body.join("$")}!`));
        const log = new SampleLog(() => 0);
        let last: Set<string> | null = null;
        for (let t = 0; t < 4; t++) {
          await universe.step(BigInt(t));
          await log.follow(universe, 100);
          const { words } = await universe.readBlock({ x: -8n, y: -8n, w: 22n, h: 22n });
          const now = new Set<string>();
          words.forEach((word, row) => {
            for (let bit = 0; bit < 22; bit++) if ((word >>> bit) & 1) now.add(`${row} ${bit}`);
          });
          const [sample] = log.take();
          expect(sample).toEqual({
            generation: BigInt(t),
            population: BigInt(now.size),
            births: last ? [...now].filter((cell) => !last?.has(cell)).length : null,
            deaths: last ? [...last].filter((cell) => !now.has(cell)).length : null,
          });
          last = now;
        }
        universe.dispose();
      }),
      { numRuns: 25 },
    );
  });

  it("knows no births after a leap or an edit, and notes no generation twice", async () => {
    const universe = await universeWith(PENTOMINO);
    const log = new SampleLog(() => 0);
    await log.follow(universe, 100);
    await log.follow(universe, 100);
    await universe.step(2n);
    await log.follow(universe, 100);
    await universe.step(3n);
    log.forget();
    await log.follow(universe, 100);
    expect(log.take().map(({ generation, births }) => [generation, births])).toEqual([
      [0n, null],
      [2n, null],
      [3n, null],
    ]);
    expect(log.take()).toEqual([]);
    universe.dispose();
  });

  it("tells few states apart, looked at and counted alike, and of many only that they live", async () => {
    for (const [text, states] of [
      ["345/2/4", [7, 2, 1]],
      ["345/2/9", undefined],
    ] as const) {
      const cells = cellsFromRle(".A.A$ABCBA$.3A!");
      const universe = await universeWith(cells, { rule: parseRule(text) });
      const log = new SampleLog(() => 0);
      await log.follow(universe, 100);
      await log.count(universe);
      expect(log.take().map((sample) => [sample.population, sample.states])).toEqual([
        [10n, states],
        [10n, states],
      ]);
      universe.dispose();
    }
  });

  it("takes no more than a small share of the time", async () => {
    const universe = await universeWith(PENTOMINO);
    let clock = 1000;
    let counts = 0;
    let looks = 0;
    // Counting takes 30 ms, looking 60.
    const slow = {
      ...NOTHING,
      get generation() {
        return universe.generation;
      },
      population: async () => {
        clock += 30;
        counts++;
        return universe.population();
      },
      readRuns: async () => {
        clock += 60;
        looks++;
        return universe.readRuns();
      },
    };
    const log = new SampleLog(() => clock);
    expect(log.isDue).toBe(true);
    await log.count(slow);
    expect(log.isDue).toBe(false);
    clock += 1499;
    expect(log.isDue).toBe(false);
    clock += 1;
    expect(log.isDue).toBe(true);
    // 60 ms are no tenth of a tick of 100: after the first look it is only counted, and looked at anew now and then.
    const began = clock;
    for (let t = 1; t <= 100; t++) {
      await universe.step(BigInt(t));
      await log.follow(slow, 100);
      clock += 100;
    }
    expect(looks).toBeGreaterThan(1);
    expect(looks * 60).toBeLessThan((clock - began) * 0.05);
    expect((counts - 1) * 30).toBeLessThan((clock - began) * 0.03);
    const looksIn = async (milliseconds: number): Promise<number> => {
      const before = looks;
      for (let times = 0; times < 5; times++) {
        await universe.step(universe.generation + 1n);
        await log.follow(slow, milliseconds);
      }
      return looks - before;
    };
    // Of these ticks it is a tenth.
    expect(await looksIn(600)).toBe(5);
    expect(await looksIn(590)).toBe(0);
    universe.dispose();
  });

  it("counts what lies too far apart to be looked at, and keeps no more than it may", async () => {
    const far = {
      ...NOTHING,
      generation: 0n,
      population: async () => 10n,
      readRuns: async () => {
        const { TessellaError } = await import("../../../engine/core/errors.ts");
        throw new TessellaError("too-large", "The cells span too much.");
      },
    };
    let clock = 0;
    const log = new SampleLog(() => (clock += 200));
    await log.follow(far, 100);
    expect(log.take()).toEqual([{ generation: 0n, population: 10n, births: null, deaths: null }]);
    for (let t = 0; t < MOST_WAITING + 10; t++) await log.count(far);
    expect(log.take().length).toBeLessThanOrEqual(MOST_WAITING);
  });
});

it("looks at other cells, whatever looking at the old ones cost", async () => {
  let far = true;
  const universe = await universeWith(PENTOMINO);
  const noted = {
    ...NOTHING,
    generation: 0n,
    population: async () => (far ? 2n ** 40n : 5n),
    readRuns: async () => {
      const { TessellaError } = await import("../../../engine/core/errors.ts");
      if (far) throw new TessellaError("too-large", "The cells span too much.");
      return universe.readRuns();
    },
  };
  const log = new SampleLog(() => 0);
  await log.follow({ ...noted, population: async () => 2n }, 100);
  await log.follow({ ...noted, generation: 1n }, 100);
  far = false;
  log.forget();
  log.take();
  await log.follow({ ...noted, generation: 2n }, 100);
  await log.follow({ ...noted, generation: 3n }, 100);
  expect(log.take().map(({ births }) => births)).toEqual([null, 0]);
  universe.dispose();
});

describe("the verb samples", () => {
  const create = async () => {
    pair = enginePair();
    return pair.client.createUniverse({ rule: LIFE, topology: UNBOUNDED, cells: PENTOMINO });
  };

  it("hands out every generation of a run at leisure, with births and deaths", async () => {
    takeTime();
    const remote = await create();
    const running = remote.run({ increment: 1n, interval: 25 });
    await passTime(15 * 25);
    await remote.stop();
    await running;
    const samples = await remote.samples(true);
    const known = samples.filter(({ births }) => births !== null);
    expect(known.map(({ generation }) => generation)).toEqual(
      Array.from({ length: 16 }, (_, n) => BigInt(n + 1)),
    );
    const populations = new Map(samples.map(({ generation, population }) => [generation, population]));
    expect(populations.get(0n)).toBe(5n);
    for (const { generation, population, births, deaths } of known) {
      expect(population - (populations.get(generation - 1n) as bigint)).toBe(
        BigInt((births as number) - (deaths as number)),
      );
    }
    expect(await remote.samples(false)).toEqual([]);
  });

  it("has single steps, long steps and runs flat out, each at its own generation", async () => {
    // No look at the cells is too dear.
    takeTime();
    const remote = await create();
    await remote.step(1n);
    await remote.step(2n);
    await remote.step(1103n);
    expect(await remote.samples(false)).toEqual([
      { generation: 0n, population: 5n, births: null, deaths: null },
      { generation: 1n, population: 6n, births: 2, deaths: 1 },
      { generation: 2n, population: 7n, births: 3, deaths: 2 },
      expect.objectContaining({ generation: 1103n, population: 116n, births: null }),
    ]);
    vi.useRealTimers();
    const running = remote.run({ increment: 1n, interval: 0 });
    const samples: Sample[] = [];
    await expect.poll(async () => samples.push(...(await remote.samples(false)))).toBeGreaterThan(2);
    await remote.stop();
    await running;
    expect(samples.every(({ births }) => births === null)).toBe(true);
    for (const { population } of samples) expect(population).toBe(116n);
  });
});
