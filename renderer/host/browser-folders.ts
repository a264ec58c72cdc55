/**
 * Folders in a browser: real ones if the File System Access API can pick them; elsewhere the studio reads a folder
 * through an input, and "writes" one ZIP file that downloads at the end.
 */

import { Zip, ZipDeflate } from "fflate";
import { TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { BrowserDatabase } from "./browser-database.ts";
import { download, pickThroughInput } from "./browser-downloads.ts";
import type { BrowserFiles } from "./browser-files.ts";
import { handleWriter, notDismissed } from "./browser-files.ts";
import type { Pickers } from "./file-system-access.ts";
import { asksPermission, ensurePermission, fileFailure, removeWhenFree } from "./file-system-access.ts";
import { checkPlace, GrowingFile } from "./growing-file.ts";
import type { FileWriter, FolderEntry, Folders, FolderWriter, HostFolder, RememberedFolder } from "./host.ts";
import { MAX_FOLDER_FILES } from "./host.ts";
import { checkFileName, hasExtension } from "./names.ts";

type FolderSource =
  | { readonly kind: "handle"; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: "copies"; readonly files: readonly File[] }
  | { readonly kind: "zip" };

/** A file up to this size is created only when it is complete; a longer one grows in place. */
const HELD_BYTES = 2 ** 23;

/** The kept folder. */
const REMEMBERED = "patterns";

export class BrowserFolders implements Folders {
  readonly #window: Window & Pickers;
  readonly #files: BrowserFiles;
  readonly #database: BrowserDatabase;
  readonly #sources = new Map<string, FolderSource>();

  constructor(window: Window & Pickers, files: BrowserFiles, database: BrowserDatabase) {
    this.#window = window;
    this.#files = files;
    this.#database = database;
  }

  async pick(purpose: "read" | "write", name: string): Promise<HostFolder | null> {
    if (this.#window.showDirectoryPicker) {
      const mode = purpose === "read" ? "read" : "readwrite";
      const handle = await notDismissed(this.#window.showDirectoryPicker({ id: "folders", mode }));
      return handle && this.#add(handle.name, { kind: "handle", handle });
    }
    if (purpose === "write") return this.#add(`${name}.zip`, { kind: "zip" });
    const files = await pickThroughInput(this.#window.document, { several: true, folder: true });
    if (files.length === 0) return null;
    const top = files[0]?.webkitRelativePath.split("/")[0];
    return this.#add(top || name, { kind: "copies", files });
  }

  async list({ id, name }: HostFolder, extensions: readonly string[]): Promise<readonly FolderEntry[]> {
    const source = this.#source(id);
    if (source.kind === "zip") return [];
    try {
      const entries =
        source.kind === "handle"
          ? await this.#walk(source.handle, extensions)
          : copies(source.files, extensions).map(({ file, path }) => ({
              file: this.#files.addCopy(file),
              path,
            }));
      return entries.sort(byPath);
    } catch (cause) {
      throw fileFailure(name, "read", cause);
    }
  }

  target(folder: HostFolder): FolderWriter {
    const source = this.#source(folder.id);
    if (source.kind === "handle") return handleTarget(source.handle);
    if (source.kind === "zip") return zipTarget(this.#window.document, folder.name);
    throw new TessellaError("unsupported-operation", "This folder can only be read.");
  }

  async remember(folder: HostFolder | null): Promise<void> {
    const source = folder && this.#source(folder.id);
    await this.#database.use("Remembering the folder", async (db) => {
      if (folder && source?.kind === "handle")
        await db.put("folders", { id: folder.id, handle: source.handle }, REMEMBERED);
      else await db.delete("folders", REMEMBERED);
    });
  }

  async remembered(): Promise<RememberedFolder | null> {
    const stored = await this.#database
      .use("Looking for the last folder", (db) => db.get("folders", REMEMBERED))
      .catch(() => undefined);
    if (!stored) return null;
    const { id, handle } = stored;
    const asks = await asksPermission(handle, "read");
    return { folder: this.#add(handle.name, { kind: "handle", handle }, id), asks };
  }

  async #walk(top: FileSystemDirectoryHandle, extensions: readonly string[]): Promise<FolderEntry[]> {
    await ensurePermission(top, "read");
    const handles: FileSystemFileHandle[] = [];
    const paths: (readonly string[])[] = [];
    const visit = async (folder: FileSystemDirectoryHandle, path: readonly string[]): Promise<void> => {
      for await (const handle of folder.values()) {
        if (handle.kind === "directory") {
          await visit(handle as FileSystemDirectoryHandle, [...path, handle.name]);
        } else if (hasExtension(handle.name, extensions)) {
          if (handles.length === MAX_FOLDER_FILES) throw tooMany(top.name);
          handles.push(handle as FileSystemFileHandle);
          paths.push(path);
        }
      }
    };
    await visit(top, []);
    const files = await this.#files.addHandles(handles);
    return files.map((file, i) => ({ file, path: paths[i] as readonly string[] }));
  }

  #add(name: string, source: FolderSource, id: string = crypto.randomUUID()): HostFolder {
    this.#sources.set(id, source);
    return { id, name, place: "" };
  }

  #source(id: string): FolderSource {
    const source = this.#sources.get(id);
    if (source) return source;
    throw new TessellaError("not-found", "That folder is not known any more.", { hint: "Choose it again." });
  }
}

function copies(
  files: readonly File[],
  extensions: readonly string[],
): { readonly file: File; readonly path: readonly string[] }[] {
  const chosen = files.filter((file) => hasExtension(file.name, extensions));
  if (chosen.length > MAX_FOLDER_FILES) throw tooMany(chosen[0]?.webkitRelativePath.split("/")[0] ?? "");
  return chosen.map((file) => ({ file, path: file.webkitRelativePath.split("/").slice(1, -1) }));
}

function tooMany(name: string): TessellaError {
  return new TessellaError(
    "too-large",
    `The folder "${name}" holds more than ${grouped(MAX_FOLDER_FILES)} such files.`,
    {
      hint: "Choose a smaller folder.",
    },
  );
}

function byPath(a: FolderEntry, b: FolderEntry): number {
  const left = [...a.path, a.file.name].join("/");
  const right = [...b.path, b.file.name].join("/");
  return left < right ? -1 : left > right ? 1 : 0;
}

function handleTarget(folder: FileSystemDirectoryHandle): FolderWriter {
  return {
    begin: async (name) => folderWriter(folder, checkFileName(name)),
    finish: async () => {},
    abandon: async () => {},
  };
}

/**
 * Asking a folder for a file creates an empty one at once, so the request comes late: at the commit, or when the file
 * is too large for memory.
 */
function folderWriter(folder: FileSystemDirectoryHandle, name: string): FileWriter {
  const held = new GrowingFile();
  let writer: FileWriter | null = null;
  let isNew = false;
  let size = 0;

  const open = async (): Promise<FileWriter> => {
    if (writer) return writer;
    try {
      await ensurePermission(folder, "readwrite");
      isNew = !(await exists(folder, name));
      writer = await handleWriter(await folder.getFileHandle(name, { create: true }));
    } catch (cause) {
      await removeNew();
      throw fileFailure(name, "written", cause);
    }
    if (held.size > 0) await writer.write(held.bytes());
    held.clear();
    return writer;
  };
  const removeNew = async (): Promise<void> => {
    if (isNew) await removeWhenFree(() => folder.removeEntry(name));
  };
  const abort = async (): Promise<void> => {
    held.clear();
    if (!writer) return;
    await writer.abort();
    writer = null;
    await removeNew();
  };
  return {
    write: async (bytes, at = size) => {
      checkPlace(at, size);
      size = Math.max(size, at + bytes.length);
      if (!writer && size <= HELD_BYTES) held.write(bytes, at);
      else await (await open()).write(bytes, at);
    },
    commit: async () => {
      try {
        await (await open()).commit();
        // From here on it is a file like any other.
        writer = null;
        isNew = false;
      } catch (error) {
        await abort();
        throw error;
      }
    },
    abort,
  };
}

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "NotFoundError") return false;
    throw cause;
  }
}

/** Files are packed at their commit, so memory holds the packed size. */
function zipTarget(document: Document, name: string): FolderWriter {
  let packed: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  let files = 0;
  const names = new Set<string>();
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else packed.push(Uint8Array.from(data));
  });
  return {
    begin: async (fileName) => {
      checkFileName(fileName);
      const file = new GrowingFile();
      return {
        write: async (bytes, at) => file.write(bytes, at),
        commit: async () => {
          if (names.has(fileName)) {
            throw new TessellaError("bad-argument", `The ZIP file has a "${fileName}" already.`);
          }
          names.add(fileName);
          const entry = new ZipDeflate(fileName, { level: 3 });
          zip.add(entry);
          entry.push(file.bytes(), true);
          file.clear();
          files++;
          if (failure)
            throw new TessellaError("io", `"${fileName}" could not be packed.`, { cause: failure });
        },
        abort: async () => file.clear(),
      };
    },
    finish: async () => {
      zip.end();
      if (files > 0) download(document, name, new Blob(packed, { type: "application/zip" }));
      packed = [];
    },
    abandon: async () => {
      zip.terminate();
      packed = [];
    },
  };
}
