/** Taking turns with everything else that a thread has to do. */

import { throwIfAborted } from "./errors.ts";

/**
 * Lets timers, messages and an AbortSignal's owner run. Algorithms that step synchronously await this between slices, so
 * that a signal fired from another task is seen; a window draws and hears its keys meanwhile.
 */
export function yieldToTasks(): Promise<void> {
  return new Promise((resolve) => {
    // Node makes a channel of many objects, and some thousands of them in a long export.
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/**
 * What work comes to; `aborted` at once when the signal fires before. The work is not ended by that: whoever began it lets it run
 * out, as a GPU does that compiles. Errors: `aborted`, those of the work.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      try {
        throwIfAborted(signal);
      } catch (error) {
        reject(error);
      }
    };
  });
  signal.addEventListener("abort", stop);
  stop();
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener("abort", stop));
}
