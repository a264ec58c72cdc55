// While Dawn is waited for, the event loop turns rarely: each turn of it costs an object with a finalizer.

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { restWhileWaiting } from "../../../engine/node/dawn-waits.ts";

/** As Dawn's class: the answer comes after so many milliseconds, or is refused. */
function bufferClass(): {
  prototype: { mapAsync(milliseconds: number, answer?: unknown): Promise<unknown> };
} {
  return {
    prototype: {
      async mapAsync(milliseconds, answer) {
        await sleep(milliseconds);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
}

/** Turns of the event loop until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

describe("a thread that waits for Dawn", () => {
  it("turns a few hundred times and not as often as it can", async () => {
    const idle = await turnsDuring(sleep(300));
    const buffer = bufferClass();
    restWhileWaiting({ GPUBuffer: buffer });
    const waiting = await turnsDuring(buffer.prototype.mapAsync(300));
    // A rest is a 32nd of the wait up to half a millisecond: some 600 of those, and what comes before the first.
    expect(waiting).toBeLessThan(Math.max(2000, idle / 10));
    expect(waiting).toBeGreaterThan(10);
  });

  it("gets answers and refusals as they are, however often it is told to rest", async () => {
    const buffer = bufferClass();
    restWhileWaiting({ GPUBuffer: buffer });
    const { mapAsync } = buffer.prototype;
    restWhileWaiting({ GPUBuffer: buffer });
    expect(buffer.prototype.mapAsync).toBe(mapAsync);
    await expect(buffer.prototype.mapAsync(1, 42)).resolves.toBe(42);
    await expect(buffer.prototype.mapAsync(1, new Error("lost"))).rejects.toThrow("lost");
  });

  it("rests for the one that is left when another has come", async () => {
    const buffer = bufferClass();
    restWhileWaiting({ GPUBuffer: buffer });
    const both = Promise.all([buffer.prototype.mapAsync(10), buffer.prototype.mapAsync(300)]);
    expect(await turnsDuring(both)).toBeLessThan(4000);
  });
});
