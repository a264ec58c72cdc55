// While Dawn is waited for, the event loop turns rarely: each turn of it costs an object with a finalizer.

import type { MockInstance } from "vitest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { restWhileWaiting } from "../../../engine/node/dawn-waits.ts";
import { setClock } from "../../support/fake-clock.ts";

/** Milliseconds: naps take as long as they are asked to, and everything else takes no time. */
let time: number;
let mocks: readonly MockInstance[];
beforeEach(() => {
  time = 1000;
  const nap = vi.spyOn(Atomics, "wait").mockImplementation((_words, _at, _value, milliseconds = 0) => {
    time += milliseconds;
    return "timed-out";
  });
  mocks = [setClock(() => time), nap];
});
afterEach(() => {
  for (const mock of mocks) mock.mockRestore();
});

/** What a turn of the event loop takes. */
const TURN = 0.01;

const turn = (): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() => {
      time += TURN;
      resolve();
    }),
  );

/** As Dawn's class: the answer comes after so many milliseconds, or is refused. */
function bufferClass(): {
  prototype: { mapAsync(milliseconds: number, answer?: unknown): Promise<unknown> };
} {
  return {
    prototype: {
      async mapAsync(milliseconds, answer) {
        const end = time + milliseconds;
        while (time < end) await turn();
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
}

/** How often the event loop turns until the work is done. */
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
    const buffer = bufferClass();
    expect(await turnsDuring(buffer.prototype.mapAsync(300))).toBeGreaterThan(0.9 * (300 / TURN));
    restWhileWaiting({ GPUBuffer: buffer });
    const waiting = await turnsDuring(buffer.prototype.mapAsync(300));
    // A rest is a 32nd of the wait up to half a millisecond: some 600 of those, and what comes before the first.
    expect(waiting).toBeLessThan(1000);
    expect(waiting).toBeGreaterThan(300 / 0.5);
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
    expect(await turnsDuring(both)).toBeLessThan(1200);
  });
});
