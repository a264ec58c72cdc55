// `bitwise` on threads is `bitwise`: the same cells at any number of threads, whatever happens and in whatever order threads meet.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import type { TileTeam } from "../../../engine/algorithms/cpu/tile-team.ts";
import { startTeam } from "../../../engine/algorithms/cpu/tile-team.ts";
import { HelperPool } from "../../../engine/algorithms/wasm/helpers.ts";
import type { MusterState } from "../../../engine/algorithms/wasm/muster.ts";
import { Muster, TILES_PACE } from "../../../engine/algorithms/wasm/muster.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { anySession, performSession } from "../../support/bitwise-session.ts";
import { brokenHelpers } from "../../support/broken-helpers.ts";
import { cases, patience } from "../../support/effort.ts";
import { addSoup, helperPools, seen } from "../../support/threaded-universes.ts";

const poolOf = helperPools();

interface Crew {
  readonly team: Promise<TileTeam>;
  /** Waits for the helpers of the present team. */
  readonly ready: () => Promise<void>;
}

/** Helpers that are called for every rule and stay, in generations of any size, with bunches of so many tiles. */
function crew(threads: number, bunch: number, delays = 0): Crew {
  const pool = poolOf(threads);
  let isCalled = false;
  const muster = (): Muster => {
    isCalled = true;
    return new Muster({ ...TILES_PACE, narrow: 0 }, "always");
  };
  const team = startTeam(pool, muster, bunch).then((started) => {
    started.kernel.setDelays(delays);
    return started;
  });
  const ready = async (): Promise<void> => {
    const { kernel } = await team;
    while (isCalled && kernel.getReady() < threads - 1)
      await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { team, ready };
}

interface World {
  readonly rule: string;
  readonly side: number;
  readonly steps: readonly number[];
}

const WORLDS: readonly World[] = [
  { rule: "B3/S23", side: 500, steps: [1, 20, 40] },
  { rule: "B3/S23:T500+5,333", side: 500, steps: [30, 7] },
  { rule: "B3/S23:T512,256", side: 500, steps: [30, 7] },
  { rule: "B3/S23:T0,300", side: 500, steps: [30, 7] },
  { rule: "B3/S23:T300,0", side: 500, steps: [30, 7] },
  { rule: "B3/S23:P450,411", side: 500, steps: [30, 7] },
  { rule: "B2/S34H", side: 400, steps: [1, 1, 33] },
  { rule: "B2/S34H:T401,400", side: 400, steps: [1, 1, 33] },
  { rule: "B013568/S01", side: 400, steps: [15, 20] },
  { rule: "B3-k4/S23:T400,400", side: 400, steps: [25, 1] },
  { rule: "B13/S012V", side: 300, steps: [25, 5] },
  { rule: "345/2/4", side: 400, steps: [1, 30, 10] },
  { rule: "345/2/4:T401+7,400", side: 400, steps: [1, 30, 10] },
  { rule: "3/2/256H:P300,333", side: 300, steps: [20, 1] },
  { rule: "JvN29:T401+7,400", side: 300, steps: [1, 3, 3] },
  { rule: "JvN29", side: 300, steps: [1, 3, 3] },
  // It grows by a cell a generation on every side, and so does the memory.
  { rule: "B1/S012345678", side: 1000, steps: [40, 60] },
];

async function filled({ rule, side }: World, crewed?: Crew): Promise<Universe> {
  const universe = await createBitwise(parseUniverseRule(rule), {}, { tableTiles: 0 }, crewed?.team);
  await addSoup(universe, side, 0.4);
  return universe;
}

/** What can be told from outside after each step, and how many tiles helpers computed in the last call of each. */
async function ran(
  world: World,
  crewed?: Crew,
): Promise<{ readonly all: readonly unknown[]; readonly helped: number }> {
  const universe = await filled(world, crewed);
  const all: unknown[] = [];
  let helped = 0;
  for (const by of world.steps) {
    await universe.step(universe.generation + BigInt(by));
    all.push(await seen(universe));
    helped += (await crewed?.team)?.kernel.getHelped() ?? 0;
    await crewed?.ready();
  }
  universe.dispose();
  return { all, helped };
}

/** By one thread, for all that are compared with it. */
const ranAlone = askedOnce((world: World) => ran(world));

describe.each([2, 3, 7])("a universe on %i threads", (threads) => {
  it("is the reference whatever is done to it", patience(60_000), async () => {
    await fc.assert(
      fc.asyncProperty(anySession, fc.integer({ min: 1, max: 3 }), fc.nat(), (session, bunch, delays) => {
        const { team, ready } = crew(threads, bunch, delays);
        const tuning = { sliceTiles: 1, collectAbove: 0, tableTiles: 20 };
        return performSession(session, (init) => createBitwise(init, {}, tuning, team), ready);
      }),
      cases(20),
    );
  });

  it(
    "has what one thread has on every grid, and helpers have computed some of it",
    patience(120_000),
    async () => {
      for (const world of WORLDS) {
        const expected = await ranAlone(world);
        // A machine with other things to do may let a helper come too late, so they are given several runs.
        for (let helped = 0; helped === 0; ) {
          const together = await ran(world, crew(threads, 4));
          expect(together.all, world.rule).toEqual(expected.all);
          helped = together.helped;
        }
      }
    },
  );
});

it("is the same in whatever order threads meet", patience(60_000), async () => {
  const world: World = { rule: "B3/S23:T300,301", side: 300, steps: [1, 12, 12] };
  const expected = await ran(world);
  for (let delays = 1; delays <= cases(15).numRuns; delays++) {
    expect((await ran(world, crew(3, 1 + (delays % 5), delays))).all).toEqual(expected.all);
  }
});

/** Helpers that take part in every other stretch. */
class Fickle extends Muster {
  #isTogether = true;

  constructor() {
    super({ ...TILES_PACE, narrow: 0 }, "always");
  }

  override get state(): MusterState {
    if (super.state !== "together") return super.state;
    return this.#isTogether ? "together" : "apart";
  }

  override account(): void {
    this.#isTogether = !this.#isTogether;
  }
}

it("is the reference while helpers come and go in the middle of generations", patience(60_000), async () => {
  const pool = poolOf(3);
  await fc.assert(
    fc.asyncProperty(anySession, fc.integer({ min: 1, max: 3 }), (session, bunch) => {
      const team = startTeam(pool, () => new Fickle(), bunch);
      const ready = async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 1));
      };
      const tuning = { sliceTiles: 1, collectAbove: 0, tableTiles: 20 };
      return performSession(session, (init) => createBitwise(init, {}, tuning, team), ready);
    }),
    cases(20),
  );
});

it("goes on when threads have no more room for letters", async () => {
  const world: World = { rule: "B3/S23", side: 3000, steps: [] };
  const crewed = crew(2, 64);
  const [ours, alone] = [await filled(world, crewed), await filled(world)];
  await ours.step(1n);
  await crewed.ready();
  await ours.step(2n);
  // From one tile to the next the owner changes, so that each writes several letters; there is room for 3,840 a thread.
  (await crewed.team).kernel.share(2, 0, 64, 0, 126, 9);
  await ours.step(12n);
  await alone.step(12n);
  expect(await seen(ours)).toEqual(await seen(alone));
  for (const universe of [ours, alone]) universe.dispose();
});

it("calls helpers where one short step follows another", async () => {
  const pool = poolOf(2);
  const muster = new Muster({ ...TILES_PACE, narrow: 0 });
  const team = startTeam(pool, () => muster);
  const ours = await filled(
    { rule: "B3/S23:T500,500", side: 500, steps: [] },
    { team, ready: async () => {} },
  );
  for (let k = 0; k < 2000 && muster.state === "alone"; k++) await ours.step(ours.generation + 1n);
  expect(muster.state).not.toBe("alone");
  ours.dispose();
});

it("stops at a complete generation while helpers are at work, and goes on from there", async () => {
  const world: World = { rule: "B3/S23", side: 1500, steps: [] };
  const crewed = crew(3, 64);
  const [ours, alone] = [await filled(world, crewed), await filled(world)];
  await ours.step(1n);
  await crewed.ready();
  const stop = new AbortController();
  setTimeout(() => stop.abort());
  expect(await ours.step(1_000_000n, { signal: stop.signal })).toBe("more");
  await alone.step(ours.generation);
  expect(await seen(ours)).toEqual(await seen(alone));
  for (const universe of [ours, alone]) await universe.step(universe.generation + 3n);
  expect(await seen(ours)).toEqual(await seen(alone));
  for (const universe of [ours, alone]) universe.dispose();
});

it("leaves a universe that is disposed of no helper", async () => {
  const crewed = crew(3, 4);
  const universe = await filled(WORLDS[0], crewed);
  await universe.step(2n);
  await crewed.ready();
  const { kernel } = await crewed.team;
  const before = kernel.getTeam();
  universe.dispose();
  expect([kernel.getReady(), kernel.getTeam()]).toEqual([0, before + 1]);
});

it("computes alone while no helper has begun, and when one breaks down", async () => {
  const lose: ((reason: string) => void)[] = [];
  const pool = new HelperPool(2, (_onFree, onLost) => {
    lose.push(onLost);
    return { send: () => undefined, close: () => undefined };
  });
  const team = startTeam(pool, () => new Muster(TILES_PACE, "always"));
  const world = WORLDS[0];
  const universe = await filled(world, { team, ready: async () => undefined });
  await universe.step(1n);
  expect(lose).toHaveLength(2);
  lose[0]("no memory");
  await universe.step(21n);
  await universe.step(61n);
  expect(await seen(universe)).toEqual((await ran(world)).all.at(-1));
  universe.dispose();
});

it("ends a step with one sentence when a helper breaks down in a generation, and still tells the one before it", async () => {
  const team = startTeam(
    brokenHelpers(() => undefined),
    () => new Muster({ ...TILES_PACE, narrow: 0 }, "always"),
  );
  const universe = await filled(
    { rule: "B3/S23", side: 1500, steps: [] },
    { team, ready: async () => undefined },
  );
  await universe.step(1n);
  const { kernel } = await team;
  while (kernel.getReady() < 1) await new Promise((resolve) => setTimeout(resolve, 1));
  const stepping = async (): Promise<unknown> => universe.step(universe.generation + 100_000n);
  await expect(stepping()).rejects.toMatchObject({
    code: "engine-lost",
    message: "A thread of bitwise broke down in the middle of a generation.",
  });
  await expect(stepping()).rejects.toMatchObject({ code: "engine-lost" });
  const alone = await filled({ rule: "B3/S23", side: 1500, steps: [] });
  await alone.step(universe.generation);
  expect(await seen(universe)).toEqual(await seen(alone));
  for (const one of [universe, alone]) one.dispose();
});
