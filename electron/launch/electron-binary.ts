/**
 * Electron's npm package comes without its binary and downloads it at first use, from a site that is not reachable
 * everywhere. This file runs the download and watches its progress: as long as bytes arrive it may take its time; if
 * none do, it is given up in seconds.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The path of the binary that the package in this folder has, or null. */
export function findElectron(packageFolder: string): string | null {
  try {
    const name = readFileSync(join(packageFolder, "path.txt"), "utf8").trim();
    const binary = join(packageFolder, "dist", name);
    return name !== "" && existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

interface Patience {
  /** Milliseconds without a first byte. */
  readonly first: number;
  /** Milliseconds without progress later on; unpacking is not always visible from outside. */
  readonly later: number;
}

const PATIENCE: Patience = { first: 8000, later: 30_000 };
const LOOK_EVERY = 250;

/**
 * Lets the package download its binary; returns its path, or null if it failed or stood still for too long.
 * `onProgress` is called once, when bytes begin to arrive.
 */
export async function fetchElectron(
  packageFolder: string,
  onProgress: () => void,
  patience: Patience = PATIENCE,
): Promise<string | null> {
  const script = join(packageFolder, "install.js");
  if (!existsSync(script)) return null;
  // The download goes to the temporary folder first; a folder of its own can be watched and removed.
  const folder = await mkdtemp(join(tmpdir(), "tessella-electron-"));
  const child = spawn(process.execPath, [script], {
    cwd: packageFolder,
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: "1" },
    stdio: "ignore",
  });
  let ended = false;
  const end = new Promise<void>((resolve) => {
    const settle = (): void => {
      ended = true;
      resolve();
    };
    child.once("exit", settle);
    child.once("error", settle);
  });
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    let size = await sizeOf(folder, join(packageFolder, "dist"));
    let since = Date.now();
    let moving = false;
    while (!ended) {
      await Promise.race([end, pause(LOOK_EVERY)]);
      const now = await sizeOf(folder, join(packageFolder, "dist"));
      if (now !== size) {
        if (!moving) onProgress();
        moving = true;
        size = now;
        since = Date.now();
      } else if (Date.now() - since > (moving ? patience.later : patience.first)) {
        break;
      }
    }
  } finally {
    if (!ended) stop();
    await end;
    process.off("exit", stop);
    await rm(folder, { recursive: true, force: true });
  }
  return findElectron(packageFolder);
}

/** Bytes below these folders. */
async function sizeOf(...folders: readonly string[]): Promise<number> {
  let total = 0;
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      total += await stat(join(entry.parentPath, entry.name)).then(
        (info) => info.size,
        () => 0,
      );
    }
  }
  return total;
}
