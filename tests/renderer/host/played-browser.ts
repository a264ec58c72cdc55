// A browser in memory for the studio's host: files with handles, pickers that answer what was laid out, a storage, locks, and a
// page whose inputs and downloads are kept. The real one is asked the same in tests/browser/host.

import { resolveObjectURL } from "node:buffer";
import { vi } from "vitest";
import type { BrowserDatabase } from "../../../renderer/host/browser-database.ts";
import type { BrowserWindow } from "../../../renderer/host/browser-host.ts";
import { browserHost } from "../../../renderer/host/browser-host.ts";
import type { Host } from "../../../renderer/host/host.ts";
import type { HostRig } from "./host-contract.ts";
import type { Download, PlainHostRig } from "./plain-host-contract.ts";
import { fileInFolder } from "./plain-host-contract.ts";

const refusal = (name: string): DOMException => new DOMException(`Played: ${name}.`, name);
let clock = 1_000;

interface PlayedEntry {
  readonly kind: "file" | "directory";
  readonly name: string;
}

/** A file of the played disk. Every handle is this one, so the same file is the same handle. */
export class PlayedFile implements PlayedEntry {
  readonly kind = "file";
  readonly name: string;
  bytes: Uint8Array | null = new Uint8Array(0);
  /** The answer to whoever asks for permission; absent on a disk that does not ask. */
  queryPermission?: () => Promise<PermissionState>;
  requestPermission?: () => Promise<PermissionState>;
  /** How many streams are open. */
  open = 0;
  #changed = clock++;
  readonly #leave: () => void;

  constructor(name: string, leave = (): void => {}) {
    this.name = name;
    this.#leave = leave;
  }

  put(bytes: Uint8Array): void {
    this.bytes = Uint8Array.from(bytes);
    this.#changed = clock++;
  }

  readonly isSameEntry = async (other: unknown): Promise<boolean> => other === this;
  readonly getFile = async (): Promise<File> => {
    if (!this.bytes) throw refusal("NotFoundError");
    return new File([Uint8Array.from(this.bytes)], this.name, { lastModified: this.#changed });
  };
  readonly remove = async (): Promise<void> => this.#leave();
  readonly createWritable = async () => {
    let held = new Uint8Array(0);
    this.open++;
    return {
      write: async ({ position, data }: { readonly position: number; readonly data: Uint8Array }) => {
        if (position + data.length > held.length) {
          const longer = new Uint8Array(position + data.length);
          longer.set(held);
          held = longer;
        }
        held.set(data, position);
      },
      close: async () => {
        this.open--;
        this.put(held);
      },
      abort: async () => void this.open--,
    };
  };
}

export class PlayedFolder implements PlayedEntry {
  readonly kind = "directory";
  readonly name: string;
  readonly entries = new Map<string, PlayedFile | PlayedFolder>();

  constructor(name: string) {
    this.name = name;
  }

  file(path: string, bytes: Uint8Array): PlayedFile {
    const [first = "", ...rest] = path.split("/");
    if (rest.length > 0) return this.#folder(first).file(rest.join("/"), bytes);
    const file = this.#file(first);
    file.put(bytes);
    return file;
  }

  readonly values = async function* (this: PlayedFolder) {
    yield* this.entries.values();
  };
  readonly getFileHandle = async (name: string, { create = false } = {}): Promise<PlayedFile> => {
    if (!create && !this.entries.has(name)) throw refusal("NotFoundError");
    return this.#file(name);
  };
  readonly removeEntry = async (name: string): Promise<void> => {
    if (!this.entries.delete(name)) throw refusal("NotFoundError");
  };

  #file(name: string): PlayedFile {
    const found = this.entries.get(name) ?? new PlayedFile(name, () => this.entries.delete(name));
    this.entries.set(name, found);
    return found as PlayedFile;
  }

  #folder(name: string): PlayedFolder {
    const found = this.entries.get(name) ?? new PlayedFolder(name);
    this.entries.set(name, found);
    return found as PlayedFolder;
  }
}

/** IndexedDB, as far as the host uses it. Nothing here is copied but at the top. */
class PlayedStorage {
  readonly #stores = new Map<string, Map<string, object | string>>();

  readonly use = <T>(_purpose: string, work: (database: never) => Promise<T>): Promise<T> =>
    work(this as never);
  readonly get = async (store: string, key: string) => this.#store(store).get(key);
  readonly getAll = async (store: string) => this.keys(store).map((key) => this.#store(store).get(key));
  readonly put = async (store: string, value: object | string, key?: string) =>
    void this.#store(store).set(key ?? (value as { readonly id: string }).id, value);
  readonly delete = async (store: string, key: string) => void this.#store(store).delete(key);
  readonly transaction = (stores: string | readonly string[]) => ({
    objectStore: (store: string) => this.#objects(store),
    store: this.#objects(String(stores)),
    done: Promise.resolve(),
  });

  /** In their order. */
  keys(store: string): readonly string[] {
    return [...this.#store(store).keys()].sort();
  }

  #objects(store: string) {
    return {
      get: (key: string) => this.get(store, key),
      put: (value: object | string, key?: string) => this.put(store, value, key),
      delete: (key: string) => this.delete(store, key),
    };
  }

  #store(name: string): Map<string, object | string> {
    const found = this.#stores.get(name) ?? new Map();
    this.#stores.set(name, found);
    return found;
  }
}

/** Locks that nobody waits for. */
class PlayedLocks {
  readonly held = new Set<string>();

  readonly request = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
    this.held.add(name);
    try {
      return await work();
    } finally {
      this.held.delete(name);
    }
  };
  readonly query = async () => ({ held: Array.from(this.held, (name) => ({ name })) });
}

type Launch = (parameters: { readonly files?: readonly unknown[] }) => void;

/** A window. */
export class PlayedBrowser {
  readonly disk = new PlayedFolder("disk");
  readonly storage = new PlayedStorage();
  readonly locks = new PlayedLocks();
  readonly opens: PlayedFile[][] = [];
  readonly saves: PlayedFile[] = [];
  readonly folders: PlayedFolder[] = [];
  /** What a file input is answered with; null is a dismissed dialog. */
  chosen: readonly File[] | null = null;
  /** The inputs and links that were clicked. */
  readonly clicked: object[] = [];
  readonly downloads: Download[] = [];
  /** The options of the pickers. */
  readonly asked: object[] = [];
  /** Elements in the page. */
  readonly page = new Set<object>();
  readonly heard = new Map<string, (event: Event) => void>();
  /** Whether its dialogs do not come. */
  broken = false;
  launch: Launch | null = null;
  title = "";
  wakeLocks = 0;
  visible = true;
  #text = "";

  host(pickers = true): Host {
    return browserHost(this.#window(pickers), this.storage as unknown as BrowserDatabase);
  }

  #window(pickers: boolean): BrowserWindow {
    const answer = async <T>(answers: T[], options: object): Promise<T> => {
      if (this.broken) throw refusal("SecurityError");
      this.asked.push(options);
      const next = answers.shift();
      if (!next) throw refusal("AbortError");
      return next;
    };
    const picking = {
      showOpenFilePicker: (options: object) => answer(this.opens, options),
      showSaveFilePicker: (options: object) => answer(this.saves, options),
      showDirectoryPicker: (options: object) => answer(this.folders, options),
    };
    const listening = {
      addEventListener: (type: string, listener: (event: Event) => void) => this.heard.set(type, listener),
      removeEventListener: (type: string) => this.heard.delete(type),
    };
    return {
      ...(pickers ? picking : {}),
      ...listening,
      document: this.#document(listening),
      navigator: {
        platform: "Linux x86_64",
        userAgent: "Played 1",
        locks: this.locks,
        clipboard: {
          readText: async () => this.#text,
          writeText: async (text: string) => void (this.#text = text),
        },
        wakeLock: { request: async () => this.#wakeLock() },
      },
      launchQueue: { setConsumer: (launch: Launch) => void (this.launch = launch) },
    } as unknown as BrowserWindow;
  }

  #document(listening: object): object {
    const browser = this;
    return {
      ...listening,
      get visibilityState() {
        return browser.visible ? "visible" : "hidden";
      },
      get title() {
        return browser.title;
      },
      set title(title: string) {
        browser.title = title;
      },
      createElement: () => this.#element(),
      body: { append: (element: object) => this.page.add(element) },
    };
  }

  #element(): object {
    const heard = new Map<string, () => void>();
    const element = {
      href: "",
      download: "",
      files: [] as readonly File[],
      addEventListener: (type: string, listener: () => void) => heard.set(type, listener),
      remove: () => this.page.delete(element),
      click: () => {
        this.clicked.push(element);
        if (element.href) {
          const blob = resolveObjectURL(element.href) as unknown as Blob;
          const bytes = blob.arrayBuffer().then((buffer) => new Uint8Array(buffer));
          this.downloads.push({ name: element.download, bytes });
        } else {
          element.files = this.chosen ?? [];
          heard.get(this.chosen ? "change" : "cancel")?.();
        }
      },
    };
    return element;
  }

  #wakeLock(): object {
    this.wakeLocks++;
    let released = (): void => {};
    return {
      addEventListener: (_type: string, listener: () => void) => void (released = listener),
      release: async () => {
        this.wakeLocks--;
        released();
      },
    };
  }
}

export interface PlayedRig extends HostRig {
  readonly browser: PlayedBrowser;
}

export async function playedRig(): Promise<PlayedRig> {
  const browser = new PlayedBrowser();
  const { disk } = browser;
  let picked = 0;
  return {
    browser,
    host: browser.host(),
    answerOpen: async (files) => {
      browser.opens.push(Object.entries(files).map(([name, bytes]) => disk.file(name, bytes)));
    },
    answerSave: async (name) => void browser.saves.push(await disk.getFileHandle(name, { create: true })),
    answerFolder: async (files) => {
      const folder = new PlayedFolder(`folder-${++picked}`);
      for (const [name, bytes] of Object.entries(files)) folder.file(name, bytes);
      disk.entries.set(folder.name, folder);
      browser.folders.push(folder);
    },
    bytesAt: async (name) => {
      const found = disk.entries.get(name);
      return found instanceof PlayedFile ? found.bytes : null;
    },
    leftovers: async () => [],
    restart: async () => {
      browser.locks.held.clear();
      return browser.host();
    },
    end: async () => {},
  };
}

export async function playedPlainRig(): Promise<PlainHostRig> {
  // A download's bytes are freed a minute later.
  vi.useFakeTimers();
  const browser = new PlayedBrowser();
  const { downloads, page } = browser;
  return {
    ...{ host: browser.host(false), later: () => browser.host(false), downloads },
    choose: (files) => void (browser.chosen = files),
    chooseFolder: (paths) => void (browser.chosen = paths.map(fileInFolder)),
    leftInPage: () => page.size,
    end: async () => void vi.useRealTimers(),
  };
}
