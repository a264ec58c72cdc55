/** The host in a browser, over the web interfaces that this browser has. */

import { browserAutosave } from "./browser-autosave.ts";
import { browserClipboard } from "./browser-clipboard.ts";
import { BrowserDatabase } from "./browser-database.ts";
import { BrowserFiles } from "./browser-files.ts";
import { BrowserFolders } from "./browser-folders.ts";
import { browserPower } from "./browser-power.ts";
import { browserSessions } from "./browser-sessions.ts";
import type { Pickers } from "./file-system-access.ts";
import type { Host, HostWindow, KeptTexts, OpenRequest, OperatingSystem, RecentFiles } from "./host.ts";
import { MAX_RECENT_FILES } from "./host.ts";
import { PatientListeners } from "./listeners.ts";
import { checkKeptText } from "./names.ts";
import { preferencesIn } from "./preferences.ts";

const PREFERENCES_LOCK = "tessella.preferences";

export type BrowserWindow = Window & Pickers & { readonly launchQueue?: LaunchQueue };

/** Tells an installed web application which files it was started with. */
interface LaunchQueue {
  setConsumer(consumer: (parameters: { readonly files?: readonly FileSystemHandle[] }) => void): void;
}

export function browserHost(window: BrowserWindow, database = new BrowserDatabase()): Host {
  const { document, navigator } = window;
  const locks: LockManager | undefined = navigator.locks;
  const sessions = browserSessions(locks);
  const files = new BrowserFiles(window, database);
  const hasHandles = window.showOpenFilePicker !== undefined;
  return {
    platform: {
      version: navigator.userAgent,
      os: operatingSystem(navigator),
      capabilities: {
        folderWrites: window.showDirectoryPicker ? "folder" : "zip",
        recentFiles: hasHandles,
        revealFiles: false,
        nativeMenu: false,
      },
    },
    files,
    folders: new BrowserFolders(window, files, database),
    recent: recentFiles(files, database),
    preferences: preferencesIn(
      {
        get: async (key) =>
          (await database.use("Reading preferences", (db) => db.get("preferences", key))) ?? null,
        set: async (key, text) => {
          await database.use("Saving preferences", (db) => db.put("preferences", text, key));
        },
      },
      // Where a page has no locks, only its own changes take turns.
      locks && ((work) => locks.request(PREFERENCES_LOCK, work)),
    ),
    clipboard: browserClipboard(document, navigator.clipboard),
    sessions,
    autosave: browserAutosave(database, sessions),
    library: keptTexts(database, "library", "your library"),
    rules: keptTexts(database, "rules", "your rules"),
    openRequests: openRequests(window, files),
    window: browserWindow(window),
    menu: { show: () => {}, subscribe: () => () => {} },
    power: browserPower(document, navigator),
  };
}

function keptTexts(database: BrowserDatabase, store: "library" | "rules", named: string): KeptTexts {
  return {
    list: () => database.use(`Reading ${named}`, (db) => db.getAll(store)),
    put: async (item) => {
      checkKeptText(item);
      await database.use(`Saving to ${named}`, (db) => db.put(store, item));
    },
    delete: async (id) => {
      await database.use(`Deleting from ${named}`, (db) => db.delete(store, id));
    },
  };
}

function operatingSystem(navigator: Navigator): OperatingSystem {
  const said = `${navigator.platform} ${navigator.userAgent}`;
  if (/mac|iphone|ipad/i.test(said)) return "mac";
  if (/win/i.test(said)) return "windows";
  return /linux|x11|android|cros/i.test(said) ? "linux" : "other";
}

function recentFiles(files: BrowserFiles, database: BrowserDatabase): RecentFiles {
  const list: RecentFiles["list"] = async () => {
    const stored = await database.use("Reading the recent files", (db) => db.getAll("files"));
    return stored
      .sort((a, b) => b.opened - a.opened)
      .map(({ id, name, opened }) => ({ id, name, place: "", opened }));
  };
  return {
    list,
    add: async (file) => {
      const { id, name } = file;
      const source = files.source(id);
      if (source.kind !== "handle") return files.keep(file);
      const { handle } = source;
      // Later than any other, even if the clock has not advanced.
      const opened = Math.max(Date.now(), ((await list())[0]?.opened ?? 0) + 1);
      await database.use("Remembering a file", (db) => db.put("files", { id, name, opened, handle }));
      const tooMany = (await list()).slice(MAX_RECENT_FILES);
      for (const old of tooMany) await database.use("Forgetting a file", (db) => db.delete("files", old.id));
    },
  };
}

function openRequests(window: BrowserWindow, files: BrowserFiles): Host["openRequests"] {
  const requests = new PatientListeners<OpenRequest>();
  let first = true;
  window.launchQueue?.setConsumer(({ files: handles = [] }) => {
    const source = first ? "start" : "later";
    first = false;
    const chosen = handles.filter((handle) => handle.kind === "file") as FileSystemFileHandle[];
    if (chosen.length === 0) return;
    void Promise.all(chosen.map((handle) => files.addHandle(handle))).then((opened) =>
      requests.emit({ files: opened, source }),
    );
  });
  return { subscribe: (listener) => requests.add(listener) };
}

function browserWindow(window: Window): HostWindow {
  let unsaved = false;
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  return {
    show: (state) => {
      window.document.title = state.unsaved ? `• ${state.title}` : state.title;
      // Only while needed: such a listener keeps a page out of the browser's back/forward cache.
      if (state.unsaved && !unsaved) window.addEventListener("beforeunload", warn);
      if (!state.unsaved && unsaved) window.removeEventListener("beforeunload", warn);
      unsaved = state.unsaved;
    },
    guardClose: () => () => {},
    editText: (action) => void window.document.execCommand(action),
  };
}
