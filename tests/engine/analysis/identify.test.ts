import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identify } from "../../../engine/analysis/identify.ts";
import type { Identity, Trend } from "../../../engine/analysis/identity.ts";
import { headline, identityRows, identityText, speedText } from "../../../engine/analysis/identity-words.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { backgroundOf } from "../../../engine/rules/phases.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { universeWith } from "../../support/universes.ts";

interface Wish {
  readonly rule?: string;
  readonly algorithm?: string;
  readonly limit?: number;
  readonly at?: readonly [number, number];
  readonly generation?: bigint;
}

async function identified(body: string, wish: Wish = {}): Promise<Identity> {
  const { rule = "B3/S23", algorithm = "bitwise", limit, at = [0, 0], generation } = wish;
  const cells = cellsFromRle(body, BigInt(at[0]), BigInt(at[1]));
  const universe = await universeWith(cells, { ...parseUniverseRule(rule), algorithm, generation });
  try {
    return await identify(universe, { limit });
  } finally {
    universe.dispose();
  }
}

const GLIDER = "bo$2bo$3o!";
const GUN =
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
const PULSAR =
  "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!";

describe("identify", () => {
  it.each(["reference", "bitwise", "hashlife"])("says the same of %s's universes", async (algorithm) => {
    expect(await identified(PULSAR, { algorithm })).toEqual(await identified(PULSAR));
    expect(await identified(GLIDER, { algorithm, generation: 5n })).toMatchObject({
      kind: "spaceship",
      period: 4,
      mod: 2,
      displacement: { x: 1, y: 1 },
      generation: 5n,
      heat: 4,
      code: "xq4_153",
    });
  });

  it("finds a gun, what it fires, and how much it gains", async () => {
    expect(await identified(GUN)).toMatchObject({
      kind: "gun",
      period: 30,
      displacement: { x: 0, y: 0 },
      growth: { cells: 5, emits: [{ count: 1, population: 5, period: 4, displacement: { x: 1, y: 1 } }] },
      box: { w: 36, h: 9 },
    });
  });

  it("counts all that very many guns fire, and says so where it could not", async () => {
    const many = await identified(Array(42).fill(GUN.slice(0, -1)).join("$51$").concat("!"));
    expect(many).toMatchObject({
      kind: "gun",
      period: 30,
      growth: { cells: 210, emits: [{ count: 42 }], complete: true },
    });
    expect(identityText(many, "moore")).not.toContain("not looked at");
    const growth = many.growth && { ...many.growth, complete: false };
    expect(identityText({ ...many, growth }, "moore")).toMatch(/Leaves +more, which was not looked at/);
  });

  it("follows what has to settle first", async () => {
    expect(await identified("2bo$obo$b2o2$6b2o$6b2o!")).toMatchObject({ kind: "dies", settles: 11 });
    const pi = await identified("3o$obo$obo!");
    expect(pi).toMatchObject({ kind: "oscillator", period: 2, settles: 173 });
    expect(headline(pi, "moore")).toBe("After 173 generations: Oscillator of period 2.");
  });

  it("knows nothing from something, and the dying from the dead", async () => {
    expect(await identified("!")).toMatchObject({ kind: "empty", symmetry: null, searched: 0 });
    expect(await identified("o!")).toMatchObject({ kind: "dies", settles: 1 });
    expect(await identified("6bo$2o$bo3b3o!")).toMatchObject({ kind: "dies", settles: 130 });
  });

  it("is honest where there is no period as far as it looked", async () => {
    const early = await identified("b2o$2o$bo!", { limit: 500 });
    expect(early).toMatchObject({ kind: "unknown", searched: 500, ended: "limit" });
    expect(headline(early, "moore")).toBe("No period up to generation 500.");
    const late = await identified("b2o$2o$bo!", { limit: 2000 });
    // Its gliders fly apart for ever.
    expect(late).toMatchObject({ kind: "unknown", trend: { repeats: { period: 1, since: 1103n } } });
    expect(identityText(late, "moore")).toContain(
      "stays the same from generation 1,103 on; parts move apart",
    );
    const flood = await identified("2o$2o!", { rule: "B12345678/S012345678", limit: 3000 });
    expect(flood).toMatchObject({ kind: "unknown", ended: "too-many-cells" });
    expect(flood.trend?.exponent).toBeGreaterThan(1.5);
  });

  it("finds a period only when it may look that far", async () => {
    const figure = "4bo4bo$2b2ob4ob2o$4bo4bo!";
    expect(await identified(figure, { limit: 14 })).toMatchObject({ kind: "unknown", searched: 14 });
    expect(await identified(figure, { limit: 15 })).toMatchObject({ kind: "oscillator", period: 15 });
  });

  it("looks around a torus, across its seam too, and stays in place behind walls", async () => {
    for (const at of [0, 4 * 9, 4 * 10 + 1, 4 * 17]) {
      // By then it lies across the seam, or beyond.
      const universe = await universeWith(cellsFromRle(GLIDER), { ...parseUniverseRule("B3/S23:T20,20") });
      await universe.step(BigInt(at));
      const displacement = { x: 1, y: 1 };
      expect(await identify(universe)).toMatchObject({
        kind: "spaceship",
        period: 4,
        displacement,
        code: null,
        mod: 2,
        symmetry: "C1",
        box: { w: 3, h: 3 },
        largestBox: { w: 3, h: 3 },
      });
      universe.dispose();
    }
    // In two halves, one at each edge; put together only where nothing is twisted.
    const halves = "o18bo$o18bo!";
    const block = { kind: "still-life", volatility: { rotor: 0, stator: 4 } };
    const at = [-10, 0] as const;
    expect(await identified(halves, { rule: "B3/S23:T20,20", at })).toMatchObject({
      ...block,
      box: { w: 2, h: 2 },
      symmetry: "D8_4",
    });
    expect(await identified(halves, { rule: "B3/S23:T20+2,20", at, algorithm: "reference" })).toMatchObject({
      ...block,
      mod: null,
      box: null,
      largestBox: null,
      symmetry: null,
    });
    // Two of them half a torus apart: no gap is longer than the other.
    expect(await identified("bo$2bo$3o8$11bo$12bo$10b3o!", { rule: "B3/S23:T20,20" })).toMatchObject({
      kind: "spaceship",
      period: 4,
    });
    // Straight up to a wall, where it becomes a block.
    expect(await identified(GLIDER, { rule: "B3/S23:P20,20" })).toMatchObject({
      kind: "still-life",
      displacement: { x: 0, y: 0 },
    });
    expect(await identified(GLIDER, { rule: "B3/S23:K20*,20", algorithm: "reference" })).toMatchObject({
      kind: "oscillator",
    });
  });

  it("finds the first generation that repeats and its period, as a slow search does, under any rule", async () => {
    const rule = fc.constantFrom(
      "B3/S23",
      "B36/S125",
      "B2/S34H",
      "B1/S13V",
      "B01234/S01",
      "B0234/S12H",
      "B02/S1V",
      "B014/S2348",
    );
    const soup = fc.record({ rule, bits: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }) });
    await fc.assert(
      fc.asyncProperty(soup, async ({ rule, bits }) => {
        const body = `${[0, 5, 10, 15]
          .map((i) =>
            bits
              .slice(i, i + 5)
              .map((bit) => (bit ? "o" : "b"))
              .join(""),
          )
          .join("$")}!`;
        const grid = `${rule}:P5,4`;
        const identity = await identified(body, { rule: grid, at: [-2, -2] });
        const slow = await firstReturn(body, grid);
        if (identity.period === null) expect(slow).toBeNull();
        else expect([identity.settles, identity.period]).toEqual(slow);
      }),
      { numRuns: 60 },
    );
  });

  it("says what it can of cells that lie too far apart to be turned", async () => {
    const far = "2o67108864b2o$2o67108864b2o!";
    expect(await identified(far)).toMatchObject({
      kind: "still-life",
      symmetry: null,
      cellPeriods: null,
      states: null,
      volatility: { rotor: 0, stator: 8, full: null },
      box: { w: 67108868, h: 2 },
    });
  });

  it("refuses a limit that is none, and stops when told", async () => {
    await expect(identified(GLIDER, { limit: 0 })).rejects.toMatchObject({ code: "bad-argument" });
    const controller = new AbortController();
    const universe = await universeWith(cellsFromRle("b2o$2o$bo!"), { algorithm: "bitwise" });
    const told: number[] = [];
    const work = identify(universe, {
      limit: 1_000_000,
      signal: controller.signal,
      onProgress: ({ done }) => {
        told.push(done);
        if (told.length === 3) controller.abort();
      },
    });
    await expect(work).rejects.toThrow(TessellaError);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.length).toBeGreaterThanOrEqual(3);
    universe.dispose();
  });
});

/** Every generation as text, with its parity where the background strobes; null when nothing lives any more. */
async function firstReturn(body: string, rule: string): Promise<readonly [number, number] | null> {
  const parsed = parseUniverseRule(rule);
  const strobes = backgroundOf(parsed.rule, parsed.topology) === "strobing";
  const universe = await universeWith(cellsFromRle(body, -2n, -2n), parsed);
  const seen = new Map<string, number>();
  try {
    for (let t = 0; ; t++) {
      await universe.step(BigInt(t));
      const { words } = await universe.readBlock({ x: -2n, y: -2n, w: 5n, h: 4n });
      if (words.every((word) => word === 0)) return null;
      const key = `${strobes ? t % 2 : 0} ${words}`;
      const earlier = seen.get(key);
      if (earlier !== undefined) return [earlier, t - earlier];
      seen.set(key, t);
    }
  } finally {
    universe.dispose();
  }
}

describe("what cells do over a period", () => {
  it("is counted for a blinker and a pentadecathlon", async () => {
    const blinker = await identified("3o!", { at: [4, 7] });
    expect(blinker).toMatchObject({ heat: 4, volatility: { rotor: 4, stator: 1, full: 4 }, mod: 1 });
    expect(blinker.cellPeriods).toEqual({
      box: { x: 4n, y: 6n, w: 3n, h: 3n },
      periods: Uint32Array.of(0, 2, 0, 2, 1, 2, 0, 2, 0),
    });
  });

  it("is each cell's own history, for any little oscillator", async () => {
    const torus = fc.record({
      width: fc.integer({ min: 2, max: 9 }),
      height: fc.integer({ min: 2, max: 6 }),
      bits: fc.array(fc.boolean(), { minLength: 54, maxLength: 54 }),
    });
    await fc.assert(
      fc.asyncProperty(torus, async ({ width, height, bits }) => {
        const body = `${Array.from({ length: height }, (_, y) =>
          Array.from({ length: width }, (_, x) => (bits[y * 9 + x] ? "o" : "b")).join(""),
        ).join("$")}!`;
        const rule = `B3/S23:P${width},${height}`;
        const identity = await identified(body, { rule, at: [-(width >> 1), -(height >> 1)] });
        if (!identity.cellPeriods || !identity.period) return;
        const slow = await slowPeriods(body, rule, width, height, identity.settles, identity.period);
        const { box, periods } = identity.cellPeriods;
        const found = new Map<string, number>();
        periods.forEach((period, i) => {
          const x = Number(box.x) + (i % Number(box.w));
          const y = Number(box.y) + Math.floor(i / Number(box.w));
          if (period > 0) found.set(`${x},${y}`, period);
        });
        expect([...found].sort()).toEqual([...slow.periods].sort());
        expect(identity.heat).toBeCloseTo(slow.changes / identity.period, 12);
      }),
      { numRuns: 60 },
    );
  });
});

/** The same by looking at one cell after the other. */
async function slowPeriods(
  body: string,
  rule: string,
  width: number,
  height: number,
  settles: number,
  period: number,
): Promise<{ readonly periods: ReadonlyMap<string, number>; readonly changes: number }> {
  const [left, top] = [-(width >> 1), -(height >> 1)];
  const universe = await universeWith(cellsFromRle(body, BigInt(left), BigInt(top)), parseUniverseRule(rule));
  const histories = Array.from({ length: width * height }, (): number[] => []);
  let changes = 0;
  for (let t = 0; t <= period; t++) {
    await universe.step(BigInt(settles + t));
    const block = await universe.readBlock({
      x: BigInt(left),
      y: BigInt(top),
      w: BigInt(width),
      h: BigInt(height),
    });
    histories.forEach((history, i) => {
      const bit = ((block.words[Math.floor(i / width)] as number) >>> (i % width)) & 1;
      if (t > 0 && history[t - 1] !== bit) changes++;
      history.push(bit);
    });
  }
  universe.dispose();
  const periods = new Map<string, number>();
  histories.forEach((history, i) => {
    const cycle = history.slice(0, period);
    if (!cycle.includes(1)) return;
    let own = 1;
    while (period % own || cycle.some((bit, t) => bit !== cycle[(t + own) % period])) own++;
    periods.set(`${left + (i % width)},${top + Math.floor(i / width)}`, own);
  });
  return { periods, changes };
}

describe("words", () => {
  it.each([
    [1, 1, 4, "moore", "c/4 diagonal"],
    [-2, 0, 4, "moore", "c/2 orthogonal"],
    [0, 2, 5, "moore", "2c/5 orthogonal"],
    [0, -1, 1, "moore", "c orthogonal"],
    [8, 8, 96, "moore", "c/12 diagonal"],
    [-1, 2, 6, "moore", "(2,1)c/6 knightship"],
    [3, -1, 10, "von-neumann", "(3,1)c/10 camelship"],
    [23, 5, 79, "moore", "(23,5)c/79 oblique"],
    [0, 0, 3, "moore", null],
    // Along the six rows of hexagons ...
    [1, 0, 3, "hex", "c/3"],
    [1, 1, 3, "hex", "c/3"],
    [0, -2, 6, "hex", "c/3"],
    // ... between them, and elsewhere.
    [1, -1, 6, "hex", "(1,1)c/6"],
    [2, 1, 6, "hex", "(1,1)c/6"],
    [3, 1, 7, "hex", "(2,1)c/7"],
    [-2, 1, 7, "hex", "(2,1)c/7"],
  ] as const)("%i, %i in %i on %s: %s", (x, y, period, neighbourhood, text) => {
    expect(speedText({ x, y }, period, neighbourhood)).toBe(text);
  });

  it("tells all that was found, label by label", async () => {
    const gun = await identified(GUN);
    expect(headline(gun, "moore")).toBe("Gun of period 30.");
    expect(identityRows(gun, "moore")).toEqual([
      ["Kind", "Gun"],
      ["Period", "30"],
      ["Growth", "5 cells a period"],
      ["Leaves", "spaceship of 5 cells, c/4 diagonal"],
      ["Settles", "after 125 generations"],
      ["Symmetry", "C1"],
      ["Population", expect.stringMatching(/^36 to \d+$/)],
      ["Box", "36 × 9"],
    ]);
    const figures = await identified("4bo4bo$2b2ob4ob2o$4bo4bo!");
    const rows = new Map(identityRows(figures, "moore"));
    expect(rows.get("Code")).toBe("xp15_4r4z4r4");
    expect(rows.get("Heat")).toBe("22.4");
    expect(rows.get("Volatility")).toBe("1");
  });

  it.each<[string, Trend]>([
    [
      "the population stays the same from generation 1,103 on; parts move apart",
      { repeats: { period: 1, since: 1103n }, gains: null, exponent: null },
    ],
    [
      "the population repeats every 30 generations from generation 9 on; parts move apart",
      { repeats: { period: 30, since: 9n }, gains: null, exponent: null },
    ],
    ["gains 3 cells every generation", { repeats: null, gains: { cells: 3, period: 1 }, exponent: 1 }],
    ["gains 1 cell every 60 generations", { repeats: null, gains: { cells: 1, period: 60 }, exponent: 1 }],
    ["the population stays between 4 and 9", { repeats: null, gains: null, exponent: null }],
    ["the population grows about as t^2.0", { repeats: null, gains: null, exponent: 1.96 }],
  ])("says of a trend: %s", async (text, trend) => {
    const block = await identified("2o$2o!");
    const identity = { ...block, trend, population: { ...block.population, least: 4, most: 9 } };
    expect(new Map(identityRows(identity, "moore")).get("Trend")).toBe(text);
  });
});
