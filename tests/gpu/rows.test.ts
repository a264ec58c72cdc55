// Rows out of and into grids on the GPU, and universes over ranks that pass such rows to each other.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { QueuedRows, RowPort, Universe } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { writeSoup } from "../../engine/algorithms/load.ts";
import { algorithmNamed } from "../../engine/algorithms/registry.ts";
import { rowPortOf } from "../../engine/cluster/block-rows.ts";
import { restoreCheckpoint } from "../../engine/cluster/checkpoint.ts";
import type { ClusterUniverse } from "../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../engine/cluster/cluster-universe.ts";
import { readClusterRecord, SPAN_KINDS } from "../../engine/cluster/record.ts";
import type { BoundedTopology } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { expectAgreement } from "../support/agree.ts";
import { cases } from "../support/effort.ts";
import { openFibres } from "../support/fibres.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { anyRankedScenario } from "../support/ranked-scenario.ts";
import { SavedFiles } from "../support/saved-files.ts";
import { WatchedGpu } from "../support/watched-gpu.ts";

const onGpu = heldGpu(openDawn);

const rowsOf = (port: RowPort, first: number, rows: number): Promise<Uint32Array<ArrayBuffer>> =>
  port.read([{ first, rows }]);

describe("rows of a grid", () => {
  const STRIPS = stripsKernel({ lengths: [1], lanes: 32, chunkRows: 16, lastRows: 16, ahead: 1 });
  // Whose passes write the margins of all rows but those that are replaced.
  const JOINING = stripsKernel({ lengths: [4, 1], lanes: 32, chunkRows: 16, lastRows: 8, ahead: 2 });
  // As they lie in one form, or packed on the way; into cells that were read as a whole, and into others.
  it.each([
    [STRIPS, STRIPS, "T300", false],
    [JOINING, JOINING, "P600", false],
    [JOINING, STRIPS, "T640", true],
    [STRIPS, BIT_ROW, "T300", false],
    [BIT_ROW, JOINING, "T640", true],
  ] as const)(
    "go from grid to grid under $0.id and $1.id, %s wide",
    async (fromKernel, toKernel, width, isRead) => {
      const [from, to] = [parseUniverseRule(`B3/S23:${width},40`), parseUniverseRule(`B3/S23:${width},30`)];
      const pairs = await Promise.all([
        ...(
          [
            [fromKernel, from],
            [toKernel, to],
          ] as const
        ).map(([kernel, init]) => createDenseUniverse(GPU_ALGORITHM, () => [kernel], init, onGpu)),
        REFERENCE.create(from, {}),
        REFERENCE.create(to, {}),
      ]);
      const [source, target, plainSource, plainTarget] = pairs;
      for (const [k, universe] of pairs.entries()) {
        const { width: w, height: h } = universe.topology as BoundedTopology;
        await writeSoup(universe, { seed: k % 2, density: 0.4, width: w, height: h });
        await universe.step(3n);
      }
      if (isRead) expect(await target.hash()).toBe(await plainTarget.hash());
      // Rows that have just been replaced lack their margins; of the others a pass has written them.
      const fresh = await rowPortOf(plainTarget).read([{ first: 4, rows: 2 }]);
      for (const universe of [source, plainSource])
        await rowPortOf(universe).write([{ first: 6, rows: 2 }], fresh.slice());
      const moved = [
        { first: 5, rows: 7, to: 20 },
        { first: 31, rows: 4, to: 0 },
      ];
      const [ours, its] = [source, target].map((universe) => rowPortOf(universe).queued as QueuedRows);
      await its.copyFrom(ours, moved);
      await rowPortOf(plainTarget).write(
        moved.map(({ to: first, rows }) => ({ first, rows })),
        await rowPortOf(plainSource).read(moved),
      );
      expect(await target.hash()).toBe(await plainTarget.hash());
      await its.copyFrom(ours, moved);
      for (const universe of pairs) await universe.step(11n);
      expect(await target.hash()).toBe(await plainTarget.hash());
      expect(await source.hash()).toBe(await plainSource.hash());
      for (const universe of pairs) universe.dispose();
    },
  );

  it.each([
    // Rows as wide as their stride, and narrower ones.
    [BIT_ROW, "B3/S23:T512,40"],
    [BIT_ROW, "B3/S23:P300,40"],
    // A form of its own, which is converted by rows.
    [STRIPS, "B3/S23:T300,40"],
    [STRIPS, "B3/S23:P290,33"],
    [JOINING, "B3/S23:T640,40"],
    [JOINING, "B3/S23:P600,40"],
  ] as const)("are read and replaced under $id on $1 as with the reference", async (kernel, text) => {
    const init = parseUniverseRule(text);
    const { width, height } = init.topology as BoundedTopology;
    const there = await createDenseUniverse(GPU_ALGORITHM, () => [kernel], init, onGpu);
    const here = await REFERENCE.create(init, {});
    const ports: readonly RowPort[] = [there, here].map(rowPortOf);
    const [ours, its] = ports;
    expect(ours).toBe(there.rows);
    const both = async (work: (universe: Universe, port: RowPort) => Promise<unknown>): Promise<void> => {
      for (const [i, universe] of [there, here].entries()) await work(universe, ports[i]);
    };
    const sameRows = async (first: number, count: number): Promise<void> =>
      expect(await rowsOf(ours, first, count), `rows from ${first}`).toEqual(await rowsOf(its, first, count));
    await both((universe) => writeSoup(universe, { seed: 4, density: 0.4, width, height }));
    await both((universe) => universe.step(3n));
    await sameRows(5, 3);
    await sameRows(0, height);
    // Two ranges at once, out and in, into words that are there.
    const ends = [
      { first: height - 3, rows: 2 },
      { first: 1, rows: 2 },
    ];
    const words = await its.read(ends);
    const kept = new Uint32Array(words.length).fill(7);
    expect(await ours.read(ends, kept)).toBe(kept);
    expect(kept).toEqual(words);
    await both((universe) => universe.step(4n));
    await both((_, port) => port.write(ends.toReversed(), words.slice()));
    await sameRows(0, 5);
    await sameRows(height - 5, 5);
    await both((universe) => universe.step(5n));
    // Rows from elsewhere, into cells that nobody has read since the step.
    const rows = await rowsOf(its, 2, 4);
    await both((_, port) => port.write([{ first: height - 5, rows: 4 }], rows.slice()));
    await sameRows(height - 7, 7);
    await both((universe) => universe.step(7n));
    // And into cells that were read as a whole before.
    expect(await there.hash()).toBe(await here.hash());
    await both((_, port) => port.write([{ first: 0, rows: 4 }], rows.slice()));
    expect(await there.hash()).toBe(await here.hash());
    await both((universe) => universe.step(10n));
    expect(await there.hash()).toBe(await here.hash());
    await both(async (universe) => universe.dispose());
  });
});

describe("a universe on a GPU over ranks", () => {
  it.each([
    ["gpu", "B3/S23:T300+41,90", 3, 6, { overlap: true }],
    // A kernel by its name.
    ["bit-row", "B3/S23:P256,96", 2, 16, { overlap: false }],
    ["gpu", "B03/S23:F90,70", 2, 5, { overlap: true }],
    ["gpu", "B03/S23:T300,91", 2, 20, { overlap: true, ahead: 7 }],
  ] as const)(
    "under %s comes to the reference's cells on %s with %i ranks and halos of %i rows, %j",
    async (id, text, size, halo, how) => {
      const algorithm = algorithmNamed(id);
      const init = parseUniverseRule(text);
      const { width, height } = init.topology as BoundedTopology;
      const open = (): ReturnType<typeof openFibres> => openFibres(size, async () => onGpu);
      const shared = await overRanks(algorithm, { size, halo, ...how, open }).create(init, onGpu);
      const alone = await (init.topology.kind === "frozen" ? REFERENCE : BITWISE).create(init, {});
      for (const universe of [shared, alone]) {
        await writeSoup(universe, { seed: 9, density: 0.4, width, height });
        await universe.step(53n);
      }
      expect(shared.adapter).toEqual(expect.any(String));
      expect(await shared.population()).toBe(await alone.population());
      expect(await shared.hash()).toBe(await alone.hash());
      for (const universe of [shared, alone]) universe.dispose();
    },
  );

  it("agrees with the reference whatever happens, for any number of ranks, halo and slabs", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRankedScenario,
        fc.constantFrom("gpu", "bit-row"),
        async ({ scenario, plan }, id) => {
          const open = (): ReturnType<typeof openFibres> => openFibres(plan.size, async () => onGpu);
          const shared = overRanks(algorithmNamed(id), { ...plan, open });
          fc.pre(shared.refuses(scenario.rule, scenario.topology) === null);
          await expectAgreement(scenario, REFERENCE, [shared], onGpu);
        },
      ),
      cases(4),
    );
  });

  it("takes no more memory for many rows that are written at once, or one after the other", async () => {
    const init = parseUniverseRule("B3/S23:T300,64");
    const there = await createDenseUniverse(GPU_ALGORITHM, () => [BIT_ROW], init, onGpu);
    const port = rowPortOf(there);
    const ranges = [{ first: 3, rows: 8 }];
    const blocks = Array.from({ length: 12 }, (_, i) => new Uint32Array(8 * 10).fill(i + 1));
    const before = there.memory();
    await Promise.all(blocks.map((words) => port.write(ranges, words)));
    const most = there.memory();
    // A row of 300 cells may lie in room for twice as many.
    expect(most - before).toBeLessThanOrEqual(4 * 8 * 4 * 32);
    for (const words of blocks.toReversed()) {
      await port.write(ranges, words);
      await there.step(there.generation);
      expect(there.memory()).toBeLessThanOrEqual(most);
    }
    expect(await port.read(ranges)).toEqual(blocks[0]);
    there.dispose();
  });

  it.each([
    { ahead: 8, first: [] },
    { ahead: 3, first: ["step"] },
  ])(
    "gives its GPU the strip's steps and reading before the slab's last $ahead, and waits for no row of the slab",
    async ({ ahead, first }) => {
      const { device } = onGpu;
      const told: string[] = [];
      const together: string[][] = [];
      const [makeEncoder, submit] = [device.device.createCommandEncoder, device.queue.submit];
      const labels = new WeakMap<GPUCommandBuffer, string>();
      const encoders = vi.spyOn(device.device, "createCommandEncoder").mockImplementation((descriptor) => {
        const encoder = makeEncoder.call(device.device, descriptor);
        const finish = encoder.finish.bind(encoder);
        encoder.finish = () => {
          const buffer = finish();
          labels.set(buffer, descriptor?.label ?? "");
          return buffer;
        };
        return encoder;
      });
      const submits = vi.spyOn(device.queue, "submit").mockImplementation((buffers) => {
        const names = [...buffers].map((buffer) => labels.get(buffer) ?? "");
        told.push(...names);
        together.push(names);
        return submit.call(device.queue, buffers);
      });
      const init = parseUniverseRule("B3/S23:P256,96");
      // The other rank has a device of its own.
      const { gpu } = new WatchedGpu(onGpu.gpu);
      const open = (): ReturnType<typeof openFibres> => openFibres(2, async () => ({ gpu }));
      const plan = { size: 2, halo: 8, overlap: true, ahead, open };
      const shared = await overRanks(algorithmNamed("bit-row"), plan).create(init, onGpu);
      try {
        await writeSoup(shared, { seed: 9, density: 0.4, width: 256, height: 96 });
        await shared.step(16n);
        told.length = 0;
        together.length = 0;
        await shared.step(32n);
      } finally {
        submits.mockRestore();
        encoders.mockRestore();
        shared.dispose();
      }
      // Halos that the first steps have used up; a block that another one follows; the last one.
      // A slow GPU gets a step in several pieces, and one block's step follows another's: pieces that follow each other are one.
      const order = told.filter((what, i) => what !== told[i - 1]);
      expect(order).toEqual([
        ...["read rows", "write rows"],
        ...[...first, "copy rows", "step", "read rows", "step", "write rows"],
        "step",
      ]);
      // Each submission takes its time: halos go with what is asked next.
      expect(together).toContainEqual(expect.arrayContaining(["write rows", first[0] ?? "copy rows"]));
      // So do the strip's last step and what is read of it, in one submission or, of a slow GPU, in several.
      const lines = together.map((names) => names.join(", "));
      expect(lines).toContainEqual(expect.stringContaining("copy rows, step"));
      expect(lines).toContainEqual(expect.stringContaining("step, read rows"));
    },
  );

  it("ends on all ranks when one loses its GPU, and goes on from a checkpoint on the CPU", async () => {
    const folder = new SavedFiles();
    const watched = new WatchedGpu(onGpu.gpu);
    const init = parseUniverseRule("B3/S23:T300,90");
    const open = () => openFibres(2, async () => ({ gpu: watched.gpu }), folder.save);
    const plan = { size: 2, halo: 4, overlap: true, saveFile: folder.save, open };
    const shared = (await overRanks(GPU_ALGORITHM, plan).create(init, { gpu: onGpu.gpu })) as ClusterUniverse;
    const alone = await BITWISE.create(init, {});
    for (const universe of [shared, alone]) {
      await writeSoup(universe, { seed: 9, density: 0.4, width: 300, height: 90 });
      await universe.step(20n);
    }
    const checkpoint = await shared.save("/run", "a", 60n);
    let text = "";
    const places = [0, 1].map((process) => ({ host: "h", process, processor: "p" }));
    const write = (lines: string) => {
      text += lines;
    };
    const recording = await shared.record({ program: "1", places, prediction: null, write });
    await shared.step(30n);
    await recording.end(null);
    const { head, tracks } = readClusterRecord(text);
    for (const [rank, { allGenerations, kindSeconds }] of tracks.entries()) {
      expect(head.ranks[rank].device).toBe(onGpu.adapter);
      expect(allGenerations).toBe(10);
      expect(kindSeconds[SPAN_KINDS.indexOf("computing")]).toBeGreaterThan(0);
      expect(kindSeconds[SPAN_KINDS.indexOf("reading")]).toBeGreaterThan(0);
    }
    for (const device of watched.devices) device.destroy();
    await expect(shared.step(60n)).rejects.toMatchObject({
      code: "engine-lost",
      message: expect.stringMatching(/^Rank 1 stopped at generation \d+: /),
    });
    shared.dispose();
    const again = await overRanks(BITWISE, { ...plan, size: 3, open: () => openFibres(3) }).create(init, {});
    again.setGeneration(checkpoint.generation);
    await restoreCheckpoint(again, checkpoint, folder.read, () => undefined);
    for (const universe of [again, alone]) await universe.step(60n);
    expect(await again.hash()).toBe(await alone.hash());
    for (const universe of [again, alone]) universe.dispose();
  });
});
