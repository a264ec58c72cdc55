// What ranks write down of themselves while they run.

import { expect, it } from "vitest";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import type { ClusterUniverse } from "../../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import { arrived } from "../../../engine/cluster/parcels.ts";
import { readClusterRecord, SPAN_KINDS } from "../../../engine/cluster/record.ts";
import type { RecordWish } from "../../../engine/cluster/recording.ts";
import { alignClocks, blocksOfNumbers, SlabTrace } from "../../../engine/cluster/trace.ts";
import { now } from "../../../engine/core/clock.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { fibres, openFibres } from "../../support/fibres.ts";

async function opened(text: string, size: number, overlap: boolean): Promise<ClusterUniverse> {
  let ready: ClusterUniverse | null = null;
  const processors = () => Array.from({ length: size }, () => "p");
  const plan = { size, halo: 4, overlap, measure: true, processors, open: () => openFibres(size) };
  const onReady = (universe: ClusterUniverse) => {
    ready = universe;
  };
  await overRanks(BITWISE, { ...plan, onReady }).create(parseUniverseRule(text), {});
  return ready as unknown as ClusterUniverse;
}

/** The text of a record of so many generations. */
async function recorded(universe: ClusterUniverse, generations: bigint, failure: string | null = null) {
  let text = "";
  const places = universe.ranges.map((_, rank) => ({ host: `h${rank}`, process: rank, processor: "p" }));
  const wish: RecordWish = {
    program: "1",
    places,
    prediction: universe.predicted(null),
    write: (lines) => {
      expect(lines).toMatch(/\n$/);
      text += lines;
    },
  };
  const recording = await universe.record(wish);
  await universe.step(universe.generation + generations);
  const measured = await recording.end(failure);
  // A failure after the end adds nothing.
  expect(await recording.end("late")).toBe(measured);
  return { record: readClusterRecord(text), measured };
}

it.each([true, false])(
  "are blocks that follow each other and hold their spans, overlap %j",
  async (overlap) => {
    const universe = await opened("B3/S23:P64,60", 3, overlap);
    await writeSoup(universe, { seed: 1, density: 0.4, width: 64, height: 60 });
    const { record, measured } = await recorded(universe, 40n);
    universe.dispose();
    const { head, tracks, end } = record;
    expect(head).toMatchObject({
      algorithm: "bitwise",
      topology: "P64,60",
      halo: 4,
      overlap,
      generation: 0n,
    });
    // At the edges of a plane there is one neighbour: 4 rows of 2 words.
    expect(head.ranks.map(({ bytes }) => bytes)).toEqual([32, 64, 32]);
    expect(head.ranks[1]).toMatchObject({ first: 20, rows: 20, host: "h1", device: "p" });
    expect(head.prediction?.secondsAGeneration).toBeGreaterThan(0);
    expect(end).toEqual({ generation: 40n, failure: null });
    for (const { blocks, start, seconds, firstSpan, kind, spanStart, spanSeconds } of tracks) {
      expect(blocks).toBeGreaterThanOrEqual(10);
      for (let i = 0; i < blocks; i++) {
        if (i > 0) expect(start[i]).toBeGreaterThanOrEqual(start[i - 1] + seconds[i - 1] - 2e-6);
        for (let j = firstSpan[i]; j < (firstSpan[i + 1] ?? kind.length); j++) {
          expect(spanStart[j]).toBeGreaterThanOrEqual(start[i] - 1e-9);
          expect(spanStart[j] + spanSeconds[j]).toBeLessThanOrEqual(start[i] + seconds[i] + 2e-6);
        }
      }
    }
    for (const track of tracks) {
      expect(track.allGenerations).toBe(40);
      expect(track.kindSeconds[SPAN_KINDS.indexOf("computing")]).toBeGreaterThan(0);
    }
    expect(measured).toBeGreaterThan(0);
  },
);

it("is ended with the reason where the run has failed", async () => {
  const universe = await opened("B3/S23:T64,60", 2, false);
  const { record } = await recorded(universe, 4n, "Rank 1 is gone.");
  universe.dispose();
  expect(record.end).toEqual({ generation: 4n, failure: "Rank 1 is gone." });
});

it("has one clock, however far those of other machines are off", async () => {
  const [zero, one] = fibres(2);
  const late = async () => {
    const asked = new Float64Array(1);
    while (true) {
      await arrived(one, one.irecv(asked, 0));
      await arrived(one, one.isend(Float64Array.of(now() - 5000), 0));
    }
  };
  const answering = late().catch(() => undefined);
  const began = now();
  const [own, behind] = await alignClocks(zero, [1]);
  expect(own).toBe(0);
  // It was asked and answered in between.
  expect(Math.abs(behind - 5000)).toBeLessThanOrEqual(now() - began);
  expect(await alignClocks(zero, [])).toEqual([0, 0]);
  zero.abort("The end.");
  await answering;
});

it("adds blocks up once there are many, and loses none", async () => {
  const trace = new SlabTrace();
  const blocks = 2 ** 14 + 4 * 10 + 1;
  for (let i = 0; i < blocks; i++) {
    const block = trace.begin(3);
    block.add("computing", block.began, block.began + 2);
    block.add("waiting", block.began + 2, block.began + 3);
    block.ended = block.began + 4;
  }
  const told = blocksOfNumbers(await trace.take(), 0);
  expect(told).toHaveLength(2 ** 14 + 11);
  expect(told.reduce((sum, { merged }) => sum + merged, 0)).toBe(blocks);
  const one = told[2 ** 14 + 9];
  expect(one).toMatchObject({ merged: 4, generations: 12 });
  expect(one.seconds).toBeCloseTo(0.016);
  expect(one.spans.map(({ kind }) => kind)).toEqual(["computing", "waiting"]);
  expect(one.spans.map(({ seconds }) => Math.round(1e6 * seconds))).toEqual([8000, 4000]);
  expect(await trace.take()).toHaveLength(0);
});

it("counts what ends later in the block that began it", async () => {
  const trace = new SlabTrace();
  const block = trace.begin(1);
  block.ended = block.began + 1;
  trace.expect(block, Promise.reject(new Error("lost")));
  trace.expect(
    block,
    Promise.resolve().then(() => block.add("computing", block.began, block.began + 5)),
  );
  const [{ spans }] = blocksOfNumbers(await trace.take(), block.began);
  expect(spans).toEqual([{ kind: "computing", start: 0, seconds: 0.005 }]);
});

it("hands over what is complete without waiting for the rest, which it has when that is", async () => {
  const trace = new SlabTrace();
  const [first, second] = [1, 2, 3].map((generations) => {
    const block = trace.begin(generations);
    block.ended = block.began + 1;
    return block;
  });
  let compute = (): void => {};
  trace.expect(first, Promise.resolve());
  trace.expect(
    second,
    new Promise<void>((resolve) => {
      compute = resolve;
    }).then(() => second.add("computing", second.began, second.began + 5)),
  );
  expect(trace.takeComplete()).toHaveLength(0);
  await new Promise((resolve) => setImmediate(resolve));
  const told = (numbers: Float64Array) => blocksOfNumbers(numbers, 0).map(({ generations }) => generations);
  expect(told(trace.takeComplete())).toEqual([1]);
  const rest = trace.take();
  compute();
  expect(told(await rest)).toEqual([2, 3]);
  expect(trace.takeComplete()).toHaveLength(0);
});
