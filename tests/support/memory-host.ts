/**
 * A host without a platform, for tests and component tours: files are a map, dialogs return the test's prepared
 * answers, and methods play the events that a platform would send.
 *
 * It keeps the small print of the contract too: ids are opaque, writes are atomic, names are checked, requests wait for
 * the first listener. Two hosts over one `MemoryDisk` are two sessions, so that a test can play a crash.
 */

import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import { endsBefore, GrowingFile } from "../../renderer/host/growing-file.ts";
import type {
  Autosave,
  AutosaveCopy,
  AutosavePiece,
  FileWriter,
  Host,
  HostFile,
  HostFolder,
  HostWindow,
  KeptTexts,
  OpenRequest,
  OperatingSystem,
  RecentFile,
  TextEdit,
  Unsubscribe,
} from "../../renderer/host/host.ts";
import { MAX_RECENT_FILES } from "../../renderer/host/host.ts";
import { Listeners, PatientListeners } from "../../renderer/host/listeners.ts";
import type { MenuModel, NativeMenuItem } from "../../renderer/host/menu-model.ts";
import { checkFileName, checkKeptText, checkSnapshotId, hasExtension } from "../../renderer/host/names.ts";
import { preferencesIn } from "../../renderer/host/preferences.ts";
import { writeWhole } from "../../renderer/host/write-whole.ts";

interface StoredSnapshot extends AutosaveCopy {
  readonly session: MemoryHost;
  readonly saved: number;
}

/** The state that outlasts a session. Paths are "folder/name"; a name without a folder lies at the top. */
export class MemoryDisk {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly preferences = new Map<string, string>();
  readonly recent: RecentFile[] = [];
  readonly snapshots = new Map<string, StoredSnapshot>();
  readonly library = new Map<string, string>();
  readonly rules = new Map<string, string>();
  /** Path of the kept folder. */
  folder: string | null = null;
  /** Each of these fails once, with its error, at its next use. */
  readonly failures: { readonly when: "read" | "write" | "autosave"; readonly error: TessellaError }[] = [];

  /** Files by their paths, texts in UTF-8. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(files))
      this.files.set(
        path,
        typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content),
      );
  }

  /** Throws the error prepared for this operation. */
  meet(when: "read" | "write" | "autosave"): void {
    const at = this.failures.findIndex((failure) => failure.when === when);
    if (at >= 0) throw this.failures.splice(at, 1)[0]?.error;
  }
}

export class MemoryHost implements Host {
  readonly disk: MemoryDisk;
  /** The answers of the next dialogs, in order: paths on the disk. A dialog without an answer is dismissed. */
  readonly openAnswers: (readonly string[])[] = [];
  readonly saveAnswers: string[] = [];
  readonly folderAnswers: string[] = [];
  clipboardText = "";
  clipboardPng: Uint8Array | null = null;
  /** False as in a browser that denies access to the clipboard. */
  clipboardReadable = true;
  readonly revealed: string[] = [];
  readonly textEdits: TextEdit[] = [];
  shown: { readonly title: string; readonly unsaved: boolean } = { title: "", unsaved: false };
  menuShown: MenuModel = [];
  closed = false;

  readonly #requests = new PatientListeners<OpenRequest>();
  readonly #menuChoices = new Listeners<string>();
  readonly #holds = new Map<symbol, "run" | "export">();
  #guard: (() => Promise<boolean>) | null = null;
  readonly #os: OperatingSystem;

  constructor(disk: MemoryDisk = new MemoryDisk(), os: OperatingSystem = "linux") {
    this.disk = disk;
    this.#os = os;
  }

  // ---- events that a test plays

  /** As if these paths had been given on the command line, or later. */
  requestOpen(paths: readonly string[], source: OpenRequest["source"] = "later"): void {
    this.#requests.emit({ files: paths.map(fileAt), source });
  }

  /** As if the user had chosen the entry of the native menu. Errors: `not-found`, `bad-argument` for a disabled one. */
  chooseMenu(id: string): void {
    const entry = findCommand(this.menuShown, id);
    if (!entry) throw new TessellaError("not-found", `The menu has no command "${id}".`);
    if (!entry.enabled) throw new TessellaError("bad-argument", `The command "${id}" is greyed out.`);
    this.#menuChoices.emit(id);
  }

  /** As if the user had clicked the window's close button; returns whether it closed. */
  async requestClose(): Promise<boolean> {
    this.closed = this.closed || !this.#guard || (await this.#guard());
    return this.closed;
  }

  /** The present reasons to keep the machine awake. */
  get heldFor(): readonly ("run" | "export")[] {
    return [...this.#holds.values()];
  }

  /** Another session of the studio on the same disk. This one is over, as after a crash. */
  restart(): MemoryHost {
    return new MemoryHost(this.disk, this.#os);
  }

  // ---- the contract

  get platform(): Host["platform"] {
    return {
      version: "memory",
      os: this.#os,
      capabilities: {
        folderWrites: "folder",
        recentFiles: true,
        revealFiles: true,
        nativeMenu: true,
      },
    };
  }

  readonly files: Host["files"] = {
    pickOpen: async ({ several }) => {
      const answer = this.openAnswers.shift() ?? [];
      return (several ? answer : answer.slice(0, 1)).map(fileAt);
    },
    pickSave: async () => {
      const answer = this.saveAnswers.shift();
      return answer === undefined ? null : fileAt(answer);
    },
    dropped: async (data) => {
      const files = [...data.files];
      return Promise.all(
        files.map(async (file) => {
          this.disk.files.set(file.name, new Uint8Array(await file.arrayBuffer()));
          return fileAt(file.name);
        }),
      );
    },
    reopen: async (id) => {
      if (!this.disk.recent.some((entry) => entry.id === id)) throw unknownHandle();
      return fileAt(pathOf(id));
    },
    asks: async () => false,
    stamp: async (file) => {
      const bytes = this.disk.files.get(pathOf(file.id));
      if (!bytes) throw new TessellaError("not-found", `There is no file "${file.name}" any more.`);
      return new TextDecoder("latin1").decode(bytes);
    },
    read: async (file, { from = 0, signal, onProgress } = {}) => {
      throwIfAborted(signal);
      this.disk.meet("read");
      const bytes = this.disk.files.get(pathOf(file.id));
      if (!bytes) throw new TessellaError("not-found", `There is no file "${file.name}" any more.`);
      if (from > bytes.length) throw endsBefore(file.name, from);
      onProgress?.(bytes.length, bytes.length);
      return bytes.slice(from);
    },
    write: async (file, bytes) => writeWhole(this.#writer(pathOf(file.id)), bytes),
    create: async (file) => this.#writer(pathOf(file.id)),
    reveal: async (file) => {
      this.revealed.push(pathOf(file.id));
    },
  };

  readonly folders: Host["folders"] = {
    pick: async () => {
      const answer = this.folderAnswers.shift();
      return answer === undefined ? null : folderAt(answer);
    },
    list: async (folder, extensions) => {
      const below = `${pathOf(folder.id)}/`;
      return [...this.disk.files.keys()]
        .filter((path) => path.startsWith(below) && hasExtension(fileAt(path).name, extensions))
        .sort()
        .map((path) => ({ file: fileAt(path), path: path.slice(below.length).split("/").slice(0, -1) }));
    },
    remember: async (folder) => {
      this.disk.folder = folder && pathOf(folder.id);
    },
    remembered: async () => {
      const { folder } = this.disk;
      return folder === null ? null : { folder: folderAt(folder), asks: false };
    },
    target: (folder) => ({
      begin: async (name) => this.#writer(`${pathOf(folder.id)}/${checkFileName(name)}`),
      finish: async () => {},
      abandon: async () => {},
    }),
  };

  readonly recent: Host["recent"] = {
    list: async () => [...this.disk.recent],
    add: async ({ id, name, place }) => {
      const { recent } = this.disk;
      const others = recent.filter((entry) => entry.id !== id);
      const next = [{ id, name, place, opened: Date.now() }, ...others];
      recent.splice(0, recent.length, ...next.slice(0, MAX_RECENT_FILES));
    },
  };

  readonly preferences: Host["preferences"] = preferencesIn({
    get: async (key) => this.disk.preferences.get(key) ?? null,
    set: async (key, text) => void this.disk.preferences.set(key, text),
  });

  readonly clipboard: Host["clipboard"] = {
    readText: async () => {
      if (this.clipboardReadable) return this.clipboardText;
      throw new TessellaError("unsupported-operation", "The clipboard cannot be read here.");
    },
    writeText: async (text) => {
      this.clipboardText = text;
    },
    writePng: async (bytes) => {
      this.clipboardPng = bytes.slice();
    },
  };

  readonly sessions: Host["sessions"] = {
    id: crypto.randomUUID(),
    living: async () => new Set([this.sessions.id]),
  };

  readonly autosave: Autosave = {
    put: async (snapshot) => {
      checkSnapshotId(snapshot.id);
      this.disk.meet("autosave");
      const note = structuredClone(snapshot.note);
      const bytes = snapshot.bytes.slice();
      for (const { name } of snapshot.pieces) checkSnapshotId(name);
      const before = this.disk.snapshots.get(snapshot.id)?.pieces ?? [];
      const pieces = snapshot.pieces.map((piece) =>
        piece.bytes
          ? { ...piece, bytes: piece.bytes.slice() }
          : (before.find(({ name }) => name === piece.name) as AutosavePiece),
      );
      this.disk.snapshots.set(snapshot.id, {
        ...snapshot,
        note,
        bytes,
        pieces,
        session: this,
        saved: Date.now(),
      });
    },
    delete: async (id) => void this.disk.snapshots.delete(id),
    recoverable: async () =>
      [...this.disk.snapshots.values()]
        .filter((entry) => entry.session !== this)
        .sort((a, b) => b.saved - a.saved)
        .map(({ id, title, note, bytes, pieces, saved }) => {
          const size = pieces.reduce((sum, piece) => sum + (piece.bytes?.length ?? 0), bytes.length);
          return { id, title, note, size, saved };
        }),
    claim: async (id) => this.disk.snapshots.has(id),
    onClaim: () => () => {},
    read: async (id) => {
      const entry = this.disk.snapshots.get(id);
      if (!entry) throw new TessellaError("not-found", "That autosaved copy is gone.");
      return structuredClone({ bytes: entry.bytes, pieces: entry.pieces });
    },
  };

  readonly library: Host["library"] = this.#kept("library");
  readonly rules: Host["rules"] = this.#kept("rules");

  #kept(folder: "library" | "rules"): KeptTexts {
    return {
      list: async () => [...this.disk[folder]].sort().map(([id, text]) => ({ id, text })),
      put: async (item) => {
        checkKeptText(item);
        this.disk.meet("write");
        this.disk[folder].set(item.id, item.text);
      },
      delete: async (id) => void this.disk[folder].delete(id),
    };
  }

  readonly openRequests: Host["openRequests"] = { subscribe: (listener) => this.#requests.add(listener) };

  readonly window: HostWindow = {
    show: (state) => {
      this.shown = state;
    },
    guardClose: (guard) => {
      this.#guard = guard;
      return () => {
        if (this.#guard === guard) this.#guard = null;
      };
    },
    editText: (action) => void this.textEdits.push(action),
  };

  readonly menu: Host["menu"] = {
    show: (menu) => {
      this.menuShown = menu;
    },
    subscribe: (listener) => this.#menuChoices.add(listener),
  };

  readonly power: Host["power"] = {
    hold: (reason): Unsubscribe => {
      const key = Symbol(reason);
      this.#holds.set(key, reason);
      return () => void this.#holds.delete(key);
    },
  };

  #writer(path: string): FileWriter {
    const file = new GrowingFile();
    return {
      write: async (bytes, at) => file.write(bytes, at),
      commit: async () => {
        this.disk.meet("write");
        this.disk.files.set(path, file.bytes());
      },
      abort: async () => file.clear(),
    };
  }
}

/** Ids hide the path, so that no caller can take one for the other. */
function idOf(path: string): string {
  return `memory:${encodeURIComponent(path)}`;
}

function pathOf(id: string): string {
  if (!id.startsWith("memory:")) throw unknownHandle();
  return decodeURIComponent(id.slice("memory:".length));
}

function fileAt(path: string): HostFile {
  return { ...folderAt(path), writable: true };
}

function folderAt(path: string): HostFolder {
  const slash = path.lastIndexOf("/");
  return { id: idOf(path), name: path.slice(slash + 1), place: slash < 0 ? "" : path.slice(0, slash) };
}

function unknownHandle(): TessellaError {
  return new TessellaError("not-found", "That file is not known any more.", { hint: "Open it again." });
}

function findCommand(
  items: readonly NativeMenuItem[],
  id: string,
): (NativeMenuItem & { readonly kind: "command" }) | undefined {
  for (const item of items) {
    if (item.kind === "command" && item.id === id) return item;
    const inside = item.kind === "submenu" ? findCommand(item.items, id) : undefined;
    if (inside) return inside;
  }
  return undefined;
}
