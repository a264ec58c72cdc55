/** When something was last changed: what is built from it is stale if it is older. */

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds since 1970 of a file or of the newest file in a folder; 0 where there is none. */
export async function changedAt(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path);
  return Math.max(0, ...(await Promise.all(entries.map((entry) => changedAt(join(path, entry))))));
}
