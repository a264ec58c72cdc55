import { describe, expect, test } from "vitest";
import { Hyperspeed } from "../../../../renderer/editor/time/hyperspeed.ts";
import type { Pace } from "../../../../renderer/editor/time/pace.ts";
import { mostExponent, stepOf, withBase, withExponent } from "../../../../renderer/editor/time/pace.ts";

/** A run whose steps take `cost` milliseconds each, and what hyperspeed makes of its pace. */
function rig(start: Pace) {
  let now = 1000;
  let generation = 0n;
  let pace = start;
  const hyperspeed = new Hyperspeed(() => now);
  const look = (growing: boolean): void => {
    pace = hyperspeed.next({ growing, pace, generation }) ?? pace;
  };
  return {
    look,
    step: (cost: number): void => {
      now += cost;
      generation += stepOf(pace);
      look(true);
    },
    get pace() {
      return pace;
    },
    set: (next: Pace): void => {
      pace = next;
    },
  };
}

const FLAT_OUT: Pace = { base: 2, exponent: 3, rate: null };

describe("hyperspeed", () => {
  test("grows the step while steps are quick, at most ten times a second", () => {
    const run = rig(FLAT_OUT);
    run.look(true);
    for (let i = 0; i < 100; i++) run.step(20);
    expect(run.pace.exponent).toBe(3 + 20);
  });

  test("leaves it where steps have become long", () => {
    const run = rig(FLAT_OUT);
    run.look(true);
    run.step(200);
    expect(run.pace.exponent).toBe(4);
    for (let i = 0; i < 10; i++) run.step(300);
    expect(run.pace.exponent).toBe(4);
    run.step(250);
    expect(run.pace.exponent).toBe(5);
  });

  test("does not take waiting for the next tick for work", () => {
    const run = rig({ ...FLAT_OUT, rate: 1 });
    run.look(true);
    run.step(1100);
    expect(run.pace.exponent).toBe(4);
    run.step(1400);
    expect(run.pace.exponent).toBe(4);
  });

  test("puts the step back when the run ends, unless it was set meanwhile", () => {
    const run = rig(FLAT_OUT);
    run.look(true);
    for (let i = 0; i < 3; i++) run.step(150);
    expect(run.pace.exponent).toBe(6);
    run.look(false);
    expect(run.pace).toEqual(FLAT_OUT);
    run.look(true);
    run.step(150);
    run.set({ ...run.pace, exponent: 20 });
    run.step(150);
    expect(run.pace.exponent).toBe(20);
    run.step(150);
    expect(run.pace.exponent).toBe(21);
    run.look(false);
    expect(run.pace.exponent).toBe(20);
  });

  test("ends where steps end", () => {
    const most = mostExponent(2);
    const run = rig({ ...FLAT_OUT, exponent: most - 1 });
    run.look(true);
    for (let i = 0; i < 5; i++) run.step(150);
    expect(run.pace.exponent).toBe(most);
  });

  test("counts from where an edit or undo has put the universe", () => {
    const hyperspeed = new Hyperspeed(() => 5000);
    expect(hyperspeed.next({ growing: true, pace: FLAT_OUT, generation: 1000n })).toBeNull();
    expect(hyperspeed.next({ growing: true, pace: FLAT_OUT, generation: 8n })).toBeNull();
    expect(hyperspeed.next({ growing: true, pace: FLAT_OUT, generation: 9n })).toBeNull();
  });
});

describe("a step", () => {
  test("of another base is as near as its powers come", () => {
    expect(withBase({ base: 2, exponent: 40, rate: null }, 10)).toEqual({
      base: 10,
      exponent: 12,
      rate: null,
    });
    expect(withBase({ base: 10, exponent: 3, rate: 5 }, 2)).toEqual({ base: 2, exponent: 9, rate: 5 });
    expect(withBase({ base: 7, exponent: 0, rate: 5 }, 3).exponent).toBe(0);
    expect(withBase({ base: 8, exponent: 5, rate: 5 }, 2).exponent).toBe(15);
  });

  test("never has more digits than an algorithm takes in one leap", () => {
    for (const base of [2, 3, 10, 1000]) {
      const { exponent } = withExponent({ base, exponent: 0, rate: null }, 1e9);
      expect(stepOf({ base, exponent }).toString(2).length).toBeLessThanOrEqual(2001);
      expect(stepOf({ base, exponent: exponent + 1 }) >> 2000n).toBeGreaterThan(0n);
    }
    expect(withExponent({ base: 2, exponent: 4, rate: null }, -3).exponent).toBe(0);
  });
});
