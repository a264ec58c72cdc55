// When helpers come, stay and leave, by made-up rates.

import { describe, expect, it } from "vitest";
import type { MusterState } from "../../../../engine/algorithms/hashlife/muster.ts";
import { Muster } from "../../../../engine/algorithms/hashlife/muster.ts";

/** Computes for so long in stretches of two milliseconds, at a rate a state. Answers the states passed through, with their lengths. */
function spend(muster: Muster, milliseconds: number, rate: (state: MusterState) => number, isHelped = false) {
  const passed: [MusterState, number][] = [];
  for (let spent = 0; spent < milliseconds; spent += 2) {
    const { state } = muster;
    const last = passed.at(-1);
    if (last?.[0] === state) last[1] += 2;
    else passed.push([state, 2]);
    muster.account(2, 2 * rate(state), isHelped);
    if (muster.state === "calling") muster.join();
  }
  return passed;
}

const twice = (state: MusterState): number => (state === "together" ? 200 : 100);

describe("a muster", () => {
  it("calls helpers after 60 milliseconds, and not for less", () => {
    const muster = new Muster();
    for (let k = 0; k < 29; k++) muster.account(2, 200, false);
    expect(muster.state).toBe("alone");
    muster.account(2, 200, false);
    expect(muster.state).toBe("calling");
    // It computes alone until they are there.
    muster.account(100, 10_000, false);
    expect(muster.state).toBe("calling");
  });

  it("keeps helpers that are worth it, and looks again after spans that grow", () => {
    expect(spend(new Muster(), 60 + 1000 + 30 + 2000 + 30 + 4000, twice)).toEqual([
      ["alone", 60],
      ["together", 1000],
      ["hushed", 30],
      ["together", 2000],
      ["hushed", 30],
      ["together", 4000],
    ]);
  });

  it("sends helpers away for good that bring nothing, within a second", () => {
    const passed = spend(new Muster(), 2000, () => 100);
    expect(passed.map(([state]) => state)).toEqual([
      "alone",
      "together",
      "hushed",
      "together",
      "hushed",
      "together",
      "leaving",
      "gone",
    ]);
    expect(passed.slice(1, -1).reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(1000);
  });

  it("forgets a failure once they are worth it again", () => {
    const muster = new Muster();
    spend(muster, 60 + 2 * (150 + 30), () => 100);
    spend(muster, 1000, twice);
    // Two failures before and two after are no three in a row.
    spend(muster, 2 * (150 + 30), () => 100);
    expect(muster.state).not.toBe("gone");
  });

  it("measures nothing while hushed helpers finish what they have", () => {
    const muster = new Muster();
    spend(muster, 60 + 150, () => 100);
    expect(muster.state).toBe("hushed");
    expect(spend(muster, 500, () => 1e6, true)).toEqual([["hushed", 500]]);
    // The rate alone is still that of hushed stretches without them.
    spend(muster, 30 + 150, twice);
    expect(muster.state).toBe("together");
  });

  it("that does not judge has helpers from the start and keeps them", () => {
    const muster = new Muster(false);
    expect(muster.state).toBe("calling");
    muster.join();
    expect(spend(muster, 5000, () => 0)).toEqual([["together", 5000]]);
  });
});
