import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Asker } from "../../../renderer/document/asker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Questions that take as long as they are told; `asked` holds when each began. */
function slow(milliseconds: number) {
  const asked: number[] = [];
  const question = async (): Promise<void> => {
    asked.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  };
  return { asked, asker: new Asker(question, { least: 50, times: 4 }) };
}

test("asks once however often it wonders, and rests for so many times what the answer took", async () => {
  const { asked, asker } = slow(100);
  for (let n = 0; n < 9; n++) asker.wonder();
  await vi.advanceTimersByTimeAsync(60);
  expect(asked).toHaveLength(1);
  for (let n = 0; n < 9; n++) asker.wonder();
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
  expect((asked[1] as number) - (asked[0] as number)).toBeCloseTo(100 + 400, -1);
  expect(vi.getTimerCount()).toBe(0);
});

test("asks at once, or in a given time, and not at all when it is over", async () => {
  const { asked, asker } = slow(10);
  asker.wonder();
  void asker.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1);
  asker.wonder(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  asker.wonder();
  asker.end();
  asker.wonder();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
});
