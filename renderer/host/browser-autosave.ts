/**
 * Autosave in a browser, where several tabs may run at once. A tab holds a lock for as long as it lives (the browser
 * releases it with the tab, after a crash too), so a snapshot whose tab no longer holds a lock is recoverable.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { BrowserDatabase } from "./browser-database.ts";
import type { Autosave } from "./host.ts";
import { checkSnapshotId } from "./names.ts";

const LOCK_PREFIX = "tessella.session.";

export function browserAutosave(database: BrowserDatabase, locks: LockManager | undefined): Autosave {
  const session = crypto.randomUUID();
  // Never settles: the lock lasts as long as the page.
  locks?.request(LOCK_PREFIX + session, () => new Promise<never>(() => {})).catch(() => undefined);
  return {
    put: async ({ id, title, note, bytes }) => {
      checkSnapshotId(id);
      await database.use("Autosave", async (db) => {
        const both = db.transaction(["snapshotHeads", "snapshotBytes"], "readwrite", {
          durability: "relaxed",
        });
        const head = { id, session, title, note, size: bytes.length, saved: Date.now() };
        await Promise.all([
          both.objectStore("snapshotHeads").put(head),
          both.objectStore("snapshotBytes").put(Uint8Array.from(bytes), id),
          both.done,
        ]);
      });
    },
    delete: async (id) => {
      await database.use("Clearing an autosaved copy", async (db) => {
        const both = db.transaction(["snapshotHeads", "snapshotBytes"], "readwrite");
        await Promise.all([
          both.objectStore("snapshotHeads").delete(id),
          both.objectStore("snapshotBytes").delete(id),
          both.done,
        ]);
      });
    },
    recoverable: async () => {
      const heads = await database.use("Looking for autosaved copies", (db) => db.getAll("snapshotHeads"));
      const alive = await livingSessions(locks);
      return heads
        .filter((head) => head.session !== session && !alive.has(head.session))
        .sort((a, b) => b.saved - a.saved)
        .map(({ id, title, note, size, saved }) => ({ id, title, note, size, saved }));
    },
    read: async (id) => {
      const bytes = await database.use("Reading an autosaved copy", (db) => db.get("snapshotBytes", id));
      if (!bytes) throw new TessellaError("not-found", "That autosaved copy is gone.");
      return bytes;
    },
  };
}

async function livingSessions(locks: LockManager | undefined): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(
    held
      .map(({ name }) => name ?? "")
      .filter((name) => name.startsWith(LOCK_PREFIX))
      .map((name) => name.slice(LOCK_PREFIX.length)),
  );
}
