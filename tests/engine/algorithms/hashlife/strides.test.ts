// Many steps asked for at once are the same steps, whoever takes them, wherever they are interrupted.

import { describe, expect, it } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { createHashLife } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { FINISHED, NEEDS_ROOM } from "../../../../engine/algorithms/hashlife/layout.ts";
import { leastLevel, writeSchedule } from "../../../../engine/algorithms/hashlife/schedule.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { parseRule, parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { makeRoom, plant, putRule } from "../../../support/hashlife-twin/cores.ts";
import { soup, twins } from "../../../support/hashlife-twin/twins.ts";

const SOUP = { ...soupBlock({ seed: 8, density: 0.4, width: 60, height: 60 }), x: -30n, y: -30n };

async function universeOf(rule: string, tuned = false): Promise<Universe> {
  const universe = await createHashLife(
    parseUniverseRule(rule),
    tuned ? { memoryMegabytes: 2 } : {},
    tuned ? { fuel: 3, collectFrom: 1 } : {},
  );
  await universe.writeBlock(SOUP, "or");
  return universe;
}

/** Step after step, each asked for by itself. */
async function stepped(rule: string, target: bigint, stride: bigint): Promise<Universe> {
  const universe = await universeOf(rule);
  while (universe.generation < target) {
    const next = universe.generation + stride;
    await universe.step(next < target ? next : target);
  }
  return universe;
}

describe("steps in one call of the core", () => {
  it("make the same slots in kernel and twin, however often they are stopped", async () => {
    const stride = 12n;
    const least = leastLevel(stride);
    const pair = await twins(10);
    let bits = 10;
    for (const core of pair.cores) {
      putRule(core, parseRule("B3/S23"));
      core.setStep(writeSchedule(core, stride), 0);
    }
    const room = (slots: number): void => {
      bits = pair.both((core) => makeRoom(core, slots, bits));
    };
    room(2048);
    const cells = soup(6, 5, 0.35);
    const square = pair.both((core) => plant(core, cells));
    const level = pair.both((core) => core.pad(square, 6, least));
    const root = pair.both((core) => core.getSquare());
    for (const core of pair.cores) core.begin(root, level, 1);
    const steps = 20;
    let done = 0;
    for (let stop = 0; ; stop++) {
      const outcome = pair.both((core) => core.run(1 + (stop % 40), steps - 1 - done, least, 0));
      done += pair.both((core) => core.getSteps());
      const at = pair.both((core) => core.getRootLevel());
      expect(at).toBeGreaterThanOrEqual(least);
      pair.both((core) => core.population(core.getSquare(), at));
      pair.expectSame();
      if (outcome === NEEDS_ROOM) room(1024);
      if (outcome !== FINISHED) continue;
      if (done === steps - 1) break;
      // It was left to the host for want of room.
      room(1024);
      const answer = pair.both((core) => core.getAnswer());
      const trimmed = pair.both((core) => core.trim(answer, at - 1, least));
      const padded = pair.both((core) => core.pad(core.getSquare(), trimmed, least));
      const next = pair.both((core) => core.getSquare());
      for (const core of pair.cores) core.begin(next, padded, 1);
      done++;
    }
    expect(done).toBe(steps - 1);
    const straight = await twins(16);
    const [first] = straight.cores;
    putRule(first, parseRule("B3/S23"));
    const whole = BigInt(steps) * stride;
    first.setStep(writeSchedule(first, whole), 0);
    const top = first.pad(plant(first, cells), 6, leastLevel(whole));
    first.begin(first.getSquare(), top, 1);
    expect(first.run(1e6, 0, 0, 0)).toBe(FINISHED);
    const lives = pair.cores[0].population(
      pair.cores[0].getAnswer(),
      pair.both((core) => core.getRootLevel()) - 1,
    );
    expect(lives).toBe(first.population(first.getAnswer(), top - 1));
  });
});

describe("a universe that is stepped by a stride", () => {
  for (const rule of ["B3/S23", "B36/S23", "B0123478/S34678", "B3/S23:T64,64"]) {
    it(`comes to what its single steps come to: ${rule}`, { timeout: 60_000 }, async () => {
      for (const [target, stride] of [
        [500n, 7n],
        [1000n, 64n],
        [90n, 1n],
      ] as const) {
        const expected = await (await stepped(rule, target, stride)).hash();
        for (const universe of [await universeOf(rule), await universeOf(rule, true)]) {
          expect(await universe.step(target, { stride })).toBe("done");
          expect(universe.generation).toBe(target);
          expect(await universe.hash()).toBe(expected);
        }
      }
    });
  }

  it("is at a whole step whenever it is left, and goes on from there", async () => {
    const universe = await universeOf("B3/S23", true);
    const seen = new Set<bigint>();
    while ((await universe.step(640n, { stride: 16n, milliseconds: 0 })) === "more") {
      expect(universe.generation % 16n).toBe(0n);
      seen.add(universe.generation);
      if (seen.size % 5 === 0) {
        const straight = await universeOf("B3/S23");
        await straight.step(universe.generation);
        expect(await universe.hash()).toBe(await straight.hash());
        // A change of mind: somewhere else, and back to the stride.
        await universe.step(universe.generation + 16n);
      }
    }
    expect(universe.generation).toBe(640n);
    expect(seen.size).toBeGreaterThan(3);
    expect(await universe.hash()).toBe(await (await stepped("B3/S23", 640n, 16n)).hash());
  });

  it.each(["B03/S23", "B3/S23", "B0/S8"])("follow a rule that was set just before: %s", async (rule) => {
    const inOne = await universeOf("B36/S23");
    const oneByOne = await universeOf("B36/S23");
    for (const universe of [inOne, oneByOne]) universe.setRule(parseRule(rule));
    await inOne.step(64n, { stride: 1n });
    for (let target = 1n; target <= 64n; target++) await oneByOne.step(target);
    expect(await inOne.hash()).toBe(await oneByOne.hash());
  });

  it("has no steps to take when nothing is alive", async () => {
    const universe = await universeOf("B3/S23");
    await universe.clear();
    expect(await universe.step(2n ** 80n, { stride: 1n, milliseconds: 1000 })).toBe("done");
    expect(universe.generation).toBe(2n ** 80n);
  });
});
