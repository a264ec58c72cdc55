/**
 * Command-line switches of Chromium that must be set before it starts. By itself it uses WebGPU on Linux only with recent
 * Intel and NVIDIA cards; the setting lifts that. Under Wayland the same switches can leave no window at all, so they are
 * for X11 only, and a start that never showed a window turns them off for the next one.
 */

import * as v from "valibot";
import type { JsonFile } from "./json-file.ts";

export const LaunchSchema = v.object({
  unsafeWebGpu: v.boolean(),
  /** A start with it is under way and has shown no window yet. */
  trying: v.optional(v.boolean(), false),
});

type StoredLaunch = v.InferOutput<typeof LaunchSchema>;

/** Settings that must be known before the first window is there. */
interface LaunchOptions {
  /** Lets Chromium use WebGPU on graphics cards that it does not trust (Linux with X11). */
  readonly unsafeWebGpu: boolean;
}

interface Switch {
  readonly name: string;
  readonly value?: string;
}

export function graphicsSwitches(
  options: LaunchOptions,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly Switch[] {
  if (!options.unsafeWebGpu) return [];
  const webGpu = [{ name: "enable-unsafe-webgpu" }, { name: "ignore-gpu-blocklist" }];
  if (platform !== "linux") return webGpu;
  if (env.WAYLAND_DISPLAY || env.XDG_SESSION_TYPE === "wayland") return [];
  return [...webGpu, { name: "enable-features", value: "Vulkan" }];
}

export class LaunchStore {
  readonly #file: JsonFile<StoredLaunch>;
  #onDisk: StoredLaunch;
  /** The settings of this start. */
  readonly current: LaunchOptions;

  constructor(file: JsonFile<StoredLaunch>) {
    this.#file = file;
    this.#onDisk = file.read() ?? { unsafeWebGpu: false, trying: false };
    this.current = { unsafeWebGpu: this.#onDisk.unsafeWebGpu && !this.#onDisk.trying };
  }

  /** Before the window: if this start ends here, its mark remains. */
  async begin(): Promise<void> {
    await this.#write(this.current.unsafeWebGpu);
  }

  /** The window is open. */
  async shown(): Promise<void> {
    await this.#write(false);
  }

  async #write(trying: boolean): Promise<void> {
    const former = this.#onDisk;
    const next = { unsafeWebGpu: this.current.unsafeWebGpu, trying };
    this.#onDisk = next;
    if (next.unsafeWebGpu !== former.unsafeWebGpu || trying !== former.trying) await this.#file.write(next);
  }
}
