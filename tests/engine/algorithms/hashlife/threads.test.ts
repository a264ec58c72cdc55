// HashLife on threads is HashLife: the same cells at any number of threads, whatever happens and in whatever order threads meet.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseOf } from "../../../../engine/algorithms/hashlife/base-kernel.ts";
import type { HashLifeCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { createHashLife } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import type { ThreadedCore } from "../../../../engine/algorithms/hashlife/threaded-core.ts";
import { startThreadedCore } from "../../../../engine/algorithms/hashlife/threaded-core.ts";
import { HelperPool } from "../../../../engine/algorithms/wasm/helpers.ts";
import { Muster, ROWS_PACE } from "../../../../engine/algorithms/wasm/muster.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { nodeHelpers } from "../../../../engine/node/kernel-helpers.ts";
import type { UniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { askedOnce } from "../../../support/asked-once.ts";
import { brokenHelpers } from "../../../support/broken-helpers.ts";
import { cases, patience } from "../../../support/effort.ts";
import { anyScript, anyStatedScript, initOf, performScript } from "../../../support/hashlife-script.ts";
import { addSoup, helperPools, seen } from "../../../support/threaded-universes.ts";

const poolOf = helperPools();

/** A core whose helpers are there from the first step on and stay. */
async function threaded(threads: number, delays = 0, rule?: UniverseRule): Promise<ThreadedCore> {
  const pool = poolOf(threads);
  const core = await startThreadedCore(pool, new Muster(ROWS_PACE, "always"), baseFor(rule), 0);
  core.setDelays(delays);
  while (core.ready < threads - 1) await new Promise((resolve) => setTimeout(resolve, 1));
  return core;
}

function baseFor(rule?: UniverseRule): WebAssembly.Module | null {
  return rule && rule.rule.states > 2 ? baseOf(rule.rule, rule.topology, true).module : null;
}

/** Words of the kernel's memory: how many helpers have begun, and the index of young nodes. */
const READY = 3200 / 4;
const YOUNG = [16384 / 4, 32768 / 4] as const;

/** A pool of one helper, which has begun when it has been sent: it shares the table before that is laid out. */
function promptHelper(): HelperPool {
  return new HelperPool(1, () => {
    const inner = nodeHelpers(1);
    return {
      send: (task) => {
        inner.send(1, task, () => undefined);
        const words = new Int32Array(task.memory.buffer);
        while (Atomics.load(words, READY) === 0) Atomics.wait(words, READY, 0, 1);
      },
      close: () => inner.close(),
    };
  });
}

it.each(["B3/S23", "345/2/4", "WireWorld"])("asks for helpers under %s", async (text) => {
  const asked: HelperPool[] = [];
  const helpers = async (): Promise<HelperPool> => {
    asked.push(nodeHelpers(1));
    return asked[0];
  };
  const universe = await createHashLife(parseUniverseRule(text), { helpers });
  universe.dispose();
  expect(asked).toHaveLength(1);
  for (const pool of asked) pool.close();
});

/** Runs a soup and answers what can be told from outside. */
async function ran(soup: SoupRun, core?: Promise<HashLifeCore>): Promise<readonly unknown[]> {
  const universe = await createHashLife(parseUniverseRule(soup.rule), {}, {}, core);
  await addSoup(universe, 300, 0.4);
  for (const by of soup.steps) await universe.step(universe.generation + by);
  const all = await seen(universe);
  universe.dispose();
  return all;
}

interface SoupRun {
  readonly rule: string;
  readonly steps: readonly bigint[];
}

const SOUPS: readonly SoupRun[] = [
  { rule: "B3/S23", steps: [1n, 7n, 64n, 64n, 300n] },
  { rule: "B03/S23", steps: [33n, 64n, 128n] },
  { rule: "B36/S125H:T512,512", steps: [100n, 256n] },
  { rule: "B3/S23", steps: [1024n] },
  { rule: "WireWorld", steps: [1n, 64n, 256n] },
  { rule: "345/2/4:T512,512", steps: [100n, 256n] },
  { rule: "/2/20", steps: [7n, 128n] },
];

/** By one thread, for all that are compared with it. */
const ranAlone = askedOnce((soup: SoupRun) => ran(soup));

describe.each([2, 3, 7])("a universe on %i threads", (threads) => {
  it("is that of bitwise after any script", patience(60_000), async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, fc.nat(), (script, delays) =>
        performScript(script, threaded(threads, delays)),
      ),
      cases(12),
    );
  });

  it("of cells in states is that of bitwise after any script", patience(60_000), async () => {
    await fc.assert(
      fc.asyncProperty(anyStatedScript, fc.nat(), (script, delays) =>
        performScript(script, threaded(threads, delays, initOf(script))),
      ),
      cases(12),
    );
  });

  it("has what one thread has, and helpers have computed some of it", patience(120_000), async () => {
    for (const soup of SOUPS) {
      const expected = await ranAlone(soup);
      // A machine with other things to do may let a helper begin too late, so they are given several runs.
      for (let thefts = 0; thefts === 0; ) {
        const core = await threaded(threads, 0, parseUniverseRule(soup.rule));
        expect(await ran(soup, Promise.resolve(core))).toEqual(expected);
        thefts = core.thefts;
      }
    }
  });
});

it("has no young nodes, which helpers would not find, when they share the table from the beginning", async () => {
  for (const rule of ["B3/S23", "345/2/4:T512,512"]) {
    const soup = { rule, steps: [100n, 256n] };
    const base = baseFor(parseUniverseRule(rule));
    const core = await startThreadedCore(promptHelper(), new Muster(ROWS_PACE, "always"), base);
    expect(core.ready).toBe(1);
    expect(await ran(soup, Promise.resolve(core))).toEqual(await ran(soup));
    expect(new Set(core.words.subarray(...YOUNG))).toEqual(new Set([0]));
  }
});

it("is the same in whatever order threads meet", patience(60_000), async () => {
  const soup = { rule: "B3/S23", steps: [64n, 100n] };
  const expected = await ran(soup);
  for (let delays = 1; delays <= cases(15).numRuns; delays++) {
    expect(await ran(soup, threaded(3, delays))).toEqual(expected);
  }
});

it("enters every square into a larger index once, whoever enters it", async () => {
  for (let delays = 0; delays <= 4; delays++) {
    const core = await threaded(3, delays);
    const { initTable, clearIndex, indexUsed } = core;
    let [marks, index, slots, words] = [0, 0, 0, 0];
    let grown = 0;
    Object.assign(core, {
      initTable: (...at: Parameters<typeof initTable>) => {
        [marks, , index, slots] = at;
        initTable(...at);
      },
      clearIndex: (bits: number) => {
        words = 2 ** bits;
        clearIndex(bits);
      },
      indexUsed: (from: number, to: number) => {
        indexUsed(from, to);
        if (to < core.getUsed()) return;
        grown++;
        const entries = core.words.subarray(index / 4, index / 4 + words).filter((entry) => entry !== 0);
        const entered = entries.map((entry) => entry & ~31).sort();
        const isUsed = (n: number): boolean => ((core.words[(marks >> 2) + (n >> 5)] >>> (n & 31)) & 1) === 1;
        const used = Array.from({ length: to }, (_, n) => n).filter(isUsed);
        expect(entered.length).toBe(used.length);
        expect(used.every((n, k) => slots + 32 * n === entered[k])).toBe(true);
      },
    });
    const universe = await createHashLife(parseUniverseRule("B3/S23"), {}, {}, Promise.resolve(core));
    await universe.writeBlock(soupBlock({ seed: 5, density: 0.4, width: 600, height: 600 }), "or");
    await universe.step(1n);
    // From here on helpers take part.
    grown = 0;
    await universe.step(200n);
    expect(grown).toBe(1);
    universe.dispose();
  }
});

it("ends a step with one sentence when a helper breaks down in it, and still tells its cells", async () => {
  const init = parseUniverseRule("345/2/4");
  const core = await startThreadedCore(
    brokenHelpers(() => undefined),
    new Muster(ROWS_PACE, "always"),
    baseFor(init),
  );
  const universe = await createHashLife(init, {}, {}, Promise.resolve(core));
  await universe.writeBlock(
    { ...soupBlock({ seed: 5, density: 0.4, width: 900, height: 900, states: [1, 2, 3] }), x: 0n, y: 0n },
    "or",
  );
  while (core.ready < 1) await new Promise((resolve) => setTimeout(resolve, 1));
  await expect(universe.step(100_000n, { stride: 64n })).rejects.toMatchObject({
    code: "engine-lost",
    message: expect.stringMatching(/^A thread of HashLife broke down: /),
  });
  await expect(universe.step(200_000n)).rejects.toMatchObject({ code: "engine-lost" });
  expect(await universe.population()).toBeGreaterThan(0n);
  universe.dispose();
});
