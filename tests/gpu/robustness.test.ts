// What becomes of universes when memory runs out or the device goes away, at any moment; and that nothing stays behind.

import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import {
  createDenseUniverse,
  createGpuUniverse,
  GPU_ALGORITHM,
} from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { createBlock } from "../../engine/core/block.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { rect } from "../../engine/core/rect.ts";
import { allocate } from "../../engine/gpu/buffers.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { LIFE, parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { draw } from "../support/draw-unseen.ts";
import { enginePair } from "../support/engine-pair.ts";
import { fillSoup } from "../support/fill-soup.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { cellsOf, GLIDER } from "../support/universes.ts";
import { WatchedGpu } from "../support/watched-gpu.ts";

let dawn: GPU;

beforeAll(async () => {
  dawn = await openDawn();
});

const open: GpuUniverse[] = [];
afterEach(() => {
  for (const universe of open.splice(0)) universe.dispose();
});

async function create(watched: WatchedGpu, rest: AlgorithmEnvironment = {}): Promise<GpuUniverse> {
  const init = parseUniverseRule("B3/S23:T3000,700");
  const universe = await createGpuUniverse(init, { gpu: watched.gpu, ...rest });
  open.push(universe);
  return universe;
}

/** A tick, for what `dispose` leaves to the next turn. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Every verb that uses the GPU. */
const VERBS: Readonly<Record<string, (universe: GpuUniverse) => Promise<unknown>>> = {
  step: (universe) => universe.step(universe.generation + 3n),
  "step for a time": (universe) => universe.step(universe.generation + 3n, { milliseconds: 0, ahead: true }),
  "step under another rule": async (universe) => {
    universe.setRule(universe.rule === LIFE ? parseRule("B36/S23") : LIFE);
    return universe.step(universe.generation + 1n);
  },
  population: (universe) => universe.population(),
  bounds: (universe) => universe.bounds(),
  hash: (universe) => universe.hash(),
  readRuns: (universe) => universe.readRuns(),
  readBlock: (universe) => universe.readBlock(rect(-1500, -350, 3000, 700)),
  raster: (universe) => universe.raster({ x: -1500n, y: -350n, width: 9, height: 9, scale: 7 }),
  "fine raster": (universe) => universe.raster({ x: 0n, y: 0n, width: 9, height: 9, scale: 1 }),
  writeRuns: (universe) => universe.writeRuns(cellsOf(GLIDER), "xor"),
  writeBlock: (universe) => universe.writeBlock(createBlock(0n, 0n, 100, 100), "copy"),
  clear: (universe) => universe.clear(rect(0, 0, 10, 10)),
  writeSoup: (universe) => fillSoup(universe, { seed: 1, density: 0.5 }),
  snapshot: async (universe) => universe.release(await universe.snapshot()),
  draw: (universe) => draw(universe, 0),
  "draw from afar": (universe) => draw(universe, -7),
  "draw with a gate": (universe) => draw(universe, -1, { across: 4, down: 3, admits: () => true }),
  restore: async (universe) => universe.restore(await universe.snapshot()),
};

describe("everything is released", () => {
  it("by universes that are closed, while others go on", async () => {
    const watched = new WatchedGpu(dawn);
    const stays = await create(watched);
    const before = watched.alive.size;
    const goes = await create(watched);
    for (const verb of Object.values(VERBS)) await verb(goes);
    await goes.snapshot();
    expect(watched.alive.size).toBeGreaterThan(before + 5);
    goes.dispose();
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toHaveLength(before);
    expect(await stays.population()).toBe(0n);
    stays.dispose();
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toEqual([]);
    expect(watched.made).toBeGreaterThan(20);
    expect(watched.devices).toHaveLength(1);
  });

  it("by verbs that are under way when their universe is closed", async () => {
    const watched = new WatchedGpu(dawn);
    const stays = await create(watched);
    const before = watched.alive.size;
    for (const verb of Object.values(VERBS)) {
      const goes = await create(watched);
      const under = verb(goes).then(
        () => null,
        (error: unknown) => error,
      );
      goes.dispose();
      const error = await under;
      if (error !== null) expect(error).toBeInstanceOf(TessellaError);
    }
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toHaveLength(before);
    expect(await stays.population()).toBe(0n);
  });
});

describe("an engine that is closed", () => {
  it.each([0, 1, 5, 20, 60])("frees a universe that was asked for %d ms before", async (wait) => {
    const watched = new WatchedGpu(dawn);
    const pair = enginePair({ openGpu: async () => watched.gpu });
    const { rule, topology } = parseUniverseRule("B3/S23:T3000,700");
    const soup = { seed: 1, density: 0.5, width: 3000, height: 700 };
    const making = pair.client.createUniverse({ rule, topology, soup, algorithm: "gpu" }).then(
      () => null,
      (error: unknown) => error,
    );
    await new Promise((resolve) => setTimeout(resolve, wait));
    await pair.close();
    const error = await making;
    if (error !== null) expect(error).toBeInstanceOf(TessellaError);
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toEqual([]);
  });
});

/** Uniforms and clocks of kernels, which nobody counts. */
const FEW_BYTES = 16_384;

describe("memory", () => {
  it("is whatever stays on the GPU, pictures' buffers too", async () => {
    const watched = new WatchedGpu(dawn);
    const universe = await create(watched);
    const empty = universe.memory();
    for (const verb of Object.values(VERBS)) await verb(universe);
    expect(universe.memory()).toBeGreaterThan(empty + 10_000);
    expect(universe.memory()).toBeLessThanOrEqual(watched.bytes);
    expect(universe.memory()).toBeGreaterThan(watched.bytes - FEW_BYTES);
  });

  it("of kernels with margins is within the limit too, or they are not taken", async () => {
    const margins = stripsKernel({ lengths: [4, 1], lanes: 32, chunkRows: 16, lastRows: 16, ahead: 1 });
    const init = parseUniverseRule("B3/S23:T4096,4096");
    // Two generations without margins take 4 MB, with them 4.5.
    for (const memoryMegabytes of [4, 5]) {
      const environment = { gpu: dawn, memoryMegabytes };
      const universe = await createDenseUniverse(GPU_ALGORITHM, () => [BIT_ROW, margins], init, environment);
      open.push(universe);
      expect(universe.memory() / 2 ** 20).toBe(memoryMegabytes === 4 ? 4 : 4.5);
    }
  });

  it("that pictures take is not there for snapshots", async () => {
    // Two generations of 4 MB each, and a snapshot that would just fit.
    const universe = await createGpuUniverse(parseUniverseRule("B3/S23:T8192,4096"), {
      gpu: dawn,
      memoryMegabytes: 12,
    });
    open.push(universe);
    universe.release(await universe.snapshot());
    await draw(universe, -7);
    await expect(universe.snapshot()).rejects.toMatchObject({ code: "memory-limit" });
  });
});

describe("memory that runs out", () => {
  /** One device for all verbs, with all that it has compiled. */
  let watched: WatchedGpu;
  beforeAll(async () => {
    watched = new WatchedGpu(dawn);
    await holdGpu(async () => watched.gpu);
  });

  it.each(Object.entries(VERBS))(
    "in %s is a typed limit, costs no other universe, and leaves nothing behind",
    async (_, verb) => {
      const other = await create(watched);
      await other.writeRuns(cellsOf(GLIDER), "or");
      const before = watched.alive.size;
      // Each claim in turn is the one that fails, until the verb needs no more of them.
      for (let claims = 0; ; claims++) {
        const universe = await create(watched);
        await universe.writeRuns(cellsOf(GLIDER), "or");
        watched.failAfter = claims;
        watched.failed = false;
        const error = await verb(universe).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        watched.failAfter = null;
        if (watched.failed) expect(error).toMatchObject({ code: "memory-limit" });
        else expect(error).toBeNull();
        // The universe itself goes on, too.
        expect(await universe.population()).toBeGreaterThanOrEqual(0n);
        universe.dispose();
        await settled();
        await expect.poll(() => [...watched.alive.values()]).toHaveLength(before);
        if (!watched.failed) break;
      }
      expect(await other.population()).toBe(5n);
      expect(watched.devices).toHaveLength(1);
    },
  );

  it("while a universe is made leaves nothing behind", async () => {
    const alone = new WatchedGpu(dawn);
    for (let claims = 0; ; claims++) {
      alone.failAfter = claims;
      alone.failed = false;
      const error = await create(alone).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      alone.failAfter = null;
      if (!alone.failed) break;
      expect(error).toMatchObject({ code: "memory-limit" });
      await settled();
      await expect.poll(() => [...alone.alive.values()]).toEqual([]);
    }
    expect(alone.devices.length).toBeGreaterThan(1);
  });

  it("is refused before it is asked for where no buffer could be so large", async () => {
    const device = await acquireDevice(new WatchedGpu(dawn).gpu);
    const size = device.limits.maxBufferSize + 4;
    await expect(allocate(device, "a wish", [{ label: "wish", size, usage: 8 }])).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/has room for at most [\d,]+ MB in one piece, and a wish would take/),
    });
    expect(await allocate(device, "a word", [{ label: "word", size: 4, usage: 8 }])).toHaveLength(1);
    device.release();
  });
});

describe("a device that goes away", () => {
  it.each(Object.entries(VERBS))(
    "in the middle of %s is told, and leaves nothing behind",
    async (_, verb) => {
      const watched = new WatchedGpu(dawn);
      const [universe, other] = [await create(watched), await create(watched)];
      await verb(universe);
      const under = verb(universe).then(
        () => null,
        (error: unknown) => error,
      );
      watched.devices[0]?.destroy();
      const error = await under;
      // What was done before the device was missed is done.
      if (error !== null) expect(error).toMatchObject({ code: "gpu-lost" });
      for (const each of [universe, other]) {
        expect(await each.lost).toMatchObject({ code: "gpu-lost" });
        await expect(verb(each)).rejects.toMatchObject({ code: "gpu-lost" });
        each.dispose();
      }
      await settled();
      await expect.poll(() => [...watched.alive.values()]).toEqual([]);
      const next = await create(watched);
      await verb(next);
      expect(watched.devices).toHaveLength(2);
    },
  );

  it("while a universe is made is told, and leaves nothing behind", async () => {
    const watched = new WatchedGpu(dawn);
    const first = await create(watched);
    const making = create(watched);
    await new Promise((resolve) => setTimeout(resolve));
    watched.devices[0]?.destroy();
    await making.then(
      (universe) => expect(universe.population()).rejects.toMatchObject({ code: "gpu-lost" }),
      (error) => expect(error).toMatchObject({ code: "gpu-lost" }),
    );
    for (const universe of open.splice(0)) universe.dispose();
    expect(await first.lost).toMatchObject({ code: "gpu-lost" });
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toEqual([]);
  });
});
