import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { acquireDevice, nameAdapter } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

let dawn: GPU;

beforeAll(async () => {
  dawn = await openDawn();
});

/** Dawn behind a door: counts what is asked for, can refuse adapters, and shows the devices that were given. */
class WatchedGpu {
  readonly devices: GPUDevice[] = [];
  asked = 0;
  nulls = 0;
  refuseDevices = false;
  readonly gpu = {
    requestAdapter: async (options?: GPURequestAdapterOptions): Promise<GPUAdapter | null> => {
      this.asked++;
      if (this.nulls > 0) {
        this.nulls--;
        return null;
      }
      const adapter = (await dawn.requestAdapter(options)) as GPUAdapter;
      const { info, limits, features } = adapter;
      return {
        info,
        limits,
        features,
        requestDevice: async (descriptor: GPUDeviceDescriptor) => {
          if (this.refuseDevices) throw new DOMException("The driver is busy", "OperationError");
          const device = await adapter.requestDevice(descriptor);
          this.devices.push(device);
          return device;
        },
      } as unknown as GPUAdapter;
    },
  } as GPU;
}

let watched: WatchedGpu;
const open: Universe[] = [];

beforeEach(() => {
  watched = new WatchedGpu();
});

afterEach(() => {
  for (const universe of open.splice(0)) universe.dispose();
});

async function create(text = "B3/S23:T64,64"): Promise<Universe> {
  const universe = await GPU_ALGORITHM.create(parseUniverseRule(text), { gpu: watched.gpu });
  open.push(universe);
  return universe;
}

/** A tick, for what `dispose` leaves to the next turn. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe("the device", () => {
  it("is shared by universes that are created together or one after another, and goes with the last", async () => {
    const destroyed: boolean[] = [];
    const [one, other] = await Promise.all([create(), create("B2/S34H:P33,9")]);
    await create();
    expect(watched.devices).toHaveLength(1);
    const { lost } = watched.devices[0];
    void lost.then(() => destroyed.push(true));
    one.dispose();
    other.dispose();
    await settled();
    expect(destroyed).toEqual([]);
    open.at(-1)?.dispose();
    expect((await lost).reason).toBe("destroyed");
    await create();
    expect(watched.devices).toHaveLength(2);
  });

  it("has the adapter's own limits, not WebGPU's defaults", async () => {
    await create();
    const { limits } = (await dawn.requestAdapter()) as GPUAdapter;
    for (const name of ["maxStorageBufferBindingSize", "maxBufferSize"] as const) {
      expect(limits[name]).toBeGreaterThan(2 ** 28);
      expect(watched.devices[0].limits[name]).toBe(limits[name]);
    }
  });

  it("is asked for again while the adapter is not there yet", async () => {
    watched.nulls = 4;
    await create();
    expect(watched.asked).toBe(5);
  });

  it("is refused after five null adapters, which are not remembered", async () => {
    watched.nulls = 5;
    await expect(create()).rejects.toMatchObject({ code: "gpu-unavailable", message: "No GPU was found." });
    expect(watched.asked).toBe(5);
    await create();
    expect(watched.asked).toBe(6);
  });

  it("is unavailable with the driver's reason when the adapter gives none", async () => {
    watched.refuseDevices = true;
    await expect(create()).rejects.toMatchObject({
      code: "gpu-unavailable",
      message: expect.stringMatching(/gave no device: .*The driver is busy\.$/),
    });
    watched.refuseDevices = false;
    await create();
  });

  it("is unavailable where there is no WebGPU", async () => {
    await expect(GPU_ALGORITHM.create(parseUniverseRule("B3/S23:T64,64"), {})).rejects.toMatchObject({
      code: "gpu-unavailable",
    });
  });

  it("is given back when a universe cannot be made", async () => {
    await expect(create("B3/S23:T1000000,1000000")).rejects.toMatchObject({ code: "too-large" });
    expect((await watched.devices[0].lost).reason).toBe("destroyed");
    await create();
    expect(watched.devices).toHaveLength(2);
  });
});

describe("when the device is lost", () => {
  it("every verb says so, and new universes get another device", async () => {
    const universe = await create();
    const stepping = universe.step(10n ** 12n, { milliseconds: 20_000 });
    setTimeout(() => watched.devices[0].destroy(), 30);
    const lost = { code: "gpu-lost", message: expect.stringMatching(/^The GPU .*\.$/) };
    await expect(stepping).rejects.toMatchObject(lost);
    await expect(universe.step(universe.generation + 1n)).rejects.toMatchObject(lost);
    await expect(universe.population()).rejects.toMatchObject(lost);
    await expect(universe.clear()).rejects.toMatchObject(lost);
    await expect(universe.snapshot()).rejects.toMatchObject(lost);
    const next = await create();
    expect(watched.devices).toHaveLength(2);
    expect(await next.population()).toBe(0n);
  });

  it("keeps nobody waiting for commands that were held back", async () => {
    await create();
    const { gpu } = watched;
    const shared = await acquireDevice(gpu);
    try {
      shared.hold(shared.device.createCommandEncoder().finish());
      let told = false;
      const submitted = shared.submitted().then(() => {
        told = true;
      });
      await settled();
      expect(told).toBe(false);
      watched.devices[0].destroy();
      await submitted;
    } finally {
      shared.release();
    }
  });

  it("an error that nobody waited for counts as such a loss", async () => {
    const universe = await create();
    const [device] = watched.devices;
    device.createBuffer({ label: "no such usage", size: 4, usage: 0x8000 });
    expect(await universe.lost).toMatchObject({ code: "gpu-lost" });
    await expect(universe.population()).rejects.toMatchObject({
      code: "gpu-lost",
      message: expect.stringMatching(/^The GPU reported an error: .*\.$/),
    });
    await create();
    expect(watched.devices).toHaveLength(2);
  });

  it("memory that the GPU does not have is a limit and no loss", async () => {
    const universe = await create();
    const createBuffer = vi.spyOn(watched.devices[0], "createBuffer");
    const scope = vi.spyOn(watched.devices[0], "popErrorScope");
    scope.mockResolvedValueOnce({ message: "no memory" } as GPUOutOfMemoryError);
    await expect(universe.snapshot()).rejects.toMatchObject({
      code: "memory-limit",
      message: expect.stringMatching(/has no memory left for a snapshot\.$/),
    });
    expect(createBuffer).toHaveBeenCalled();
    expect(await universe.population()).toBe(0n);
    expect((await universe.snapshot()).bytes).toBe(512);
  });
});

describe("the adapter's name", () => {
  const info = (parts: Partial<GPUAdapterInfo>): GPUAdapterInfo =>
    ({
      vendor: "",
      architecture: "",
      device: "",
      description: "",
      isFallbackAdapter: false,
      ...parts,
    }) as GPUAdapterInfo;

  it.each([
    [info({ vendor: "nvidia", architecture: "hopper", description: "NVIDIA H200" }), "NVIDIA H200"],
    [info({ device: "NVIDIA H200", description: "NVIDIA: 580.159.04" }), "NVIDIA H200"],
    [info({ device: "nvidia-h200", description: "NVIDIA: 580.159.04" }), "NVIDIA H200"],
    [info({ device: "nvidia-geforce-rtx-3080" }), "NVIDIA GeForce RTX 3080"],
    [info({ device: "amd-radeon-rx-6800-xt" }), "AMD Radeon RX 6800 XT"],
    [
      info({ device: "swiftshader-device-subzero-", isFallbackAdapter: true }),
      "SwiftShader Device Subzero (software)",
    ],
    [info({ device: "0x2206", description: "NVIDIA GeForce RTX 3080" }), "NVIDIA GeForce RTX 3080"],
    [info({ vendor: "apple", architecture: "metal-3" }), "apple metal-3"],
    [
      info({ description: "SwiftShader driver 5.0.0", isFallbackAdapter: true }),
      "SwiftShader driver 5.0.0 (software)",
    ],
    [info({}), "unnamed adapter"],
  ])("is what the browser or driver tells", (given, name) => {
    expect(nameAdapter(given)).toBe(name);
  });

  it("tells software from hardware", async () => {
    const adapter = (await dawn.requestAdapter()) as GPUAdapter;
    const device = await acquireDevice(watched.gpu);
    expect(device.software).toBe(adapter.info.isFallbackAdapter);
    expect(device.adapter).toBe((await create()).adapter);
    device.release();
  });
});
