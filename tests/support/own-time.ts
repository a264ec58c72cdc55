/**
 * Time that passes only while somebody waits for it, so that no test depends on how fast the machine is: the clock of
 * `performance.now` and the timers are vitest's; messages and turns of the event loop are real.
 */

import { onTestFinished, vi } from "vitest";

/** From here to the end of the test. */
export function takeTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until somebody waits for time to pass. */
export async function untilAsleep(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets at least so many milliseconds pass, from one timer to the next, and each time everything be done that the timer is for; how
 * many they were. Only one may be waiting.
 */
export async function passTime(milliseconds: number): Promise<number> {
  const began = performance.now();
  await untilAsleep();
  while (performance.now() < began + milliseconds) {
    vi.advanceTimersToNextTimer();
    await untilAsleep();
  }
  return performance.now() - began;
}
