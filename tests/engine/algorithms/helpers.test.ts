// The pool of threads that help kernels, with threads that only note what they are told.

import { expect, it, onTestFinished, vi } from "vitest";
import { createHashLife } from "../../../engine/algorithms/hashlife/hashlife.ts";
import { startThreadedCore } from "../../../engine/algorithms/hashlife/threaded-core.ts";
import type { HelpedKernel } from "../../../engine/algorithms/wasm/helpers.ts";
import { HelperPool, MOST_THREADS, usualThreads } from "../../../engine/algorithms/wasm/helpers.ts";
import type { MusterDone } from "../../../engine/algorithms/wasm/muster.ts";
import { Muster, ROWS_PACE } from "../../../engine/algorithms/wasm/muster.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { workerHelpers } from "../../../engine/worker/kernel-helpers.ts";
import { setClock } from "../../support/fake-clock.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

interface Told {
  /** Numbers of the tasks that each thread got. */
  readonly tasks: number[][];
  readonly free: (() => void)[];
  readonly lose: ((reason: string) => void)[];
  closed: number;
}

function poolOf(size: number): { readonly pool: HelperPool; readonly told: Told } {
  const told: Told = { tasks: [], free: [], lose: [], closed: 0 };
  const pool = new HelperPool(size, (onFree, onLost) => {
    const tasks: number[] = [];
    told.tasks.push(tasks);
    told.free.push(onFree);
    told.lose.push(onLost);
    return { send: ({ thread }) => tasks.push(thread), close: () => told.closed++ };
  });
  return { pool, told };
}

/** A kernel as far as the pool looks at it. */
const kernelOf = (bytes: number) =>
  ({ memory: { buffer: { byteLength: bytes } } }) as unknown as HelpedKernel;
const nothing = kernelOf(0);

it("sends threads that are free before it starts others, and numbers them for each kernel", () => {
  const { pool, told } = poolOf(3);
  const recall = pool.send(2, nothing, () => {});
  expect(told.tasks).toEqual([[1], [2]]);
  recall();
  told.free[1]();
  const other = pool.send(2, nothing, () => {});
  // The first one is not done yet, and goes on with this.
  expect(told.tasks).toEqual([
    [1, 2],
    [2, 1],
  ]);
  other();
  told.free[1]();
  pool.close();
  expect(told.closed).toBe(1);
});

it("starts as many threads ahead of time as there may be, and sends those first", () => {
  const { pool, told } = poolOf(3);
  pool.send(1, nothing, () => {});
  pool.prepare();
  pool.prepare();
  expect(told.tasks).toEqual([[1], [], []]);
  pool.send(2, nothing, () => {});
  expect(told.tasks).toEqual([[1], [1], [2]]);
});

it("leaves threads to the kernel that has them, until it takes them back", () => {
  const { pool, told } = poolOf(1);
  const recall = pool.send(1, nothing, () => {});
  pool.send(1, nothing, () => {});
  expect(told.tasks).toEqual([[1], [1]]);
  // There are more than one kernel takes.
  recall();
  expect(told.closed).toBe(0);
  told.free[0]();
  expect(told.closed).toBe(1);
});

it("keeps one task at most for a thread that has not come to the one before, and drops it when that is taken back", () => {
  const sent: unknown[] = [];
  let [free, closed] = [(): void => {}, 0];
  const pool = new HelperPool(1, (onFree) => {
    free = onFree;
    return { send: ({ team }) => sent.push(team), close: () => closed++ };
  });
  const send = (team: number) => pool.send(1, { ...kernelOf(0), team }, () => {});
  for (const team of [1, 2, 3, 4]) send(team)();
  send(5);
  expect(sent).toEqual([1, 2]);
  free();
  expect(sent).toEqual([1, 2, 5]);
  free();
  free();
  expect([sent, closed]).toEqual([[1, 2, 5], 0]);
});

it("ends a thread that holds the memories of much that it has served, and starts another", () => {
  const { pool, told } = poolOf(1);
  for (const bytes of [2 ** 30, 2 ** 30, 1]) {
    expect(told.closed).toBe(0);
    const recall = pool.send(1, kernelOf(bytes), () => {});
    recall();
    told.free[0]();
  }
  expect([told.tasks, told.closed]).toEqual([[[1, 1, 1]], 1]);
  pool.send(1, nothing, () => {})();
  told.free[1]();
  expect([told.tasks, told.closed]).toEqual([[[1, 1, 1], [1]], 1]);
});

it("counts a memory that a thread has served before by what it has grown since", () => {
  const { pool, told } = poolOf(1);
  const serve = (kernel: HelpedKernel): void => {
    pool.send(1, kernel, () => {})();
    told.free[0]();
  };
  const growing = { memory: { buffer: { byteLength: 2 ** 29 } } };
  for (const bytes of [2 ** 29, 2 ** 29, 2 ** 30, 2 ** 31]) {
    growing.memory.buffer.byteLength = bytes;
    serve(growing as unknown as HelpedKernel);
  }
  expect(told.closed).toBe(0);
  serve(kernelOf(1));
  expect(told.closed).toBe(1);
});

it("sends no thread that holds much, though it is not done yet", () => {
  const { pool, told } = poolOf(1);
  pool.send(1, kernelOf(2 ** 31), () => {})();
  pool.send(1, kernelOf(1), () => {})();
  told.free[0]();
  pool.send(1, kernelOf(2), () => {})();
  told.free[0]();
  // It has a third task, and holds too much by now.
  pool.send(1, nothing, () => {});
  expect([told.tasks, told.closed]).toEqual([[[1, 1, 1], [1]], 0]);
  told.free[0]();
  expect(told.closed).toBe(1);
});

it("tells the kernel that a thread works for when that breaks down, and no other", () => {
  const { pool, told } = poolOf(1);
  const heard: string[] = [];
  pool.send(1, nothing, (reason) => heard.push(`first: ${reason}`))();
  pool.send(1, nothing, (reason) => heard.push(`second: ${reason}`));
  told.lose[0]("no memory");
  told.lose[0]("it has ended");
  expect(heard).toEqual(["second: no memory"]);
});

it("sends no thread that broke down while it was free", () => {
  const { pool, told } = poolOf(1);
  pool.send(1, nothing, () => {})();
  told.free[0]();
  told.lose[0]("it has ended");
  pool.send(1, nothing, () => {});
  expect(told.tasks).toEqual([[1], [1]]);
});

it("leaves HashLife to compute alone while no helper has begun, or when one never can", async () => {
  const { pool, told } = poolOf(100);
  const core = startThreadedCore(pool, new Muster(ROWS_PACE, "always"));
  const universe = await createHashLife(parseUniverseRule("B3/S23"), {}, {}, core);
  await universe.writeRuns(cellsFromRle("bo$2bo$3o!"), "or");
  await universe.step(1000n);
  told.lose[0]("no memory");
  await universe.step(4000n);
  expect([await universe.population(), (await universe.bounds())?.x]).toEqual([5n, 1000n]);
  // No more than it has room for.
  expect(told.tasks).toHaveLength(MOST_THREADS - 1);
  universe.dispose();
});

it("accounts for HashLife's short calls by the millisecond, and one by one while helpers are on their way", async () => {
  class Noting extends Muster {
    readonly spans = new Set<number>();

    override account(milliseconds: number, ...rest: [MusterDone, boolean]): void {
      this.spans.add(milliseconds);
      super.account(milliseconds, ...rest);
    }
  }
  let time = 0;
  const clock = setClock(() => {
    time += 0.25;
    return time;
  });
  onTestFinished(() => clock.mockRestore());
  for (const [call, span] of [["late", 1] as const, ["early", 0.25] as const]) {
    const muster = new Noting(ROWS_PACE, call);
    const core = startThreadedCore(poolOf(1).pool, muster);
    const universe = await createHashLife(parseUniverseRule("B3/S23"), {}, {}, core);
    await universe.writeRuns(cellsFromRle("bo$2bo$3o!"), "or");
    for (let step = 0; step < 20; step++) await universe.step(universe.generation + 8n);
    expect([...muster.spans], call).toEqual([span]);
    universe.dispose();
  }
});

it("takes a core for itself and some for helpers, where threads may share memory", () => {
  expect([1, 2, 8, 64].map(usualThreads)).toEqual([1, 2, 8, 9]);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
  vi.stubGlobal("crossOriginIsolated", false);
  expect(workerHelpers()).toBeUndefined();
  vi.stubGlobal("crossOriginIsolated", true);
  expect(workerHelpers(1)).toBeUndefined();
  expect(workerHelpers()).toBeTypeOf("function");
});
