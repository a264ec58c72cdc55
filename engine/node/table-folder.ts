/**
 * Keeps tables of rules (rules/kept-tables.ts) in the person's cache folder, a file each. A file holds the whole key, so two rules are never taken
 * for each other, and the build that made it, so another build makes its own. What a run has made is written when it ends.
 */

import { join } from "node:path";
import type { TableKeeper } from "../rules/kept-tables.ts";
import { hashOf, readIfThere, readyFolder, writeWhole } from "./cache-files.ts";
import { userFile } from "./user-folders.ts";

/** Of all files; a rule with a table of a million lines has some 40 MB. */
const MOST_BYTES = 2 ** 28;
/** Characters of a text that its file's name depends on. */
const MOST_LOOKED_AT = 4096;

interface Kept {
  readonly build: string;
  readonly key: string;
  readonly value: object;
}

/** `write` puts what was made into the folder; where that cannot be used, nothing is kept and nothing is said. */
export function tableFolder(
  build: string,
  folder: string = userFile("cache", "rules"),
  mostBytes: number = MOST_BYTES,
): TableKeeper & { readonly write: () => void } {
  const fresh = new Map<string, object>();
  const placeOf = (key: string): string => join(folder, nameOf(key));
  return {
    get: (key) => {
      const made = fresh.get(key);
      if (made) return made;
      const bytes = readIfThere(placeOf(key));
      if (!bytes) return undefined;
      try {
        const kept = packing().deserialize(bytes) as Partial<Kept> | null;
        return kept?.build === build && kept.key === key ? kept.value : undefined;
      } catch {
        return undefined;
      }
    },
    set: (key, value) => fresh.set(key, value),
    write: () => {
      if (fresh.size === 0) return;
      try {
        const files = [...fresh].map(([key, value]) => ({
          place: placeOf(key),
          bytes: packing().serialize({ build, key, value } satisfies Kept),
        }));
        readyFolder(folder, mostBytes - files.reduce((sum, { bytes }) => sum + bytes.length, 0));
        for (const { place, bytes } of files) writeWhole(place, bytes);
      } catch {
        // The next run only takes a little longer.
      }
    },
  };
}

/** Node loads its streams with it, which takes longer than a small pattern takes to run. */
function packing(): typeof import("node:v8") {
  return process.getBuiltinModule("node:v8");
}

function nameOf(key: string): string {
  return `${key.length}-${hashOf(key, Math.ceil(key.length / MOST_LOOKED_AT))}`;
}
