/**
 * What every algorithm promises (engine/algorithms/algorithm.ts), as one list of behaviours that is run over each of them
 * on a sample of the grids it accepts. Cells are checked against sets (cell-set.ts), generations against the reference.
 */

import { afterEach, describe, expect, it } from "vitest";
import type {
  Algorithm,
  AlgorithmEnvironment,
  Snapshot,
  Universe,
  UniverseInit,
} from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import type { ErrorCode } from "../../engine/core/errors.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { floorDiv } from "../../engine/core/integers.ts";
import { rasterRect } from "../../engine/core/raster.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import { blockToRuns, runsBounds } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { clipToGrid } from "../../engine/core/topology.ts";
import { formatUniverseRule, parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { CellSet } from "./cell-set.ts";
import {
  expectSameCells,
  inside,
  minus,
  outside,
  placeOf,
  setOfBlock,
  setOfRuns,
  union,
} from "./cell-set.ts";
import { FOREIGN_RULES, FOREIGN_SENTENCE } from "./foreign-rules.ts";

/** Life and a strobing rule, on a grid of every kind. */
const GRIDS = [
  "B3/S23",
  "B3/S23:T37,29",
  "B3/S23:T40+7,12",
  "B3/S23:T0,33",
  "B3/S23:P64,20",
  "B3/S23:P31,0",
  "B3/S23:F35,34",
  "B3/S23:K30*,21",
  "B3/S23:C33,20",
  "B3/S23:S24",
  "B03/S23",
  "B03/S23:T37,29",
  "B03/S23:P33,10",
  "B3/S23:T64,64",
  "B03/S23:T8,8",
];

const SOUP = soupBlock({ seed: 3, density: 0.4, width: 44, height: 26 });
const OTHER = soupBlock({ seed: 4, density: 0.4, width: 40, height: 40 });
const SOUP_CELLS = setOfBlock(SOUP);
const OTHER_CELLS = setOfBlock(OTHER);
const WIDE: Rect = rect(-60, -50, 125, 101);

/** What the soup becomes by the reference, for all algorithms of a file. */
const known = new Map<string, CellSet>();

export interface ContractOptions {
  /** How many of 15 sample grids the algorithm accepts, so that none can silently drop out. */
  readonly grids: number;
  /** Those of them on which it is put through everything, where one that differs little has been on all. Default all. */
  readonly sample?: readonly string[];
  /** Whether a step is one leap, with no complete generation on the way. */
  readonly leaps?: boolean;
  /** A rule under which a small soup soon fills the memory. Default: one by which it grows for ever. */
  readonly growing?: string;
  /** The least memory that it runs in. Default: two where it leaps or needs a GPU, else one. */
  readonly leastMegabytes?: number;
  /** Called once the tests run: a GPU exists only then. */
  readonly environment?: () => AlgorithmEnvironment;
}

export function describeContract(algorithm: Algorithm, options: ContractOptions): void {
  const environment = options.environment ?? (() => ({}));
  const accepted = GRIDS.map((text) => ({ text, ...parseUniverseRule(text) })).filter(
    ({ rule, topology }) => algorithm.refuses(rule, topology) === null,
  );
  const { sample } = options;
  const tried = sample ? accepted.filter(({ text }) => sample.includes(text)) : accepted;
  const open: Universe[] = [];

  async function make(init: UniverseInit, extra: AlgorithmEnvironment = {}): Promise<Universe> {
    const universe = await algorithm.create(init, { ...environment(), ...extra });
    open.push(universe);
    return universe;
  }

  async function withSoup(init: UniverseInit): Promise<Universe> {
    const universe = await make(init);
    await universe.writeBlock(SOUP, "copy");
    return universe;
  }

  /** The cells of a generation, by the reference. */
  async function expectedAfter(init: UniverseInit, generation: bigint): Promise<CellSet> {
    const which = `${generation} ${formatUniverseRule(init)}`;
    const before = known.get(which);
    if (before) return before;
    const universe = await REFERENCE.create(init, {});
    await universe.writeBlock(SOUP, "copy");
    await universe.step(generation);
    const cells = setOfRuns(await universe.readRuns());
    universe.dispose();
    known.set(which, cells);
    return cells;
  }

  afterEach(() => {
    for (const universe of open.splice(0)) universe.dispose();
  });

  describe(`the contract of ${algorithm.id}`, () => {
    it("accepts the grids it is known for and refuses the others with a sentence and an error", async () => {
      expect(accepted).toHaveLength(options.grids);
      if (sample) expect(tried.map(({ text }) => text)).toEqual(sample);
      for (const text of GRIDS) {
        const init = parseUniverseRule(text);
        const reason = algorithm.refuses(init.rule, init.topology);
        if (reason === null) continue;
        expect(reason).toMatch(/^[A-Z].*[^.]\.$/);
        await expectCode(make(init), "unsupported-topology");
      }
    });

    it.each(FOREIGN_RULES)("refuses $text, and a universe stays under its rule", async (rule) => {
      const init = accepted[0] as UniverseInit;
      expect(algorithm.refuses(rule, init.topology)).toMatch(FOREIGN_SENTENCE);
      await expectCode(make({ ...init, rule }), "unsupported-rule");
      const universe = await withSoup(init);
      const before = await universe.hash();
      expect(() => universe.setRule(rule)).toThrow(FOREIGN_SENTENCE);
      expect(universe.rule).toBe(init.rule);
      expect(await universe.hash()).toBe(before);
      await universe.step(3n);
      expect(setOfRuns(await universe.readRuns())).toEqual(await expectedAfter(init, 3n));
    });

    describe.each(tried)("$text", (init) => {
      it("starts empty at the generation it is given", async () => {
        const universe = await make({ ...init, generation: 10n ** 30n });
        expect(universe.algorithm).toBe(algorithm.id);
        expect(formatUniverseRule(universe)).toBe(init.text);
        expect(universe.generation).toBe(10n ** 30n);
        expect(await universe.population()).toBe(0n);
        expect(await universe.bounds()).toBeNull();
        expect(await universe.hash()).toBe(0n);
        expect((await universe.readRuns()).rows).toHaveLength(0);
        expect(setOfBlock(await universe.readBlock(WIDE)).size).toBe(0);
        if (algorithm.needsGpu) expect(universe.adapter).toEqual(expect.any(String));
      });

      it("writes runs and blocks in every mode, cut to the grid", async () => {
        for (const as of ["runs", "block"] as const) {
          for (const mode of ["or", "clear", "xor", "copy"] as const) {
            if (as === "runs" && mode === "copy") continue;
            const universe = await make(init);
            await universe.writeBlock(SOUP, "or");
            if (as === "block") await universe.writeBlock(OTHER, mode);
            else if (mode !== "copy") await universe.writeRuns(blockToRuns(OTHER), mode);
            const grid = clipToGrid(init.topology, WIDE) as Rect;
            const was = inside(SOUP_CELLS, grid);
            const written = inside(OTHER_CELLS, grid);
            const expected = {
              or: union(was, written),
              clear: minus(was, written),
              xor: union(minus(was, written), minus(written, was)),
              copy: union(outside(was, rect(-20, -20, 40, 40)), written),
            }[mode];
            const where = `${mode} of ${as}`;
            expectSameCells(setOfRuns(await universe.readRuns()), expected, where);
            expect(await universe.population(), where).toBe(BigInt(expected.size));
          }
        }
      });

      it("reads regions that lie partly or wholly off the grid", async () => {
        const universe = await withSoup(init);
        const all = inside(SOUP_CELLS, clipToGrid(init.topology, WIDE) as Rect);
        const regions = [
          WIDE,
          rect(-3, -2, 5, 9),
          rect(-45, -9, 33, 7),
          rect(9, 5, 64, 64),
          rect(10n ** 20n, 0, 9, 9),
        ];
        for (const region of regions) {
          const block = await universe.readBlock(region);
          expect([block.x, block.y, block.w, block.h]).toEqual([
            region.x,
            region.y,
            Number(region.w),
            Number(region.h),
          ]);
          const expected = inside(all, region);
          expectSameCells(setOfBlock(block), expected);
          expectSameCells(setOfRuns(await universe.readRuns(region)), expected);
          const earlier = { ...block, words: block.words.map(() => 0xffffffff) };
          expect(await universe.readBlock(region, earlier)).toEqual(block);
        }
        expect(await universe.bounds()).toEqual(runsBounds(await universe.readRuns()));
        await expectCode(universe.readBlock(rect(0, 0, 2n ** 40n, 2n ** 40n)), "too-large");
      });

      it("draws rasters that count each live cell once, aligned to their scale", async () => {
        const universe = await withSoup(init);
        const all = setOfRuns(await universe.readRuns());
        for (const scale of [0, 1, 3, 5]) {
          const raster = await universe.raster({
            x: -67n,
            y: -51n,
            width: 150 >> scale,
            height: 120 >> scale,
            scale,
          });
          const size = 2n ** BigInt(scale);
          expect([raster.x, raster.y]).toEqual([floorDiv(-67n, size) * size, floorDiv(-51n, size) * size]);
          const counts = new Float32Array(raster.width * raster.height);
          for (const cell of inside(all, rasterRect(raster))) {
            const [x, y] = placeOf(cell);
            counts[Number((y - raster.y) / size) * raster.width + Number((x - raster.x) / size)]++;
          }
          expect(raster.counts).toEqual(counts);
        }
        const whole = await universe.raster({ x: -128n, y: -128n, width: 2, height: 2, scale: 7 });
        expect(whole.counts.reduce((sum, n) => sum + n, 0)).toBe(all.size);
      });

      it("clears a region or everything", async () => {
        const universe = await withSoup(init);
        const all = setOfRuns(await universe.readRuns());
        const region = rect(-7, -100, 11, 107);
        await universe.clear(region);
        expectSameCells(setOfRuns(await universe.readRuns()), outside(all, region));
        await universe.clear();
        expect(await universe.population()).toBe(0n);
        await universe.step(universe.generation + 3n);
        expect(await universe.population()).toBe(0n);
      });

      it("steps in one go and in slices to the same cells", async () => {
        const expected = await expectedAfter(init, 9n);
        const whole = await withSoup(init);
        expect(await whole.step(9n)).toBe("done");
        expect(whole.generation).toBe(9n);
        expectSameCells(setOfRuns(await whole.readRuns()), expected);
        const sliced = await withSoup(init);
        for (let calls = 0; (await sliced.step(9n, { milliseconds: 0 })) === "more"; calls++) {
          expect(calls).toBeLessThan(1000);
        }
        expect(sliced.generation).toBe(9n);
        expectSameCells(setOfRuns(await sliced.readRuns()), expected);
      });

      it("does not step into the past, and a step to where it is does nothing", async () => {
        const universe = await withSoup(init);
        await universe.step(2n);
        const hash = await universe.hash();
        await expectCode(universe.step(1n), "bad-argument");
        expect(await universe.step(2n)).toBe("done");
        expect(universe.generation).toBe(2n);
        expect(await universe.hash()).toBe(hash);
      });

      it("stops for a signal at a complete generation and can go on", async () => {
        const universe = await withSoup(init);
        const fired = AbortSignal.abort();
        expect(await universe.step(5n, { signal: fired })).toBe("more");
        expect(universe.generation).toBe(0n);
        const controller = new AbortController();
        const far = 10n ** 15n;
        const stepping = universe.step(far, { signal: controller.signal });
        setTimeout(() => controller.abort(), 5);
        const outcome = await stepping;
        // A universe that has settled may be carried to any generation at once; otherwise the signal stops it.
        if (outcome === "done") expect(universe.generation).toBe(far);
        else if (universe.generation < 300n) {
          expectSameCells(
            setOfRuns(await universe.readRuns()),
            await expectedAfter(init, universe.generation),
          );
        }
        expect(await universe.step(universe.generation + 1n)).toBe("done");
      });

      it("numbers generations as it is told, and a strobing rule follows the number's parity", async () => {
        const universe = await withSoup(init);
        universe.setGeneration(41n);
        expect(universe.generation).toBe(41n);
        await universe.step(44n);
        const odd = await REFERENCE.create({ ...init, generation: 41n }, {});
        await odd.writeBlock(SOUP, "copy");
        await odd.step(44n);
        expect(await universe.hash()).toBe(await odd.hash());
        universe.setGeneration(0n);
        odd.setGeneration(0n);
        await universe.step(3n);
        await odd.step(3n);
        expect(await universe.hash()).toBe(await odd.hash());
      });

      it("keeps its cells under another rule", async () => {
        const universe = await withSoup(init);
        await universe.step(4n);
        const before = await universe.readRuns();
        const other = parseRule("B2/S34H");
        universe.setRule(other);
        expect(universe.rule).toEqual(other);
        expectSameCells(setOfRuns(await universe.readRuns()), setOfRuns(before));
        await universe.step(9n);
        const expected = await REFERENCE.create({ ...init, rule: other, generation: 4n }, {});
        await expected.writeRuns(before, "or");
        await expected.step(9n);
        expect(await universe.hash()).toBe(await expected.hash());
      });

      it("takes snapshots, goes back to them as often as one likes, and lets go of them", async () => {
        const universe = await withSoup(init);
        await universe.step(3n);
        const then = await universe.hash();
        const empty = universe.memory();
        const snapshot = await universe.snapshot();
        expect(snapshot.generation).toBe(3n);
        expect(universe.memory()).toBe(empty + snapshot.bytes);
        await universe.step(8n);
        const later = await universe.hash();
        for (let again = 0; again < 2; again++) {
          await universe.restore(snapshot);
          expect(universe.generation).toBe(3n);
          expect(await universe.hash()).toBe(then);
          await universe.step(8n);
          expect(await universe.hash()).toBe(later);
        }
        const held = universe.memory();
        universe.release(snapshot);
        expect(universe.memory()).toBe(held - snapshot.bytes);
        universe.release(snapshot);
        expect(universe.memory()).toBe(held - snapshot.bytes);
        await expectCode(universe.restore(snapshot), "bad-argument");
        const foreign: Snapshot = { id: 77, generation: 8n, bytes: 0 };
        await expectCode(universe.restore(foreign), "bad-argument");
        expect(await universe.hash()).toBe(later);
      });

      it("can be disposed of in the middle of a step", async () => {
        const universe = await algorithm.create(init, environment());
        await universe.writeBlock(SOUP, "copy");
        const controller = new AbortController();
        const stepping = universe.step(10n ** 12n, { milliseconds: 2000, signal: controller.signal });
        setTimeout(() => {
          universe.dispose();
          controller.abort();
        }, 5);
        await Promise.allSettled([stepping]);
      });
    });

    it("meets its memory limit with a typed error and keeps the last complete generation", async () => {
      // A crystal that never stops growing, or an explosion of which no part is like another where regularity costs nothing.
      const growing = parseUniverseRule(options.growing ?? (options.leaps ? "B2/S" : "B1/S01234V"));
      if (algorithm.refuses(growing.rule, growing.topology) !== null) {
        // Too much for so little memory in any form, and in none for a device that binds 1 GiB in one piece.
        const large = parseUniverseRule("B3/S23:T10000,10000");
        await expectCode(make(large, { memoryMegabytes: 8 }), "memory-limit");
        return;
      }
      // HashLife begins with two.
      const megabytes = options.leastMegabytes ?? (options.leaps || algorithm.needsGpu ? 2 : 1);
      const limited = await make(growing, { memoryMegabytes: megabytes });
      const free = await make(growing);
      // On a GPU most of the memory is full from the start: a software adapter's generations take long.
      const side = algorithm.needsGpu && !options.leaps ? 1500 : 20;
      const seed = blockToRuns(soupBlock({ seed: 1, density: 0.5, width: side, height: side }));
      await limited.writeRuns(seed, "or");
      await free.writeRuns(seed, "or");
      // A leap has no generation on its way, so one is made before.
      if (options.leaps) expect(await limited.step(64n)).toBe("done");
      await expectCode(limited.step(20_000n), "memory-limit");
      expect(limited.generation).toBeGreaterThan(50n);
      await free.step(limited.generation);
      expect(await limited.hash()).toBe(await free.hash());
      expect(limited.memory()).toBeLessThanOrEqual(megabytes * 2 ** 20);
    });
  });
}

async function expectCode(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TessellaError);
  expect((error as TessellaError).code).toBe(code);
}
