/**
 * Remembers the fastest kernels between runs (algorithms/gpu/tuner.ts), in a small file in the user's cache folder. As
 * it is only a cache, an unreadable file counts as empty, and a failed write is ignored.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TuningMemory } from "../algorithms/algorithm.ts";
import type { Environment } from "./user-folders.ts";
import { userFile } from "./user-folders.ts";

/** Older choices are dropped beyond so many. */
const MOST_ENTRIES = 500;

/** `$XDG_CACHE_HOME/tessella/gpu-kernels.json`, or where each system keeps such files. */
export function tuningPath(environment?: Environment, platform?: string, home?: string): string {
  return userFile("cache", "gpu-kernels.json", environment, platform, home);
}

export function tuningFile(path: string = tuningPath()): TuningMemory {
  return {
    get: (key) => read(path).get(key),
    set: (key, kernel) => {
      // Read again: another process may have added results in the meantime.
      const entries = read(path);
      entries.delete(key);
      entries.set(key, kernel);
      for (const oldest of entries.keys()) {
        if (entries.size <= MOST_ENTRIES) break;
        entries.delete(oldest);
      }
      try {
        mkdirSync(dirname(path), { recursive: true });
        const whole = `${path}.${process.pid}`;
        writeFileSync(whole, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
        renameSync(whole, path);
      } catch {
        // A cache folder that cannot be written to is no reason to stop.
      }
    },
  };
}

function read(path: string): Map<string, string> {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof found !== "object" || found === null) return new Map();
    const entries = Object.entries(found).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}
