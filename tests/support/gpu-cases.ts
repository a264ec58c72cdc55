/**
 * What the GPU universe must do on any WebGPU: run over Dawn in Node (tests/gpu) and over Chromium (tests/browser). The
 * contract and the random scripts that all algorithms share are elsewhere; here is what is peculiar to packed words,
 * device limits and work that is submitted ahead.
 */

import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AlgorithmEnvironment, Universe } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { createGpuUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { SoupClock } from "../../engine/bench/soup-run.ts";
import type { Block } from "../../engine/core/block.ts";
import { blockPopulation } from "../../engine/core/block.ts";
import type { TessellaError } from "../../engine/core/errors.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns, RunsBuilder } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridHeight, gridRect, gridWidth } from "../../engine/core/topology.ts";
import { LIFE, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { setClock } from "./fake-clock.ts";
import { fillSoup } from "./fill-soup.ts";
import type { HeldGpu } from "./held-gpu.ts";
import { heldGpu } from "./held-gpu.ts";
import { anyRule } from "./scenario.ts";
import { until } from "./until.ts";

const WIDTHS = [1, 2, 3, 31, 32, 33, 63, 64, 65, 100];
const HEIGHTS = [1, 2, 3, 33];
const KINDS = ["T", "P", "F"] as const;

/** Every count of neighbours decides something in each of them, and the last three light empty space. */
const RULES = ["B1357/S02468", "B135/S0246H", "B13/S024V", "B03/S23", "B02/S135H", "B0/S04V"];

const isNode = typeof globalThis.process?.hrtime === "function";

interface Rig {
  readonly onGpu: HeldGpu;
  open(text: string, rest?: AlgorithmEnvironment): Promise<GpuUniverse>;
  expectAsReference(text: string, generations: number, seed: number): Promise<void>;
}

function openRig(openGpu: () => Promise<GPU>): Rig {
  const onGpu = heldGpu(openGpu);

  async function open(text: string, rest: AlgorithmEnvironment = {}): Promise<GpuUniverse> {
    return await createGpuUniverse(parseUniverseRule(text), { ...onGpu, ...rest });
  }

  async function expectAsReference(text: string, generations: number, seed: number): Promise<void> {
    const init = parseUniverseRule(text);
    const grid = gridRect(init.topology) as Rect;
    const soup = soupBlock({ seed, density: 0.5, width: Number(grid.w), height: Number(grid.h) });
    const expected = await REFERENCE.create(init, {});
    await expected.writeBlock(soup, "copy");
    const actual = await open(text);
    try {
      await actual.writeBlock(soup, "copy");
      await expected.step(BigInt(generations));
      await actual.step(BigInt(generations));
      expect((await actual.readBlock(grid)).words, text).toEqual((await expected.readBlock(grid)).words);
    } finally {
      actual.dispose();
    }
  }

  return { onGpu, open, expectAsReference };
}

/** What the shaders and the engine alone decide, whoever runs them: which cells come out, and how a generation is divided. */
export function describeGpuCells(openGpu: () => Promise<GPU>): void {
  const { onGpu, open, expectAsReference } = openRig(openGpu);

  describe("every way a row can end", () => {
    // Half of the heights for each rule: every grid is there under three rules.
    it.each(RULES)("%s", async (rule) => {
      const at = RULES.indexOf(rule);
      for (const kind of KINDS) {
        for (const [index, width] of WIDTHS.entries()) {
          for (const height of HEIGHTS.filter((_, n) => (n + at + index) % 2 === 0))
            await expectAsReference(`${rule}:${kind}${width},${height}`, 3, width);
        }
      }
    });

    it("Life on 4097 x 33", async () => {
      await expectAsReference("B3/S23:T4097,33", 5, 2);
    });
  });

  describe("soups made on the GPU", () => {
    it.each([
      ["33,5", 0.5, 1],
      ["64,64", 0.1, 2 ** 32 - 1],
      ["1000,77", 1, 7],
      ["31,40", 0, 7],
    ])("are those made on the CPU: %s at %d", async (size, density, seed) => {
      const universe = await open(`B3/S23:P${size}`);
      const { width, height } = universe.topology;
      await fillSoup(universe, { seed, density });
      const block = await universe.readBlock(gridRect(universe.topology) as Rect);
      expect(block).toEqual(soupBlock({ seed, density, width, height }));
      universe.dispose();
    });
  });

  it("times a soup and says what became of it", async () => {
    const { rule, topology } = parseUniverseRule("B3/S23:T300,200");
    const soup = { seed: 12, density: 0.3 };
    const clock = await SoupClock.create({ rule, topology, soup }, onGpu);
    const { seconds, generations, submits, gpuSeconds } = await clock.time(33, 7);
    expect(generations).toBe(33);
    expect(submits).toBeGreaterThan(0);
    expect(gpuSeconds ?? 0).toBeLessThanOrEqual(seconds);
    expect(clock.universe.adapter).toBe(onGpu.adapter);
    expect(clock.cells).toBe(300 * 200);
    const universe = await open("B3/S23:T300,200");
    await universe.writeBlock(soupBlock({ ...soup, width: 300, height: 200 }), "or");
    await universe.step(40n);
    expect(await clock.universe.hash()).toBe(await universe.hash());
    clock.dispose();
    universe.dispose();
  });

  describe("a generation too long for one batch", () => {
    it("is divided, and only whole ones are shown", async () => {
      const text = "B2/S34H:T8192,2048";
      const sliced = await open(text);
      const whole = await open(text);
      for (const universe of [sliced, whole]) await fillSoup(universe, { seed: 8, density: 0.4 });
      const window = rect(-4096, -1024, 8192, 40);
      const before = await sliced.readBlock(window);
      expect(await sliced.step(1n, { milliseconds: 0 })).toBe("more");
      expect(sliced.generation).toBe(0n);
      expect((await sliced.readBlock(window)).words).toEqual(before.words);
      while ((await sliced.step(3n, { milliseconds: 0 })) === "more");
      expect(sliced.generation).toBe(3n);
      await whole.step(3n);
      const after = await whole.readBlock(window);
      expect(blockPopulation(after)).toBeGreaterThan(0);
      expect((await sliced.readBlock(window)).words).toEqual(after.words);
      expect(await sliced.population()).toBe(await whole.population());
      sliced.dispose();
      whole.dispose();
    });

    it("is dropped when cells or rule change", async () => {
      const changes: readonly ((universe: Universe) => unknown)[] = [
        (universe) => universe.setRule(LIFE),
        (universe) => universe.writeBlock(GLIDER, "xor"),
        (universe) => universe.writeRuns(blockToRuns(GLIDER), "xor"),
        (universe) => universe.clear(rect(-40, -40, 77, 50)),
        (universe) => universe.setGeneration(universe.generation + 1n),
        async (universe) => universe.restore(await universe.snapshot()),
      ];
      for (const change of changes) {
        const interrupted = await open("B03/S23:T4096,2048");
        const straight = await open("B03/S23:T4096,2048");
        for (const universe of [interrupted, straight]) await fillSoup(universe, { seed: 8, density: 0.4 });
        expect(await interrupted.step(1n, { milliseconds: 0 })).toBe("more");
        expect(interrupted.generation).toBe(0n);
        for (const universe of [interrupted, straight]) {
          await change(universe);
          await universe.step(universe.generation + 2n);
        }
        const region = rect(-100, -1024, 200, 2048);
        expect((await interrupted.readBlock(region)).words).toEqual((await straight.readBlock(region)).words);
        interrupted.dispose();
        straight.dispose();
      }
    });
  });
}

/** What also depends on the way to the GPU: limits, transfers, and when it answers. `runs` is how many random grids are stepped. */
export function describeGpuUniverse(openGpu: () => Promise<GPU>, runs: number): void {
  const { open, expectAsReference } = openRig(openGpu);

  it("steps any rule on any grid up to 200 x 200 as the reference does", async () => {
    const side = fc.integer({ min: 1, max: 200 });
    await fc.assert(
      fc.asyncProperty(
        anyRule,
        fc.constantFrom(...KINDS),
        side,
        side,
        fc.integer({ min: 1, max: 8 }),
        async (rule, kind, width, height, generations) => {
          await expectAsReference(`${rule.text}:${kind}${width},${height}`, generations, height);
        },
      ),
      { numRuns: runs },
    );
  });

  describe("large grids", () => {
    it("writes, reads and clears in several bands", async () => {
      const universe = await open("B3/S23:P8200,4200");
      const grid = gridRect(universe.topology) as Rect;
      const soup = soupBlock({ seed: 3, density: 0.5, width: 8200, height: 4200 });
      await universe.writeBlock(soup, "or");
      const population = BigInt(blockPopulation(soup));
      expect(await universe.population()).toBe(population);
      await universe.writeBlock(soup, "xor");
      expect(await universe.bounds()).toBeNull();
      await universe.writeBlock(soup, "copy");
      const low = rect(grid.x, -2050, grid.w, 4150);
      const lower = BigInt(blockPopulation(await universe.readBlock(low)));
      await universe.clear(low);
      expect(await universe.population()).toBe(population - lower);
      universe.dispose();
    });

    it("writes runs that lie far apart", async () => {
      const universe = await open("B3/S23:P9000,9000");
      const runs = new RunsBuilder();
      runs.add(-4500, -4500, 9000);
      runs.add(-4500, 0, 1);
      runs.add(4499, 0, 5);
      runs.add(4499, 4499, 1);
      runs.add(0, 9000, 1);
      await universe.writeRuns(runs.build(0n, 0n), "or");
      expect(await universe.population()).toBe(9003n);
      expect(await universe.bounds()).toEqual(rect(-4500, -4500, 9000, 9000));
      universe.dispose();
    });

    it("reads a small part of long rows at any alignment", async () => {
      const universe = await open("B3/S23:P40001,40");
      const soup = soupBlock({ seed: 5, density: 0.5, width: 40001, height: 40 });
      await universe.writeBlock(soup, "copy");
      const whole = await readable(soup);
      for (const x of [-20000, -19999, -1, 0, 1, 31, 19970, 19999]) {
        for (const w of [1, 31, 32, 33, 200]) {
          const region = rect(x, -19, w, 37);
          expect((await universe.readBlock(region)).words, `${x}, ${w}`).toEqual(
            (await whole.readBlock(region)).words,
          );
        }
      }
      universe.dispose();
    });
  });

  describe("budgets", () => {
    it("answers a signal soon while it runs flat out", async () => {
      const universe = await open("B3/S23:T512,512");
      await fillSoup(universe, { seed: 1, density: 0.5 });
      const submits = vi.spyOn(GPUQueue.prototype, "submit");
      onTestFinished(() => submits.mockRestore());
      const controller = new AbortController();
      const stepping = universe.step(10n ** 12n, { signal: controller.signal });
      await until(() => submits.mock.calls.length > 10);
      controller.abort();
      const before = submits.mock.calls.length;
      expect(await stepping).toBe("more");
      // One may have been on its way to the queue.
      expect(submits.mock.calls.length).toBeLessThanOrEqual(before + 1);
      expect(universe.generation).toBeGreaterThan(0n);
      const straight = await open("B3/S23:T512,512");
      await fillSoup(straight, { seed: 1, density: 0.5 });
      await straight.step(universe.generation);
      expect(await universe.hash()).toBe(await straight.hash());
      straight.dispose();
      universe.dispose();
    });

    it("submits nothing more when the time of its budget is over", async () => {
      const universe = await open("B3/S23:T2048,2048");
      await fillSoup(universe, { seed: 1, density: 0.5 });
      await universe.step(10n);
      let time = 1000;
      const { submit } = GPUQueue.prototype;
      const submits = vi.spyOn(GPUQueue.prototype, "submit");
      const clock = isNode
        ? setClock(() => time)
        : vi.spyOn(performance, "now").mockImplementation(() => time);
      onTestFinished(() => {
        submits.mockRestore();
        clock.mockRestore();
      });
      submits.mockImplementation(function (this: GPUQueue, ...given) {
        time += 10;
        return submit.apply(this, given);
      });
      expect(await universe.step(10n ** 12n, { milliseconds: 60 })).toBe("more");
      expect(submits.mock.calls.length).toBeGreaterThan(1);
      expect(submits.mock.calls.length).toBeLessThanOrEqual(7);
      universe.dispose();
    });

    it("lets edits in between the batches of a long step", async () => {
      const universe = await open("B3/S23:T300,200");
      await fillSoup(universe, { seed: 2, density: 0.5 });
      const controller = new AbortController();
      const stepping = universe.step(10n ** 12n, { signal: controller.signal });
      await pause(20);
      expect(await universe.population()).toBeGreaterThan(0n);
      await universe.clear();
      expect(await universe.population()).toBe(0n);
      await universe.writeBlock(GLIDER, "or");
      expect(await universe.population()).toBe(5n);
      controller.abort();
      expect(await stepping).toBe("more");
      universe.dispose();
    });

    it("shows a read that comes in bands one generation, though a step is under way", async () => {
      // One blinker in each of the two bands. All rows are full and columns short in one phase, and the other way round
      // in the other; a read that mixed them would see a third box.
      const universe = await open("B3/S23:P8192,4100");
      await universe.writeRuns(columnOf([-2050, -2049, -2048], -4000), "or");
      await universe.writeRuns(columnOf([2047, 2048, 2049], 4000), "or");
      const phases = [rect(-4000, -2050, 8001, 4100), rect(-4001, -2049, 8003, 4098)];
      expect(await universe.bounds()).toEqual(phases[0]);
      const controller = new AbortController();
      const stepping = universe.step(10n ** 12n, { signal: controller.signal });
      const seen: (Rect | null)[] = [];
      for (let i = 0; i < 4; i++) seen.push(await universe.bounds());
      controller.abort();
      await stepping;
      for (const box of seen) expect(phases).toContainEqual(box);
      universe.dispose();
    });
  });

  describe("limits", () => {
    it("refuses what the adapter cannot bind and names the largest square that fits", async () => {
      const refusal: TessellaError = await open("B3/S23:T2000000,2000000", { memoryMegabytes: 2 ** 30 }).then(
        () => expect.fail("it was accepted"),
        (error: TessellaError) => error,
      );
      expect(refusal).toMatchObject({
        code: "too-large",
        message: expect.stringMatching(
          /^The grid :T2000000,2000000 needs [\d,]+ MB .* [\d,]+ x [\d,]+ cells\.$/,
        ),
      });
      const side = /fits is ([\d,]+) x/.exec(refusal.message)?.[1];
      const largest = Number(side?.replaceAll(",", ""));
      expect(largest).toBeGreaterThan(10_000);
      const beyond = open(`B3/S23:T${largest + 32},${largest + 32}`, { memoryMegabytes: 2 ** 30 });
      await expect(beyond).rejects.toMatchObject({ code: "too-large" });
    });

    it("counts cells and snapshots against the memory limit", async () => {
      // Two generations of 4 MB each.
      await expect(open("B3/S23:T8192,4096", { memoryMegabytes: 7 })).rejects.toMatchObject({
        code: "memory-limit",
      });
      const first = await open("B3/S23:T8192,4096");
      const own = first.memory() / 2 ** 20;
      first.dispose();
      // Laid out for many generations a pass, as real adapters like it, rows are a sixteenth longer.
      expect([8, 8.5]).toContain(own);
      const universe = await open("B3/S23:T8192,4096", { memoryMegabytes: Math.ceil(own) + 4 });
      const snapshot = await universe.snapshot();
      expect(universe.memory()).toBe((own + 4) * 2 ** 20);
      await expect(universe.snapshot()).rejects.toMatchObject({ code: "memory-limit" });
      universe.release(snapshot);
      expect((await universe.snapshot()).bytes).toBe(4 * 2 ** 20);
      universe.dispose();
    });

    it("takes a snapshot of another universe for what it is", async () => {
      const [one, other] = [await open("B3/S23:T64,64"), await open("B3/S23:T64,64")];
      const [first] = [await one.snapshot(), await other.snapshot()];
      await expect(other.restore(first)).rejects.toMatchObject({ code: "bad-argument" });
      one.dispose();
      other.dispose();
    });

    it("cannot be used once it is closed", async () => {
      const universe = await open("B3/S23:T64,64");
      universe.dispose();
      universe.dispose();
      await expect(universe.step(1n)).rejects.toMatchObject({ code: "bad-argument" });
      await expect(universe.population()).rejects.toMatchObject({ code: "bad-argument" });
      await expect(universe.clear()).rejects.toMatchObject({ code: "bad-argument" });
    });

    it.each([
      ["B3/S23", "gpu-sparse"],
      ["B3/S23:T0,20", "bitwise"],
      ["B3/S23:P30,0", "bitwise"],
      ["B3/S23:T1500000000+1000000000,1", "bitwise"],
      ["B3/S23:K30*,20", "reference"],
      ["B3/S23:C30,20", "reference"],
      ["B3/S23:S20", "reference"],
    ])("refuses %s and names %s instead", (text, instead) => {
      const { rule, topology } = parseUniverseRule(text);
      expect(GPU_ALGORITHM.refuses(rule, topology)).toMatch(
        new RegExp(`^The GPU algorithm .*\`${instead}\`\\.$`),
      );
    });
  });

  describe("several universes on one device", () => {
    it("do not get into each other's way", async () => {
      const texts = ["B3/S23:T200,100", "B2/S34H:P65,90", "B36/S23:F33,64"];
      const universes = await Promise.all(texts.map((text) => open(text)));
      await Promise.all(universes.map((universe) => fillSoup(universe, { seed: 4, density: 0.5 })));
      await Promise.all(universes.map((universe) => universe.step(40n)));
      for (const universe of universes) await expectSoupAfter(universe, { seed: 4, density: 0.5 });
      universes[0].dispose();
      await universes[1].step(60n);
      await expectSoupAfter(universes[1], { seed: 4, density: 0.5 });
      for (const universe of universes) universe.dispose();
    });

    it("may be closed in the middle of reading and writing", async () => {
      const other = await open("B3/S23:T64,64");
      const closed = await open("B3/S23:T8192,8192");
      const work = [closed.population(), fillSoup(closed, { seed: 1, density: 0.5 }), closed.step(10n)];
      await pause(2);
      closed.dispose();
      await Promise.allSettled([...work, closed.hash()]);
      await fillSoup(other, { seed: 6, density: 0.5 });
      await other.step(5n);
      await expectSoupAfter(other, { seed: 6, density: 0.5 });
      other.dispose();
    });
  });
}

const GLIDER: Block = { x: -1n, y: -1n, w: 3, h: 3, words: Uint32Array.of(0b010, 0b100, 0b111) };

/** One cell in each of the rows, all in one column. */
function columnOf(rows: readonly number[], x: number): Runs {
  const runs = new RunsBuilder();
  for (const y of rows) runs.add(x, y, 1);
  return runs.build(0n, 0n);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function readable(block: Block): Promise<Universe> {
  const universe = await REFERENCE.create(parseUniverseRule(`B3/S23:P${block.w},${block.h}`), {});
  await universe.writeBlock(block, "copy");
  return universe;
}

/** The universe's cells are those of a soup of its size run to its generation. */
async function expectSoupAfter(
  universe: Universe,
  soup: { readonly seed: number; readonly density: number },
): Promise<void> {
  const { rule, topology } = universe;
  const expected = await REFERENCE.create({ rule, topology }, {});
  const width = gridWidth(topology);
  const height = gridHeight(topology);
  await expected.writeBlock(soupBlock({ ...soup, width, height }), "copy");
  await expected.step(universe.generation);
  expect(await universe.hash()).toBe(await expected.hash());
}
