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
    expect(spend(new Muster(), 60 + 100 + 32 + 200 + 32 + 400, twice)).toEqual([
      ["alone", 60],
      ["together", 100],
      ["hushed", 2],
      ["apart", 30],
      ["together", 200],
      ["hushed", 2],
      ["apart", 30],
      ["together", 400],
    ]);
  });

  it("sends helpers away for good that bring nothing, within a second, after trials that take little of it", () => {
    expect(spend(new Muster(), 1000, () => 100).slice(0, -1)).toEqual([
      ["alone", 60],
      ["together", 50],
      ["hushed", 2],
      ["apart", 150],
      ["together", 50],
      ["hushed", 2],
      ["apart", 450],
      ["together", 50],
      ["hushed", 2],
    ]);
  });

  it("forgets failures once a whole span was worth it", () => {
    const muster = new Muster();
    spend(muster, 60 + 52 + 150 + 52, () => 100);
    spend(muster, 450 + 100, twice);
    // Two failures before and two after are no three in a row.
    spend(muster, 32 + 52 + 150 + 52, () => 100);
    expect(muster.state).toBe("apart");
  });

  it("judges a span at its end too", () => {
    const muster = new Muster();
    spend(muster, 60 + 52, twice);
    expect(spend(muster, 50, () => 0).at(-1)).toEqual(["hushed", 2]);
    expect(spend(muster, 140, twice)).toEqual([["apart", 140]]);
  });

  it("measures nothing while hushed helpers finish what they have", () => {
    const muster = new Muster();
    spend(muster, 60 + 50, () => 100);
    expect(muster.state).toBe("hushed");
    expect(spend(muster, 500, () => 1e6, true)).toEqual([["hushed", 500]]);
    // The rate alone is still that of stretches without them.
    spend(muster, 2 + 150 + 60, twice);
    expect(muster.state).toBe("together");
  });

  it("that does not judge has helpers from the start and keeps them", () => {
    const muster = new Muster(false);
    expect(muster.state).toBe("calling");
    muster.join();
    expect(spend(muster, 5000, () => 0)).toEqual([["together", 5000]]);
  });
});
