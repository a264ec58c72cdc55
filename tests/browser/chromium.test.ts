import { describe, expect, test } from "vitest";
import { doubleOnGpu } from "../support/double-on-gpu.ts";
import { runSmallKernel, smallAnswer } from "../support/small-kernel.ts";

/** Right after start-up Chromium may answer null: its GPU process is still coming up. */
async function requestAdapterPatiently(): Promise<GPUAdapter | null> {
  for (const wait of [100, 150, 200, 250, 250]) {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter) return adapter;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** The first message of a worker, or its error. */
function firstMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", (event) => resolve(event.data), { once: true });
    worker.addEventListener("error", (event) => reject(new Error(event.message)), { once: true });
  });
}

describe("Chromium", () => {
  test("has a WebGPU adapter and computes on it", async () => {
    const adapter = await requestAdapterPatiently();
    expect(adapter).not.toBeNull();
    const device = await adapter!.requestDevice({ label: "smoke test" });
    expect(await doubleOnGpu(device, Uint32Array.of(1, 2, 3))).toEqual(Uint32Array.of(2, 4, 6));
    device.destroy();
  });

  test("runs an inlined kernel in the page", async () => {
    expect(await runSmallKernel()).toEqual(smallAnswer);
  });

  test("runs an inlined kernel in a module worker", async () => {
    const worker = new Worker(new URL("./probe.worker.ts", import.meta.url), { type: "module" });
    try {
      expect(await firstMessage(worker)).toEqual(smallAnswer);
    } finally {
      worker.terminate();
    }
  });
});
