import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot, Universe } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE, createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { createBlock } from "../../../engine/core/block.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { blockToRuns, forEachRun, RunsBuilder, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { hashMul, hashShift } from "../../../engine/core/state-hash.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { anySession, GOSPER_GUN, performSession } from "../../support/bitwise-session.ts";
import { cases, patience } from "../../support/effort.ts";

function cells(rows: readonly string[]): Runs {
  const out = new RunsBuilder();
  rows.forEach((row, y) => {
    [...row].forEach((c, x) => {
      if (c === "o") out.add(x, y, 1);
    });
  });
  return out.build(0n, 0n);
}

const GLIDER = cells([".o.", "..o", "ooo"]);
const BLINKER = cells(["ooo"]);
const BLOCK = cells(["oo", "oo"]);
const R_PENTOMINO = cells([".oo", "oo.", ".o."]);
async function life(text = "B3/S23"): Promise<Universe> {
  return BITWISE.create(parseUniverseRule(text), {});
}

describe("the unbounded plane", () => {
  it("lets a glider fly at coordinates beyond any machine word", async () => {
    const far = 10n ** 40n;
    const u = await life();
    await u.writeRuns(translateRuns(GLIDER, far, -far), "or");
    await u.writeRuns(GLIDER, "or");
    const before = await u.hash();
    await u.step(4_000n);
    expect(await u.population()).toBe(10n);
    expect(await u.bounds()).toEqual({ x: 1000n, y: 1000n - far, w: far + 3n - 0n, h: far + 3n });
    // Both moved by (1000, 1000), and so did the hash.
    expect(await u.hash()).toBe(hashMul(before, hashShift(1000n, 1000n)));
    const near = await u.readRuns(rect(far + 1000n, 1000n - far, 3, 3));
    expect([...near.spans]).toEqual([...GLIDER.spans]);
    await expect(u.readRuns()).rejects.toMatchObject({ code: "too-large" });
  });

  it("gives back the tiles that gliders have left", async () => {
    const u = await life();
    await u.writeRuns(GLIDER, "or");
    await u.step(200_000n);
    expect(await u.population()).toBe(5n);
    expect(u.memory()).toBeLessThan(2 ** 20);
  });

  it("keeps a gun's stream exact over collections", async () => {
    const u = await life();
    await u.writeRuns(GOSPER_GUN, "or");
    await u.step(30_000n);
    // Period 30, one glider a period: what the gun held at the start plus 5 a glider.
    expect(await u.population()).toBe(36n + 5n * 1000n);
  });
});

describe("far and large regions", () => {
  it("reads small blocks of a large universe across the origin as the reference does", async () => {
    const [a, b] = [await life(), await REFERENCE.create(parseUniverseRule("B3/S23"), {})];
    const soup = soupBlock({ seed: 4, density: 0.3, width: 400, height: 400 });
    for (const u of [a, b]) await u.writeBlock(soup, "or");
    for (const [x, y, w, h] of [
      [-70, -45, 130, 77],
      [-64, -32, 128, 64],
      [-1, -1, 2, 2],
      [190, -10, 40, 33],
      [5, 150, 31, 100],
    ]) {
      expect(await a.readBlock(rect(x, y, w, h))).toEqual(await b.readBlock(rect(x, y, w, h)));
    }
  });

  it("reads blocks at every shift, in strips of every width and wider than the kernel takes at once", async () => {
    const soup = soupBlock({ seed: 9, density: 0.4, width: 9000, height: 70 });
    const [a, b] = [await life(), await REFERENCE.create(parseUniverseRule("B3/S23"), {})];
    for (const u of [a, b]) await u.writeBlock(soup, "or");
    for (let n = 0; n < 70; n++) {
      // Narrow and wide ones, all over the soup; some reach beyond it.
      const w = n % 7 === 0 ? 8000 + 37 * n : 20 + 29 * n;
      const place = rect(-4510 + 17 * n, -36 + (n % 40), w, 33 + (n % 39));
      const [ours, theirs] = [await a.readBlock(place), await b.readBlock(place)];
      expect(ours.words.every((word, k) => word === theirs.words[k])).toBe(true);
    }
  });

  it("keeps cells on a tube however far out they lie", async () => {
    const u = await life("B3/S23:T0,10");
    await u.writeRuns(translateRuns(BLINKER, 2n ** 90n, 0n), "or");
    await u.step(1n);
    expect(await u.bounds()).toEqual({ x: 2n ** 90n + 1n, y: -1n, w: 1n, h: 3n });
  });

  it.each(["T64,0", "T0,64", "T96,0", "T100,0", "T0,70"])(
    "joins the edges of a tube far from the middle, too: %s",
    async (tube) => {
      const soups = [0, 700, -900].map((far) => {
        const [x, y] = tube.startsWith("T0") ? [far, -32] : [-32, far];
        return {
          ...soupBlock({ seed: 5 + far, density: 0.4, width: 64, height: 64 }),
          x: BigInt(x),
          y: BigInt(y),
        };
      });
      const [a, b] = [
        await life(`B3/S23:${tube}`),
        await REFERENCE.create(parseUniverseRule(`B3/S23:${tube}`), {}),
      ];
      for (const u of [a, b]) {
        for (const soup of soups) await u.writeBlock(soup, "or");
        await u.step(40n);
      }
      expect([await a.population(), await a.hash()]).toEqual([await b.population(), await b.hash()]);
    },
  );

  it("clears a region wider than doubles count", async () => {
    const u = await life();
    await u.writeRuns(cells(["oooooooooooooooooooo"]), "or");
    await u.clear({ x: -(2n ** 60n), y: -5n, w: 2n ** 60n + 3n, h: 10n });
    expect(await u.population()).toBe(17n);
  });

  it("clears along a run that could never be created", async () => {
    const u = await BITWISE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 8 });
    await u.writeRuns(BLOCK, "or");
    const wide = new RunsBuilder();
    wide.add(0, 0, 2 ** 34);
    await u.writeRuns(wide.build(-1n, 0n), "clear");
    expect(await u.population()).toBe(2n);
  });

  it.each([3, 21, 45, 60, 200])("draws both sides of the origin in pixels of 2^%i cells", async (scale) => {
    const size = 1n << BigInt(scale);
    for (const algorithm of [BITWISE, REFERENCE]) {
      const u = await algorithm.create(parseUniverseRule("B3/S23"), {});
      await u.writeRuns(translateRuns(cells(["ooo"]), -3n, -1n), "or");
      await u.writeRuns(cells(["oo"]), "or");
      const raster = await u.raster({ x: -4n * size, y: -4n * size, width: 8, height: 8, scale });
      const lit = [...raster.counts.entries()].filter(([, n]) => n > 0);
      expect(lit, algorithm.id).toEqual([
        [3 * 8 + 3, 3],
        [4 * 8 + 4, 2],
      ]);
    }
  });
});

describe("what repeats", () => {
  it("skips any number of generations once everything is still or of period 2", async () => {
    const u = await life();
    await u.writeRuns(BLINKER, "or");
    await u.writeRuns(translateRuns(BLOCK, 40n, 31n), "or");
    const even = await u.hash();
    await u.step(10n ** 30n);
    expect(await u.hash()).toBe(even);
    await u.step(10n ** 30n + 1n);
    expect(await u.bounds()).toMatchObject({ x: 1n, y: -1n });
  });

  it("wakes up where a sleeping pattern is written to", async () => {
    const u = await life();
    await u.writeRuns(translateRuns(BLOCK, 30n, 30n), "or");
    await u.step(1000n);
    // A glider from the north-west hits the block; the outcome must be that of a run without the sleep.
    await u.writeRuns(translateRuns(GLIDER, 10n, 10n), "or");
    await u.step(1400n);
    const v = await REFERENCE.create(parseUniverseRule("B3/S23"), {});
    await v.writeRuns(translateRuns(BLOCK, 30n, 30n), "or");
    await v.writeRuns(translateRuns(GLIDER, 10n, 10n), "or");
    await v.step(400n);
    expect(await u.hash()).toBe(await v.hash());
  });
});

describe("a change of rule", () => {
  it("creates the empty tiles that the new rule can give birth in", async () => {
    // The glider's requests make the store collect, and the tile east of the still block is given back as empty. Under
    // the second rule cells are born in it at once.
    const init = parseUniverseRule("B3/S23");
    const a = await createBitwise(init, {}, { collectAbove: 0 });
    const b = await REFERENCE.create(init, {});
    for (const u of [a, b]) {
      await u.writeRuns(translateRuns(BLOCK, 30n, 10n), "or");
      await u.writeRuns(translateRuns(GLIDER, 100n, 100n), "or");
      await u.step(400n);
      u.setRule(parseUniverseRule("B2/S").rule);
      await u.step(401n);
    }
    expect(await a.hash()).toBe(await b.hash());
  });
});

describe("memory", () => {
  it("refuses what cannot fit and keeps what there was", async () => {
    const u = await BITWISE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 4 });
    await u.writeRuns(R_PENTOMINO, "or");
    const hash = await u.hash();
    const wide = new RunsBuilder();
    wide.add(0, 0, 999_999_999);
    await expect(u.writeRuns(wide.build(0n, 0n), "or")).rejects.toMatchObject({ code: "memory-limit" });
    const full = createBlock(0n, 0n, 8192, 8192);
    full.words.fill(0x55555555);
    await expect(u.writeBlock(full, "or")).rejects.toMatchObject({ code: "memory-limit" });
    expect(await u.hash()).toBe(hash);
    await u.step(1103n);
    expect(await u.population()).toBe(116n);
  });

  it("counts snapshots against the limit", async () => {
    const u = await BITWISE.create(parseUniverseRule("B3/S23"), { memoryMegabytes: 2 });
    await u.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 512, height: 512 }), "or");
    const kept: Snapshot[] = [];
    await expect(
      (async () => {
        for (;;) kept.push(await u.snapshot());
      })(),
    ).rejects.toMatchObject({ code: "memory-limit" });
    const soup = soupBlock({ seed: 2, density: 0.5, width: 2048, height: 2048 });
    await expect(u.writeBlock(soup, "or")).rejects.toMatchObject({ code: "memory-limit" });
    for (const snapshot of kept) u.release(snapshot);
    expect(u.memory()).toBeLessThan(2 ** 20);
  });

  it("stops at the last complete generation when growth meets the limit", async () => {
    const u = await BITWISE.create(parseUniverseRule("B1/S012345678"), { memoryMegabytes: 1 });
    await u.writeRuns(BLOCK, "or");
    await expect(u.step(100_000n)).rejects.toMatchObject({ code: "memory-limit" });
    const v = await life("B1/S012345678");
    await v.writeRuns(BLOCK, "or");
    await v.step(u.generation);
    expect(u.generation).toBeGreaterThan(100n);
    expect(await u.hash()).toBe(await v.hash());
    await expect(u.step(100_000n)).rejects.toMatchObject({ code: "memory-limit" });
  });
});

/** Every verb in random order on both algorithms, with steps cut in the middle of generations. */
describe("random sessions equal the reference", () => {
  it("whatever is done to them", patience(30_000), async () => {
    await fc.assert(
      fc.asyncProperty(anySession, (session) =>
        performSession(session, (init) =>
          createBitwise(init, {}, { sliceTiles: 1, collectAbove: 0, tableTiles: 50 }),
        ),
      ),
      cases(60),
    );
  });
});

describe("runs so many that they are packed first", () => {
  it.each(["B3/S23", "B3/S23:P100,70", "B3/S23:T100,70", "B3/S23:T0,70"])(
    "change the cells of %s as the same runs one at a time do",
    async (text) => {
      for (const [seed, x, y] of [
        [1, -50n, -35n],
        [2, -33n, -20n],
        [3, -1n, 3n],
      ] as const) {
        const [together, alone] = [await life(text), await life(text)];
        for (const [mode, density] of [
          ["or", 0.5],
          ["xor", 0.6],
          ["clear", 0.3],
        ] as const) {
          const soup = blockToRuns(soupBlock({ seed, density, width: 51, height: 32 }));
          const placed = translateRuns(soup, x - soup.x, y - soup.y);
          await together.writeRuns(placed, mode);
          for (const run of single(placed)) await alone.writeRuns(run, mode);
          expect(await together.readRuns()).toEqual(await alone.readRuns());
        }
        await together.step(5n);
        await alone.step(5n);
        expect(await together.hash()).toBe(await alone.hash());
      }
    },
  );

  function single(runs: Runs): Runs[] {
    const all: Runs[] = [];
    forEachRun(runs, (x, y, length) => {
      const one = new RunsBuilder();
      one.add(x, y, length);
      all.push(one.build(runs.x, runs.y));
    });
    return all;
  }
});
