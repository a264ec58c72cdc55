// Long work beside other work: a worker that searches must still hear Stop.

import { afterEach, expect, it, vi } from "vitest";
import { atLeisure } from "../../../engine/worker/at-leisure.ts";

afterEach(() => vi.restoreAllMocks());

/** Steps of a millisecond each, by a clock that only they move. */
function steps(count: number, done: number[]): Iterator<void, string> {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  return (function* () {
    for (let step = 1; step <= count; step++) {
      time++;
      done.push(step);
      yield;
    }
    return "found";
  })();
}

it("does all the work, and lets others have their turn every few milliseconds", async () => {
  const done: number[] = [];
  const turns: number[] = [];
  const working = atLeisure(steps(100, done));
  let over = false;
  void working.finally(() => (over = true));
  while (!over) {
    turns.push(done.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await working).toBe("found");
  expect(done).toHaveLength(100);
  const longest = Math.max(...turns.map((at, i) => at - (turns[i - 1] ?? 0)));
  expect(longest).toBeLessThanOrEqual(20);
});

it("stops at the next turn, and begins nothing that is stopped already", async () => {
  const done: number[] = [];
  const controller = new AbortController();
  const working = atLeisure(steps(1000, done), controller.signal);
  setImmediate(() => controller.abort());
  await expect(working).rejects.toMatchObject({ code: "aborted" });
  expect(done.length).toBeLessThan(1000);
  const none: number[] = [];
  await expect(atLeisure(steps(3, none), controller.signal)).rejects.toMatchObject({ code: "aborted" });
  expect(none).toEqual([]);
});
