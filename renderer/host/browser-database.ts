/**
 * The studio's IndexedDB: handles of recent files, copies of files without one, preferences, autosaved documents, the person's library and rules. A browser
 * may refuse it (private windows, a full disk); then no data outlast the session and the rest works.
 */

import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Json, KeptText } from "./host.ts";

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly opened: number;
  readonly handle: FileSystemFileHandle;
}

/** A file without a handle (browser-copies.ts). */
export interface StoredCopy {
  readonly id: string;
  readonly name: string;
  /** What writing to it means: nothing for what was read, another download for what was downloaded. */
  readonly kind: "copy" | "download";
  readonly opened: number;
  /** null where the file was too large to be kept. */
  readonly bytes: Blob | null;
}

export interface StoredFolder {
  readonly id: string;
  readonly handle: FileSystemDirectoryHandle;
}

export interface StoredSnapshotHead {
  readonly id: string;
  /** The tab that wrote it. */
  readonly session: string;
  readonly title: string;
  readonly note: Json;
  readonly size: number;
  readonly saved: number;
  /** Absent in copies of older versions, which have none. */
  readonly pieces?: readonly string[];
}

interface StudioSchema extends DBSchema {
  files: { key: string; value: StoredFile };
  preferences: { key: string; value: string };
  /** Apart from their bytes, so that listing them loads no documents. */
  snapshotHeads: { key: string; value: StoredSnapshotHead };
  /** The main part under the copy's id, pieces under `pieceKey`. */
  snapshotBytes: { key: string; value: Uint8Array<ArrayBuffer> };
  library: { key: string; value: KeptText };
  rules: { key: string; value: KeptText };
  /** Keyed by purpose. */
  folders: { key: string; value: StoredFolder };
  copies: { key: string; value: StoredCopy };
}

export type StudioDatabase = IDBPDatabase<StudioSchema>;

const VERSION = 5;

export class BrowserDatabase {
  readonly #name: string;
  #open: Promise<StudioDatabase> | null = null;

  constructor(name = "tessella") {
    this.#name = name;
  }

  /** Runs one piece of work. Errors: `io`, which names the purpose. */
  async use<T>(purpose: string, work: (database: StudioDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#opened());
    } catch (cause) {
      if (cause instanceof TessellaError) throw cause;
      const full = cause instanceof DOMException && cause.name === "QuotaExceededError";
      throw new TessellaError(
        "io",
        `${purpose} failed: ${full ? "the browser's storage is full" : "the browser's storage cannot be used"}.`,
        { hint: full ? "Remove site data you no longer need." : "Private windows often have none.", cause },
      );
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    (await open?.catch(() => null))?.close();
  }

  #opened(): Promise<StudioDatabase> {
    this.#open ??= this.#start().catch((error: unknown) => {
      // A later attempt may work: the refusal need not be final.
      this.#open = null;
      throw error;
    });
    return this.#open;
  }

  #start(): Promise<StudioDatabase> {
    const forget = (): void => {
      this.#open = null;
    };
    return openDB<StudioSchema>(this.#name, VERSION, {
      upgrade: (database, from) => {
        if (from < 1) {
          database.createObjectStore("files", { keyPath: "id" });
          database.createObjectStore("preferences");
          database.createObjectStore("snapshotHeads", { keyPath: "id" });
          database.createObjectStore("snapshotBytes");
        }
        if (from < 2) database.createObjectStore("library", { keyPath: "id" });
        if (from < 3) database.createObjectStore("folders");
        if (from < 4) database.createObjectStore("copies", { keyPath: "id" });
        database.createObjectStore("rules", { keyPath: "id" });
      },
      // Another tab wants to upgrade or delete the database: it must not wait for this one to close.
      blocking: () => void this.close(),
      terminated: forget,
    });
  }
}
