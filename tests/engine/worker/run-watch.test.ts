// Runs that end by themselves: still lifes, oscillators of any period, death; under every algorithm and speed.

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Runs } from "../../../engine/core/runs.ts";
import { parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { RunEnd, RunUntil } from "../../../engine/worker/protocol/universe.ts";
import { RunWatch } from "../../../engine/worker/run-watch.ts";
import type { RemoteUniverse } from "../../../renderer/universe/remote-universe.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { GLIDER } from "../../support/local-editor.ts";
import { passTime, takeTime } from "../../support/own-time.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

let pair: EnginePair | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

const BOTH: RunUntil = { died: true, periodic: true };

interface Ended {
  readonly end: RunEnd | null;
  readonly generation: bigint;
}

async function run(
  cells: Runs,
  { rule = "B3/S23", algorithm = "bitwise", increment = 1n, interval = 0, until = BOTH } = {},
): Promise<Ended> {
  pair ??= enginePair();
  const universe = await pair.client.createUniverse({ ...parseUniverseRule(rule), algorithm, cells });
  const end = await universe.run({ increment, interval, until }, AbortSignal.timeout(50_000));
  const { generation } = universe;
  await universe.dispose();
  return { end, generation };
}

/** Fires when the universe has come to that generation. */
function whenAt(universe: RemoteUniverse, generation: bigint): AbortSignal {
  const controller = new AbortController();
  universe.store.subscribe((state) => {
    if (state.generation >= generation) controller.abort();
  });
  return controller.signal;
}

const PENTADECATHLON = cellsFromRle("10o!");
const OSCILLATORS = [
  { name: "block", cells: cellsFromRle("2o$2o!"), period: 1n },
  { name: "blinker", cells: cellsFromRle("3o!"), period: 2n },
  { name: "pentadecathlon", cells: PENTADECATHLON, period: 15n },
  // A glider on a torus is back after crossing it: 4 generations a cell.
  { name: "glider on a torus", cells: GLIDER, period: 4n * 13n * 16n, rule: "B3/S23:T13,16" },
];

describe("a run", () => {
  for (const { name, cells, period, rule } of OSCILLATORS) {
    it(`stops at the ${name}, and knows its period`, async () => {
      for (const algorithm of ["bitwise", "hashlife"]) {
        if (rule && algorithm === "hashlife") continue;
        for (const increment of [1n, 8n, 30n]) {
          const { end } = await run(cells, { rule, algorithm, increment });
          expect(end).toEqual({ kind: "periodic", period });
        }
      }
    });
  }

  it("stops when all is dead, but not where nothing ever lived", async () => {
    const dot = cellsFromRle("o!");
    expect(await run(dot, { until: { died: true } })).toMatchObject({ end: { kind: "died" } });
    expect(await run(dot, { until: BOTH })).toMatchObject({ end: { kind: "died" } });
    pair ??= enginePair();
    const empty = await pair.client.createUniverse(parseUniverseRule("B3/S23"));
    expect(await empty.run({ increment: 1n, interval: 0, until: BOTH }, whenAt(empty, 100n))).toBeNull();
  });

  it("begins anew after everything has died", async () => {
    pair ??= enginePair();
    for (const until of [{ died: true }, BOTH]) {
      const universe = await pair.client.createUniverse({
        ...parseUniverseRule("B3/S23"),
        cells: cellsFromRle("o!"),
      });
      const options = { increment: 1n, interval: 0, until };
      expect(await universe.run(options, AbortSignal.timeout(50_000))).toEqual({ kind: "died" });
      expect(await universe.run(options, whenAt(universe, universe.generation + 100n))).toBeNull();
      await universe.dispose();
    }
  });

  it("goes on where nobody asked for an end, and where there is none", async () => {
    pair ??= enginePair();
    for (const [cells, until] of [
      [cellsFromRle("3o!"), {}],
      [cellsFromRle("3o!"), { died: true }],
      [GLIDER, BOTH],
    ] as const) {
      const universe = await pair.client.createUniverse({ ...parseUniverseRule("B3/S23"), cells });
      expect(await universe.run({ increment: 1n, interval: 1, until }, whenAt(universe, 60n))).toBeNull();
    }
  });

  it("is not misled by an edit in the middle of it", async () => {
    pair ??= enginePair();
    const universe = await pair.client.createUniverse({
      ...parseUniverseRule("B3/S23"),
      cells: PENTADECATHLON,
    });
    takeTime();
    const running = universe.run({ increment: 1n, interval: 15, until: BOTH });
    await passTime(100);
    await universe.clear();
    await universe.writeRuns(cellsFromRle("3o!"), "or");
    vi.setTimerTickMode("nextTimerAsync");
    expect(await running).toEqual({ kind: "periodic", period: 2n });
  });

  it("keeps to its speed limit", async () => {
    pair ??= enginePair();
    takeTime();
    const universe = await pair.client.createUniverse({ ...parseUniverseRule("B3/S23"), cells: GLIDER });
    const running = universe.run({ increment: 3n, interval: 20 });
    const took = await passTime(400);
    await universe.stop();
    await running;
    // A tick each 20 ms, and the one that it begins with.
    expect(universe.generation).toBe(3n + 3n * BigInt(took / 20));
  });
});

describe("the watch", () => {
  /** A universe of which nothing is known but what repeats when. */
  const cycle = (period: bigint, from: bigint) => {
    const rule = parseRule("B3/S23");
    const universe = {
      rule,
      topology: { kind: "unbounded" } as const,
      generation: 0n,
      population: async () => 7n,
      hash: async () =>
        1n +
        (universe.generation < from
          ? universe.generation + 10n ** 9n
          : (universe.generation - from) % period),
    };
    return universe;
  };

  it("finds any period, from samples at any distance, and computes no more than one of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 5 }),
        async (length, before, strides) => {
          const [period, from] = [BigInt(length), BigInt(before)];
          const universe = cycle(period, from);
          const watch = new RunWatch({ periodic: true }, () => 0);
          for (let n = 0; n < 5000; n++) {
            const verdict = await watch.look(universe);
            if (verdict && "end" in verdict) {
              expect(verdict.end).toEqual({ kind: "periodic", period });
              expect(universe.generation).toBeGreaterThanOrEqual(from);
              return;
            }
            if (verdict) expect(verdict.aim - universe.generation).toBeLessThanOrEqual(period);
            universe.generation = verdict
              ? verdict.aim
              : universe.generation + BigInt(strides[n % strides.length] as number);
          }
          throw new Error("it was not found");
        },
      ),
    );
  });

  it("compares only generations of one parity where the background strobes", async () => {
    // Under B0 without S8 the same cells at an odd generation are another state.
    const universe = { ...cycle(3n, 0n), rule: parseRule("B03/S23") };
    const hash = async () => 1n + (universe.generation % 3n);
    const watch = new RunWatch({ periodic: true }, () => 0);
    for (; universe.generation < 40n; universe.generation++) {
      const verdict = await watch.look({ ...universe, hash });
      if (!verdict || !("end" in verdict)) continue;
      expect(verdict.end).toEqual({ kind: "periodic", period: 6n });
      return;
    }
    throw new Error("it was not found");
  });

  it("is not misled by a stop while it looks for the period", async () => {
    for (const moved of [-1n, 1n, 5n, 12n, 100n]) {
      let time = 0;
      const watch = new RunWatch({ periodic: true }, () => time++);
      const universe = cycle(12n, 0n);
      let held = false;
      for (let n = 0; n < 500; n++) {
        const verdict = await watch.look(universe);
        if (verdict && "end" in verdict) {
          expect(verdict.end).toEqual({ kind: "periodic", period: 12n });
          break;
        }
        // It is held up on the way to its first aim, or taken elsewhere.
        if (verdict && !held) {
          held = true;
          expect(watch.isDue).toBe(true);
          universe.generation = moved < 0n ? universe.generation : verdict.aim + moved;
        } else universe.generation = verdict ? verdict.aim : universe.generation + 36n;
      }
      expect(held).toBe(true);
    }
  });

  it("looks no more often than its cost allows", async () => {
    let time = 0;
    const watch = new RunWatch({ periodic: true }, () => time);
    const universe = { ...cycle(1000n, 0n), hash: async () => BigInt((time += 10)) };
    expect(watch.isDue).toBe(true);
    await watch.look(universe);
    expect(watch.isDue).toBe(false);
    time += 200;
    expect(watch.isDue).toBe(false);
    time += 200;
    expect(watch.isDue).toBe(true);
    expect(new RunWatch({}, () => time).isDue).toBe(false);
  });
});
