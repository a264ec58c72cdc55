/**
 * Files without a handle, kept for later sessions. A browser without file handles, and a drop that brings none, gives a file's bytes
 * for this session alone; where a file was saved as a download, nobody can read it again. So its bytes stay in the browser's own
 * storage, the latest files of them, and the tab that shows it comes back with them.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { BrowserDatabase, StoredCopy } from "./browser-database.ts";

/** Bytes of the largest file that is kept, and of all together; files of which at least the name is. */
export const MOST_BYTES = 2 ** 26;
const MOST_TOGETHER = 2 ** 28;
const MOST_FILES = 100;

/** Keeps a file as well as it goes. Never throws: at worst the file does not come back. */
export async function keepCopy(database: BrowserDatabase, file: Omit<StoredCopy, "opened">): Promise<void> {
  const fits = file.bytes !== null && file.bytes.size <= MOST_BYTES;
  const put = (bytes: Blob | null): Promise<unknown> =>
    database.use("Keeping a file", (db) => db.put("copies", { ...file, bytes, opened: Date.now() }));
  try {
    // The storage may be full, and the file may have changed since it was dropped.
    await put(fits ? file.bytes : null).catch(() => put(null));
    await database.use("Forgetting old files", async (db) => {
      let left = MOST_TOGETHER;
      const all = (await db.getAll("copies")).sort((a, b) => b.opened - a.opened);
      for (const [at, { id, bytes }] of all.entries()) {
        left -= bytes?.size ?? 0;
        if (at >= MOST_FILES || left < 0) await db.delete("copies", id);
      }
    });
  } catch {
    // Without a storage no tab comes back anyway.
  }
}

/** A file of an earlier session; null for an unknown id. Errors: `unsupported-operation` where only its name was kept, `io`. */
export async function keptCopy(
  database: BrowserDatabase,
  id: string,
): Promise<(StoredCopy & { readonly bytes: Blob }) | null> {
  const kept = await database.use("Opening a kept file", (db) => db.get("copies", id));
  if (!kept) return null;
  const { bytes } = kept;
  if (bytes) return { ...kept, bytes };
  throw new TessellaError(
    "unsupported-operation",
    `${kept.name} was too large for the browser to keep: open it once more.`,
  );
}
