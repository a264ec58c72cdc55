// How a run asks its universe to step, with a universe that only counts.

import { describe, expect, it } from "vitest";
import type { StepBudget, StepOutcome, Universe } from "../../../engine/algorithms/algorithm.ts";
import { Session } from "../../../engine/worker/session.ts";

const INCREMENT = 30n;

/** Takes no time for a generation, or `milliseconds` of the clock. */
async function targetsOf(leaps: boolean, interval: number, milliseconds = 0): Promise<bigint[]> {
  const targets: bigint[] = [];
  const ahead: unknown[] = [];
  const universe = {
    generation: 0n,
    async step(target: bigint, budget: StepBudget): Promise<StepOutcome> {
      if (targets.at(-1) !== target) targets.push(target);
      ahead.push(budget.ahead);
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      this.generation = milliseconds === 0 ? target : this.generation + 1n;
      return this.generation === target ? "done" : "more";
    },
  };
  const session = new Session(1, universe as unknown as Universe, () => undefined, leaps);
  const controller = new AbortController();
  const running = session.run({ increment: INCREMENT, interval }, controller);
  await new Promise((resolve) => setTimeout(resolve, 120));
  controller.abort();
  await running;
  expect(new Set(ahead)).toEqual(new Set([interval === 0]));
  return targets;
}

describe("a run", () => {
  it("flat out takes more and more increments together, and always whole ones", async () => {
    const targets = await targetsOf(false, 0);
    expect(targets.slice(0, 3)).toEqual([30n, 90n, 210n]);
    for (const target of targets) expect(target % INCREMENT).toBe(0n);
  });

  it("takes one at a time where they are slow", async () => {
    const targets = await targetsOf(false, 0, 1.9);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets).toEqual(targets.map((_, i) => INCREMENT * BigInt(i + 1)));
  });

  it("takes one at a time where a step of many is no sequence of small ones, and at a speed", async () => {
    for (const targets of [await targetsOf(true, 0), await targetsOf(false, 20)]) {
      expect(targets.length).toBeGreaterThan(2);
      expect(targets).toEqual(targets.map((_, i) => INCREMENT * BigInt(i + 1)));
    }
  });
});
