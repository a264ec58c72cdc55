/** Taking turns with everything else that a thread has to do. */

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
