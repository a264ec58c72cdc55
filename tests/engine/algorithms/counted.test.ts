// Rules that count over shapes: the reference beside a slow oracle, and running sums beside the reference.

import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { withRoom } from "../../../engine/algorithms/cpu/reference-box.ts";
import type { BiasedSets } from "../../../engine/algorithms/cpu/sliced-bias.ts";
import { biasedSets } from "../../../engine/algorithms/cpu/sliced-bias.ts";
import { stripesOf } from "../../../engine/algorithms/cpu/sliced-stripes.ts";
import { SUMS } from "../../../engine/algorithms/cpu/sums.ts";
import { chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import type { RimRun, SlicedPlan, SumSets } from "../../../engine/algorithms/sliced-sums.ts";
import { slicedPlan } from "../../../engine/algorithms/sliced-sums.ts";
import { slicedLines, withCentre } from "../../../engine/algorithms/sum-lines.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { gridHeight, gridWidth, plane, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { SHAPE_LETTERS, weightsOf } from "../../../engine/rules/counted-shapes.ts";
import { lightsEmptySpace } from "../../../engine/rules/phases.ts";
import type { CountedForm, CountRange } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../../support/agree.ts";
import {
  anyCountedScenario,
  anyFarCase,
  anyQuietScenario,
  anySpelled,
  expectAsReference,
} from "../../support/counted-rules.ts";
import { cases, patience } from "../../support/effort.ts";
import { slowStep } from "../../support/slow-counted.ts";

const GENERATIONS = 2;

describe("a shape", () => {
  it.each(SHAPE_LETTERS)("N%s counts what the slow oracle counts", patience(20_000), async (letter) => {
    const grids = fc.record({
      width: fc.integer({ min: 20, max: 37 }),
      height: fc.integer({ min: 20, max: 31 }),
      joined: fc.boolean(),
    });
    const soups = fc.infiniteStream(fc.integer({ min: 0, max: 11 }));
    const property = fc.asyncProperty(anySpelled([letter]), grids, soups, async (spelled, grid, draws) => {
      const rule = parseRule(spelled.text);
      // On a difference from live space the oracle knows nothing.
      fc.pre(!lightsEmptySpace(rule));
      const { width, height } = grid;
      let cells = Array.from(
        { length: width * height },
        () => (draws.next().value as number) % (spelled.states + 1),
      );
      cells = cells.map((state) => (state === spelled.states ? 1 : state));
      const topology = grid.joined ? torus(width, height) : plane(width, height);
      const place = {
        x: BigInt(-(width >> 1)),
        y: BigInt(-(height >> 1)),
        w: BigInt(width),
        h: BigInt(height),
      };
      const start = createBlock(
        place.x,
        place.y,
        width,
        height,
        spelled.states > 4 ? 3 : spelled.states > 2 ? 2 : 1,
      );
      cells.forEach((state, at) => {
        if (state) setBlockRun(start, at % width, Math.floor(at / width), 1, state);
      });
      for (let i = 0; i < GENERATIONS; i++) cells = slowStep(spelled, grid, cells);
      for (const algorithm of [REFERENCE, SUMS]) {
        if (algorithm.refuses(rule, topology) !== null) {
          expect([algorithm.id, rule.form.kind]).not.toEqual(["sums", "counted"]);
          continue;
        }
        const universe = await algorithm.create({ rule, topology }, {});
        await universe.writeBlock(start, "or");
        await universe.step(BigInt(GENERATIONS));
        const block = await universe.readBlock(place);
        const found = cells.map((_, at) => blockCell(block, at % width, Math.floor(at / width)));
        expect(found, `${algorithm.id}: ${spelled.text}`).toEqual(cells);
        universe.dispose();
      }
    });
    await fc.assert(property, cases(6));
  });
});

describe("running sums", () => {
  it("agree with the reference whatever the rule, the grid and the script", patience(60_000), async () => {
    await assertAgreement(REFERENCE, [SUMS], {}, 20, anyCountedScenario);
  });

  it("agree with it where tiles sleep, and what is written wakes them", patience(60_000), async () => {
    await assertAgreement(REFERENCE, [SUMS], {}, 12, anyQuietScenario);
  });

  it("wake what sleeps where a generation is left half done, and where its number says another phase", async () => {
    // Larger than what is computed between two looks at the clock.
    const topology = torus(700, 400);
    const soup = { ...soupBlock({ seed: 4, density: 0.5, width: 40, height: 40 }), x: 30n, y: -190n };
    for (const text of ["R2,C2,S2-3,B3,N@A82415", "R2,C2,S2,B0,7,N@A82415"]) {
      const [reference, sums] = await Promise.all(
        [REFERENCE, SUMS].map(async (algorithm) => {
          const universe = await algorithm.create({ rule: parseRule(text), topology }, {});
          await universe.writeBlock(soup, "or");
          await universe.step(12n);
          expect(await universe.step(13n, { milliseconds: 0 })).toBe("more");
          universe.setGeneration(13n);
          await universe.step(40n);
          universe.setGeneration(41n);
          await universe.step(44n);
          return universe;
        }),
      );
      expect(await sums?.population(), text).toBeGreaterThan(0n);
      expect(await sums?.hash(), text).toBe(await reference?.hash());
      for (const universe of [reference, sums]) universe?.dispose();
    }
  });

  it.each([
    ["a torus", torus(300, 200)],
    ["the plane", UNBOUNDED],
    ["a tube", torus(0, 200)],
    ["a strip", plane(300, 0)],
  ])(
    "come to any generation at once where all that is left stands still or blinks, on %s",
    async (_, topology) => {
      const far = 10n ** 18n;
      const soup = soupBlock({ seed: 3, density: 0.5, width: 16, height: 16 });
      // Life on lattices of every second cell; of the second, space flickers.
      for (const text of ["R2,C2,S2-3,B3,N@A82415", "R2,C4,S2-3,B3,N@A82415", "R2,C2,S2,B0,7,N@A82415"]) {
        const rule = parseRule(text);
        if (SUMS.refuses(rule, topology) !== null) continue;
        const universe = await SUMS.create({ rule, topology }, {});
        await universe.writeBlock(soup, "or");
        await universe.step(300n);
        const past: bigint[] = [];
        for (let generation = 300n; generation < 304n; generation++) {
          await universe.step(generation);
          past.push(await universe.hash());
        }
        expect(past.slice(2), text).toEqual(past.slice(0, 2));
        for (const [i, generation] of [far, far + 1n, far + 7n].entries()) {
          // A slice, and another one for a generation that is left over.
          for (let i = 0; i < 2; i++) await universe.step(generation, { milliseconds: 0 });
          expect([universe.generation, await universe.hash()], `${text} ${i}`).toEqual([
            generation,
            past[Number(generation & 1n)],
          ]);
        }
        // What is written is computed again, and so is what comes by the other phase's set.
        const block = createBlock(0n, 0n, 3, 3);
        setBlockRun(block, 0, 1, 3);
        const other = await REFERENCE.create({ rule, topology, generation: far + 7n }, {});
        await other.writeRuns(await universe.readRuns(), "or");
        for (const each of [universe, other]) {
          await each.writeBlock(block, "xor");
          await each.step(far + 20n);
          each.setGeneration(far + 21n);
          await each.step(far + 30n);
        }
        expect(await universe.hash(), text).toBe(await other.hash());
        for (const each of [universe, other]) each.dispose();
      }
    },
  );

  it.each([
    // Life's glider: on every second cell, by weights, and with a state that fades.
    ["on bit slices", "R2,C2,S2-3,B3,N@A82415"],
    ["by running sums", "R2,C2,S4,6,B6,NW2020200000200020000020202"],
    ["on bit slices of more states", "R2,C3,S2-3,B3,N@A82415"],
  ])("compile nothing more while a few cells move far over the plane: %s", async (_, text) => {
    const compiled = vi.spyOn(WebAssembly, "Module");
    onTestFinished(() => {
      compiled.mockRestore();
    });
    const init = { rule: parseRule(text), topology: UNBOUNDED };
    const [reference, sums] = await Promise.all([REFERENCE.create(init, {}), SUMS.create(init, {})]);
    const glider = createBlock(-5n, 9n, 5, 5);
    for (const [x, y] of [
      [1, 0],
      [2, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ] as const)
      setBlockRun(glider, 2 * x, 2 * y, 1);
    for (const universe of [reference, sums]) await universe.writeBlock(glider, "or");
    const counts: number[] = [];
    // The second time ten times as far as there is room at the start.
    for (const generation of [40n, 800n]) {
      for (const universe of [reference, sums]) await universe.step(generation);
      const [want, have] = await Promise.all(
        [reference, sums].map(async (universe) => [await universe.hash(), await universe.bounds()]),
      );
      expect(have).toEqual(want);
      counts.push(compiled.mock.calls.length);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
    for (const universe of [reference, sums]) universe.dispose();
  });

  it("lie in boxes of few widths where rows have no ends, with room on both sides", () => {
    const widths = new Set<bigint>();
    for (let w = 1n; w < 2n ** 14n; w += w / 50n + 1n) {
      const live = { x: -7n, y: 5n, w, h: 3n };
      const plain = withRoom(UNBOUNDED, live, 5);
      const box = withRoom(UNBOUNDED, live, 5, 128n);
      expect([box.y, box.h]).toEqual([plain.y, plain.h]);
      expect(box.x).toBeLessThanOrEqual(plain.x);
      expect(box.x + box.w).toBeGreaterThanOrEqual(plain.x + plain.w);
      expect(box.w % 128n).toBe(0n);
      expect(box.w - plain.w).toBeLessThan(128n + plain.w / 4n);
      widths.add(box.w);
    }
    expect(widths.size).toBeLessThan(30);
  });

  it("let nothing sleep that fades", async () => {
    for (const states of [3, 4, 5, 8]) {
      const init = { rule: parseRule(`R2,C${states},S9,B9,NM`), topology: torus(300, 200) };
      const universe = await SUMS.create(init, {});
      const cells = createBlock(-10n, 5n, 20, 1, 3);
      for (let state = 1; state < states; state++) setBlockRun(cells, 2 * state, 0, 1, state);
      const last = createBlock(100n, 90n, 1, 1, 3);
      setBlockRun(last, 0, 0, 1, states - 2);
      // The second time onto tiles that sleep.
      for (let time = 0; time < 2; time++) {
        await universe.writeBlock(cells, "or");
        for (let left = states - 1; left >= -3; left--) {
          expect(await universe.population(), `C${states}`).toBe(BigInt(Math.max(0, left)));
          await universe.step(universe.generation + 1n);
        }
        // Nothing that is about to fade stands still.
        await universe.writeBlock(last, "or");
        await universe.step(universe.generation + 3n);
        expect(await universe.population(), `C${states}`).toBe(0n);
      }
      universe.dispose();
    }
  });

  it.each([
    ["M", 130, 261n * 261n - 1n],
    ["N", 95, 2n * 95n * 96n],
    ["L", 50, 201n * 101n - 2n * 50n ** 2n - 1n],
    ["H", 80, 3n * 80n * 81n],
    ["B", 70, (141n * 141n - 1n) / 2n],
    ["*", 100, 800n],
  ])("reach far: N%s of range %d around one cell", async (letter, range, population) => {
    const rule = parseRule(`R${range},C0,S,B1,N${letter}`);
    const universe = await SUMS.create({ rule, topology: UNBOUNDED }, {});
    const cell = createBlock(7n, -3n, 1, 1);
    setBlockRun(cell, 0, 0, 1);
    await universe.writeBlock(cell, "or");
    await universe.step(1n);
    expect(await universe.population()).toBe(population);
    // With all around it live, a cell counts them all.
    const full = parseRule(`R${range},C0,S${population},B,N${letter}`);
    const grid = await SUMS.create({ rule: full, topology: torus(4 * range + 1, 4 * range) }, {});
    const all = createBlock(-300n, -300n, 600, 600);
    for (let j = 0; j < 600; j++) setBlockRun(all, 0, j, 600);
    await grid.writeBlock(all, "or");
    await grid.step(2n);
    expect(await grid.population()).toBe(BigInt(4 * range * (4 * range + 1)));
    for (const each of [universe, grid]) each.dispose();
  });

  it.each([
    ["squares", ["M"], [2, 31], 8],
    ["other shapes", ["C", "N", "2", "H", "*", "+", "X", "A", "3", "#"], [2, 14], 20],
    ["black squares", ["B", "D"], [2, 8], 6],
    ["triangles", ["L"], [1, 2], 12],
  ] as const)(
    "on bit slices are those of the reference over %s",
    patience(60_000),
    async (_, letters, ranges, count) => {
      const property = fc.asyncProperty(anyFarCase(letters, ranges), (each) => expectAsReference(each, SUMS));
      await fc.assert(property, cases(count));
    },
  );

  it.each([
    ["a rectangle that reaches further down", -1, 2, -2, 2],
    ["a rectangle that reaches further up", -2, 1, -2, 2],
    ["a rectangle at one side", -2, 2, -2, 0],
    ["a square in a corner", 0, 2, 0, 2],
  ])("sum a drawn shape that is no square around its middle: %s", async (_, top, bottom, left, right) => {
    let bits = "";
    for (let y = -2; y <= 2; y++)
      for (let x = -2; x <= 2; x++)
        if (x !== 0 || y !== 0) bits += y >= top && y <= bottom && x >= left && x <= right ? "1" : "0";
    const digits = Number.parseInt(bits, 2).toString(16).padStart(6, "0");
    const rule = parseRule(`R2,C2,S2-5,B3-4,N@${digits}`);
    for (const [grid, width, height] of [
      [torus, 150, 61],
      [plane, 97, 40],
    ] as const) {
      const topology = grid(width, height);
      const soup = { seed: 8, density: 0.4, width, height };
      await expectAsReference({ rule, topology, soup }, SUMS, 6);
    }
  });

  it.each([
    ["two states", "R2,C2,S7-13,B8-11,NM", torus(300, 200)],
    ["more of them, in whole columns", "R2,C3,S5-12,B6-9,NC", torus(256, 200)],
    ["more of them, and a column that ends early", "R2,C3,S5-12,B6-9,NC", torus(300, 200)],
    ["phases, on a plane with edges", "R2,C2,S8-14,B0,9-12,20,NM", torus(256, 130)],
    ["triangles", "R1,C2,S4-7,B4-6,NL", plane(300, 140)],
  ])(
    "are those of the reference all over a soup that stays busy, noted or not: %s",
    async (_, text, topology) => {
      const [width, height] = [gridWidth(topology), gridHeight(topology)];
      const init = { rule: parseRule(text), topology };
      const [reference, sums] = await Promise.all([REFERENCE.create(init, {}), SUMS.create(init, {})]);
      const soup = soupBlock({ seed: 2, density: 0.45, width, height });
      for (const universe of [reference, sums]) await universe.writeBlock(soup, "copy");
      // Generations without notes, and with tiles that are compared.
      for (const generation of [1n, 2n, 9n, 13n, 30n, 36n]) {
        for (const universe of [reference, sums]) await universe.step(generation);
        expect(await sums.hash(), `${generation}`).toBe(await reference.hash());
      }
      expect(await sums.population()).toBeGreaterThan(2000n);
      for (const universe of [reference, sums]) universe.dispose();
    },
  );

  it("answer in the middle of a generation over a shape of thousands of lines", async () => {
    // Digits without an order, so that no line is long.
    const digits = Array.from({ length: 40 * 41 }, (_, i) => ((7 * i * i + 3 * i) % 16).toString(16)).join(
      "",
    );
    const init = { rule: parseRule(`R40,C2,S1200-1700,B1000-1600,N@${digits}`), topology: torus(130, 120) };
    const [reference, sums] = await Promise.all([REFERENCE.create(init, {}), SUMS.create(init, {})]);
    const soup = soupBlock({ seed: 9, density: 0.45, width: 130, height: 120 });
    for (const universe of [reference, sums]) await universe.writeBlock(soup, "copy");
    expect(await sums.step(1n, { milliseconds: 0 })).toBe("more");
    while ((await sums.step(1n, { milliseconds: 0 })) === "more");
    await reference.step(1n);
    expect(await sums.population()).toBeGreaterThan(0n);
    expect(await sums.hash()).toBe(await reference.hash());
    for (const universe of [reference, sums]) universe.dispose();
  });

  it("show whole generations to who reads in the middle of one, and take what is written then", async () => {
    const init = { rule: parseRule("R5,C0,M1,S34..58,B34..45,NM"), topology: torus(701, 602) };
    const [plain, looked] = await Promise.all([SUMS.create(init, {}), SUMS.create(init, {})]);
    const soup = soupBlock({ seed: 5, density: 0.4, width: 701, height: 602 });
    const patch = soupBlock({ seed: 6, density: 0.5, width: 90, height: 70 });
    for (const universe of [plain, looked]) await universe.writeBlock(soup, "copy");
    await plain.step(2n);
    await looked.step(2n);
    expect(await looked.step(3n, { milliseconds: 0 })).toBe("more");
    expect([looked.generation, await looked.hash()]).toEqual([2n, await plain.hash()]);
    for (const universe of [plain, looked]) await universe.writeBlock(patch, "xor");
    await plain.step(4n);
    while ((await looked.step(4n, { milliseconds: 0 })) === "more") await looked.population();
    expect(await looked.hash()).toBe(await plain.hash());
    for (const each of [plain, looked]) each.dispose();
  });

  it("on bit slices have a bias that leaves every answer, and spares operations", () => {
    const asked = (text: string): readonly [plain: SlicedPlan, biased: BiasedSets] => {
      const rule = parseRule(text);
      const plan = slicedPlan({ ...rule, form: rule.form as CountedForm }, UNBOUNDED);
      return [plan, biasedSets(plan)];
    };
    const isIn = (ranges: readonly CountRange[], sum: number): boolean =>
      ranges.some(([first, last]) => first <= sum && sum <= last);
    const range = fc.tuple(fc.nat(120), fc.nat(120)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
    const lists = fc.array(range, { minLength: 1, maxLength: 3 }).map((each) => each.join(","));
    const property = fc.property(lists, lists, (birth, survival) => {
      const [{ digits, sets }, biased] = asked(`R5,C2,S${survival},B${birth},NM`);
      for (let sum = 0; sum < 2 ** digits; sum++) {
        const moved = (sum + biased.bias) % 2 ** digits;
        sets.forEach((each, phase) => {
          const other = biased.sets[phase] as SumSets;
          expect(isIn(other.birth, moved)).toBe(isIn(each.birth, sum));
          expect(isIn(other.survival, moved)).toBe(isIn(each.survival, sum));
        });
      }
    });
    fc.assert(property, cases(30));
    // Births from 34 to 45 then are those from 0 to 11, of seven digits.
    expect(asked("R5,C0,M1,S34..58,B34..45,NM")[1]).toMatchObject({ bias: 94 });
  });

  it("on bit slices add up each row's cells once, and use them wherever they come in or go out", () => {
    const planned = (text: string): SlicedPlan => {
      const rule = parseRule(text);
      return slicedPlan({ ...rule, form: rule.form as CountedForm }, UNBOUNDED);
    };
    for (const shape of ["C", "N", "B", "3", "L", "@6AB43F"]) {
      const plan = planned(`R2,C0,S,B3,N${shape}`);
      const spelled = (shape: number, dy: number, x: number, gains: boolean): string =>
        `${shape} ${dy} ${x} ${gains}`;
      const across = ({ first, last }: RimRun): readonly number[] =>
        Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const rims = [plan.rim, plan.oddRim ?? []].flatMap((rim, i) =>
        rim.flatMap(({ dy, runs }) =>
          runs.flatMap((run) => across(run).map((x) => spelled(i, dy, x, run.gains))),
        ),
      );
      const used = stripesOf(plan).flatMap(({ runs, uses }) =>
        uses.flatMap((use) => runs.flatMap(across).map((x) => spelled(use.shape, use.dy, x, use.gains))),
      );
      expect(used.toSorted(), shape).toEqual(rims.toSorted());
    }
    // Of a disc: the seven columns in its middle, four beside them, and five pairs.
    expect(stripesOf(planned("R10,C0,S,B3,NC")).length).toBe(7);
    // Of a checkerboard: every other column, those between, and the middle one, where the cell itself counts too.
    expect(stripesOf(planned("R6,C0,S,B3,NB")).length).toBe(3);
  });

  it("take few terms", () => {
    const terms = (text: string): number =>
      atOnce(slicedLines(withCentre(weightsOf(parseRule(text).form as CountedForm)[0]))).lines.length;
    expect(
      ["M", "N", "L", "H", "+", "X", "*", "A", "3"].map((letter) => terms(`R100,C0,S,B3,N${letter}`)),
    ).toEqual([2, 4, 6, 4, 6, 3, 14, 10, 5]);
    expect(terms("R10,C0,S,B3,NC")).toBeLessThan(20);
    expect(terms("R500,C0,S,B3,NC")).toBeLessThan(1000);
    expect(terms("R500,C0,S,B3,NB")).toBeLessThan(10);
  });

  it("are what auto takes", () => {
    expect(chooseAlgorithm(parseRule("R5,C0,M1,S34..58,B34..45,NM"), UNBOUNDED)).toMatchObject({
      algorithm: { id: "sums" },
      reason: "Running sums is the fastest CPU algorithm that runs this rule.",
    });
  });

  it("are refused where the limit of memory is too low, as is a rule that makes them too large", async () => {
    const rule = parseRule("R5,C0,M1,S34..58,B34..45,NM");
    const topology = torus(1000, 1000);
    await expect(SUMS.create({ rule, topology }, { memoryMegabytes: 1 })).rejects.toMatchObject({
      code: "memory-limit",
    });
    const universe = await SUMS.create({ rule, topology }, { memoryMegabytes: 4 });
    expect(() => universe.setRule(parseRule("R400,C0,S9-40000,B9000-40000,NC"))).toThrow(/needs \d+ MB/);
    expect(universe.rule).toBe(rule);
    universe.dispose();
  });
});
