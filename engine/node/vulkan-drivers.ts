/**
 * Whether this machine is likely to have a GPU. Dawn and the Vulkan loader write some four lines to standard error at each failed
 * attempt, and nothing in their interface stops them. On a machine without a GPU or without a driver the question is therefore
 * asked elsewhere first, in a process whose standard error goes nowhere. Many a machine has drivers for GPUs that it lacks: Mesa
 * brings a dozen.
 */

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Lists of manifests, or of folders of them, that a person names. */
const NAMED = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"];

/** Folders in which the Vulkan loader looks for the manifests of drivers, on Linux and its like. */
function manifestFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const lists = [
    env.XDG_CONFIG_HOME ?? join(homedir(), ".config"),
    env.XDG_CONFIG_DIRS ?? "/etc/xdg",
    "/etc:/usr/local/etc",
    env.XDG_DATA_HOME ?? join(homedir(), ".local/share"),
    env.XDG_DATA_DIRS ?? "/usr/local/share:/usr/share",
  ];
  const folders = lists.flatMap((list) => list.split(":")).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "vulkan/icd.d"));
}

/** What Linux calls a GPU in /dev: those of its own drivers, NVIDIA's, Windows' below it, and those of phones. */
const DEVICES = /^(dri|nvidia\d*|dxg|mali\d*|kgsl.*)$/;

/**
 * Whether the answer is likely to be yes: a driver that is there is named, or a manifest of one lies where the loader looks and there is a device for
 * it, in the folder `devices`. True on systems that need neither.
 */
export function mayHaveGpu(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  devices = "/dev",
): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  const named = NAMED.flatMap((name) => (env[name] ?? "").split(":")).filter((path) => path !== "");
  // A name that leads nowhere leaves the loader without a driver, or no better off than before: ask in silence.
  if (named.length > 0) return named.some((path) => existsSync(path));
  return (platform !== "linux" || namesIn(devices).some((name) => DEVICES.test(name))) && hasManifest(env);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function hasManifest(env: NodeJS.ProcessEnv): boolean {
  return manifestFolders(env).some((folder) => namesIn(folder).some((name) => name.endsWith(".json")));
}

const PROBE = `
const { create, globals } = await import(process.argv[1]);
Object.assign(globalThis, globals);
const adapter = await create([]).requestAdapter();
process.exit(adapter ? 0 : 3);
`;

/** Longer than Dawn takes on a machine under load. */
const PROBE_MILLISECONDS = 20_000;

/** Asks Dawn for any adapter in another process, which may write and crash as it likes. */
export function probeInSilence(packageUrl: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const words = ["--input-type=module", "--eval", PROBE, packageUrl];
    execFile(process.execPath, words, { timeout: PROBE_MILLISECONDS, signal }, (error) => resolve(!error));
  });
}
