// A slab that exchanges rows with itself: the cells it comes to, and the times that it tells.

import { describe, expect, it, vi } from "vitest";
import type { Algorithm, TuningMemory } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { rowPortOf } from "../../../engine/cluster/block-rows.ts";
import type { SharedInit } from "../../../engine/cluster/commands.ts";
import { LoopTransport } from "../../../engine/cluster/loop.ts";
import { Rank } from "../../../engine/cluster/rank.ts";
import type { RecordedBlock } from "../../../engine/cluster/record.ts";
import { computedIn, expectedLargest, rehearse, sumsOf } from "../../../engine/cluster/rehearsal.ts";
import { SharedTuning } from "../../../engine/cluster/shared-tuning.ts";
import { Slab } from "../../../engine/cluster/slab.ts";
import { splitRows } from "../../../engine/cluster/split.ts";
import { now } from "../../../engine/core/clock.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { torus } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";

function init(width: number, height: number, size: number): SharedInit {
  const topology = torus(width, height) as BoundedTopology;
  return { algorithm: "bitwise", rule: LIFE, topology, generation: 0n, ranges: splitRows(height, size) };
}

const AT_ONCE = { latency: 0, byte: 0 };

describe("a slab among its doubles", () => {
  it.each([
    [2, 5, 0],
    [2, 5, 5],
    [3, 4, 4],
    [3, 11, 3],
    [2, 23, 1],
    [7, 1, 0],
  ] as const)(
    "comes to the cells of a torus of its own rows, as one of %i with halos of %i that travel in %i generations",
    async (size, halo, ahead) => {
      const rows = 23;
      const shared = init(61, size * rows, size);
      const slab = await Slab.create(new LoopTransport(0, size, AT_ONCE), BITWISE, () => ({}), shared, {
        halo,
        ahead,
      });
      const alone = await REFERENCE.create({ rule: LIFE, topology: torus(61, rows) }, {});
      await writeSoup(alone, { seed: 5, density: 0.4, width: 61, height: rows });
      const [mine, its] = [rowPortOf(slab.universe), rowPortOf(alone)];
      const own = [{ first: slab.plan.lead, rows }];
      const all = [{ first: 0, rows }];
      slab.touch();
      await mine.write(own, await its.read(all));
      for (const count of [1, 2 * halo, 17]) {
        await slab.advance(count, true);
        await alone.step(alone.generation + BigInt(count));
        expect(await mine.read(own)).toEqual(await its.read(all));
      }
      slab.dispose();
      alone.dispose();
    },
  );

  it("tells what a generation takes, with exchanges and without, and of a rank alone the same for both", async () => {
    const parts = () => ({});
    const message = AT_ONCE;
    const one = await rehearse(BITWISE, parts, init(64, 64, 1), 0, {
      ...{ choice: { halo: 1, ahead: 0 }, care: "prediction", message },
    });
    expect(one.secondsAGeneration).toBeGreaterThan(0);
    expect(one.computing).toBe(one.secondsAGeneration);
    const choice = { halo: 4, ahead: 0 };
    const shared = init(64, 128, 2);
    const glance = await rehearse(BITWISE, parts, shared, 1, { choice, care: "glance", message });
    expect(glance.secondsAGeneration).toBeGreaterThan(0);
    expect(glance.computing).toBeNull();
    const said = await rehearse(BITWISE, parts, shared, 1, { choice, care: "prediction", message });
    expect(said.computing).toBeGreaterThan(0);
  });
});

describe("a slab that is told to step", () => {
  it.each([
    [1, true, []],
    [1, false, ["all is done"]],
    [2, true, []],
    [2, false, ["all is done"]],
  ] as const)("of %i, with more to come: %s, waits for %j", async (size, goesOn, waits) => {
    const waited: string[] = [];
    const create: Algorithm["create"] = async (...how) => {
      const universe = await BITWISE.create(...how);
      const step = universe.step.bind(universe);
      // As a GPU, which is told ahead and has done all when it is asked for where it is.
      universe.step = async (target, budget) => {
        if (!budget?.ahead) waited.push("all is done");
        return step(target, budget);
      };
      return universe;
    };
    const transport = new LoopTransport(0, size, AT_ONCE);
    const choice = { halo: 4, ahead: 0 };
    const algorithm = { ...BITWISE, create };
    const slab = await Slab.create(transport, algorithm, () => ({}), init(32, size * 16, size), choice);
    await slab.advance(8, goesOn);
    expect(slab.universe.generation).toBe(8n);
    expect(waited).toEqual(waits);
    slab.dispose();
  });
});

describe("a loop", () => {
  it("takes as long for a message as it was told, and gives it to whoever waits", () => {
    const loop = new LoopTransport(0, 2, { latency: 0.002, byte: 0.001 });
    const into = new Uint8Array(3);
    const coming = loop.irecv(into);
    expect(loop.test(coming, 0)).toBe(false);
    const began = now();
    const sent = loop.isend(Uint8Array.of(1, 2, 3));
    expect(loop.test(coming, Number.POSITIVE_INFINITY)).toBe(true);
    expect(now() - began).toBeGreaterThanOrEqual(5);
    expect(loop.test(sent, 0)).toBe(true);
    expect([...into]).toEqual([1, 2, 3]);
  });
});

describe("the latest of some", () => {
  it("is what all draws come to in the mean", () => {
    const values = [5, 1, 3, 3];
    const pairs = values.flatMap((a) => values.map((b) => Math.max(a, b)));
    const triples = pairs.flatMap((pair) => values.map((c) => Math.max(pair, c)));
    const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;
    expect(expectedLargest(values, 1)).toBeCloseTo(3, 12);
    expect(expectedLargest(values, 2)).toBeCloseTo(mean(pairs), 12);
    expect(expectedLargest(values, 3)).toBeCloseTo(mean(triples), 12);
  });

  it("takes blocks of a GPU for done when they are computed, and leaves out what found it idle", () => {
    const block = (start: number, seconds: number, from: number, to: number): RecordedBlock => ({
      merged: 1,
      generations: 8,
      start,
      seconds,
      spans: [
        { kind: "computing", start: from, seconds: to - from },
        { kind: "waiting", start: to, seconds: 50 },
      ],
    });
    // Told at 0, 1 and 2, computed for 10 each; then nothing was told until 40.
    const blocks = [block(0, 1, 0, 10), block(1, 1, 10, 20), block(2, 12, 20, 30), block(40, 2, 41, 52)];
    expect(computedIn(blocks)).toEqual([10, 10]);
  });

  it("is told of sums where blocks make up for each other", () => {
    expect(sumsOf([1, 3, 3, 1, 2, 2, 9], 2)).toEqual([4, 4, 4]);
    expect(sumsOf([1, 3], 4)).toEqual([4]);
    expect(sumsOf([1, 3], 1)).toEqual([1, 3]);
  });

  it("is no later than each where all are alike", () => {
    expect(expectedLargest([2, 2, 2], 3)).toBeCloseTo(2, 12);
  });
});

describe("what ranks remember of kernels", () => {
  it("is taken for a slab of another halo, which is hardly higher, and not for a strip", () => {
    const known = new Map<string, string>();
    const tuning = new SharedTuning(known);
    const [slab, strip] = [tuning.of("slab"), tuning.of("strip")];
    expect([slab.eager, strip.eager]).toEqual([true, true]);
    slab.set("of 64 rows", "the fastest");
    strip.set("of 384 rows", "another");
    expect(tuning.of("slab").get("of 128 rows")).toBe("the fastest");
    expect(tuning.of("strip").get("of 768 rows")).toBeUndefined();
    expect(known.get("of 128 rows")).toBe("the fastest");
    expect(tuning.found).toEqual({ slab: "the fastest", strip: "another" });
  });

  it("is known to those that follow rank 0 from the beginning", async () => {
    const tunings: TuningMemory[] = [];
    const create: Algorithm["create"] = (of, environment) => {
      tunings.push(environment.tuning as TuningMemory);
      return BITWISE.create(of, environment);
    };
    const algorithms = vi.spyOn(ALGORITHMS, "get").mockReturnValue({ ...BITWISE, create });
    for (const follows of [true, false]) {
      const rank = new Rank(new LoopTransport(1, 2, AT_ONCE), async () => ({}));
      const kernels = { slab: "the fastest" };
      const choice = { halo: 4, ahead: 0 };
      await rank.obey({ verb: "create", init: init(40, 40, 2), choice, follows, kernels }, new Uint8Array());
      await rank.obey({ verb: "end" }, new Uint8Array());
    }
    algorithms.mockRestore();
    expect(tunings.map((tuning) => tuning.get("a key"))).toEqual(["the fastest", undefined]);
  });
});
