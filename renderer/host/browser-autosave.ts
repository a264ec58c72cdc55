/** Autosave in a browser, where several tabs may run at once: a snapshot whose tab runs no more is recoverable. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { BrowserDatabase } from "./browser-database.ts";
import type { Autosave, Sessions } from "./host.ts";
import { Listeners } from "./listeners.ts";
import { checkSnapshotId } from "./names.ts";

/** On which windows tell each other the ids of snapshots that they claim. */
const CLAIMS = "tessella.autosave.claims";

export function browserAutosave(database: BrowserDatabase, sessions: Sessions): Autosave {
  const session = sessions.id;
  const claims = new BroadcastChannel(CLAIMS);
  const claimed = new Listeners<string>();
  claims.onmessage = ({ data }: MessageEvent<string>) => claimed.emit(data);
  return {
    put: async ({ id, title, note, bytes, pieces }) => {
      checkSnapshotId(id);
      for (const { name } of pieces) checkSnapshotId(name);
      await database.use("Autosave", async (db) => {
        const both = db.transaction(["snapshotHeads", "snapshotBytes"], "readwrite", {
          durability: "relaxed",
        });
        const [heads, parts] = [both.objectStore("snapshotHeads"), both.objectStore("snapshotBytes")];
        const names = pieces.map(({ name }) => name);
        let size = bytes.length;
        for (const piece of pieces) {
          const key = pieceKey(id, piece.name);
          if (piece.bytes) await parts.put(piece.bytes, key);
          size += (piece.bytes ?? (await parts.get(key)))?.length ?? 0;
        }
        for (const name of (await heads.get(id))?.pieces ?? [])
          if (!names.includes(name)) await parts.delete(pieceKey(id, name));
        await parts.put(bytes, id);
        await heads.put({ id, session, title, note, size, saved: Date.now(), pieces: names });
        await both.done;
      });
    },
    delete: async (id) => {
      await database.use("Clearing an autosaved copy", async (db) => {
        const both = db.transaction(["snapshotHeads", "snapshotBytes"], "readwrite");
        const [heads, parts] = [both.objectStore("snapshotHeads"), both.objectStore("snapshotBytes")];
        for (const name of (await heads.get(id))?.pieces ?? []) await parts.delete(pieceKey(id, name));
        await parts.delete(id);
        await heads.delete(id);
        await both.done;
      });
    },
    recoverable: async () => {
      const heads = await database.use("Looking for autosaved copies", (db) => db.getAll("snapshotHeads"));
      const alive = await sessions.living();
      return heads
        .filter((head) => !alive.has(head.session))
        .sort((a, b) => b.saved - a.saved)
        .map(({ id, title, note, size, saved }) => ({ id, title, note, size, saved }));
    },
    claim: async (id) => {
      const alive = await sessions.living();
      const taken = await database.use("Taking an autosaved copy", async (db) => {
        const heads = db.transaction("snapshotHeads", "readwrite");
        const head = await heads.store.get(id);
        const free = head !== undefined && (head.session === session || !alive.has(head.session));
        if (free) await heads.store.put({ ...head, session });
        await heads.done;
        return free;
      });
      if (taken) claims.postMessage(id);
      return taken;
    },
    onClaim: (listener) => claimed.add(listener),
    read: (id) =>
      database.use("Reading an autosaved copy", async (db) => {
        const part = async (key: string): Promise<Uint8Array<ArrayBuffer>> => {
          const bytes = await db.get("snapshotBytes", key);
          if (!bytes) throw new TessellaError("not-found", "That autosaved copy is gone.");
          return bytes;
        };
        const names = (await db.get("snapshotHeads", id))?.pieces ?? [];
        const pieces = names.map(async (name) => ({ name, bytes: await part(pieceKey(id, name)) }));
        return { bytes: await part(id), pieces: await Promise.all(pieces) };
      }),
  };
}

/** No id has a dot. */
function pieceKey(id: string, name: string): string {
  return `${id}.${name}`;
}
