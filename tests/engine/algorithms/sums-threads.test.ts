// `sums` on threads is `sums`: the same cells at any number of threads, whatever happens and in whatever order threads meet.

import { describe, expect, it } from "vitest";
import type { Algorithm, Universe } from "../../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import type { SumStepper } from "../../../engine/algorithms/cpu/sum-stepper.ts";
import { startSumTeam } from "../../../engine/algorithms/cpu/sum-stepper.ts";
import { createSums, SUMS } from "../../../engine/algorithms/cpu/sums.ts";
import type { HelperTask } from "../../../engine/algorithms/wasm/helpers.ts";
import { HelperPool } from "../../../engine/algorithms/wasm/helpers.ts";
import type { MusterState } from "../../../engine/algorithms/wasm/muster.ts";
import { BANDS_PACE, Muster } from "../../../engine/algorithms/wasm/muster.ts";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../../support/agree.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { brokenHelpers } from "../../support/broken-helpers.ts";
import { anyCountedScenario, anyQuietScenario } from "../../support/counted-rules.ts";
import { cases, patience } from "../../support/effort.ts";
import { addSoup, helperPools, seen } from "../../support/threaded-universes.ts";

const poolOf = helperPools();

const teamOf = (threads: number, muster = eager, delays = 0): Promise<SumStepper> =>
  startSumTeam(poolOf(threads), muster, delays);

/** A judge that calls helpers for every rule and keeps them, in generations of any size. */
const eager = (): Muster => new Muster({ ...BANDS_PACE, narrow: 0 }, "always");

/** Helpers that take part in every other stretch. */
class Fickle extends Muster {
  #isTogether = true;

  constructor() {
    super({ ...BANDS_PACE, narrow: 0 }, "always");
  }

  override get state(): MusterState {
    if (super.state !== "together") return super.state;
    return this.#isTogether ? "together" : "apart";
  }

  override account(): void {
    this.#isTogether = !this.#isTogether;
  }
}

/** Waits for the helpers that were called. */
async function begun(stepper: SumStepper): Promise<void> {
  while ((stepper.help?.team.late ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** `sums` with helpers, which waits before each step for those that were called. */
function helpedSums(stepper: () => Promise<SumStepper>): Algorithm {
  return {
    ...SUMS,
    create: async (init, environment) => {
      const started = await stepper();
      const universe = await createSums(init, environment, Promise.resolve(started));
      const step = universe.step.bind(universe);
      universe.step = async (target, budget) => {
        await begun(started);
        return step(target, budget);
      };
      return universe;
    },
  };
}

interface World {
  readonly rule: string;
  /** Of the soup. */
  readonly side: number;
  readonly density?: number;
  readonly steps: readonly number[];
}

const SQUARE = "R5,C0,M1,S30..60,B30..50,NM";

const WORLDS: readonly World[] = [
  { rule: `${SQUARE}:T1031,777`, side: 900, steps: [1, 9, 30] },
  { rule: `${SQUARE}:P513,1000`, side: 900, steps: [1, 9, 30] },
  { rule: SQUARE, side: 500, steps: [1, 9, 30] },
  { rule: `${SQUARE}:T0,700`, side: 500, steps: [1, 30] },
  { rule: `${SQUARE}:T700,0`, side: 500, steps: [1, 30] },
  { rule: "R31,C2,S900-2000,B1000-1800,NM:T390,650", side: 650, steps: [1, 6] },
  { rule: "R10,C0,M1,S100..200,B75..170,NC:T515,641", side: 640, steps: [1, 25] },
  { rule: "R10,C0,M1,S123..212,B123..170,NC:T700,641", side: 640, steps: [1, 40, 60] },
  { rule: "R4,C5,M1,S20..45,B20..35,NC:T640,777", side: 700, steps: [1, 25] },
  { rule: "R4,C5,M1,S20..45,B20..35,NC:T601,777", side: 700, steps: [1, 25] },
  { rule: "R2,C2,S8-14,B0,9-12,20,NM:T300,700", side: 650, steps: [1, 1, 25] },
  { rule: "R1,C2,S4-7,B4-6,NL:T300,700", side: 650, steps: [1, 1, 25] },
  // Life on every second cell, of which most comes to sleep; then with a state that fades.
  { rule: "R2,C2,S2-3,B3,N@A82415:T800,900", side: 400, density: 0.1, steps: [1, 30, 60] },
  { rule: "R2,C4,S2-3,B3,N@A82415:T771,900", side: 400, density: 0.1, steps: [1, 30, 60] },
  { rule: "R2,C2,S2-3,B3,N@A82415", side: 400, density: 0.1, steps: [1, 30, 60] },
];

async function filled({ rule, side, density = 0.45 }: World, stepper?: SumStepper): Promise<Universe> {
  const universe = await createSums(parseUniverseRule(rule), {}, stepper && Promise.resolve(stepper));
  await addSoup(universe, side, density);
  return universe;
}

/** What can be told from outside after each step, and whether helpers computed some of it. */
async function ran(
  world: World,
  stepper?: SumStepper,
): Promise<{ readonly all: readonly unknown[]; readonly isHelped: boolean }> {
  const universe = await filled(world, stepper);
  const all: unknown[] = [];
  let helped = 0;
  for (const by of world.steps) {
    if (stepper) await begun(stepper);
    const target = universe.generation + BigInt(by);
    while ((await universe.step(target, { milliseconds: 0 })) === "more")
      helped += stepper?.help?.team.helped ?? 0;
    all.push(await seen(universe));
  }
  universe.dispose();
  return { all, isHelped: helped > 0 };
}

/** By one thread, for all that are compared with it. */
const ranAlone = askedOnce((world: World) => ran(world));

describe.each([2, 3, 7])("sums on %i threads", (threads) => {
  it("are those of the reference whatever is done to them", patience(60_000), async () => {
    const helped = helpedSums(() => teamOf(threads, eager, 3));
    await assertAgreement(REFERENCE, [helped], {}, 6, anyCountedScenario);
    await assertAgreement(REFERENCE, [helped], {}, 6, anyQuietScenario);
  });

  it("are those of one thread on every grid, and helpers have computed some", patience(120_000), async () => {
    for (const world of WORLDS) {
      const expected = await ranAlone(world);
      // A machine with other things to do may let a helper come too late, so they are given several runs.
      for (let isHelped = false; !isHelped; ) {
        const together = await ran(world, await teamOf(threads));
        expect(together.all, world.rule).toEqual(expected.all);
        isHelped = together.isHelped;
      }
    }
  });
});

it("are the same in whatever order threads meet", patience(30_000), async () => {
  const world: World = { rule: "R2,C2,S7-13,B8-11,NM:T200,900", side: 900, steps: [1, 8] };
  const expected = await ran(world);
  for (let delays = 1; delays <= cases(15).numRuns; delays++) {
    const stepper = await teamOf(3, eager, delays);
    expect((await ran(world, stepper)).all, `${delays}`).toEqual(expected.all);
  }
});

it("are the reference's while helpers come and go", patience(60_000), async () => {
  const helped = helpedSums(() => teamOf(3, () => new Fickle(), 5));
  await assertAgreement(REFERENCE, [helped], {}, 8, anyQuietScenario);
});

it("stop at a complete generation while helpers are at work, and go on from there", async () => {
  const world: World = { rule: `${SQUARE}:T1500,1500`, side: 1400, steps: [] };
  const stepper = await teamOf(3);
  const [ours, alone] = [await filled(world, stepper), await filled(world)];
  await ours.step(1n);
  await begun(stepper);
  const stop = new AbortController();
  setTimeout(() => stop.abort());
  expect(await ours.step(1_000_000n, { signal: stop.signal })).toBe("more");
  await alone.step(ours.generation);
  expect(await seen(ours)).toEqual(await seen(alone));
  // What is written in the middle of a generation takes part in it.
  await ours.step(ours.generation + 1n, { milliseconds: 0 });
  const block = createBlock(0n, 0n, 40, 3);
  setBlockRun(block, 0, 1, 40);
  await alone.step(ours.generation);
  for (const universe of [ours, alone]) {
    await universe.writeBlock(block, "xor");
    await universe.step(universe.generation + 3n);
  }
  expect(await seen(ours)).toEqual(await seen(alone));
  for (const universe of [ours, alone]) universe.dispose();
});

/** Threads that never begin, and what is sent to them. */
function deafPool(): {
  readonly pool: HelperPool;
  readonly tasks: HelperTask[];
  readonly lose: ((reason: string) => void)[];
  /** Lets those go that were sent away. */
  readonly release: () => void;
} {
  const tasks: HelperTask[] = [];
  const lose: ((reason: string) => void)[] = [];
  const waiting: { readonly task: HelperTask; readonly onFree: () => void }[] = [];
  const pool = new HelperPool(2, (onFree, onLost) => {
    lose.push(onLost);
    const send = (task: HelperTask): void => {
      tasks.push(task);
      waiting.push({ task, onFree });
    };
    return { send, close: () => undefined };
  });
  const release = (): void => {
    for (const one of waiting.splice(0)) {
      if (teamIn(one.task) === one.task.team) waiting.push(one);
      else one.onFree();
    }
  };
  return { pool, tasks, lose, release };
}

/** The number of the team in a memory. */
const teamIn = ({ memory }: HelperTask): number => new Int32Array(memory.buffer)[128 / 4] as number;

it("send helpers away with the rule, the box or the universe that they were called for", async () => {
  const { pool, tasks, release } = deafPool();
  const stepper = await startSumTeam(pool, eager);
  const universe = await filled({ rule: SQUARE, side: 300, steps: [] }, stepper);
  release();
  const present = (): HelperTask => tasks.at(-1) as HelperTask;
  const isGone = (task: HelperTask): boolean => teamIn(task) !== task.team;
  const called = [present()];
  expect([isGone(present()), stepper.help?.team.late]).toEqual([false, 2]);
  universe.setRule(parseUniverseRule("R3,C2,S9-23,B15-19,NH").rule);
  expect(called.map(isGone)).toEqual([true]);
  called.push(present());
  expect(isGone(present())).toBe(false);
  release();
  // Cells further and further away are laid out anew each time, in two memories by turns.
  const cell = createBlock(0n, 0n, 9, 9);
  setBlockRun(cell, 0, 4, 9);
  for (const x of [9000n, 20_000n, 40_000n]) {
    await universe.clear();
    await universe.writeBlock({ ...cell, x }, "or");
    expect(called.map(isGone)).toEqual(called.map(() => true));
    called.push(present());
    expect(isGone(present())).toBe(false);
    release();
  }
  // Helpers who wake late know that they are gone: a memory's teams have numbers that never come again.
  const teams = called.map(({ memory, team }) => ({ memory, team }));
  for (const [i, one] of teams.entries())
    for (const other of teams.slice(0, i))
      if (other.memory === one.memory) expect(one.team).toBeGreaterThan(other.team ?? 0);
  expect(new Set(teams.map(({ memory }) => memory)).size).toBeLessThan(teams.length);
  expect(universe.threads).toBe(3);
  // Running sums have none.
  universe.setRule(parseUniverseRule("R2,C2,S4,6,B6,NW2020200000200020000020202").rule);
  expect(called.map(isGone)).toEqual(called.map(() => true));
  expect([stepper.help?.team.late, universe.threads]).toEqual([0, 1]);
  release();
  universe.setRule(parseUniverseRule(SQUARE).rule);
  called.push(present());
  expect(isGone(present())).toBe(false);
  universe.dispose();
  expect([isGone(present()), stepper.help?.team.late]).toEqual([true, 0]);
});

it("start no thread twice where one box follows another before helpers are free again", async () => {
  const { pool, lose, tasks, release } = deafPool();
  const stepper = await startSumTeam(pool, eager);
  const universe = await filled({ rule: SQUARE, side: 300, steps: [] }, stepper);
  const cell = createBlock(0n, 0n, 9, 9);
  setBlockRun(cell, 0, 4, 9);
  for (let x = 9000n; x < 10n ** 8n; x *= 2n) {
    await universe.clear();
    await universe.writeBlock({ ...cell, x }, "or");
    await universe.step(universe.generation + 1n);
  }
  expect(lose).toHaveLength(2);
  // Each is at one task, and has one that waits. Then both come to the present box, and to no other.
  expect(tasks).toHaveLength(4);
  release();
  release();
  expect(tasks).toHaveLength(6);
  for (const task of tasks.slice(0, 4)) expect(teamIn(task)).not.toBe(task.team);
  for (const task of tasks.slice(4)) expect(teamIn(task)).toBe(task.team);
  universe.dispose();
});

it("are not judged while helpers are on their way to a new box", async () => {
  let judged = 0;
  class Decided extends Muster {
    override get state(): MusterState {
      return "together";
    }

    override account(): void {
      judged++;
    }
  }
  const { pool, tasks } = deafPool();
  const stepper = await startSumTeam(pool, () => new Decided({ ...BANDS_PACE, narrow: 0 }));
  const universe = await filled({ rule: `${SQUARE}:T640,250`, side: 180, steps: [] }, stepper);
  await universe.step(5n);
  expect([tasks.length, judged]).toEqual([2, 0]);
  universe.dispose();
});

it("are computed alone while no helper has begun, and when one breaks down", async () => {
  const { pool, lose } = deafPool();
  const world = WORLDS[0] as World;
  const universe = await filled(world, await startSumTeam(pool, eager));
  await universe.step(1n);
  expect(lose).toHaveLength(2);
  lose[0]?.("no memory");
  await universe.step(10n);
  await universe.step(40n);
  expect(await seen(universe)).toEqual((await ranAlone(world)).all.at(-1));
  universe.dispose();
});

it("end a step with one sentence when a helper breaks down in a generation, and still tell the one before it", async () => {
  const broken = brokenHelpers(() => undefined);
  const stepper = await startSumTeam(broken, eager);
  const world: World = { rule: `${SQUARE}:T1500,1500`, side: 1400, steps: [] };
  const universe = await filled(world, stepper);
  await begun(stepper);
  const stepping = async (): Promise<unknown> => universe.step(universe.generation + 100_000n);
  await expect(stepping()).rejects.toMatchObject({
    code: "engine-lost",
    message: "A thread of sums broke down in the middle of a generation.",
  });
  await expect(stepping()).rejects.toMatchObject({ code: "engine-lost" });
  const alone = await filled(world);
  await alone.step(universe.generation);
  expect(await seen(universe)).toEqual(await seen(alone));
  for (const one of [universe, alone]) one.dispose();
});

it("call no helpers to a box of a few tiles", async () => {
  const { pool, tasks } = deafPool();
  const stepper = await startSumTeam(pool, () => new Muster(BANDS_PACE, "always"));
  const small = await filled({ rule: `${SQUARE}:T640,190`, side: 180, steps: [] }, stepper);
  await small.step(3n);
  expect(tasks).toEqual([]);
  const large = await filled({ rule: `${SQUARE}:T640,250`, side: 180, steps: [] }, stepper);
  expect(tasks).toHaveLength(2);
  for (const universe of [small, large]) universe.dispose();
});

it("are judged anew in the next box, though they were in vain in the one before", async () => {
  let judged = 0;
  class Disappointed extends Muster {
    isInVain = false;

    override get narrow(): number {
      return this.isInVain ? 1000 : super.narrow;
    }

    override account(): void {
      judged++;
    }
  }
  const muster = new Disappointed(BANDS_PACE, "always");
  const { pool, tasks } = deafPool();
  const stepper = await startSumTeam(pool, () => muster);
  const universe = await filled({ rule: SQUARE, side: 600, steps: [] }, stepper);
  expect(tasks).toHaveLength(2);
  muster.isInVain = true;
  await universe.clear();
  await universe.writeBlock(
    { ...soupBlock({ seed: 5, density: 0.4, width: 600, height: 600 }), x: 9000n },
    "or",
  );
  await universe.step(1n);
  expect(tasks).toHaveLength(4);
  expect(judged).toBeGreaterThan(0);
  universe.dispose();
});

it("tell that a run of a large soup will want helpers", () => {
  const { rule } = parseUniverseRule(SQUARE);
  expect(rule.reach).toBe(5);
  const soup = { width: 2048, height: 1024, density: 0.5 };
  expect(SUMS.isMuch?.({ soup, generations: 1024n })).toBe(true);
  expect(SUMS.isMuch?.({ soup, generations: 1023n })).toBe(false);
  expect(SUMS.isMuch?.({ soup: { ...soup, width: 2000 }, generations: 10n ** 9n })).toBe(false);
  expect(SUMS.isMuch?.({ generations: 10n ** 9n })).toBe(false);
});
