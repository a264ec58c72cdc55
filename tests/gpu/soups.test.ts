// Soups that the GPU makes where its cells lie, cell for cell those of core/soup.ts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import {
  createDenseUniverse,
  createGpuUniverse,
  GPU_ALGORITHM,
} from "../../engine/algorithms/gpu/dense/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { createUniverse, writeSoup } from "../../engine/algorithms/load.ts";
import { overRanks } from "../../engine/cluster/cluster-universe.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Soup, SoupRows } from "../../engine/core/soup.ts";
import { soupBlock, wholeSoup } from "../../engine/core/soup.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { rejected } from "../support/caught.ts";
import { openFibres } from "../support/fibres.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(openDawn);

const anySide = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 700 }));
const anyGrid = fc
  .tuple(fc.constantFrom("P", "T", "F"), anySide, anySide)
  .map(([kind, width, height]) => `${kind}${width},${height}`);
const anySoup: fc.Arbitrary<Soup> = fc.record({
  seed: fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  density: fc.oneof(
    fc.constantFrom(0, 1, 2 ** -32, 1 - 2 ** -32, 0.5),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  width: anySide,
  height: anySide,
});
/** Rows of the soup, some of which the grid may not have. */
const anyRowsOf = ({ height }: Soup): fc.Arbitrary<SoupRows> =>
  fc.oneof(
    fc.constant(wholeSoup({ height })),
    fc
      .tuple(fc.nat(height - 1), fc.nat(height), fc.integer({ min: -400, max: 400 }))
      .map(([first, more, dy]) => ({
        first,
        count: Math.min(more, height - first),
        dy: BigInt(dy),
      })),
  );
const RULES: readonly (readonly [string, readonly (readonly number[])[]])[] = [
  ["B3/S23", [[], [1]]],
  ["B2/S34H", [[1, 1, 7]]],
  ["345/2/4", [[1], [1, 2, 3], [3], [2, 9, 1]]],
  ["3/4/200H", [Array.from({ length: 199 }, (_, i) => i + 1), [64, 128]]],
];
const anyRule = fc
  .constantFrom(...RULES)
  .chain(([rule, states]) => fc.tuple(fc.constant(rule), fc.constantFrom(undefined, ...states)));

async function sameCells(there: Universe, here: Universe): Promise<void> {
  const grid = gridRect(here.topology) as Rect;
  expect((await there.readBlock(grid)).words).toEqual((await here.readBlock(grid)).words);
  expect(await there.hash()).toBe(await here.hash());
}

describe("soups made on the GPU", () => {
  it("are added to the cells that are there, whatever grid, soup and rows", async () => {
    const cases = fc
      .tuple(anyGrid, anyRule, anySoup)
      .chain(([grid, [rule, states], soup]) =>
        fc.tuple(fc.constant(`${rule}:${grid}`), fc.constant({ ...soup, states }), anyRowsOf(soup)),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ([text, soup, rows]) => {
        const init = parseUniverseRule(text);
        const there = await createGpuUniverse(init, onGpu);
        const here = await REFERENCE.create(init, {});
        try {
          for (const universe of [there, here]) {
            await writeSoup(universe, { ...soup, seed: 77, density: 0.2, width: 90, height: 50 });
            await writeSoup(universe, soup, rows);
          }
          await sameCells(there, here);
        } finally {
          for (const universe of [there, here]) universe.dispose();
        }
      }),
      { numRuns: 30 },
    );
  });

  it("are those of which a piece is a piece of the whole, also where they take several bands", async () => {
    const there = await createGpuUniverse(parseUniverseRule("B3/S23:P9001,2100"), onGpu);
    const soup = { seed: 5, density: 0.37, width: 9400, height: 2050 };
    await writeSoup(there, soup);
    const grid = gridRect(there.topology) as Rect;
    const wanted = soupBlock(soup);
    const here = await REFERENCE.create(there, {});
    await here.writeBlock(wanted, "or");
    expect((await there.readBlock(grid)).words).toEqual((await here.readBlock(grid)).words);
    for (const universe of [there, here]) universe.dispose();
  });

  it("come to the present cells where a kernel has them in a form of its own", async () => {
    const strips = stripsKernel({ lengths: [1], lanes: 32, chunkRows: 16, lastRows: 16, ahead: 1 });
    const init = parseUniverseRule("B3/S23:T300,77");
    const there = await createDenseUniverse(GPU_ALGORITHM, () => [strips], init, onGpu);
    const here = await REFERENCE.create(init, {});
    for (const universe of [there, here]) {
      for (const seed of [1, 2]) {
        await writeSoup(universe, { seed, density: 0.3, width: 210, height: 60 });
        await universe.step(universe.generation + 3n);
      }
    }
    await sameCells(there, here);
    for (const universe of [there, here]) universe.dispose();
  });

  it("stop where they have come to, when they are asked to", async () => {
    const { rule, topology } = parseUniverseRule("B3/S23:T16384,16384");
    const controller = new AbortController();
    const soup = { seed: 1, density: 0.5, width: 16384, height: 16384 };
    const universe = await createGpuUniverse({ rule, topology }, onGpu);
    const made = writeSoup(universe, soup, undefined, controller.signal);
    setTimeout(() => controller.abort(), 1);
    expect((await rejected(made)).code).toBe("aborted");
    expect(await universe.population()).toBeLessThan(2n ** 27n - 2n ** 22n);
    universe.dispose();
    const request = { rule, topology, algorithm: "gpu", soup };
    const opened = createUniverse(request, onGpu, AbortSignal.abort());
    expect((await rejected(opened)).code).toBe("aborted");
  });

  it("are refused before the work where their density is none", async () => {
    const universe = await createGpuUniverse(parseUniverseRule("B3/S23:T64,64"), onGpu);
    const soup = { seed: 1, density: 1.5, width: 64, height: 64 };
    expect((await rejected(writeSoup(universe, soup))).code).toBe("bad-argument");
    expect(await universe.population()).toBe(0n);
    universe.dispose();
  });
});

describe("soups over ranks", () => {
  it.each([
    // Wider, higher, and smaller than the grid.
    ["B3/S23:T300+41,90", 3, [310, 90]],
    ["B2/S34H:T256,96", 2, [256, 131]],
    ["B03/S23:F90,70", 4, [33, 41]],
    ["B3/S23:P77,61", 3, [77, 9]],
    // So wide that two rows are a command.
    ["B3/S23:P64,13", 2, [2 ** 26, 11]],
  ] as const)(
    "of GPUs on %s are those of the reference, from %i ranks",
    async (text, size, [width, height]) => {
      const init = parseUniverseRule(text);
      const open = (): ReturnType<typeof openFibres> => openFibres(size, async () => onGpu);
      const shared = await overRanks(GPU_ALGORITHM, { size, halo: 4, overlap: true, open }).create(
        init,
        onGpu,
      );
      const alone = await REFERENCE.create(init, {});
      const soup = { seed: 3, density: 0.3, width, height };
      for (const universe of [shared, alone]) {
        await writeSoup(universe, soup);
        await universe.step(9n);
        // Into halos that have been exchanged.
        await writeSoup(universe, { ...soup, seed: 4 });
      }
      expect(await shared.hash()).toBe(await alone.hash());
      for (const universe of [shared, alone]) await universe.step(21n);
      // Some rows, and moved.
      for (const universe of [shared, alone])
        await writeSoup(universe, soup, { first: 2, count: height - 3, dy: -11n });
      expect(await shared.population()).toBe(await alone.population());
      expect(await shared.hash()).toBe(await alone.hash());
      for (const universe of [shared, alone]) universe.dispose();
    },
  );
});
