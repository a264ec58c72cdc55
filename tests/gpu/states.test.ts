// Cells in more than two states on the GPU, as planes of bits.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { createGpuUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { addBlockToRaster, createRaster } from "../../engine/core/raster.ts";
import { runsBounds, runsPopulation } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { plane } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { CellIcons } from "../../engine/picture/cell-icons.ts";
import { parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import fixture from "../fixtures/generations.json" with { type: "json" };
import { assertAgreement } from "../support/agree.ts";
import { caught } from "../support/caught.ts";
import { at, difference } from "../support/drawn-pictures.ts";
import { cellsSha1, fixtureSoup } from "../support/fixture-soup.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { anyGenerationsRule, anyRule, anyStatedPatch, scenarioOf } from "../support/scenario.ts";

/** Shapes of three states; and pictures of 15 pixels a side of two, with colours of their own. */
const ICONS = {
  plain: new CellIcons([{ glyphs: ["arrow east", "cross", "ring"] }]),
  coloured: new CellIcons([
    {
      size: 15,
      pixels: Uint32Array.from({ length: 450 }, (_, at) => (at % 4 ? (at * 0x9e3779) & 0xffffff : 0)),
    },
  ]),
};

const onGpu = heldGpu(openDawn);

describe("Generations on the GPU", () => {
  it("become what they become under bgolly", async () => {
    for (const { rule, generations, soup, population, sha1 } of fixture.cases) {
      const init = parseUniverseRule(rule);
      // A plane that no cell crosses in time stands for the one without an end.
      const reach = 2 * (generations + 9);
      const topology =
        init.topology.kind === "unbounded" ? plane(soup[1] + reach, soup[2] + reach) : init.topology;
      if (GPU_ALGORITHM.refuses(init.rule, topology) !== null) continue;
      const universe = await createGpuUniverse({ rule: init.rule, topology }, onGpu);
      await universe.writeRuns(fixtureSoup(soup), "or");
      await universe.step(BigInt(generations));
      const cells = await universe.readRuns();
      expect(cellsSha1(cells), rule).toBe(sha1);
      expect([runsPopulation(cells), await universe.population()]).toEqual([
        BigInt(population),
        BigInt(population),
      ]);
      expect(await universe.bounds()).toEqual(runsBounds(cells));
      universe.dispose();
    }
  });

  it("agree with the reference whatever the rule, the grid and the script", async () => {
    const scenarios = scenarioOf(
      fc.oneof({ weight: 5, arbitrary: anyGenerationsRule }, { weight: 1, arbitrary: anyRule }),
      anyStatedPatch,
    );
    await assertAgreement(REFERENCE, [GPU_ALGORITHM], onGpu, 18, scenarios);
  });

  it("are drawn in their colours as the CPU paints them", async () => {
    const size = { width: 151, height: 103 };
    const zooms = [0.4, 4.1, -1.15, -6.3];
    for (const rule of ["345/2/4:P777,651", "3/4/6H:T761,645", "2/13/21V:F700,333"]) {
      const universe = await createGpuUniverse(parseUniverseRule(rule), onGpu);
      const { width, height } = universe.topology;
      const states = Array.from({ length: universe.rule.states - 1 }, (_, at) => at + 1);
      await universe.writeBlock(soupBlock({ seed: 7, density: 0.3, width, height, states }), "copy");
      for (const zoom of rule.includes("V") ? zooms.slice(2) : zooms) {
        const { wrong, colours } = await difference(universe, at(-width >> 1, 20, zoom), size);
        expect(wrong, `${rule} at zoom ${zoom}`).toBeLessThanOrEqual(rule.includes("H") ? 0.002 : 0);
        expect(colours).toBeGreaterThan(3);
      }
      // Where pictures have room, on whole pixels and between them.
      for (const [zoom, icons] of [
        [4.1, ICONS.plain],
        [5, ICONS.coloured],
        [3.4, ICONS.coloured],
        [2.9, ICONS.plain],
      ] as const) {
        const { wrong, colours } = await difference(universe, at(-width >> 1, 20, zoom), size, { icons });
        expect(wrong, `${rule} with pictures at zoom ${zoom}`).toBeLessThanOrEqual(
          rule.includes("H") ? 0.002 : 0,
        );
        if (icons === ICONS.coloured) expect(colours).toBeGreaterThan(100);
      }
      // The cells move into other planes first, and those beyond the last state are in it.
      universe.setRule(parseRule("/2/3"));
      expect((await difference(universe, at(-width >> 1, 20, 0.4), size)).wrong).toBeLessThanOrEqual(0.002);
      universe.dispose();
    }
  });

  it("are counted for rasters, with the lowest state of each square", async () => {
    const universe = await createGpuUniverse(parseUniverseRule("3/2/100:P777,651"), onGpu);
    const soup = { seed: 2, density: 0.01, width: 777, height: 651, states: [1, 2, 7, 40, 99] };
    const cells = soupBlock(soup);
    await universe.writeBlock(cells, "or");
    for (const scale of [3, 5, 8, 11]) {
      const request = { x: -500n, y: -300n, width: 50, height: 40, scale };
      const expected = createRaster(request, 100);
      addBlockToRaster(expected, cells);
      expect(await universe.raster(request)).toEqual(expected);
    }
    universe.dispose();
  });

  it("are refused before anything happens where another number of planes has no room", async () => {
    const life = parseUniverseRule("B3/S23:P2000,2000");
    const universe = await createGpuUniverse(life, { ...onGpu, memoryMegabytes: 8 });
    await universe.writeBlock(soupBlock({ seed: 2, density: 0.3, width: 40, height: 40 }), "or");
    const hash = await universe.hash();
    expect(caught(() => universe.setRule(parseRule("345/2/256")))).toMatchObject({
      code: "memory-limit",
      message: expect.stringMatching(
        /^A grid of 2,000 x 2,000 cells in 256 states needs \d+ MB, more than the limit of 8 MB\.$/,
      ),
    });
    expect([universe.rule.text, await universe.hash()]).toEqual(["B3/S23", hash]);
    universe.setRule(parseRule("/2/3"));
    await universe.step(1n);
    expect(universe.memory()).toBeLessThan(8 * 2 ** 20);
    universe.dispose();
  });
});
