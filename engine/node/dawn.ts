// WebGPU for Node, from Dawn (the implementation inside Chromium) through the npm package `webgpu`.
//
// The package brings a native binary of some 20 MB, so it is imported only when a command asks for a GPU, and the rest
// of the engine never hears of it: it gets a plain `GPU` object, as a web worker does.
//
// The life of the GPU object needs care from both ends. Node may not end while a global variable holds one, so nothing
// here does. But when it is collected while one of its devices is in use, or in the instant after `destroy()`, the
// process crashes (webgpu 0.6.2: an aborted mutex or a segmentation fault, at the next garbage collection). A device
// does not hold its GPU object by itself; here it is made to. What remains for callers: keep the device while it
// works, destroy it when done.

import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { TessellaError } from "../core/errors.ts";
import type { DawnAdapter, DawnPackage } from "./dawn-adapters.ts";
import { listDawnAdapters, pickAdapter, switchFor } from "./dawn-adapters.ts";
import type { WaitingClasses } from "./dawn-waits.ts";
import { restWhileWaiting } from "./dawn-waits.ts";
import { mayHaveGpu, probeInSilence } from "./vulkan-drivers.ts";

interface OpenDawnOptions {
  /** Dawn's own switches, for instance `backend=vulkan`. */
  readonly switches?: readonly string[];
  readonly adapter?: GPURequestAdapterOptions;
  /** Part of the name of the adapter to take, in any case; see dawn-adapters.ts. */
  readonly adapterName?: string;
  readonly signal?: AbortSignal;
  /** Whether Dawn may write its own log to standard error where no GPU is found. */
  readonly showLog?: boolean;
  /** Source of Dawn; the package `webgpu` by default. */
  readonly importDawn?: () => Promise<DawnPackage>;
  /** Milliseconds to wait after each refusal; its length + 1 is the number of attempts. */
  readonly waits?: readonly number[];
}

/**
 * SwiftShader, which imitates a GPU on the CPU, compiles Vulkan's way to clear workgroup memory into an instruction for each
 * word: seconds for a few thousand words. Without it Dawn writes a loop.
 */
const CLEARS_BY_LOOP = "disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension";

const defaultWaits = [100, 150, 200, 250] as const;

/**
 * Opens a GPU for which `requestAdapter` has just answered. Throws `gpu-unavailable` with what to install when the
 * package has no binary for this platform or no driver was found, `not-found` with what is there when no adapter has the
 * name, and `aborted` when the signal fired.
 */
export async function openDawn(options: OpenDawnOptions = {}): Promise<GPU> {
  await refuseInSilence(options);
  const dawn = await importDawn(options.importDawn ?? importPackage);
  provideGlobals(dawn.globals);
  restWhileWaiting(dawn.globals as WaitingClasses);
  const waits = options.waits ?? defaultWaits;
  const switches = [...(options.switches ?? [])];
  if (options.adapterName !== undefined) switches.push(await adapterSwitch(dawn, options.adapterName));
  for (let attempt = 0; ; ) {
    if (options.signal?.aborted) throw new TessellaError("aborted", "Opening the GPU was stopped.");
    // A fresh instance each time: Dawn looks for devices once an instance, so asking the same one again after a
    // driver was not ready yet gives the same null.
    const gpu = holdWhileUsed(dawn.create(switches));
    const adapter = await gpu.requestAdapter(options.adapter);
    if (adapter && (!adapter.info.isFallbackAdapter || switches.includes(CLEARS_BY_LOOP))) return gpu;
    if (adapter) {
      switches.push(CLEARS_BY_LOOP);
      continue;
    }
    if (attempt >= waits.length) throw noGpu();
    await sleep(waits[attempt++]);
  }
}

/**
 * The GPUs that Dawn sees, or the one of them that part of a name means. Errors: `gpu-unavailable` if there is none,
 * `not-found` for a name that matches none or several.
 */
export async function listAdapters(
  wanted?: string,
  load?: () => Promise<DawnPackage>,
  showLog = false,
): Promise<readonly DawnAdapter[]> {
  await refuseInSilence({ importDawn: load, showLog });
  const dawn = await importDawn(load ?? importPackage);
  provideGlobals(dawn.globals);
  const adapters = await listDawnAdapters(held(dawn));
  if (adapters.length === 0) throw noGpu();
  return wanted === undefined ? adapters : [pickAdapter(adapters, wanted)];
}

/** Without a GPU or a driver the answer is known before Dawn is loaded here, and Dawn's log stays away. Errors: `gpu-unavailable`. */
async function refuseInSilence({ importDawn: given, showLog, signal }: OpenDawnOptions): Promise<void> {
  if (given || showLog || mayHaveGpu()) return;
  let packageUrl: string;
  try {
    packageUrl = pathToFileURL(createRequire(import.meta.url).resolve("webgpu")).href;
  } catch {
    // Loading it says what is missing.
    return;
  }
  if (!(await probeInSilence(packageUrl, signal)) && !signal?.aborted) throw noGpu();
}

async function adapterSwitch(dawn: DawnPackage, name: string): Promise<string> {
  const adapters = await listDawnAdapters(held(dawn));
  if (adapters.length === 0) throw noGpu();
  return switchFor(pickAdapter(adapters, name).name);
}

/** As the package, with GPU objects that live as long as their adapters. */
function held(dawn: DawnPackage): Pick<DawnPackage, "create"> {
  return { create: (switches) => holdWhileUsed(dawn.create(switches)) };
}

function noGpu(): TessellaError {
  return new TessellaError("gpu-unavailable", "No GPU was found.", { hint: driverHint() });
}

/** Keeps a GPU object alive for the objects made from it. A WeakMap keeps the value exactly as long as the key is reachable. */
const owners = new WeakMap<GPUAdapter | GPUDevice, GPU>();

/** Devices that are being destroyed: Dawn says when, and needs its GPU object for a few milliseconds more. */
const ending = new Set<GPUDevice>();
const GRACE_MILLISECONDS = 100;

/** Makes the adapters and devices that come from a GPU object keep it alive. */
function holdWhileUsed(gpu: GPU): GPU {
  const requestAdapter = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await requestAdapter(options);
    if (adapter && !owners.has(adapter)) holdWhileAdapterUsed(adapter, gpu);
    return adapter;
  };
  return gpu;
}

function holdWhileAdapterUsed(adapter: GPUAdapter, gpu: GPU): void {
  owners.set(adapter, gpu);
  const requestDevice = adapter.requestDevice.bind(adapter);
  adapter.requestDevice = async (descriptor) => {
    const device = await requestDevice(descriptor);
    owners.set(device, gpu);
    const destroy = device.destroy.bind(device);
    device.destroy = () => {
      // The GPU object outlives the device even if both are dropped now.
      ending.add(device);
      void device.lost.then(() => setTimeout(() => ending.delete(device), GRACE_MILLISECONDS));
      destroy();
    };
    return device;
  };
}

async function importPackage(): Promise<DawnPackage> {
  return await import("webgpu");
}

async function importDawn(load: () => Promise<DawnPackage>): Promise<DawnPackage> {
  try {
    return await load();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ERR_DLOPEN_FAILED") {
      throw new TessellaError(
        "gpu-unavailable",
        "The WebGPU package's binary cannot be loaded on this system.",
        {
          hint: "It needs the C++ runtime (on Debian: apt install libstdc++6) and glibc 2.34 or later.",
          cause,
        },
      );
    }
    // The package itself is there or not; when it is, the missing module is its binary for this platform.
    const platform = `${process.platform}-${process.arch}`;
    throw new TessellaError(
      "gpu-unavailable",
      `The npm package "webgpu" is missing or has no binary for ${platform}.`,
      {
        hint: "Run npm install, or use an algorithm that needs no GPU.",
        cause,
      },
    );
  }
}

/** WebGPU code reads GPUBufferUsage and its like as globals; browsers have them, Node does not. */
function provideGlobals(globals: object): void {
  for (const [name, value] of Object.entries(globals)) {
    if (!(name in globalThis)) {
      Object.defineProperty(globalThis, name, {
        value,
        configurable: true,
        writable: true,
        enumerable: false,
      });
    }
  }
}

function driverHint(): string {
  if (process.platform !== "linux") return "Install the graphics driver of your GPU's maker.";
  return (
    "WebGPU needs the Vulkan loader and a driver: on Debian, apt install libvulkan1 and mesa-vulkan-drivers " +
    "(or your GPU maker's driver); without a GPU, point VK_DRIVER_FILES at SwiftShader's manifest."
  );
}
