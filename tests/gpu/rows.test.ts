// Rows out of and into grids on the GPU, and universes over ranks that pass such rows to each other.

import { describe, expect, it } from "vitest";
import type { RowPort, Universe } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { writeSoup } from "../../engine/algorithms/load.ts";
import { algorithmNamed } from "../../engine/algorithms/registry.ts";
import { rowPortOf } from "../../engine/cluster/block-rows.ts";
import { overRanks } from "../../engine/cluster/cluster-universe.ts";
import type { BoundedTopology } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { openFibres } from "../support/fibres.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(openDawn);

describe("rows of a grid", () => {
  const STRIPS = stripsKernel({ lengths: [1], lanes: 32, chunkRows: 16, ahead: 1 });
  it.each([
    // Rows as wide as their stride, and narrower ones.
    [BIT_ROW, "B3/S23:T512,40"],
    [BIT_ROW, "B3/S23:P300,40"],
    // A form of its own, which is converted by rows.
    [STRIPS, "B3/S23:T300,40"],
    [STRIPS, "B3/S23:P290,33"],
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
      expect(await ours.read(first, count), `rows from ${first}`).toEqual(await its.read(first, count));
    await both((universe) => writeSoup(universe, { seed: 4, density: 0.4, width, height }));
    await both((universe) => universe.step(3n));
    await sameRows(5, 3);
    await sameRows(0, height);
    await both((universe) => universe.step(5n));
    // Rows from elsewhere, into cells that nobody has read since the step.
    const rows = await its.read(2, 4);
    await both((_, port) => port.write(height - 5, rows.slice()));
    await sameRows(height - 7, 7);
    await both((universe) => universe.step(7n));
    // And into cells that were read as a whole before.
    expect(await there.hash()).toBe(await here.hash());
    await both((_, port) => port.write(0, rows.slice()));
    expect(await there.hash()).toBe(await here.hash());
    await both((universe) => universe.step(10n));
    expect(await there.hash()).toBe(await here.hash());
    await both(async (universe) => universe.dispose());
  });
});

describe("a universe on a GPU over ranks", () => {
  it.each([
    ["gpu", "B3/S23:T300+41,90", 3, 6, true],
    // A kernel by its name.
    ["bit-row", "B3/S23:P256,96", 2, 16, false],
    ["gpu", "B03/S23:F90,70", 2, 5, true],
  ] as const)(
    "under %s comes to the reference's cells on %s with %i ranks and halos of %i rows",
    async (id, text, size, halo, overlap) => {
      const algorithm = algorithmNamed(id);
      const init = parseUniverseRule(text);
      const { width, height } = init.topology as BoundedTopology;
      const open = (): ReturnType<typeof openFibres> => openFibres(size, async () => onGpu);
      const shared = await overRanks(algorithm, { size, halo, overlap, open }).create(init, onGpu);
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
});
