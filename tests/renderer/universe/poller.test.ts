import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Poller } from "../../../renderer/universe/poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Questions that take as long as they are told; `asked` holds when each began. */
function slow(milliseconds: number) {
  const asked: number[] = [];
  const question = async (): Promise<void> => {
    asked.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  };
  return { asked, poller: new Poller(question, { least: 50, times: 4 }) };
}

test("asks once however often it is told to, and rests for so many times what the answer took", async () => {
  const { asked, poller } = slow(100);
  for (let n = 0; n < 9; n++) poller.askSoon();
  await vi.advanceTimersByTimeAsync(60);
  expect(asked).toHaveLength(1);
  for (let n = 0; n < 9; n++) poller.askSoon();
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
  expect((asked[1] as number) - (asked[0] as number)).toBeCloseTo(100 + 400, -1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
});

test("asks at once, or in a given time, and not at all when it is over", async () => {
  const { asked, poller } = slow(10);
  poller.askSoon();
  void poller.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1);
  poller.askSoon(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  poller.askSoon();
  const off = vi.fn();
  poller.heed(off);
  expect([poller.ended, off.mock.calls.length]).toEqual([false, 0]);
  poller.end();
  poller.end();
  expect([poller.ended, off.mock.calls.length]).toEqual([true, 1]);
  poller.askSoon();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
});
