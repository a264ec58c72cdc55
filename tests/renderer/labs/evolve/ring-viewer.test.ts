// The diagram that goes on and on, with the worker's handlers at the other end of a channel.

import { afterEach, describe, expect, test } from "vitest";
import { blockCell } from "../../../../engine/core/block.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { THEMES } from "../../../../engine/picture/themes.ts";
import { diagramPicture } from "../../../../engine/rings/diagram-picture.ts";
import { randomState } from "../../../../engine/rings/random-state.ts";
import { ringWords } from "../../../../engine/rings/ring.ts";
import { spaceTime } from "../../../../engine/rings/run-ring.ts";
import { evolveHandlers } from "../../../../engine/worker/evolve-server.ts";
import type { EvolveProtocol } from "../../../../engine/worker/protocol/evolve.ts";
import { diagramLayout } from "../../../../renderer/labs/evolve/diagram-layout.ts";
import type { RingEngine } from "../../../../renderer/labs/evolve/ring-viewer.ts";
import { RingViewer } from "../../../../renderer/labs/evolve/ring-viewer.ts";
import type { RingWish } from "../../../../renderer/labs/evolve/ring-wish.ts";
import { readWish } from "../../../../renderer/labs/evolve/ring-wish.ts";
import { RULE_TEXTS, verdict } from "../../../../renderer/labs/evolve/ring-words.ts";
import { Tape } from "../../../../renderer/labs/evolve/tape.ts";
import { servedPair } from "../../../support/engine-pair.ts";

const GKL = "x005f005f005f005f005fff5f005fff5f";
const WISH: RingWish = {
  ...{ rule: "W30", cells: 70, boundary: "cyclic", from: "vector", seed: 1, index: 0, state: "" },
};
const ROOM = 10;

let end: () => Promise<void> = async () => {};
afterEach(() => end());

function viewing(wish: Partial<RingWish> = {}, change: (engine: RingEngine) => RingEngine = (same) => same) {
  const pair = servedPair<EvolveProtocol>(evolveHandlers(undefined));
  const viewer = new RingViewer(change(pair.connection.call), { ...WISH, ...wish });
  viewer.setRoom(ROOM);
  end = async () => {
    viewer.close();
    await pair.close();
  };
  return viewer;
}
const rows = (viewer: RingViewer) => viewer.picture.getState().block?.words;
const state = (viewer: RingViewer) => viewer.store.getState();
const wholeOf = async (viewer: RingViewer, steps: number) => {
  const { ring } = state(viewer).shown;
  return (await spaceTime(ring, randomState(ring.cells, 1, state(viewer).wish.index), steps)).words;
};

describe("a run", () => {
  test("that stands still is a whole picture, and goes on a row at a time", async () => {
    const viewer = viewing();
    await expect.poll(() => state(viewer).step).toBe(ROOM - 1);
    expect(rows(viewer)).toEqual(await wholeOf(viewer, ROOM - 1));
    viewer.step();
    await expect.poll(() => state(viewer).step).toBe(ROOM);
    expect(rows(viewer)).toEqual((await wholeOf(viewer, ROOM)).subarray(ringWords(70)));
  });

  test("takes as many rows as are due, and no more than a picture's after a pause", async () => {
    const viewer = viewing();
    viewer.change({ index: 5 });
    viewer.play();
    viewer.change({ index: 6 });
    expect(state(viewer).step).toBe(0);
    viewer.frame(1000, false);
    viewer.frame(1050, false);
    await expect.poll(() => state(viewer).step).toBe(3);
    // An hour later a tenth of a second has passed.
    viewer.frame(3_600_000, false);
    await expect.poll(() => state(viewer).step).toBe(9);
    viewer.pause();
    viewer.frame(3_600_100, false);
    expect(state(viewer).step).toBe(9);
    expect(rows(viewer)).toEqual(await wholeOf(viewer, 9));
  });

  test("shows whole pictures where nothing may move", async () => {
    const viewer = viewing();
    await expect.poll(() => state(viewer).step).toBe(ROOM - 1);
    viewer.play();
    const seen = new Set<number>();
    for (let frame = 0; frame < 65; frame++) {
      viewer.frame(frame * 100, true);
      await new Promise((resolve) => setTimeout(resolve, 0));
      seen.add(state(viewer).step);
    }
    await expect.poll(() => state(viewer).step).toBe(ROOM - 1 + 2 * ROOM);
    expect([...seen].every((step) => step % ROOM === ROOM - 1)).toBe(true);
  });

  test("that has settled is followed by the next vector's, below it", async () => {
    const viewer = viewing({ rule: "W232", cells: 64 });
    await expect.poll(() => state(viewer).outcome?.settled).toBeGreaterThan(0);
    viewer.play();
    let now = 0;
    const moved = () => {
      now += 100;
      viewer.frame(now, false);
      return state(viewer);
    };
    await expect.poll(() => moved().wish.index).toBe(1);
    expect(state(viewer).step).toBeLessThan(ROOM);
    expect(viewer.picture.getState().block?.h).toBe(ROOM);
    viewer.change({ from: "single" });
    await expect.poll(() => moved().step).toBeGreaterThan(60);
    expect(state(viewer).wish.from).toBe("single");
  });

  test("that is changed drops the rows of the one before", async () => {
    const held: (() => void)[] = [];
    const viewer = viewing({}, (engine) => ({
      ...{ outcome: engine.outcome, firstFailing: engine.firstFailing },
      rows: (request) =>
        new Promise((resolve, reject) => held.push(() => engine.rows(request).then(resolve, reject))),
    }));
    viewer.change({ rule: "W90", cells: 40 });
    for (const release of held) release();
    await expect.poll(() => state(viewer).step).toBe(ROOM - 1);
    expect(rows(viewer)).toEqual(await wholeOf(viewer, ROOM - 1));
  });

  test("whose worker is lost says so and pauses", async () => {
    const viewer = viewing({}, (engine) => ({
      ...{ outcome: engine.outcome, firstFailing: engine.firstFailing },
      rows: () => Promise.reject(new Error("The worker has ended.")),
    }));
    viewer.play();
    await expect.poll(() => state(viewer).message).toBe("The worker has ended.");
    expect(state(viewer).playing).toBe(false);
  });
});

describe("starts", () => {
  test("that fail are found, and shown", async () => {
    const viewer = viewing({ rule: GKL, cells: 149 });
    await viewer.nextFailing();
    const { index } = state(viewer).wish;
    expect(index).toBeGreaterThan(0);
    await expect.poll(() => state(viewer).outcome).not.toBe(null);
    const { ones, end: became } = state(viewer).outcome ?? { ones: 0, end: 0 };
    expect(became === (ones > 74 ? 1 : 0)).toBe(false);
    // From there it goes on.
    await viewer.nextFailing();
    expect(state(viewer).wish.index).toBeGreaterThan(index);
  });

  test("are looked for until somebody says stop or changes something", async () => {
    const viewer = viewing({}, (engine) => ({
      ...{ outcome: engine.outcome, rows: engine.rows },
      firstFailing: (_, { signal, onProgress } = {}) =>
        new Promise((_found, reject) => {
          signal?.addEventListener("abort", () => reject(new TessellaError("aborted", "Stopped.")));
          onProgress?.(12);
        }),
    }));
    for (const stop of [() => viewer.stop(), () => viewer.change({ seed: 2 })]) {
      const search = viewer.nextFailing();
      expect(state(viewer).searched).toBe(12);
      stop();
      await search;
      expect([state(viewer).searched, state(viewer).message, state(viewer).wish.index]).toEqual([
        null,
        null,
        0,
      ]);
    }
  });

  test("become digits to be changed", () => {
    const viewer = viewing({ cells: 8 });
    viewer.change({ from: "single" });
    viewer.change({ from: "state" });
    expect(state(viewer).wish.state).toBe("10");
    viewer.change({ state: "zz" });
    expect(state(viewer).problems.state).toContain('"z" is no hexadecimal digit');
    viewer.nextVector();
    expect(state(viewer).wish).toMatchObject({ from: "vector", index: 0 });
  });
});

test("a wish with a mistake says where, and what is shown stays", () => {
  expect(readWish({ ...WISH, rule: "W256" }).problems.rule).toContain("W0 to W255");
  expect(readWish({ ...WISH, rule: "6,164" }).problems.rule).toContain("2 rules do not fit 70 cells");
  expect(readWish({ ...WISH, cells: Number.NaN })).toEqual({
    shown: null,
    problems: { rule: null, state: null },
  });
  expect(readWish({ ...WISH, cells: 1000 }).shown).toBe(null);
  expect(readWish({ ...WISH, rule: "6,164,102,17", cells: 4 }).shown?.ring.rules).toHaveLength(4);
  const viewer = viewing();
  const { shown } = state(viewer);
  viewer.change({ rule: "W" });
  expect(state(viewer).shown).toBe(shown);
  expect(state(viewer).problems.rule).not.toBe(null);
});

test("a tape keeps the newest rows", () => {
  const tape = new Tape(33, 3);
  const row = (n: number) => [n, 0];
  tape.append(Uint32Array.from([...row(1), ...row(2)]));
  tape.append(Uint32Array.from([...row(3), ...row(4)]));
  const kept = () => [...tape.block().words].filter((_, k) => k % 2 === 0);
  expect([kept(), tape.block().h]).toEqual([[2, 3, 4], 3]);
  tape.resize(5);
  tape.append(Uint32Array.from(row(5)));
  expect(kept()).toEqual([2, 3, 4, 5]);
  tape.resize(2);
  expect(kept()).toEqual([4, 5]);
  tape.append(Uint32Array.from([6, 7, 8, 9].flatMap(row)));
  expect(kept()).toEqual([8, 9]);
  tape.clear();
  expect(tape.block().h).toBe(0);
});

test("a picture has a pixel a cell, and ground below", async () => {
  const { shown } = readWish(WISH);
  const block = await spaceTime(shown?.ring as never, randomState(70, 1, 0), 8);
  const { width, height, pixels } = diagramPicture(block, 12, "dark");
  expect([width, height]).toEqual([70, 12]);
  const { cell, ground } = THEMES.get("dark");
  const colour = (rgb: number) => (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
  const expected = Uint32Array.from({ length: 70 * 12 }, (_, n) =>
    colour(n < 70 * 9 && blockCell(block, n % 70, Math.floor(n / 70)) === 1 ? cell : ground),
  );
  expect(pixels).toEqual(expected);
});

test("cells have whole pixels where there is room", () => {
  expect(diagramLayout(149, { width: 600, height: 300 }, 1)).toEqual({
    width: 596,
    height: 300,
    rows: 75,
    side: 4,
  });
  expect(diagramLayout(149, { width: 600, height: 300 }, 1.5).side).toBe(6);
  const small = diagramLayout(999, { width: 500, height: 300 }, 1);
  expect([Math.round(small.width), Math.round(small.height)]).toEqual([500, 300]);
  expect(diagramLayout(4, { width: 500, height: 2 }, 1)).toMatchObject({ rows: 1, side: 6 });
});

describe("in words", () => {
  test("what becomes of a start", () => {
    const say = (ones: number, settled: number | null, became: 0 | 1 | null) =>
      verdict(149, { ones, settled, end: became }, 298);
    expect([say(78, 103, 1), say(78, 88, 0), say(70, null, null), say(80, 12, null)]).toEqual([
      "78 of 149 cells begin as 1; all are 1 from step 103 on: right.",
      "78 of 149 cells begin as 1; all are 0 from step 88 on: wrong.",
      "70 of 149 cells begin as 1; not settled after 298 steps: wrong.",
      "80 of 149 cells begin as 1; settled from step 12 on, but not as one state: wrong.",
    ]);
    expect(verdict(4, { ones: 2, settled: 1, end: 0 }, 8)).toContain(": a tie.");
  });

  test("what can be copied", () => {
    const { shown } = readWish({ ...WISH, rule: "110", boundary: "fixed01" });
    const texts = Object.values(RULE_TEXTS).map(({ text }) => text(shown as never));
    expect(texts).toEqual([
      "x76",
      "110",
      "tessella ring W110 --cells 70 --steps 140 --start vector:1:0 --boundary fixed01",
    ]);
    const each = readWish({ ...WISH, rule: "6,164,102,17", cells: 4, from: "state", state: "a" }).shown;
    expect(RULE_TEXTS.command.text(each as never)).toBe(
      "tessella ring --rules W6,W164,W102,W17 --cells 4 --steps 8 --start xa",
    );
  });
});
