/**
 * Whether this machine may have a GPU driver at all. Dawn and the Vulkan loader write some four lines to standard error at
 * each failed attempt, and nothing in their interface stops them. On a machine without any driver the question is therefore
 * asked elsewhere first, in a process whose standard error goes nowhere.
 */

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Named by a person: whatever these say counts. */
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

/** Whether a manifest of a driver lies where the loader looks; true on systems that need none. */
export function hasDriverManifest(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  if (NAMED.some((name) => env[name])) return true;
  return manifestFolders(env).some((folder) => {
    try {
      return readdirSync(folder).some((name) => name.endsWith(".json"));
    } catch {
      return false;
    }
  });
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
