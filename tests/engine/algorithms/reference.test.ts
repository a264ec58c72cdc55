import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK } from "../../../engine/algorithms/cpu/block.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { blockCell } from "../../../engine/core/block.ts";
import { rect } from "../../../engine/core/rect.ts";
import { RunsBuilder, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { formatTopology } from "../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { nextWorld } from "../../support/honest-world.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { anyRule } from "../../support/scenario.ts";

const GLIDER = cellsFromRle("bo$2bo$3o!");

describe("the reference's box on the unbounded plane", () => {
  it("follows a glider without growing", async () => {
    const universe = await REFERENCE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 1 });
    await universe.writeRuns(translateRuns(GLIDER, 10n ** 30n, -(10n ** 30n)), "or");
    await universe.step(1n);
    const atFirst = universe.memory();
    await universe.step(8000n);
    expect(universe.memory()).toBeLessThanOrEqual(atFirst);
    const expected = translateRuns(GLIDER, 10n ** 30n + 2000n, 2000n - 10n ** 30n);
    expect(equalRuns(await universe.readRuns(), expected)).toBe(true);
  });

  it("is given up with the cells", async () => {
    const universe = await REFERENCE.create(parseUniverseRule("B3/S23"), {});
    await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 900, height: 900 }), "or");
    expect(universe.memory()).toBeGreaterThan(2 * 900 * 900);
    await universe.clear();
    expect(universe.memory()).toBeLessThan(100);
  });

  it("refuses cells too far apart for it and keeps what there was", async () => {
    const universe = await REFERENCE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 4 });
    await universe.writeRuns(GLIDER, "or");
    const far = translateRuns(GLIDER, 10n ** 12n, 0n);
    await expect(universe.writeRuns(far, "or")).rejects.toMatchObject({ code: "memory-limit" });
    const long = new RunsBuilder();
    long.add(0, 0, 999_999_999);
    await expect(universe.writeRuns(long.build(0n, 0n), "xor")).rejects.toMatchObject({
      code: "memory-limit",
    });
    expect(equalRuns(await universe.readRuns(), GLIDER)).toBe(true);
    // Nothing needs room where nothing is to be written.
    await universe.writeRuns(long.build(0n, 1n), "clear");
    expect(equalRuns(await universe.readRuns(), cellsFromRle("bo2$3o!"))).toBe(true);
  });

  it("costs a snapshot no more and no less than its packed cells, of as many planes as the rule has", async () => {
    for (const [rule, planes] of [
      ["B3/S23", 1],
      ["345/2/4", 2],
    ] as const) {
      const universe = await REFERENCE.create(parseUniverseRule(rule), {});
      expect((await universe.snapshot()).bytes).toBe(0);
      await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 100, height: 70 }), "or");
      // 100 cells are four words.
      expect((await universe.snapshot()).bytes).toBe(4 * 4 * 70 * planes);
    }
  });

  it("goes back to a snapshot though the cells have gone far away since", async () => {
    const universe = await REFERENCE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 1 });
    await universe.writeRuns(GLIDER, "or");
    const snapshot = await universe.snapshot();
    await universe.step(20_000n);
    await universe.restore(snapshot);
    expect(equalRuns(await universe.readRuns(), GLIDER)).toBe(true);
    await universe.step(4n);
    expect(equalRuns(await universe.readRuns(), translateRuns(GLIDER, 1n, 1n))).toBe(true);
  });
});

describe.each([REFERENCE, BLOCK])("a grid too large for $id", (algorithm) => {
  it.each([":T2000000000,2000000000", ":P2000000000,1", ":F1,2000000000", ":T40000,40000"])(
    "is refused before anything is allocated: %s",
    async (suffix) => {
      const before = process.memoryUsage().external;
      const making = algorithm.create(parseUniverseRule(`B3/S23${suffix}`), { memoryMegabytes: 256 });
      await expect(making).rejects.toMatchObject({ code: "memory-limit" });
      expect(process.memoryUsage().external - before).toBeLessThan(2 ** 20);
    },
  );
});

describe.each([REFERENCE, BLOCK])("a frozen border under $id", (algorithm) => {
  it("keeps its cells while those inside follow the rule as it stands, B0 included", async () => {
    const side = fc.integer({ min: 1, max: 19 });
    await fc.assert(
      fc.asyncProperty(anyRule, side, side, fc.nat(2 ** 20), async (rule, width, height, seed) => {
        const topology = { kind: "frozen", width, height } as const;
        const soup = soupBlock({ seed, density: 0.5, width, height });
        const universe = await algorithm.create({ rule, topology }, {});
        await universe.writeBlock(soup, "copy");
        let cells = Uint8Array.from({ length: width * height }, (_, n) =>
          blockCell(soup, n % width, Math.floor(n / width)),
        );
        for (let generation = 1n; generation <= 5n; generation++) {
          const next = nextWorld(rule, { width, height, cells, background: 0 }, "outside").cells;
          cells = cells.map((cell, n) => {
            const [x, y] = [n % width, Math.floor(n / width)];
            return x === 0 || y === 0 || x === width - 1 || y === height - 1 ? cell : next[n];
          });
          await universe.step(generation);
          const block = await universe.readBlock(rect(soup.x, soup.y, width, height));
          const seen = cells.map((_, n) => blockCell(block, n % width, Math.floor(n / width)));
          expect(seen, `${rule.text}${formatTopology(topology)} at ${generation}`).toEqual(cells);
        }
      }),
      { numRuns: 60 },
    );
  });
});
