/**
 * The GPU device. All universes on one `GPU` object share one device (one for each preference between several GPUs).
 * It opens with the first of them and is destroyed with the last: several universes can be drawn together, and an
 * idle process holds no GPU.
 *
 * Three things about WebGPU shape this file. A device has default limits (128 MiB a binding) unless it is opened with
 * the adapter's real ones. Right after start-up `requestAdapter` may return null, so the engine asks again and never
 * keeps a null. And errors do not throw: they arrive later as events, or the device is lost as a whole. This file
 * records both as one failure, which `check` throws at the next use of the cells, since they can no longer be
 * trusted.
 */

import { TessellaError } from "../core/errors.ts";
import { PipelineCache } from "./pipelines.ts";

/** Milliseconds to wait after each null adapter; there is one attempt more than there are waits. */
const ADAPTER_WAITS = [100, 150, 200, 250] as const;

/** Limits requested in full; the rest stays at WebGPU's defaults. */
const WANTED_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
  "maxTextureDimension2D",
] as const;

/** Requested where the adapter has them; users of a feature ask the device for it. */
const WANTED_FEATURES: readonly GPUFeatureName[] = ["timestamp-query", "subgroups"];

const NO_WEBGPU = "There is no WebGPU here.";
const HINT = "Without a GPU, the algorithm `bitwise` runs planes and tori, and `reference` every grid.";

/** Which of several GPUs. `automatic` leaves it to the browser; `software` is a GPU that the CPU imitates. */
export type GpuPreference = "automatic" | GPUPowerPreference | "software";

/** The adapter for GPU algorithms, or the reason why there is none. */
export type GpuPresence =
  | { readonly adapter: string; readonly software: boolean }
  | { readonly adapter: null; readonly reason: string };

/** WebGPU, and the adapter to take. */
export interface GpuChoice {
  /** WebGPU's entry point: `navigator.gpu` in a browser, Dawn in Node. Absent: there is no GPU. */
  readonly gpu?: GPU;
  /** Default `high-performance`. */
  readonly gpuPreference?: GpuPreference;
}

export class GpuDevice {
  readonly device: GPUDevice;
  /** The adapter's name for people; software adapters say so. */
  readonly adapter: string;
  /** Whether the adapter only imitates a GPU on the CPU. */
  readonly software: boolean;
  readonly pipelines: PipelineCache;
  /** Resolves with the error that `check` throws from then on; never when the last user just closes the device. */
  readonly lost: Promise<TessellaError>;
  #tellLost: (error: TessellaError) => void = () => undefined;
  readonly #held: GPUCommandBuffer[] = [];
  /** Who waits for them to be submitted. */
  readonly #heldBack: (() => void)[] = [];
  #users = 0;
  #closed = false;
  #failure: TessellaError | undefined;
  #onClose: (() => void) | undefined;
  /** Pending waits: each ends with an error when the device goes away. */
  readonly #waiting = new Set<(cause: unknown) => void>();

  /** `onClose` is called once, when the device can no longer be shared: it failed or its last user is gone. */
  constructor(device: GPUDevice, info: GPUAdapterInfo, onClose: () => void) {
    this.device = device;
    this.software = info.isFallbackAdapter;
    this.adapter = nameAdapter(info);
    this.pipelines = new PipelineCache(device);
    this.#onClose = onClose;
    this.lost = new Promise((resolve) => {
      this.#tellLost = resolve;
    });
    void device.lost.then(({ message }) => {
      if (!this.#closed) this.#fail(lostError(`The GPU device was lost: ${sentence(message)}`));
      for (const stop of this.#waiting) stop(message);
      // Nobody may come and submit these any more.
      this.#held.length = 0;
      this.#tellSubmitted();
    });
    device.onuncapturederror = ({ error }) => {
      this.#fail(lostError(`The GPU reported an error: ${sentence(error.message)}`));
    };
  }

  get limits(): GPUSupportedLimits {
    return this.device.limits;
  }

  /** What was held back goes first. */
  get queue(): GPUQueue {
    this.flush();
    return this.device.queue;
  }

  /** Submits these commands, together with what was held back, which goes first. */
  submit(commands: GPUCommandBuffer): void {
    this.hold(commands);
    this.flush();
  }

  /**
   * Holds commands back until others are submitted, or the queue is asked for anything: each submission takes its time. Buffers that they
   * name may be mapped, or destroyed, after `submitted` only.
   */
  hold(commands: GPUCommandBuffer): void {
    this.#held.push(commands);
  }

  /** Submits what was held back. */
  flush(): void {
    if (this.#held.length === 0) return;
    this.device.queue.submit(this.#held.splice(0));
    this.#tellSubmitted();
  }

  #tellSubmitted(): void {
    for (const tell of this.#heldBack.splice(0)) tell();
  }

  /** Resolves once nothing is held back of what there is now, or the device is lost. */
  async submitted(): Promise<void> {
    if (this.#held.length > 0) await new Promise<void>((resolve) => this.#heldBack.push(resolve));
  }

  /** Whether it can no longer be used: it failed, or was closed. */
  get failed(): boolean {
    return this.#failure !== undefined || this.#closed;
  }

  /** Throws `gpu-lost` once the device has failed. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Waits for an answer of the GPU. Errors: `gpu-lost` when it fails, `aborted` when the device is closed meanwhile. */
  async wait<T>(answer: Promise<T>): Promise<T> {
    // Not a race with `device.lost`: a promise that stays open for days would keep a reaction for every race.
    let stop: (cause: unknown) => void = () => undefined;
    try {
      const value = await new Promise<T>((resolve, reject) => {
        stop = reject;
        this.#waiting.add(stop);
        answer.then(resolve, reject);
      });
      this.check();
      return value;
    } catch (cause) {
      this.check();
      if (this.#closed)
        throw new TessellaError("aborted", "The universe was closed while its GPU was at work.");
      // Maps are refused a moment before the loss itself is reported.
      throw lostError(`The GPU stopped answering: ${sentence(String(cause))}`, cause);
    } finally {
      this.#waiting.delete(stop);
    }
  }

  /** Waits until all work submitted so far is done. Errors: `gpu-lost`. */
  async idle(): Promise<void> {
    await this.wait(this.queue.onSubmittedWorkDone());
  }

  /** Counts a user; false when the device is closed and another must be opened. */
  retain(): boolean {
    if (this.#closed) return false;
    this.#users++;
    return true;
  }

  /** The opposite of `retain`: the last one destroys the device. */
  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#close();
    this.device.destroy();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose?.();
    this.#onClose = undefined;
  }

  #fail(error: TessellaError): void {
    this.#failure ??= error;
    this.#tellLost(this.#failure);
    this.#close();
  }
}

/** Devices in use or opening. An entry goes away with its device, so this map keeps no process alive. */
const shared = new WeakMap<GPU, Map<GpuPreference, Promise<GpuDevice>>>();

/** The shared device of a GPU, counted for one more user. Errors: `gpu-unavailable`. */
export async function acquireDevice(
  gpu: GPU | undefined,
  preference: GpuPreference = "high-performance",
): Promise<GpuDevice> {
  if (!gpu) throw new TessellaError("gpu-unavailable", NO_WEBGPU, { hint: HINT });
  for (;;) {
    const opened = await (shared.get(gpu)?.get(preference) ?? share(gpu, preference));
    // The device may have closed between its opening and this caller's turn.
    if (opened.retain()) return opened;
  }
}

/** The adapter that a universe would run on, without opening it. Never throws. */
export async function findGpu(
  gpu: GPU | undefined,
  preference: GpuPreference = "high-performance",
): Promise<GpuPresence> {
  if (!gpu) return { adapter: null, reason: NO_WEBGPU };
  try {
    const { info } = await requestAdapter(gpu, preference);
    return { adapter: nameAdapter(info), software: info.isFallbackAdapter };
  } catch (error) {
    return { adapter: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

function share(gpu: GPU, preference: GpuPreference): Promise<GpuDevice> {
  const devices = shared.get(gpu) ?? new Map<GpuPreference, Promise<GpuDevice>>();
  shared.set(gpu, devices);
  const forget = (): void => {
    if (devices.get(preference) === opening) devices.delete(preference);
  };
  const opening = openDevice(gpu, preference, forget);
  devices.set(preference, opening);
  opening.catch(forget);
  return opening;
}

async function openDevice(gpu: GPU, preference: GpuPreference, onClose: () => void): Promise<GpuDevice> {
  const adapter = await requestAdapter(gpu, preference);
  const requiredLimits = Object.fromEntries(WANTED_LIMITS.map((name) => [name, adapter.limits[name]]));
  const requiredFeatures = WANTED_FEATURES.filter((name) => adapter.features.has(name));
  try {
    const device = await adapter.requestDevice({ label: "Tessella", requiredLimits, requiredFeatures });
    return new GpuDevice(device, adapter.info, onClose);
  } catch (cause) {
    const message = `${nameAdapter(adapter.info)} gave no device: ${sentence(String(cause))}`;
    throw new TessellaError("gpu-unavailable", message, { hint: HINT, cause });
  }
}

function adapterOptions(preference: GpuPreference): GPURequestAdapterOptions {
  if (preference === "automatic") return {};
  return preference === "software" ? { forceFallbackAdapter: true } : { powerPreference: preference };
}

async function requestAdapter(gpu: GPU, preference: GpuPreference): Promise<GPUAdapter> {
  const options = adapterOptions(preference);
  for (let attempt = 0; ; attempt++) {
    const adapter = await gpu.requestAdapter(options);
    if (adapter) return adapter;
    const wait = ADAPTER_WAITS[attempt];
    if (wait === undefined) throw new TessellaError("gpu-unavailable", "No GPU was found.", { hint: HINT });
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Names that are not written as one would guess from their letters. */
const SPELLINGS: Readonly<Record<string, string>> = {
  geforce: "GeForce",
  nvidia: "NVIDIA",
  llvmpipe: "llvmpipe",
  swiftshader: "SwiftShader",
};

/**
 * "NVIDIA H200", "SwiftShader Device Subzero (software)"; browsers tell less than Dawn does. Some drivers give a number
 * as the device and its name as the description, others the name as the device and their own as the description; Dawn
 * may give the name in small letters with hyphens ("nvidia-h200").
 */
export function nameAdapter(info: GPUAdapterInfo): string {
  const parts = [info.vendor, info.architecture].filter((part) => part !== "").join(" ");
  const device = /^(0x)?[0-9a-f]+$/i.test(info.device) ? "" : spelled(info.device);
  const name = device || info.description || parts || "unnamed adapter";
  return info.isFallbackAdapter ? `${name} (software)` : name;
}

/** Words for small letters with hyphens; anything else as it is. */
function spelled(device: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)+-*$/.test(device)) return device;
  const words = device.split("-").filter((word) => word !== "");
  return words.map((word) => SPELLINGS[word] ?? capitals(word)).join(" ");
}

/** "H200", "RTX" and "AMD", but "Radeon". */
function capitals(word: string): string {
  return /[0-9]/.test(word) || word.length <= 3
    ? word.toUpperCase()
    : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function lostError(message: string, cause?: unknown): TessellaError {
  return new TessellaError("gpu-lost", message, {
    hint: "Load the pattern again; if this keeps happening, run it without the GPU.",
    cause,
  });
}

/** The first line of a driver's message, closed by one full stop. */
function sentence(message: string): string {
  const line = (message.trim().split("\n")[0] ?? "").replace(/[.\s]+$/, "");
  return line === "" ? "no reason was given." : `${line}.`;
}
