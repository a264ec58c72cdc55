// Pacing against a pretended GPU with a clock of its own.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { Lock } from "../../engine/gpu/lock.ts";
import { Pacer } from "../../engine/gpu/pacer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Does its batches one after another, each in a time that the test sets. */
class SlowGpu {
  #free = 0;
  readonly #ends: number[] = [];

  submit(milliseconds: number): void {
    this.#free = Math.max(this.#free, performance.now()) + milliseconds;
    this.#ends.push(this.#free);
  }

  idle(): Promise<void> {
    const wait = (this.#ends.at(-1) ?? 0) - performance.now();
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
  }
}

/** Sizes of batches, each followed as it is by default or as `follow` does it. */
async function run(
  rowMilliseconds: number,
  wish: number,
  batches: number,
  follow: (pacer: Pacer, gpu: SlowGpu, rows: number, batch: number) => void = (pacer, gpu, rows) =>
    void pacer.follow(gpu as unknown as GpuDevice, rows),
): Promise<number[]> {
  const gpu = new SlowGpu();
  const pacer = new Pacer(1e-3, 1000);
  const sizes: number[] = [];
  const running = (async () => {
    for (let i = 0; i < batches; i++) {
      const rows = pacer.rowsFor(wish);
      sizes.push(rows);
      gpu.submit(rows * rowMilliseconds);
      follow(pacer, gpu, rows, i);
      await pacer.room();
    }
    await pacer.drained();
  })();
  await vi.runAllTimersAsync();
  await running;
  return sizes;
}

describe("the pacer", () => {
  it("finds the size of a batch on a fast and on a slow GPU", async () => {
    const fast = await run(1e-3, 800, 20);
    expect(fast[0]).toBe(1000);
    expect(fast.at(-1)! * 1e-3).toBeGreaterThan(400);
    expect(fast.at(-1)! * 1e-3).toBeLessThan(1200);
    const slow = await run(0.5, 10, 20);
    expect(slow.at(-1)! * 0.5).toBeGreaterThan(5);
    expect(slow.at(-1)! * 0.5).toBeLessThan(15);
  });

  it("hands out one row where even that is slower than wished", async () => {
    expect((await run(400, 10, 6)).at(-1)).toBe(1);
  });

  it("never lets a batch outgrow the last measured one by much", async () => {
    const sizes = await run(1e-6, 1000, 12);
    for (let i = 1; i < sizes.length; i++)
      expect(sizes[i]).toBeLessThanOrEqual(8 * Math.max(...sizes.slice(0, i)));
  });

  it("keeps two batches under way", async () => {
    const gpu = new SlowGpu();
    const pacer = new Pacer(1, 1000);
    const passed: string[] = [];
    const follow = (): void => {
      gpu.submit(10);
      pacer.follow(gpu as unknown as GpuDevice, 10);
    };
    follow();
    await pacer.room();
    follow();
    void pacer.room().then(() => passed.push("room"));
    void pacer.drained().then(() => passed.push("drained"));
    await vi.advanceTimersByTimeAsync(9);
    expect(passed).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(passed).toEqual(["room"]);
    await vi.advanceTimersByTimeAsync(10);
    expect(passed).toEqual(["room", "drained"]);
  });
});

describe("who is stopped", () => {
  it("waits neither for room nor for the end of what is under way", async () => {
    const gpu = new SlowGpu();
    const pacer = new Pacer(1, 1000);
    for (let i = 0; i < 2; i++) {
      gpu.submit(500);
      void pacer.follow(gpu as unknown as GpuDevice, 10);
    }
    const controller = new AbortController();
    const passed: string[] = [];
    void pacer.room(controller.signal).then(() => passed.push("room"));
    void pacer.drained(controller.signal).then(() => passed.push("drained"));
    await vi.advanceTimersByTimeAsync(10);
    expect(passed).toEqual([]);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(passed.sort()).toEqual(["drained", "room"]);
    await pacer.room(controller.signal);
    await pacer.drained(controller.signal);
    const inTime = pacer.drained().then(() => passed.push("end"));
    await vi.advanceTimersByTimeAsync(2000);
    await inTime;
  });
});

describe("what the pacer tells of a batch", () => {
  const timer = (milliseconds: number, wait = 0) => ({
    writes: {} as GPUComputePassTimestampWrites,
    finish: () => undefined,
    drop: () => undefined,
    read: () => new Promise<number>((resolve) => setTimeout(() => resolve(milliseconds), wait)),
  });
  const gpu = (slow: SlowGpu): GpuDevice => slow as unknown as GpuDevice;

  it("is the time that the GPU took, whatever came before it", async () => {
    const pacer = new Pacer(1, 1000);
    const slow = new SlowGpu();
    const times = [pacer.follow(gpu(slow), 100, timer(2, 50)), pacer.follow(gpu(slow), 400, timer(8, 60))];
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(times)).toEqual([
      { rows: 100, milliseconds: 2 },
      { rows: 400, milliseconds: 8 },
    ]);
    expect(pacer.rowsFor(6)).toBe(300);
  });

  it("is the time between two ends where the GPU does not tell", async () => {
    const pacer = new Pacer(1, 1000);
    const slow = new SlowGpu();
    const times = [30, 50].map((milliseconds) => {
      slow.submit(milliseconds);
      return pacer.follow(gpu(slow), milliseconds * 10);
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(times)).toEqual([
      { rows: 300, milliseconds: 30 },
      { rows: 500, milliseconds: 50 },
    ]);
  });

  it("begins with a short batch, which the next one is encoded behind", async () => {
    const pacer = new Pacer(0.1, 10_000);
    const slow = new SlowGpu();
    expect(pacer.rowsFor(60)).toBe(80);
    // A pass of several generations is not cut short for that.
    expect(pacer.rowsFor(60, 200)).toBe(200);
    expect(pacer.rowsFor(15, 200)).toBe(150);
    const first = pacer.follow(gpu(slow), 80, timer(8));
    expect(pacer.rowsFor(60)).toBe(600);
    await vi.advanceTimersByTimeAsync(10);
    await first;
    expect(pacer.rowsFor(60)).toBe(80);
  });

  it("counts a batch with the next one where both end at the same moment", async () => {
    const pacer = new Pacer(1, 1000);
    const slow = new SlowGpu();
    slow.submit(0);
    const first = pacer.follow(gpu(slow), 7);
    const second = pacer.follow(gpu(slow), 5);
    await vi.advanceTimersByTimeAsync(10);
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ rows: 12 });
  });

  it("is nothing once it has been reset, and it then begins as carefully as at first", async () => {
    const pacer = new Pacer(0.1, 50);
    const slow = new SlowGpu();
    const learnt = pacer.follow(gpu(slow), 100, timer(1));
    await vi.advanceTimersByTimeAsync(1);
    await learnt;
    expect(pacer.rowsFor(1000)).toBe(800);
    const old = [pacer.follow(gpu(slow), 1000, timer(1, 5)), pacer.follow(gpu(slow), 10)];
    pacer.reset();
    expect(pacer.rowsFor(1000)).toBe(50);
    expect(pacer.rowsFor(1)).toBe(10);
    await vi.advanceTimersByTimeAsync(10);
    expect(await Promise.all(old)).toEqual([null, null]);
    expect(pacer.rowsFor(1000)).toBe(50);
  });

  /** Sizes of batches on a GPU whose clock tells `told` of each: how long it really took goes in. */
  function clocked(
    told: (took: number, batch: number) => number,
    batches: number,
    wish = 40,
  ): Promise<number[]> {
    return run(1e-3, wish, batches, (pacer, slow, rows, batch) => {
      const read = () => slow.idle().then(() => told(rows * 1e-3, batch));
      void pacer.follow(gpu(slow), rows, { ...timer(0), read });
    });
  }

  it("is bounded by the wall clock where the GPU's stands still", async () => {
    const sizes = await clocked(() => 0, 40);
    // A batch that took just too little to be doubted may be followed by two that are eight times as large.
    expect(Math.max(...sizes) * 1e-3).toBeLessThanOrEqual(80);
    for (const rows of sizes.slice(-10)) expect(Math.abs(rows * 1e-3 - 40)).toBeLessThan(4);
  });

  it.each([2, 6, 8, 20])("keeps to %i ms where the GPU's clock stands still", async (wish) => {
    const sizes = await clocked(() => 0, 40, wish);
    expect(Math.max(...sizes) * 1e-3).toBeLessThanOrEqual(2 * wish);
    for (const rows of sizes.slice(-10)) expect(Math.abs(rows * 1e-3 - wish)).toBeLessThan(wish / 10);
  });

  it("is bounded also when the GPU's clock stops in the middle, or begins anew", async () => {
    const stopped = await clocked((took, i) => (i < 10 ? took : 0), 40);
    const anew = await clocked((took, i) => (i % 7 === 3 ? 0 : took), 40);
    for (const sizes of [stopped, anew]) {
      expect(Math.max(...sizes) * 1e-3).toBeLessThanOrEqual(80);
      for (const rows of sizes.slice(-10)) expect(Math.abs(rows * 1e-3 - 40)).toBeLessThan(4);
    }
  });

  it("is not told where the GPU's clock goes and somebody else's work came between", async () => {
    const pacer = new Pacer(1, 1000);
    const slow = new SlowGpu();
    const first = pacer.follow(gpu(slow), 100, timer(2));
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toEqual({ rows: 100, milliseconds: 2 });
    const tiny = pacer.follow(gpu(slow), 1, timer(0.01, 30));
    await vi.advanceTimersByTimeAsync(40);
    expect(await tiny).toBeNull();
    const soon = pacer.follow(gpu(slow), 1, timer(0.01, 3));
    await vi.advanceTimersByTimeAsync(40);
    expect(await soon).toEqual({ rows: 1, milliseconds: 0.1 });
  });

  it("goes at once by a time that is far from what was expected, and by the mean of near ones", async () => {
    const pacer = new Pacer(1, 1e6);
    const slow = new SlowGpu();
    for (const [milliseconds, expected] of [
      [10, 50],
      [12, 45],
      [300, 1],
      [1, 500],
    ] as const) {
      const told = pacer.follow(gpu(slow), 100, timer(milliseconds));
      await vi.advanceTimersByTimeAsync(1);
      await told;
      expect(pacer.rowsFor(5)).toBe(expected);
    }
  });
});

describe("the lock", () => {
  it("gives turns in the order in which they were asked for, whatever becomes of them", async () => {
    const lock = new Lock();
    const seen: number[] = [];
    const turns = [30, 1, 10].map((wait, i) =>
      lock.run(async () => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        seen.push(i);
        if (i === 1) throw new Error("failed");
        return i;
      }),
    );
    const settled = Promise.allSettled(turns);
    await vi.runAllTimersAsync();
    expect((await settled).map((turn) => turn.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(seen).toEqual([0, 1, 2]);
  });
});
