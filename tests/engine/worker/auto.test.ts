// `auto` in a worker: a universe that runs for long is tried under the other kind of algorithm and goes on there, with its
// handle, its snapshots and every edit.

import { afterEach, describe, expect, it, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import type { CreateUniverse } from "../../../engine/worker/protocol/universe.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { passTime, takeTime } from "../../support/own-time.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { cellsOf, universeWith } from "../../support/universes.ts";
import { until } from "../../support/until.ts";

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);
/** A storm that never settles. */
const STORM = {
  rule: parseRule("B2/S"),
  topology: torus(512, 512),
  soup: { seed: 5, density: 0.3, width: 512, height: 512 },
};
const FLAT_OUT = { increment: 2n ** 14n, interval: 0 };

let pair: EnginePair | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

/**
 * Ten times as fast as the real clock, so that trials come soon and are short. Where the machine stands still it does, too: a turn takes
 * 120 ms by it.
 */
function fastClock(): () => number {
  let [time, last] = [0, performance.now()];
  return () => {
    const now = performance.now();
    time += Math.min(150, 10 * (now - last));
    last = now;
    return time;
  };
}

async function open(rest: Partial<CreateUniverse>) {
  pair = enginePair({ now: fastClock() });
  return pair.client.createUniverse({ rule: LIFE, topology: UNBOUNDED, ...rest });
}

describe("a universe that auto chose for", () => {
  it("goes on under HashLife where the pattern is regular, with its cells and snapshots", async () => {
    const remote = await open({ cells: GUN });
    const told: string[] = [];
    remote.store.subscribe(({ runner }, before) => {
      if (runner !== before.runner) told.push(`${runner.algorithm} ${runner.leaps} ${runner.reason}`);
    });
    const start = await remote.snapshot();
    const startHash = await remote.hash();
    const running = remote.run(FLAT_OUT);
    await until(() => remote.algorithm === "hashlife");
    expect(told).toEqual([expect.stringMatching(/^hashlife true HashLife gets on .*faster/)]);
    expect(remote.leaps).toBe(true);
    await remote.stop();
    await running;
    const local = await universeWith(GUN, { algorithm: "hashlife" });
    await local.step(remote.generation);
    expect(await remote.hash()).toBe(await local.hash());
    // A snapshot of the universe that was left, and one of the present.
    const late = await remote.snapshot();
    await remote.restore(start);
    expect(remote.generation).toBe(0n);
    expect(await remote.hash()).toBe(startHash);
    await remote.restore(late);
    expect(await remote.hash()).toBe(await local.hash());
    await remote.release(start);
    await remote.release(late);
    await expect(remote.restore(start)).rejects.toMatchObject({ code: "bad-argument" });
  });

  it("comes back from it when it meets chaos", async () => {
    const remote = await open({ ...STORM, algorithm: "hashlife", mayMove: true });
    const snapshot = await remote.snapshot();
    const hash = await remote.hash();
    const running = remote.run({ increment: 64n, interval: 0 });
    await until(() => remote.algorithm === "bitwise");
    expect(remote.leaps).toBe(false);
    await remote.stop();
    await running;
    const local = await universeWith(undefined, { ...STORM, algorithm: "bitwise" });
    await local.step(remote.generation);
    expect(await remote.hash()).toBe(await local.hash());
    await remote.restore(snapshot);
    expect(await remote.hash()).toBe(hash);
  });

  it("takes a step to a far generation there too", async () => {
    const remote = await open({ cells: GUN });
    expect(await remote.step(10n ** 9n)).toBe("done");
    expect(remote.algorithm).toBe("hashlife");
    const local = await universeWith(GUN, { algorithm: "hashlife" });
    await local.step(10n ** 9n);
    expect(await remote.hash()).toBe(await local.hash());
  });

  it("loses no edit, whenever it is made", async () => {
    const remote = await open({ cells: GUN });
    const running = remote.run(FLAT_OUT);
    let edits = 0;
    // One after the other until it has moved: some fall into a trial, some into the move.
    for (; remote.algorithm !== "hashlife" || edits < 5; edits++) {
      await remote.writeRuns(cellsOf(["OO", "OO"], -1000n - 10n * BigInt(edits), 0n), "or");
      await new Promise((resolve) => setTimeout(resolve, 7 * edits));
    }
    await remote.stop();
    await running;
    const blocks = await remote.readRuns(rect(-100_000, -10, 99_500, 20));
    expect(blocks.spans.length / 2).toBe(2 * edits);
  });

  it("stays where it is when it keeps its pace, and where it was asked for", async () => {
    takeTime();
    const remote = await open({ cells: GUN });
    const paced = remote.run({ increment: 4n, interval: 40 });
    await passTime(1000);
    await remote.stop();
    await paced;
    vi.useRealTimers();
    expect(remote.generation).toBe(4n * 26n);
    expect(remote.algorithm).toBe("bitwise");
    const other = await (pair as EnginePair).client.createUniverse({
      rule: LIFE,
      topology: UNBOUNDED,
      cells: GUN,
      algorithm: "bitwise",
    });
    expect(await other.step(20_000n)).toBe("done");
    expect(other.algorithm).toBe("bitwise");
  });
});
