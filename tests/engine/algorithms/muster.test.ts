// When helpers come, stay and leave, by made-up rates.

import { describe, expect, it } from "vitest";
import type { MusterPace, MusterState } from "../../../engine/algorithms/wasm/muster.ts";
import { Muster, TILES_PACE } from "../../../engine/algorithms/wasm/muster.ts";

/** Times that are easily told apart. */
const PACE: MusterPace = {
  warmUp: 60,
  alone: 30,
  trial: 50,
  settling: 0,
  firstSpan: 100,
  narrow: 4,
  leastLeft: 40,
  learns: false,
};

/** Computes for so long in stretches of two milliseconds, at a rate a state. Answers the states passed through, with their lengths. */
function spend(muster: Muster, milliseconds: number, rate: (state: MusterState) => number, isHelped = false) {
  const passed: [MusterState, number][] = [];
  for (let spent = 0; spent < milliseconds; spent += 2) {
    const { state } = muster;
    const last = passed.at(-1);
    if (last?.[0] === state) last[1] += 2;
    else passed.push([state, 2]);
    muster.account(2, wide(2 * rate(state)), isHelped);
    if (muster.state === "calling") muster.join();
  }
  return passed;
}

/** So many results of rows that are worth helpers. */
const wide = (results: number) => ({ results, rows: results / 8 });

const twice = (state: MusterState): number => (state === "together" ? 200 : 100);

describe("a muster", () => {
  it("calls helpers after 60 milliseconds, and not for less", () => {
    const muster = new Muster(PACE);
    for (let k = 0; k < 29; k++) muster.account(2, wide(200), false);
    expect(muster.state).toBe("alone");
    muster.account(2, wide(200), false);
    expect(muster.state).toBe("calling");
    // It computes alone until they are there.
    muster.account(100, wide(10_000), false);
    expect(muster.state).toBe("calling");
  });

  it("calls nobody for what is nearly done", () => {
    const muster = new Muster(PACE);
    for (let k = 0; k < 100; k++) muster.account(2, { ...wide(200), left: 39 }, false);
    expect(muster.state).toBe("alone");
    muster.account(2, { ...wide(200), left: 40 }, false);
    expect(muster.state).toBe("calling");
  });

  it("calls nobody while rows are short", () => {
    const muster = new Muster(PACE);
    for (let k = 0; k < 100; k++) muster.account(2, { results: 200, rows: 100 }, false);
    expect(muster.state).toBe("alone");
    for (let k = 0; k < 30; k++) muster.account(2, wide(200), false);
    expect(muster.state).toBe("calling");
  });

  it("calls nobody where rows have become short since the last measurement", () => {
    const muster = new Muster({ ...PACE, warmUp: 50 });
    const short = { results: 200, rows: 100 };
    for (let k = 0; k < 15; k++) muster.account(2, wide(200), false);
    // The measurement under way is of short rows alone, and the next ones are.
    for (let k = 0; k < 100; k++) muster.account(2, short, false);
    expect(muster.state).toBe("alone");
    // One that was of short rows counts until the next is over.
    for (let k = 0; k < 15; k++) muster.account(2, wide(400), false);
    expect(muster.state).toBe("alone");
    for (let k = 0; k < 15; k++) muster.account(2, wide(400), false);
    expect(muster.state).toBe("calling");
  });

  it("keeps helpers that are worth it, and looks again after spans that grow", () => {
    expect(spend(new Muster(PACE), 60 + 100 + 32 + 200 + 32 + 400, twice)).toEqual([
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
    expect(spend(new Muster(PACE), 1000, () => 100).slice(0, -1)).toEqual([
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
    const muster = new Muster(PACE);
    spend(muster, 60 + 52 + 150 + 52, () => 100);
    spend(muster, 450 + 100, twice);
    // Two failures before and two after are no three in a row.
    spend(muster, 32 + 52 + 150 + 52, () => 100);
    expect(muster.state).toBe("apart");
  });

  it("judges a span at its end too", () => {
    const muster = new Muster(PACE);
    spend(muster, 60 + 52, twice);
    expect(spend(muster, 50, () => 0).at(-1)).toEqual(["hushed", 2]);
    expect(spend(muster, 140, twice)).toEqual([["apart", 140]]);
  });

  it("measures nothing while hushed helpers finish what they have", () => {
    const muster = new Muster(PACE);
    spend(muster, 60 + 50, () => 100);
    expect(muster.state).toBe("hushed");
    expect(spend(muster, 500, () => 1e6, true)).toEqual([["hushed", 500]]);
    // The rate alone is still that of stretches without them.
    spend(muster, 2 + 150 + 60, twice);
    expect(muster.state).toBe("together");
  });

  it("has helpers wait while rows have become short, before the first trial and between two", () => {
    const muster = new Muster(PACE);
    const short = (milliseconds: number): void => {
      for (let spent = 0; spent < milliseconds; spent += 2) {
        muster.account(2, { results: 100, rows: 50 }, false);
        if (muster.state === "calling") muster.join();
      }
    };
    for (let k = 0; k < 30; k++) muster.account(2, wide(200), false);
    // They are there when rows have been short for one measurement.
    muster.account(30, { results: 1500, rows: 750 }, false);
    short(180);
    expect(muster.state).toBe("calling");
    spend(muster, 30 + 50, () => 100);
    expect(muster.state).toBe("hushed");
    spend(muster, 2, () => 100);
    short(500);
    expect(muster.state).toBe("apart");
    spend(muster, 60, () => 100);
    expect(muster.state).toBe("together");
  });

  it("called early has helpers begin as soon as it has measured what it is without them", () => {
    expect(spend(new Muster(PACE, "early"), 30 + 100 + 2, twice)).toEqual([
      ["calling", 30],
      ["together", 100],
      ["hushed", 2],
    ]);
    expect(spend(new Muster(PACE, "early"), 30 + 50 + 2 + 150, () => 100)).toEqual([
      ["calling", 30],
      ["together", 50],
      ["hushed", 2],
      ["apart", 150],
    ]);
  });

  it("called early has helpers wait while rows are short", () => {
    const muster = new Muster(PACE, "early");
    for (let k = 0; k < 100; k++) {
      muster.account(2, { results: 100, rows: 50 }, false);
      muster.join();
    }
    expect(muster.state).toBe("calling");
  });

  it("has them wait for the first measurement without them", () => {
    const muster = new Muster({ ...PACE, warmUp: 10 });
    expect(spend(muster, 30 + 100, twice)).toEqual([
      ["alone", 10],
      ["calling", 20],
      ["together", 100],
    ]);
  });

  it("that does not judge has helpers from the start and keeps them", () => {
    const muster = new Muster(PACE, "always");
    expect(muster.state).toBe("calling");
    muster.join();
    expect(spend(muster, 5000, () => 0)).toEqual([["together", 5000]]);
  });
});

/** Generations of so many tiles, at a rate a state. */
function step(muster: Muster, milliseconds: number, tiles: number, rate: (state: MusterState) => number) {
  const passed: [MusterState, number][] = [];
  for (let spent = 0; spent < milliseconds; spent += 2) {
    const { state } = muster;
    const last = passed.at(-1);
    if (last?.[0] === state) last[1] += 2;
    else passed.push([state, 2]);
    muster.account(2, { results: 2 * rate(state), rows: (2 * rate(state)) / tiles }, false);
    if (muster.state === "calling") muster.join();
  }
  return passed;
}

describe("a muster of tiles", () => {
  it("lets helpers settle before it measures what they bring", () => {
    let together = 0;
    const late = (state: MusterState): number => {
      if (state === "together") together += 2;
      return state === "together" && together > 20 ? 200 : 100;
    };
    expect(step(new Muster(TILES_PACE), 10 + 420 + 12 + 800, 1000, late)).toEqual([
      ["alone", 4],
      ["calling", 6],
      ["together", 420],
      ["hushed", 2],
      ["apart", 10],
      ["together", 800],
    ]);
  });

  it("calls nobody for generations of few tiles", () => {
    const muster = new Muster(TILES_PACE);
    expect(step(muster, 500, 255, twice)).toEqual([["alone", 500]]);
    step(muster, 12, 257, twice);
    expect(muster.state).toBe("together");
  });

  it("sends nobody away for good, and tries again after rests that grow", () => {
    const passed = step(new Muster(TILES_PACE), 60_000, 1000, () => 100);
    const rests = passed.filter(([state]) => state === "apart").map(([, length]) => length);
    expect(rests.slice(0, 6)).toEqual([150, 450, 1350, 4050, 12_150, 16_000]);
  });

  it("tries again at once when generations have become twice as large as those of a trial in vain", () => {
    const muster = new Muster(TILES_PACE);
    step(muster, 10 + 40 + 2, 1000, () => 100);
    expect([muster.state, muster.narrow]).toEqual(["apart", 2000]);
    step(muster, 100, 1999, () => 100);
    expect(muster.state).toBe("apart");
    step(muster, 10, 2001, () => 100);
    expect(muster.state).toBe("together");
  });

  it("stays apart while generations are small again", () => {
    const muster = new Muster(TILES_PACE);
    step(muster, 10 + 420, 1000, twice);
    expect(step(muster, 2000, 100, twice)).toEqual([
      ["hushed", 2],
      ["apart", 1998],
    ]);
  });
});
