/**
 * Files in a browser. With the File System Access API a file is a handle that can be written back and remembered;
 * without it, the studio reads a copy through a file input, keeps that for later sessions, and saves by download.
 */

import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import { keepCopy, keptCopy } from "./browser-copies.ts";
import type { BrowserDatabase, StoredFile } from "./browser-database.ts";
import { downloadWriter, pickThroughInput } from "./browser-downloads.ts";
import type { Pickers } from "./file-system-access.ts";
import {
  asksPermission,
  ensurePermission,
  fileFailure,
  pickerTypes,
  removeWhenFree,
  wasDismissed,
} from "./file-system-access.ts";
import { checkPlace, endsBefore } from "./growing-file.ts";
import type { Files, FileWriter, HostFile, ReadControl } from "./host.ts";
import { MAX_READ_BYTES } from "./host.ts";
import { writeWhole } from "./write-whole.ts";

/** The target of an id. */
export type FileSource =
  | { readonly kind: "handle"; readonly handle: FileSystemFileHandle }
  | { readonly kind: "copy"; readonly file: Blob }
  /** `written`: what was downloaded last. */
  | { readonly kind: "download"; readonly written: Blob | null };

const READ_PIECE = 2 ** 23;
const PICKER_ID = "patterns";

export class BrowserFiles implements Files {
  readonly #window: Window & Pickers;
  readonly #database: BrowserDatabase;
  readonly #sources = new Map<string, { readonly name: string; readonly source: FileSource }>();
  /** Ids of handles by name: only files with the same name need comparing. */
  readonly #handlesByName = new Map<string, string[]>();

  constructor(window: Window & Pickers, database: BrowserDatabase) {
    this.#window = window;
    this.#database = database;
  }

  async pickOpen(options: Parameters<Files["pickOpen"]>[0]): Promise<readonly HostFile[]> {
    const { types, several = false } = options;
    if (!this.#window.showOpenFilePicker) {
      const files = await pickThroughInput(this.#window.document, { several, folder: false });
      return files.map((file) => this.addCopy(file));
    }
    const handles = await notDismissed(
      this.#window.showOpenFilePicker({ id: PICKER_ID, types: pickerTypes(types), multiple: several }),
    );
    return this.addHandles(handles ?? []);
  }

  async pickSave({ types, name }: Parameters<Files["pickSave"]>[0]): Promise<HostFile | null> {
    if (!this.#window.showSaveFilePicker) return this.#add(name, { kind: "download", written: null });
    const handle = await notDismissed(
      this.#window.showSaveFilePicker({ id: PICKER_ID, types: pickerTypes(types), suggestedName: name }),
    );
    return handle && this.addHandle(handle);
  }

  async dropped(data: DataTransfer): Promise<readonly HostFile[]> {
    // Takes everything before the first await: afterwards the list is empty.
    const waiting = [...data.items]
      .filter((item) => item.kind === "file")
      .map((item) => ({ file: item.getAsFile(), handle: handleOf(item) }));
    const files: HostFile[] = [];
    for (const { file, handle } of waiting) {
      const entry = await handle.catch(() => null);
      // A folder has a handle too, but is not a file.
      if (entry?.kind === "file") files.push(await this.addHandle(entry as FileSystemFileHandle));
      else if (entry === null && file) files.push(this.addCopy(file));
    }
    return files;
  }

  async reopen(id: string): Promise<HostFile> {
    const known = this.#sources.get(id);
    if (known) return hostFile(id, known.name, known.source);
    const stored = await this.#database.use("Opening a recent file", (db) => db.get("files", id));
    if (stored) return this.#add(stored.name, { kind: "handle", handle: stored.handle }, id);
    const kept = await keptCopy(this.#database, id);
    if (!kept) throw unknownFile();
    const { name, kind, bytes } = kept;
    const source: FileSource = kind === "copy" ? { kind, file: bytes } : { kind, written: bytes };
    return this.#add(name, source, id);
  }

  async asks({ id }: HostFile): Promise<boolean> {
    const source = this.source(id);
    return source.kind === "handle" && asksPermission(source.handle, "read");
  }

  async read({ id, name }: HostFile, control: ReadControl = {}): Promise<Uint8Array<ArrayBuffer>> {
    const source = this.source(id);
    throwIfAborted(control.signal);
    try {
      if (source.kind === "handle") await ensurePermission(source.handle, "read");
      const file = source.kind === "handle" ? await source.handle.getFile() : bytesOf(source);
      if (!file) throw new DOMException("downloaded", "NotFoundError");
      return await readPieces(name, file, control);
    } catch (cause) {
      throw fileFailure(name, "read", cause);
    }
  }

  async stamp({ id, name }: HostFile): Promise<string> {
    const source = this.source(id);
    // What was dropped is a copy, and a download is gone: nobody else changes them.
    if (source.kind !== "handle") return source.kind;
    try {
      const { size, lastModified } = await source.handle.getFile();
      return `${size}-${lastModified}`;
    } catch (cause) {
      throw fileFailure(name, "read", cause);
    }
  }

  async write(file: HostFile, bytes: Uint8Array): Promise<void> {
    await writeWhole(await this.create(file), bytes);
  }

  async create({ id, name }: HostFile): Promise<FileWriter> {
    const source = this.source(id);
    if (source.kind === "handle") return handleWriter(source.handle);
    if (source.kind === "download") {
      return downloadWriter(this.#window.document, name, (written) =>
        this.#add(name, { kind: "download", written }, id),
      );
    }
    throw new TessellaError("unsupported-operation", `This browser cannot write "${name}" back.`, {
      hint: "Use Save As; the file is then downloaded.",
    });
  }

  async reveal(): Promise<void> {
    throw new TessellaError("unsupported-operation", "A browser cannot show where its files lie.");
  }

  /** The same file keeps its id, also if the recent list knows it from earlier. */
  async addHandles(handles: readonly FileSystemFileHandle[]): Promise<readonly HostFile[]> {
    if (handles.length === 0) return [];
    const recent = await this.#database
      .use("Looking up recent files", (db) => db.getAll("files"))
      .catch(() => []);
    const added: HostFile[] = [];
    for (const handle of handles) {
      const id = (await this.#idAmongOpen(handle)) ?? (await idAmong(recent, handle));
      added.push(this.#add(handle.name, { kind: "handle", handle }, id));
    }
    return added;
  }

  async addHandle(handle: FileSystemFileHandle): Promise<HostFile> {
    return (await this.addHandles([handle]))[0] as HostFile;
  }

  addCopy(file: File): HostFile {
    return this.#add(file.name, { kind: "copy", file });
  }

  /** Makes the id of a file without a handle outlast this session. */
  async keep({ id, name }: HostFile): Promise<void> {
    const source = this.source(id);
    if (source.kind === "handle") return;
    await keepCopy(this.#database, { id, name, kind: source.kind, bytes: bytesOf(source) });
  }

  /** Errors: `not-found`. */
  source(id: string): FileSource {
    const known = this.#sources.get(id);
    if (!known) throw unknownFile();
    return known.source;
  }

  #add(name: string, source: FileSource, id: string = crypto.randomUUID()): HostFile {
    if (source.kind === "handle" && !this.#sources.has(id)) {
      this.#handlesByName.set(name, [...(this.#handlesByName.get(name) ?? []), id]);
    }
    this.#sources.set(id, { name, source });
    return hostFile(id, name, source);
  }

  async #idAmongOpen(handle: FileSystemFileHandle): Promise<string | undefined> {
    for (const id of this.#handlesByName.get(handle.name) ?? []) {
      const source = this.#sources.get(id)?.source;
      if (source?.kind === "handle" && (await source.handle.isSameEntry(handle))) return id;
    }
    return undefined;
  }
}

async function idAmong(
  stored: readonly StoredFile[],
  handle: FileSystemFileHandle,
): Promise<string | undefined> {
  for (const entry of stored) {
    if (entry.name === handle.name && (await entry.handle.isSameEntry(handle))) return entry.id;
  }
  return undefined;
}

function hostFile(id: string, name: string, source: FileSource): HostFile {
  return { id, name, place: "", writable: source.kind !== "copy" };
}

/** The bytes of a file without a handle. */
function bytesOf(source: Exclude<FileSource, { readonly kind: "handle" }>): Blob | null {
  return source.kind === "copy" ? source.file : source.written;
}

function unknownFile(): TessellaError {
  return new TessellaError("not-found", "That file is not known any more.", { hint: "Open it again." });
}

/** null if the user dismissed the dialog. */
export async function notDismissed<T>(picking: Promise<T>): Promise<T | null> {
  try {
    return await picking;
  } catch (cause) {
    if (wasDismissed(cause)) return null;
    throw new TessellaError("io", "The browser did not show its file dialog.", {
      hint: "Try again with a click or a key.",
      cause,
    });
  }
}

/** A dropped file as a handle, if the browser makes one; null otherwise. */
function handleOf(item: DataTransferItem): Promise<FileSystemHandle | null> {
  const asking = item as DataTransferItem & {
    readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  };
  return asking.getAsFileSystemHandle?.() ?? Promise.resolve(null);
}

async function readPieces(
  name: string,
  file: Blob,
  { from = 0, signal, onProgress }: ReadControl,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_READ_BYTES) {
    throw new TessellaError(
      "too-large",
      `"${name}" is larger than ${MAX_READ_BYTES / 2 ** 20} MB, the most that is read.`,
    );
  }
  if (from > file.size) throw endsBefore(name, from);
  const whole = new Uint8Array(file.size - from);
  for (let at = from; at < file.size; at += READ_PIECE) {
    throwIfAborted(signal);
    whole.set(new Uint8Array(await file.slice(at, at + READ_PIECE).arrayBuffer()), at - from);
    onProgress?.(Math.min(at + READ_PIECE, file.size), file.size);
  }
  throwIfAborted(signal);
  return whole;
}

/** Chromium's way to delete a file through its own handle. */
interface Removable {
  readonly remove?: () => Promise<void>;
}

/**
 * The browser writes into a temporary file beside the real one and swaps the two when the stream closes. Its save
 * dialog creates an empty file under the real name at once; if nothing is written after all, that file is removed
 * again.
 */
export async function handleWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const { name } = handle;
  let stream: FileSystemWritableFileStream;
  let isEmpty = false;
  try {
    await ensurePermission(handle, "readwrite");
    isEmpty = (await handle.getFile()).size === 0;
    stream = await handle.createWritable();
  } catch (cause) {
    throw fileFailure(name, "written", cause);
  }
  let size = 0;
  let over = false;
  const abort = async (): Promise<void> => {
    if (over) return;
    over = true;
    await stream.abort().catch(() => undefined);
    if (isEmpty) await removeWhenFree(async () => (handle as Removable).remove?.());
  };
  return {
    write: async (bytes, at = size) => {
      checkPlace(at, size);
      try {
        await stream.write({ type: "write", position: at, data: Uint8Array.from(bytes) });
        size = Math.max(size, at + bytes.length);
      } catch (cause) {
        throw fileFailure(name, "written", cause);
      }
    },
    commit: async () => {
      try {
        await stream.close();
        over = true;
      } catch (cause) {
        await abort();
        throw fileFailure(name, "written", cause);
      }
    },
    abort,
  };
}
