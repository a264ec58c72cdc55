// A browser host on the origin's private file system: its handles are real ones, only the pickers are played.

import { BrowserDatabase } from "../../../renderer/host/browser-database.ts";
import type { BrowserWindow } from "../../../renderer/host/browser-host.ts";
import { browserHost } from "../../../renderer/host/browser-host.ts";
import type { Host } from "../../../renderer/host/host.ts";
import type { HostRig } from "../../renderer/host/host-contract.ts";
import type { Download, PlainHostRig } from "../../renderer/host/plain-host-contract.ts";
import { fileInFolder } from "../../renderer/host/plain-host-contract.ts";

const dismissed = (): never => {
  throw new DOMException("The user aborted a request.", "AbortError");
};

/** A window with the page's own document, and pickers that answer what was laid out. */
export class PlayedWindow {
  readonly opens: FileSystemFileHandle[][] = [];
  readonly saves: FileSystemFileHandle[] = [];
  readonly folders: FileSystemDirectoryHandle[] = [];
  readonly clipboard = playedClipboard();
  launch: ((parameters: { files: FileSystemHandle[] }) => void) | null = null;

  asWindow(pickers: boolean): BrowserWindow {
    const { document } = window;
    const plain = {
      document,
      navigator: navigatorWith(this.clipboard),
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      launchQueue: {
        setConsumer: (consumer: NonNullable<PlayedWindow["launch"]>) => (this.launch = consumer),
      },
    };
    const picking = {
      showOpenFilePicker: async () => this.opens.shift() ?? dismissed(),
      showSaveFilePicker: async () => this.saves.shift() ?? dismissed(),
      showDirectoryPicker: async () => this.folders.shift() ?? dismissed(),
    };
    return (pickers ? { ...plain, ...picking } : plain) as unknown as BrowserWindow;
  }
}

/** The test's page has not the user's leave for the real one. */
function playedClipboard(): Pick<Clipboard, "readText" | "writeText"> {
  let text = "";
  return {
    readText: async () => text,
    writeText: async (next) => {
      text = next;
    },
  };
}

/** The page's navigator with another clipboard. Its getters insist on being asked on the real one. */
function navigatorWith(clipboard: object): Navigator {
  return new Proxy(navigator, {
    get: (target, key) => (key === "clipboard" ? clipboard : Reflect.get(target, key, target)),
  });
}

export interface BrowserRig extends HostRig {
  readonly played: PlayedWindow;
  readonly home: FileSystemDirectoryHandle;
  /** Another tab: this one goes on. */
  secondTab(): Host;
}

export async function browserRig(): Promise<BrowserRig> {
  const name = `rig-${crypto.randomUUID()}`;
  const top = await navigator.storage.getDirectory();
  const home = await top.getDirectoryHandle(name, { create: true });
  const played = new PlayedWindow();
  const databases: BrowserDatabase[] = [];
  const start = (): Host => {
    const database = new BrowserDatabase(name);
    databases.push(database);
    return browserHost(played.asWindow(true), database);
  };
  let picked = 0;
  return {
    host: start(),
    played,
    home,
    answerOpen: async (files) => {
      const handles = Object.entries(files).map(([file, bytes]) => putFile(home, file, bytes));
      played.opens.push(await Promise.all(handles));
    },
    answerSave: async (file) => void played.saves.push(await home.getFileHandle(file, { create: true })),
    answerFolder: async (files) => {
      const folder = await home.getDirectoryHandle(`folder-${++picked}`, { create: true });
      for (const [file, bytes] of Object.entries(files)) await putFile(folder, file, bytes);
      played.folders.push(folder);
    },
    bytesAt: (file) => bytesAt(home, file),
    leftovers: async () => (await namesBelow(home)).filter((file) => /swap|tmp/.test(file)),
    restart: async () => {
      await endSessions();
      return start();
    },
    secondTab: start,
    end: async () => {
      for (const database of databases) await database.close();
      indexedDB.deleteDatabase(name);
      await top.removeEntry(name, { recursive: true });
    },
  };
}

/** Every tab of the studio loses its lock, as it does when it ends. */
async function endSessions(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  for (const { name = "" } of held) {
    if (name.startsWith("tessella.session."))
      await navigator.locks.request(name, { steal: true }, async () => {});
  }
}

export async function putFile(
  folder: FileSystemDirectoryHandle,
  path: string,
  bytes: Uint8Array,
): Promise<FileSystemFileHandle> {
  const parts = path.split("/");
  let inner = folder;
  for (const part of parts.slice(0, -1)) inner = await inner.getDirectoryHandle(part, { create: true });
  const handle = await inner.getFileHandle(parts.at(-1) as string, { create: true });
  const stream = await handle.createWritable();
  await stream.write(Uint8Array.from(bytes));
  await stream.close();
  return handle;
}

export async function bytesAt(folder: FileSystemDirectoryHandle, name: string): Promise<Uint8Array | null> {
  const handle = await folder.getFileHandle(name).catch(() => null);
  return handle && new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

export async function namesBelow(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, handle] of folder.entries()) {
    names.push(name);
    if (handle.kind === "directory") names.push(...(await namesBelow(handle as FileSystemDirectoryHandle)));
  }
  return names;
}

/** The page's own inputs and downloads, which are answered and kept when they are clicked. */
export async function plainBrowserRig(): Promise<PlainHostRig> {
  const name = `plain-${crypto.randomUUID()}`;
  const database = new BrowserDatabase(name);
  const hostOf = (): Host => browserHost(new PlayedWindow().asWindow(false), database);
  const downloads: Download[] = [];
  let chosen: readonly File[] | null = null;
  let inFolder: readonly File[] | null = null;
  const onClick = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLAnchorElement && target.download) {
      event.preventDefault();
      const bytes = fetch(target.href).then(async (response) => new Uint8Array(await response.arrayBuffer()));
      downloads.push({ name: target.download, bytes });
    }
    if (target instanceof HTMLInputElement && target.type === "file") {
      event.preventDefault();
      if (inFolder) {
        // An input makes its own list of files, in which none has a path.
        Object.defineProperty(target, "files", { value: inFolder });
        target.dispatchEvent(new Event("change"));
      } else if (chosen) {
        const data = new DataTransfer();
        for (const file of chosen) data.items.add(file);
        target.files = data.files;
        target.dispatchEvent(new Event("change"));
      } else target.dispatchEvent(new Event("cancel"));
    }
  };
  document.addEventListener("click", onClick);
  return {
    ...{ host: hostOf(), later: hostOf, downloads },
    choose: (files) => void (chosen = files),
    chooseFolder: (paths) => void (inFolder = paths.map(fileInFolder)),
    leftInPage: () => document.querySelectorAll("input[type=file], a[download]").length,
    end: async () => {
      document.removeEventListener("click", onClick);
      await database.close();
      indexedDB.deleteDatabase(name);
    },
  };
}
