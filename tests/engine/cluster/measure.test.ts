import { describe, expect, it } from "vitest";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import type { ClusterUniverse } from "../../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import type { HaloChoice, RankTimes, SharedInit } from "../../../engine/cluster/commands.ts";
import {
  chooseHalo,
  measureRank,
  predictRun,
  speedShares,
  tryHalos,
  undisturbed,
} from "../../../engine/cluster/measure.ts";
import { splitRows } from "../../../engine/cluster/split.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { torus } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { fibres, openFibres } from "../../support/fibres.ts";

const A = 1e-9;

function init(width: number, height: number, size: number): SharedInit {
  const topology = torus(width, height) as BoundedTopology;
  return { algorithm: "bitwise", rule: LIFE, topology, generation: 0n, ranges: splitRows(height, size) };
}

function times(more: Partial<RankTimes>): RankTimes {
  return { latency: 1e-3, byte: 0, cell: A, launch: 0, message: { latency: 0, byte: 0 }, ...more };
}

describe("the halo that ranks choose", () => {
  /** Of ranks on equal devices. */
  const choose = (times: readonly RankTimes[], shared: SharedInit): number =>
    chooseHalo(
      undisturbed(
        times,
        times.map(() => "equal"),
        shared,
      ),
      shared,
    );
  /** Seconds of a generation by those measurements. */
  const costOf = (shared: SharedInit, measured: readonly RankTimes[], halo: number): number =>
    predictRun(measured, shared, { halo, ahead: 0 }, null).secondsAGeneration;

  it("is that of the closed form, sqrt(T_lat / (2 a W)), or a higher one that costs the same", () => {
    // Rows that are no whole words, so that no slab is rounded up.
    const shared = init(999, 600, 3);
    for (const latency of [1e-4, 1e-3, 4e-3]) {
      const measured = [times({ latency: latency / 9 }), times({ latency })];
      const halo = choose(measured, shared);
      const ideal = Math.sqrt(latency / (2 * A * 999));
      expect(halo).toBeGreaterThan(ideal - 1);
      const least = costOf(shared, measured, Math.round(ideal));
      expect(costOf(shared, measured, halo) / least).toBeLessThan(1.011);
    }
  });

  it("is hardly worse where ranks were disturbed while they measured, as long as one of them was not", () => {
    const shared = init(999, 600, 3);
    const quiet = [times({}), times({}), times({})];
    const best = costOf(shared, quiet, choose(quiet, shared));
    for (const factor of [2, 10, 1000])
      for (const disturbed of [{ cell: factor * A }, { launch: factor * 1e-3 }, { byte: factor * 1e-9 }])
        for (const count of [1, 2]) {
          const measured = quiet.map((one, rank) => (rank < count ? { ...one, ...disturbed } : one));
          const halo = choose(measured, shared);
          expect(costOf(shared, quiet, halo) / best, JSON.stringify([disturbed, count])).toBeLessThan(1.02);
        }
  });

  it("is that of the slower device where there are two", () => {
    const shared = init(999, 600, 2);
    const [fast, slow] = [times({ cell: A / 50 }), times({})];
    const halos = [
      ["fast", "slow"],
      ["equal", "equal"],
    ].map((devices) => chooseHalo(undisturbed([fast, slow], devices, shared), shared));
    expect(halos[0]).toBe(choose([slow, slow], shared));
    expect(halos[1]).toBe(choose([fast, fast], shared));
  });

  it("is no higher than the lowest slab, and lets no block last longer than a quarter of a second", () => {
    expect(choose([times({ latency: 10 })], init(99, 40, 3))).toBe(13);
    // A generation of a slab of 5,000,000 cells takes 50 ms here.
    const lasting = choose([times({ latency: 10, cell: 1e-8 })], init(5000, 2000, 2));
    expect(lasting).toBeLessThanOrEqual(5);
  });

  /** What is tried, and found, where a generation takes so long. */
  const tryWith = async (
    limit: number,
    allowed: boolean,
    seconds: (choice: HaloChoice) => number,
  ): Promise<HaloChoice & { readonly trials: string }> => {
    const trials: string[] = [];
    const { choice } = await tryHalos(limit, allowed, async (tried) => {
      trials.push(`${tried.halo}${tried.ahead > 0 ? `+${tried.ahead}` : ""}`);
      return seconds(tried);
    });
    expect(new Set(trials).size).toBe(trials.length);
    return { ...choice, trials: trials.join(" ") };
  };

  it("is found by trying where it can be tried, with overlap where that gains", async () => {
    /** A block costs `latency`, a generation 1, and a row of a halo `row`; with overlap four times the rows, and no latency. */
    const tried = (latency: number, row: number, limit: number, allowed: boolean) =>
      tryWith(limit, allowed, ({ halo, ahead }) => {
        const travels = ahead > 0 && ahead < halo ? 2 * latency : latency;
        return 1 + (ahead > 0 ? 4 : 1) * row * halo + (ahead === halo ? 0.1 * latency : travels) / halo;
      });
    // The least of row * k + latency / k is at sqrt(latency / row).
    expect(await tried(16, 0.001, 4096, false)).toMatchObject({ halo: 128, trials: "64 128 256" });
    expect(await tried(16, 0.1, 4096, false)).toMatchObject({ halo: 16, trials: "64 128 32 16 8" });
    expect(await tried(0, 0.1, 4096, false)).toMatchObject({ halo: 1 });
    // What there is no room for takes for ever.
    const roomy = await tryHalos(4096, true, async ({ halo }) =>
      halo > 8 ? Number.POSITIVE_INFINITY : 1 / halo,
    );
    expect(roomy.choice).toEqual({ halo: 8, ahead: 0 });
    // No more rows than there are.
    expect(await tried(1000, 0, 100, false)).toMatchObject({ halo: 100, trials: "64 100" });
    expect(await tried(1000, 0, 5, false)).toMatchObject({ halo: 5 });
    expect(await tried(16, 0.001, 4096, true)).toMatchObject({ halo: 16, ahead: 16 });
    // A gain that nobody could measure.
    expect(await tried(0.001, 0, 4096, true)).toMatchObject({ ahead: 0 });
  });

  it("travels in as few generations as it needs, and is higher where that leaves room", async () => {
    /** An exchange takes `way` and `row` for each row, a generation 1, a generation of strips `strip` and a row of a halo 0.0002. */
    const tried = (way: number, row: number, limit: number, strip = 0.5) =>
      tryWith(limit, true, ({ halo, ahead }) => {
        const late = Math.max(0, way + row * halo - ahead);
        return 1 + (strip * ahead + late) / halo + 0.0002 * halo;
      });
    expect(await tried(12, 0, 4096)).toMatchObject({
      ...{ halo: 128, ahead: 12 },
      trials: "64 128 256 512 64+64 128+128 32+32 64+32 64+16 64+8 64+12 128+24 128+12 256+24 256+12",
    });
    // Half of a block would be too short.
    expect(await tried(4, 0.75, 64)).toMatchObject({ halo: 64, ahead: 48 });
    // An exchange that takes as long as a block.
    expect(await tried(0, 1, 64)).toMatchObject({ halo: 64, ahead: 64 });
    expect(await tried(1, 0, 2)).toMatchObject({ halo: 2, ahead: 1 });
    // From 16 to 8 it gains a little more than half a hundredth.
    expect(await tried(8, 0, 64, 0.05)).toMatchObject({ halo: 64, ahead: 8 });
  });

  it("has rows travel in more generations where it is higher, because they take longer on their way", async () => {
    // Microseconds of 65536 x 32768 cells on a card, about as measured: a generation, one of strips, an exchange and its rows, a block.
    const found = await tryWith(4096, true, ({ halo, ahead }) => {
      const late = Math.max(0, 300 + 14 * halo - 66.3 * (ahead || halo));
      const strips = ahead > 0 ? 6.8 * ahead : 300 + 14 * halo;
      return 66.3 * (1 + halo / 16384) + (strips + late + 80) / halo;
    });
    expect(found).toMatchObject({ halo: 128, ahead: 48 });
    expect(found.trials).toMatch(/ 64\+64 .*64\+24 128\+48 128\+24 256\+96 256\+48$/);
  });

  it("costs what was predicted in closed form", () => {
    const shared = init(999, 6000, 3);
    const slow = [times({ latency: 2e-4, byte: 1e-9 }), times({ latency: 1e-5, launch: 1e-5 })];
    // 2000 rows and two halos of 10; 10 rows of 999 bits to a neighbour.
    const step = 1e-5 + A * 999 * 2020;
    const exchange = 2e-4 + (1e-9 * 9990) / 8;
    expect(predictRun(slow, shared, { halo: 10, ahead: 0 }, null)).toEqual({
      by: "what the ranks measured first",
      computing: expect.closeTo(step, 12),
      exchange: expect.closeTo(exchange / 10, 12),
      secondsAGeneration: expect.closeTo(step + exchange / 10, 12),
    });
    const strips = 1e-5 + A * 999 * 60;
    expect(predictRun(slow, shared, { halo: 10, ahead: 10 }, null)).toMatchObject({
      computing: expect.closeTo(step + strips, 12),
      secondsAGeneration: expect.closeTo(step + strips, 12),
    });
    // Strips of 10 + 2 * 4 rows for 4 of 10 generations, in which the exchange has time.
    const few = 0.4 * (1e-5 + A * 999 * 36);
    expect(predictRun(slow, shared, { halo: 10, ahead: 4 }, null)).toMatchObject({
      computing: expect.closeTo(step + few, 12),
      secondsAGeneration: expect.closeTo(step + few, 12),
    });
    // A longer way than 4 generations is waited for.
    const far = [times({ latency: 0.015, launch: 1e-5 })];
    expect(predictRun(far, shared, { halo: 10, ahead: 4 }, null).secondsAGeneration).toBeCloseTo(
      0.6 * step + 0.0015 + few,
      12,
    );
    const model = { by: "m", seconds: (cells: number) => 2 * cells, transfer: null, ranksADevice: 1 };
    expect(predictRun(slow, shared, { halo: 10, ahead: 0 }, model)).toMatchObject({
      by: "m",
      computing: 2 * 999 * 2020,
      exchange: expect.closeTo(exchange / 10, 12),
    });
    // Three ranks on one device, which hides no exchange.
    const onOne = { ...model, ranksADevice: 3 };
    expect(predictRun(slow, shared, { halo: 10, ahead: 10 }, onOne)).toMatchObject({
      computing: 3 * 2 * 999 * (2020 + 60),
      secondsAGeneration: expect.closeTo(3 * 2 * 999 * (2020 + 60) + exchange / 10, 9),
    });
    expect(predictRun([times({})], init(99, 10, 1), { halo: 1, ahead: 0 }, null)).toMatchObject({
      secondsAGeneration: expect.closeTo(990 * A, 15),
      exchange: 0,
    });
  });

  it("is worked out from times that every rank measures in a moment", async () => {
    const all = await Promise.all(
      fibres(2).map((transport) => measureRank(transport, BITWISE, {}, init(300, 200, 2))),
    );
    for (const { latency, byte, cell, launch } of all) {
      expect(latency).toBeGreaterThan(0);
      expect(Math.min(byte, launch)).toBeGreaterThanOrEqual(0);
      expect(cell).toBeGreaterThan(1e-12);
      expect(cell).toBeLessThan(1e-5);
    }
  });

  it("is found before the universe begins, and told", async () => {
    const told: object[] = [];
    const plan = {
      size: 2,
      halo: "auto",
      overlap: true,
      open: () => openFibres(2),
      onReady: ({ choice }: ClusterUniverse) => told.push(choice),
    } as const;
    const universe = await overRanks(BITWISE, plan).create({ rule: LIFE, topology: torus(200, 90) }, {});
    universe.dispose();
    // Strips cost a CPU more than they are worth.
    expect(told).toEqual([{ halo: expect.any(Number), ahead: 0 }]);
  });
});

describe("rows of ranks on different devices", () => {
  it("are as many as the device is fast, whatever single ranks measured", () => {
    const shared = init(1000, 1000, 5);
    const cells = [1, 1.4, 1, 4, 3].map((cell) => times({ cell: cell * A }));
    const shares = speedShares(cells, ["a", "a", "a", "b", "b"], shared);
    expect(splitRows(1000, 5, shares).map(({ rows }) => rows)).toEqual([286, 285, 286, 72, 71]);
  });

  it.each([
    [["a", "b", "b"], true],
    [["a", "a", "a"], false],
  ])("are shared out by measured speed on %j: %j", async (processors, isMeasured) => {
    const ready: ClusterUniverse[] = [];
    const plan = {
      size: 3,
      halo: 2,
      overlap: false,
      open: () => openFibres(3),
      processors: () => processors,
    };
    const onReady = (universe: ClusterUniverse) => ready.push(universe);
    const topology = torus(200, 90);
    const universe = await overRanks(BITWISE, { ...plan, onReady }).create({ rule: LIFE, topology }, {});
    const [{ ranges, devices }] = ready;
    expect(devices).toEqual(processors);
    expect(ready[0].predicted(null) !== null).toBe(isMeasured);
    expect(ranges.reduce((sum, { rows }) => sum + rows, 0)).toBe(90);
    if (!isMeasured) expect(ranges.map(({ rows }) => rows)).toEqual([30, 30, 30]);
    universe.dispose();
  });
});

describe("rows shared out among ranks", () => {
  it.each([
    [10, 3, undefined, [3, 4, 3]],
    [8192, 2, undefined, [4096, 4096]],
    [7, 7, undefined, [1, 1, 1, 1, 1, 1, 1]],
    [100, 3, [1, 8, 1], [10, 80, 10]],
    [5, 3, [100, 1, 1], [3, 1, 1]],
    [5, 3, [1, 1, 100], [1, 1, 3]],
  ])("%i rows among %i, by shares %j", (height, size, shares, rows) => {
    const ranges = splitRows(height, size, shares);
    expect(ranges.map((range) => range.rows)).toEqual(rows);
    expect(ranges.map(({ first }) => first)).toEqual(
      rows.map((_, i) => rows.slice(0, i).reduce((a, b) => a + b, 0)),
    );
  });
});
