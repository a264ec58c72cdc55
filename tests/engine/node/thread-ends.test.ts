// What a process waits for before it ends.

import { expect, it, vi } from "vitest";
import { allHaveEnded, waitAtExit } from "../../../engine/node/thread-ends.ts";

/** Something that is under way until it is told to end. */
function begun(): () => void {
  let end = (): void => {};
  waitAtExit(
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  return end;
}

it("is all that was begun, and not for longer than a person would", async () => {
  await allHaveEnded();
  const end = begun();
  let ended = false;
  const waiting = allHaveEnded().then(() => {
    ended = true;
  });
  await new Promise((next) => setImmediate(next));
  expect(ended).toBe(false);
  end();
  await waiting;
  vi.useFakeTimers();
  const endStuck = begun();
  const limited = allHaveEnded();
  await vi.advanceTimersByTimeAsync(2000);
  await limited;
  endStuck();
  vi.useRealTimers();
});
