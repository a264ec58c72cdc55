// While Dawn is waited for, it looks rarely: each of its looks costs a function with a finalizer.

import type { MockInstance } from "vitest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { restWhileWaiting } from "../../../engine/node/dawn-waits.ts";
import { noteWait } from "../../../engine/node/nap.ts";
import { setClock } from "../../support/fake-clock.ts";

/** Milliseconds: naps take as long as they are asked to, each look at the clock takes a hundredth, and everything else takes no time. */
let time: number;
let slept: number;
let mocks: readonly MockInstance[];
beforeEach(() => {
  time = 1000;
  slept = 0;
  const nap = vi.spyOn(Atomics, "wait").mockImplementation((_words, _at, _value, milliseconds = 0) => {
    time += milliseconds;
    slept += milliseconds;
    return "timed-out";
  });
  mocks = [
    setClock(() => {
      time += 0.01;
      return time;
    }),
    nap,
  ];
});
afterEach(() => {
  for (const mock of mocks) mock.mockRestore();
});

type Answer = { readonly after: number; readonly answer?: unknown };

/** As Dawn does: while an answer is outstanding it asks for its next look through the global object. */
class Dawn {
  looks = 0;
  readonly GPUBuffer: { prototype: { mapAsync(question: Answer): Promise<unknown> } };
  #open: { readonly end: number; readonly settle: () => void }[] = [];

  constructor() {
    const ask = ({ after, answer }: Answer): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const settle = (): void => (answer instanceof Error ? reject(answer) : resolve(answer));
        this.#open.push({ end: time + after, settle });
        if (this.#open.length === 1) this.#plan();
      });
    this.GPUBuffer = { prototype: { mapAsync: ask } };
  }

  ask(after: number, answer?: unknown): Promise<unknown> {
    return this.GPUBuffer.prototype.mapAsync({ after, answer });
  }

  #plan(): void {
    globalThis.setImmediate(() => {
      this.looks++;
      const due = this.#open.filter(({ end }) => end <= time);
      this.#open = this.#open.filter(({ end }) => end > time);
      for (const { settle } of due) settle();
      if (this.#open.length > 0) this.#plan();
    });
  }
}

function restingDawn(): Dawn {
  const dawn = new Dawn();
  restWhileWaiting(dawn);
  return dawn;
}

describe("a thread that waits for Dawn", () => {
  it("sleeps through most of a wait, and Dawn looks a few hundred times", async () => {
    const dawn = restingDawn();
    await dawn.ask(300);
    // Looks lie a 64th of the wait apart, at most half a millisecond and at least a fiftieth.
    expect(dawn.looks).toBeGreaterThan(300 / 0.6);
    expect(dawn.looks).toBeLessThan(800);
    expect(slept).toBeGreaterThan(270);
  });

  it("takes a twentieth of a wait longer at most to hear of an answer", async () => {
    const dawn = restingDawn();
    for (const milliseconds of [1, 5, 20, 200]) {
      const began = time;
      await dawn.ask(milliseconds);
      expect(time - began).toBeGreaterThanOrEqual(milliseconds);
      expect(time - began).toBeLessThan(1.05 * milliseconds + 0.1);
    }
  });

  it("looks for an answer when it is likely to be there, and not before", async () => {
    const dawn = restingDawn();
    for (let i = 0; i < 4; i++) await dawn.ask(20);
    const before = dawn.looks;
    let late = 0;
    for (let i = 0; i < 10; i++) {
      const began = time;
      await dawn.ask(20);
      late = Math.max(late, time - began - 20);
    }
    expect((dawn.looks - before) / 10).toBeLessThan(20);
    expect(late).toBeLessThan(20 / 32);
    // One that takes longer is looked for on.
    await dawn.ask(25);
    // One that takes less than those before is late, and those that follow it are not.
    await dawn.ask(5);
    for (let i = 0; i < 4; i++) {
      const began = time;
      await dawn.ask(5);
      expect(time - began).toBeLessThan(5.5);
    }
  });

  it("looks for a short answer as soon as alone, though a long one is outstanding", async () => {
    const dawn = restingDawn();
    for (let i = 0; i < 4; i++) await dawn.ask(1);
    const long = dawn.ask(400);
    for (let i = 0; i < 100; i++) {
      const began = time;
      await dawn.ask(2);
      expect(time - began).toBeLessThan(2.2);
    }
    expect(dawn.looks).toBeLessThan(100 * 20);
    await long;
  });

  it("looks in the end where the clock stands still", async () => {
    const dawn = restingDawn();
    for (let i = 0; i < 4; i++) await dawn.ask(20);
    const stands = time;
    const clock = setClock(() => stands);
    const nap = vi.mocked(Atomics.wait).mockReset();
    await dawn.ask(0);
    expect(nap.mock.calls.length).toBeLessThan(100);
    clock.mockRestore();
  });

  it("leaves the resting to whoever waits for something else in the same thread", async () => {
    const dawn = restingDawn();
    let isOver = false;
    const wait = (): void => {
      if (isOver) return;
      noteWait();
      setImmediate(wait);
    };
    wait();
    await dawn.ask(50);
    isOver = true;
    expect(slept).toBe(0);
    expect(dawn.looks).toBeLessThan(500);
  });

  it("goes on looking where the clock is put back while it waits", async () => {
    const dawn = restingDawn();
    const [first, second] = [dawn.ask(1), dawn.ask(20)];
    await first;
    time -= 500;
    await second;
    const naps = vi.mocked(Atomics.wait).mock.calls.map(([, , , milliseconds = 0]) => milliseconds);
    expect(Math.max(...naps)).toBeLessThanOrEqual(0.5);
  });

  it("leaves everybody's setImmediate as it is", async () => {
    const before = globalThis.setImmediate;
    const dawn = restingDawn();
    const answer = dawn.ask(1);
    expect(globalThis.setImmediate).toBe(before);
    await answer;
    expect(globalThis.setImmediate).toBe(before);
  });

  it("gets answers and refusals as they are, however often it is told to rest", async () => {
    const dawn = restingDawn();
    const { mapAsync } = dawn.GPUBuffer.prototype;
    restWhileWaiting(dawn);
    expect(dawn.GPUBuffer.prototype.mapAsync).toBe(mapAsync);
    await expect(dawn.ask(1, 42)).resolves.toBe(42);
    await expect(dawn.ask(1, new Error("lost"))).rejects.toThrow("lost");
    await expect(Promise.all([dawn.ask(3, "a"), dawn.ask(1, "b")])).resolves.toEqual(["a", "b"]);
  });
});
