// HashLife on a GPU over Dawn. Compiling its kernels for a rule takes a software adapter seconds, so there are few rules here.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { createGpuHashLife, GPU_HASHLIFE } from "../../engine/algorithms/gpu/hashlife/gpu-hashlife.ts";
import type { HashTuning } from "../../engine/algorithms/gpu/hashlife/hash-machine.ts";
import type { HashUniverse } from "../../engine/algorithms/gpu/hashlife/hash-universe.ts";
import { HASHLIFE } from "../../engine/algorithms/hashlife/hashlife.ts";
import { QuadTreeBuilder } from "../../engine/core/quad-tree.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { rejected } from "../support/caught.ts";
import { describeContract } from "../support/contract.ts";
import { cases, patience } from "../support/effort.ts";
import { anyScript, initOf, performOn } from "../support/hashlife-script.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { cellsFromRle } from "../support/rle-text.ts";
import { cellsOf, GLIDER, R_PENTOMINO } from "../support/universes.ts";

let gpu: GPU;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

/** Everything by many workgroups, everything by one, and either in a store that is full at every chance. */
const WAYS: Readonly<Record<string, Partial<HashTuning>>> = {
  "as it is tuned": {},
  "by dispatches alone": { threshold: 0 },
  "by one workgroup, short of slots": { threshold: 1e9, firstBits: 11, mostSlots: 9000 },
  "by both, short of slots": { threshold: 30, firstBits: 11, mostSlots: 9000 },
};

async function open(rule: string, tuning: Partial<HashTuning> = {}, megabytes = 16): Promise<HashUniverse> {
  return createGpuHashLife(parseUniverseRule(rule), { gpu, memoryMegabytes: megabytes }, tuning);
}

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);
const SOUP = blockToRuns({
  ...soupBlock({ seed: 5, density: 0.4, width: 90, height: 47 }),
  x: -61n,
  y: -20n,
});

/** Steps that add up, from every stage of a step's recursion. */
const STRIDES = [1n, 8n, 13n, 64n, 260n];

async function expectAsCpu(universe: HashUniverse, cells: Runs, strides: readonly bigint[]): Promise<void> {
  const { rule, topology } = universe;
  const expected = await HASHLIFE.create({ rule, topology }, {});
  for (const one of [universe, expected]) await one.writeRuns(cells, "or");
  for (const stride of strides) {
    const target = universe.generation + 2n * stride + 1n;
    expect(await universe.step(target, { stride })).toBe("done");
    await expected.step(target);
    expect(universe.generation).toBe(target);
    expect(await universe.population()).toBe(await expected.population());
    expect(await universe.bounds()).toEqual(await expected.bounds());
    expect(await universe.hash()).toBe(await expected.hash());
  }
  universe.dispose();
  expected.dispose();
}

describe.each(Object.entries(WAYS))("%s", (_name, tuning) => {
  const isTuned = tuning.threshold === undefined;
  // Where everything is dispatched, a long step takes long and is no different; where slots are short, it fills the store.
  const strides = tuning.threshold === 0 ? STRIDES.slice(0, -1) : STRIDES;

  it("a soup is that of the CPU, step by step", { timeout: 120_000 }, async () => {
    await expectAsCpu(await open("B3/S23", tuning), SOUP, strides);
  });

  // A root takes a stage a level, and a dispatch costs as much wherever it is: one way goes far with all its steps.
  it("a gun far away is that of the CPU", { timeout: 120_000 }, async () => {
    const far = isTuned || tuning.threshold === 0 ? 10n ** 12n : 10n ** 5n;
    const few = STRIDES.slice(0, tuning.threshold === 0 ? 1 : 3);
    await expectAsCpu(await open("B3/S23", tuning), { ...GUN, x: far }, isTuned ? STRIDES : few);
  });

  // A side may be shorter than a leaf, a leaf, the least root, or longer. Which stages go where is all the same to the first three.
  it.each(isTuned ? [1, 8, 32, 128] : [128])("tori of %i cells are joined at their edges", async (side) => {
    await expectAsCpu(await open(`B3/S23:T${side},${side}`, tuning), SOUP, strides);
  });
});

it("an R-pentomino is that of the CPU, step by step", { timeout: 120_000 }, async () => {
  await expectAsCpu(await open("B3/S23"), cellsOf(R_PENTOMINO), STRIDES);
});

describe("rules", () => {
  it.each(["B2/S34H", "B3-k/S23", "B0123478/S01234678", "B03/S23"])(
    "%s is that of the CPU",
    { timeout: 60_000 },
    async (rule) => {
      await expectAsCpu(await open(rule), SOUP, [1n, 2n, 9n, 32n]);
    },
  );

  it("another one forgets what the former made", async () => {
    const universe = await open("B3/S23");
    const expected = await BITWISE.create(parseUniverseRule("B3/S23"), {});
    for (const one of [universe, expected]) await one.writeRuns(SOUP, "or");
    for (const rule of ["B3/S23", "B2/S34H", "B3/S23"]) {
      for (const one of [universe, expected]) {
        one.setRule(parseRule(rule));
        await one.step(one.generation + 50n);
      }
      expect(await universe.hash()).toBe(await expected.hash());
    }
    universe.dispose();
    expected.dispose();
  });
});

it("narrow stages go through one workgroup, and wide ones to many", async () => {
  const universe = await open("B3/S23", { threshold: 30 });
  await universe.writeRuns(SOUP, "or");
  await universe.step(64n);
  expect(universe.passes.narrow).toBeGreaterThan(5);
  expect(universe.passes.wide).toBeGreaterThan(5);
  universe.dispose();
});

it("a leap of 2^200 generations arrives", async () => {
  const universe = await open("B3/S23");
  await universe.writeRuns(cellsOf(GLIDER), "or");
  await universe.step(4n << 200n);
  expect(await universe.population()).toBe(5n);
  expect((await universe.bounds())?.x).toBe(1n << 200n);
  universe.dispose();
});

it("a step too long for any root is refused", async () => {
  const universe = await open("B3/S23");
  await universe.writeRuns(cellsOf(GLIDER), "or");
  expect(await rejected(universe.step(1n << 2040n))).toMatchObject({ code: "too-large" });
  // Nor does a pattern at the end of the universe find room to go on.
  await universe.writeRuns({ ...cellsOf(GLIDER), x: 1n << 2045n }, "or");
  expect(await rejected(universe.step(64n))).toMatchObject({
    code: "too-large",
    message: "HashLife's universe ends 2^2046 cells from the origin.",
  });
  expect(universe.generation).toBe(0n);
  await universe.clear({ x: 1n << 2044n, y: -1000n, w: 1n << 2045n, h: 2000n });
  expect(await universe.step(64n)).toBe("done");
  expect(await universe.population()).toBe(5n);
  universe.dispose();
});

it("takes and gives quad-trees of any extent, and snapshots", async () => {
  const builder = new QuadTreeBuilder();
  let node = builder.leaf(0x00070402, 0);
  for (let level = 4; level <= 90; level++) node = builder.node(level, 0, node, 0, node);
  const tree = builder.build(node, 90, -5n, 3n);
  const universe = await open("B3/S23");
  const expected = await HASHLIFE.create(parseUniverseRule("B3/S23"), {});
  for (const one of [universe, expected]) await one.writeTree?.(tree);
  const before = await universe.snapshot();
  for (const one of [universe, expected]) await one.step(1000n);
  const other = await HASHLIFE.create(parseUniverseRule("B3/S23"), {});
  await other.writeTree?.(await universe.readTree());
  expect(await other.hash()).toBe(await expected.hash());
  await universe.restore(before);
  expect(universe.generation).toBe(0n);
  await universe.step(500n, { stride: 100n });
  await universe.step(1000n);
  expect(await universe.hash()).toBe(await expected.hash());
  universe.release(before);
  for (const one of [universe, expected, other]) one.dispose();
});

describe("a step that is left", () => {
  it("goes on where it was, or is given up for another target or an edit", async () => {
    const universe = await open("B3/S23", { mostRounds: 1, threshold: 50 });
    await universe.writeRuns(SOUP, "or");
    const stopped = { milliseconds: 0 };
    let more = 0;
    while ((await universe.step(256n, stopped)) === "more") more++;
    expect(more).toBeGreaterThan(2);
    const expected = await BITWISE.create(parseUniverseRule("B3/S23"), {});
    await expected.writeRuns(SOUP, "or");
    await expected.step(256n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (let k = 0; k < 3; k++) await universe.step(1024n, stopped);
    expect(universe.generation).toBe(256n);
    for (const one of [universe, expected]) await one.step(300n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (let k = 0; k < 3; k++) await universe.step(1024n, stopped);
    for (const one of [universe, expected]) {
      await one.writeRuns(GUN, "xor");
      await one.step(364n);
    }
    expect(await universe.hash()).toBe(await expected.hash());
    universe.dispose();
    expected.dispose();
  });

  it("stops at a complete generation when its signal fires", async () => {
    const universe = await open("B3/S23", { mostRounds: 1 });
    await universe.writeRuns(SOUP, "or");
    const controller = new AbortController();
    const stepping = universe.step(10n ** 9n, { signal: controller.signal, stride: 16n });
    await universe.population();
    controller.abort();
    expect(await stepping).toBe("more");
    expect(universe.generation % 16n).toBe(0n);
    const expected = await BITWISE.create(parseUniverseRule("B3/S23"), {});
    await expected.writeRuns(SOUP, "or");
    await expected.step(universe.generation);
    expect(await universe.hash()).toBe(await expected.hash());
    universe.dispose();
    expected.dispose();
  });
});

describe("memory", () => {
  it("that is too little is refused in a sentence, and the last complete generation stays", async () => {
    const universe = await open("B3/S23", { mostSlots: 9000 });
    await universe.writeRuns(SOUP, "or");
    await universe.step(3n);
    const before = await universe.hash();
    const chaos = blockToRuns(soupBlock({ seed: 6, density: 0.4, width: 700, height: 700 }));
    await universe.writeRuns(chaos, "xor");
    const changed = await universe.hash();
    expect(changed).not.toBe(before);
    const error = await rejected(universe.step(1000n));
    expect(error).toMatchObject({
      code: "memory-limit",
      message: expect.stringMatching(/^(The next step|This pattern) does not fit into the limit of 16 MB\.$/),
    });
    expect(universe.generation).toBe(3n);
    expect(await universe.hash()).toBe(changed);
    // What is small enough goes on.
    await universe.writeRuns(chaos, "xor");
    expect(await universe.hash()).toBe(before);
    await universe.step(40n);
    universe.dispose();
  });

  it("is counted, and less than eight megabytes are refused", async () => {
    const universe = await open("B3/S23", {}, 8);
    expect(universe.memory()).toBeLessThanOrEqual(8 * 2 ** 20);
    universe.dispose();
    expect(await rejected(open("B3/S23", {}, 7))).toMatchObject({
      code: "memory-limit",
      message: "HashLife on a GPU needs 8 MB, more than the limit of 7 MB.",
    });
  });
});

it("is taken by nobody who has not asked for it", () => {
  expect(GPU_HASHLIFE.forComparison).toBe(true);
});

describe("whatever happens", () => {
  it("is what happens on bitwise", patience(120_000), async () => {
    // The rules that are compiled by now: each new one would take seconds.
    const rules = ["B3/S23", "B2/S34H", "B03/S23"].map((text) => parseRule(text));
    const known = anyScript.map((script) => {
      const ruleAt = (n: number) => rules[n % rules.length] as (typeof rules)[number];
      return {
        ...script,
        rule: ruleAt(script.seed),
        actions: script.actions.map((action, i) =>
          action.kind === "rule" ? { ...action, rule: ruleAt(script.seed + i) } : action,
        ),
      };
    });
    const ways = Object.values(WAYS);
    await fc.assert(
      fc.asyncProperty(known, fc.constantFrom(...ways), async (script, tuning) => {
        const few = script.fuel < 50 ? { mostRounds: 1 } : {};
        const init = initOf(script);
        await performOn(
          script,
          await createGpuHashLife(init, { gpu, memoryMegabytes: 16 }, { ...tuning, ...few }),
        );
      }),
      cases(4),
    );
  });
});

// Short of slots, so that the limit is soon met.
describeContract(
  {
    ...GPU_HASHLIFE,
    create: (init, environment) => createGpuHashLife(init, environment, { mostSlots: 9000 }),
  },
  {
    grids: 4,
    // All but its steps is the CPU's HashLife, which is put through everything on all four; steps on all kinds of grid are above.
    sample: ["B3/S23", "B03/S23:T8,8"],
    leaps: true,
    // It is compiled by now, and fills the slots as well as another.
    growing: "B03/S23",
    leastMegabytes: 8,
    environment: () => ({ gpu }),
  },
);
