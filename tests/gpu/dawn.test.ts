import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { nameAdapter } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import type { DawnPackage } from "../../engine/node/dawn-adapters.ts";
import { doubleOnGpu } from "../support/double-on-gpu.ts";

let device: GPUDevice | undefined;

afterEach(() => {
  device?.destroy();
  device = undefined;
});

describe("Dawn in Node", () => {
  test("has an adapter with a name and computes on it", async () => {
    const gpu = await openDawn();
    const adapter = await gpu.requestAdapter();
    expect(adapter).not.toBeNull();
    expect(nameAdapter(adapter!.info)).not.toBe("");
    device = await adapter!.requestDevice({ label: "smoke test" });
    expect(await doubleOnGpu(device, Uint32Array.of(0, 1, 2, 0x7fffffff, 5))).toEqual(
      Uint32Array.of(0, 2, 4, 0xfffffffe, 10),
    );
  });

  // Without openDawn's bookkeeping this aborts the whole process.
  test("keeps its GPU object while a device is in use and just after", async () => {
    const collect = (globalThis as { gc?: () => void }).gc;
    expect(collect, "run with --expose-gc").toBeDefined();
    for (let round = 0; round < 2; round++) {
      const adapter = await (await openDawn()).requestAdapter();
      collect?.();
      const ours = await adapter!.requestDevice({ label: "collected around" });
      await sleep(5);
      collect?.();
      const answer = doubleOnGpu(ours, Uint32Array.of(21));
      collect?.();
      expect(await answer).toEqual(Uint32Array.of(42));
      ours.destroy();
      collect?.();
    }
    await sleep(150);
    collect?.();
  });

  test("keeps its GPU object until a device that is destroyed is gone, however long that takes", async () => {
    const collect = (globalThis as { gc?: () => void }).gc as () => void;
    let gone = (): void => {};
    const lost = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const made: WeakRef<GPU>[] = [];
    const importDawn = async (): Promise<DawnPackage> => ({
      globals: {},
      create: () => {
        const requestDevice = async () => ({ lost, destroy: () => {} });
        const gpu = { requestAdapter: async () => ({ info: {}, requestDevice }) } as unknown as GPU;
        made.push(new WeakRef(gpu));
        return gpu;
      },
    });
    const destroyed = async (): Promise<void> => {
      const adapter = (await (await openDawn({ importDawn })).requestAdapter()) as GPUAdapter;
      (await adapter.requestDevice()).destroy();
    };
    await destroyed();
    await sleep(150);
    collect();
    expect(made[0]?.deref()).toBeDefined();
    gone();
    await expect
      .poll(() => {
        collect();
        return made[0]?.deref() === undefined;
      })
      .toBe(true);
  });

  test("asks a fresh instance again after a refusal", async () => {
    const adapter = {
      info: {},
      requestDevice: () => Promise.reject(new Error("none")),
    } as unknown as GPUAdapter;
    let instances = 0;
    const importDawn = async (): Promise<DawnPackage> => ({
      globals: {},
      create: () => {
        const answer = ++instances < 3 ? null : adapter;
        return { requestAdapter: async () => answer } as GPU;
      },
    });
    const gpu = await openDawn({ importDawn, waits: [1, 1, 1] });
    expect(await gpu.requestAdapter()).toBe(adapter);
    expect(instances).toBe(3);
  });

  test("says what to install when there is no driver", async () => {
    const importDawn = async (): Promise<DawnPackage> => ({
      globals: {},
      create: () => ({ requestAdapter: async () => null }) as unknown as GPU,
    });
    await expect(openDawn({ importDawn, waits: [1, 1] })).rejects.toMatchObject({
      code: "gpu-unavailable",
      hint: expect.stringMatching(/driver/),
    });
  });

  test("says so when the package has no binary for the platform", async () => {
    const importDawn = () =>
      Promise.reject(Object.assign(new Error("no file"), { code: "MODULE_NOT_FOUND" }));
    await expect(openDawn({ importDawn })).rejects.toMatchObject({ code: "gpu-unavailable" });
  });

  test("stops when told to", async () => {
    const importDawn = async (): Promise<DawnPackage> => ({
      globals: {},
      create: () => ({ requestAdapter: async () => null }) as unknown as GPU,
    });
    const signal = AbortSignal.abort();
    await expect(openDawn({ importDawn, signal })).rejects.toMatchObject({ code: "aborted" });
  });
});
