// What becomes of looks at the unbounded plane on the GPU when memory runs out or the universe is closed meanwhile.

import { beforeAll, describe, expect, it } from "vitest";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { createSparseUniverse } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import type { SparseUniverse } from "../../engine/algorithms/gpu/sparse/sparse-universe.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { draw } from "../support/draw-unseen.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { cellsOf, GLIDER, liveSquare } from "../support/universes.ts";
import { WatchedGpu } from "../support/watched-gpu.ts";

/** One device for all, as its shaders take seconds to compile: each test leaves nothing on it. */
let watched: WatchedGpu;

beforeAll(async () => {
  watched = new WatchedGpu(await openDawn());
  await holdGpu(async () => watched.gpu);
});

const LOOKS: Readonly<Record<string, (universe: SparseUniverse) => Promise<unknown>>> = {
  draw: (universe) => draw(universe, 0),
  "draw a density": (universe) => draw(universe, -3),
  "draw from afar": (universe) => draw(universe, -9),
  "draw with a gate": (universe) => draw(universe, -1, { across: 4, down: 3, admits: () => true }),
  raster: (universe) => universe.raster({ x: -20n, y: -20n, width: 9, height: 9, scale: 4 }),
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

async function create(): Promise<SparseUniverse> {
  const universe = await createSparseUniverse(
    parseUniverseRule("B3/S23"),
    { gpu: watched.gpu },
    { tiles: 16 },
  );
  await universe.writeRuns(cellsOf(GLIDER), "or");
  return universe;
}

/** Uniforms of kernels, which nobody counts. */
const FEW_BYTES = 4096;

describe("memory", () => {
  it("is whatever stays on the GPU, pictures' buffers too", async () => {
    const universe = await create();
    const empty = universe.memory();
    for (const look of Object.values(LOOKS)) await look(universe);
    expect(universe.memory()).toBeGreaterThan(empty + 10_000);
    expect(universe.memory()).toBeLessThanOrEqual(watched.bytes);
    expect(universe.memory()).toBeGreaterThan(watched.bytes - FEW_BYTES);
    // Reports of the state pass through buffers that go when they have arrived.
    await universe.step(universe.generation + 2000n);
    const reports = [...watched.alive.values()].filter((label) => label.includes("read-back of the state"));
    expect(reports).toEqual([]);
    universe.dispose();
  });

  it("that pictures take is not there for cells and snapshots, but for cells that were there before", async () => {
    const init = parseUniverseRule("B12345678/S012345678");
    const open = (): Promise<SparseUniverse> =>
      createSparseUniverse(init, { gpu: watched.gpu, memoryMegabytes: 1 }, { tiles: 16, growth: 1.5 });
    const [universe, unseen] = [await open(), await open()];
    for (const each of [universe, unseen]) {
      await each.writeBlock(liveSquare(901), "or");
      await each.step(50n);
    }
    const large = await universe.snapshot();
    // How far a pool has grown ahead is chance, so only what one universe takes before and after can be compared.
    const before = universe.memory();
    await universe.raster({ x: 0n, y: 0n, width: 420, height: 420, scale: 4 });
    const seen = 420 * 420 * 4;
    expect(universe.memory()).toBeGreaterThan(before + seen);
    await expect(universe.snapshot()).rejects.toMatchObject({ code: "memory-limit" });
    for (const each of [universe, unseen]) {
      await expect(each.step(5000n)).rejects.toMatchObject({ code: "memory-limit" });
    }
    expect(universe.generation).toBeLessThan(unseen.generation);
    await universe.restore(large);
    expect(await universe.population()).toBe(1001n * 1001n);
    for (const each of [universe, unseen]) each.dispose();
  });
});

describe("erasing a part of a full plane", () => {
  it("makes room for the rest to grow, without any memory from the GPU", async () => {
    const init = parseUniverseRule("B12345678/S012345678");
    const universe = await createSparseUniverse(
      init,
      { gpu: watched.gpu, memoryMegabytes: 1 },
      { tiles: 16 },
    );
    await universe.writeBlock(liveSquare(1801), "or");
    await expect(universe.step(5000n)).rejects.toMatchObject({ code: "memory-limit" });
    const { x, y, w, h } = (await universe.bounds()) ?? rect(0, 0, 0, 0);
    watched.failAfter = 0;
    await universe.clear({ x, y, w, h: h - 1n });
    expect(watched.failed).toBe(false);
    watched.failAfter = null;
    const { generation } = universe;
    await universe.step(generation + 10n);
    expect(await universe.population()).toBe((w + 20n) * 21n);
    universe.dispose();
  });
});

describe("restoring", () => {
  it.each([300, 4200])("%d cells across, for which memory runs out, keeps what is there", async (width) => {
    const universe = await create();
    const [cells, generation] = [await universe.hash(), universe.generation];
    const glider = await universe.snapshot();
    await universe.writeBlock(soupBlock({ seed: 2, density: 0.3, width, height: width }), "copy");
    const large = await universe.snapshot();
    const all = await universe.hash();
    for (let claims = 0; ; claims++) {
      await universe.restore(glider);
      watched.failAfter = claims;
      watched.failed = false;
      const error = await universe.restore(large).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      watched.failAfter = null;
      if (!watched.failed) break;
      expect(error).toMatchObject({ code: "memory-limit" });
      expect(await universe.hash()).toBe(cells);
      expect(universe.generation).toBe(generation);
    }
    expect(await universe.hash()).toBe(all);
    await universe.step(universe.generation + 4n);
    const { rule, topology } = universe;
    const expected = await BITWISE.create({ rule, topology }, {});
    await expected.writeBlock(soupBlock({ seed: 2, density: 0.3, width, height: width }), "or");
    await expected.step(4n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (const each of [universe, expected]) each.dispose();
  });
});

describe.each(Object.entries(LOOKS))("%s", (_name, look) => {
  it("of a plane for which memory runs out is a typed limit, and the next one succeeds", async () => {
    const other = await create();
    const before = watched.alive.size;
    let failures = 0;
    for (let claims = 0; ; claims++) {
      const universe = await create();
      watched.failAfter = claims;
      watched.failed = false;
      const error = await look(universe).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      watched.failAfter = null;
      if (watched.failed) expect(error).toMatchObject({ code: "memory-limit" });
      else expect(error).toBeNull();
      await look(universe);
      expect(await universe.population()).toBe(5n);
      universe.dispose();
      await settled();
      await expect.poll(() => [...watched.alive.values()]).toHaveLength(before);
      if (!watched.failed) break;
      failures++;
    }
    expect(failures).toBeGreaterThan(1);
    other.dispose();
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toEqual([]);
  });

  it("of a plane that is closed meanwhile leaves nothing behind", async () => {
    const other = await create();
    const before = watched.alive.size;
    for (let again = 0; again < 2; again++) {
      const universe = await create();
      if (again > 0) await look(universe);
      const under = look(universe).then(
        () => null,
        (error: unknown) => error,
      );
      universe.dispose();
      const error = await under;
      if (error !== null) expect(error).toBeInstanceOf(TessellaError);
    }
    await settled();
    await expect.poll(() => [...watched.alive.values()]).toHaveLength(before);
    other.dispose();
  });
});
