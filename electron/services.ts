/** Every call of the bridge, put together. Electron itself comes in as `Shell`, so that this file runs in plain Node. */

import { join } from "node:path";
import type { BridgeEvent } from "../renderer/host/bridge.ts";
import type { TextEdit } from "../renderer/host/host.ts";
import type { MenuModel } from "../renderer/host/menu-model.ts";
import { AutosaveStore } from "./autosave-files.ts";
import type { CloseGuard } from "./close-guard.ts";
import type { Dialogs } from "./dialogs.ts";
import { ShellFailure } from "./failure.ts";
import { fileServices } from "./file-services.ts";
import type { CallHandlers } from "./ipc-contract.ts";
import { JsonFile } from "./json-file.ts";
import { KeptFiles } from "./kept-files.ts";
import type { OpenQueue } from "./open-requests.ts";
import { PathTable } from "./path-table.ts";
import type { PowerHolds } from "./power.ts";
import { RecentSchema, RecentStore } from "./recent-files.ts";
import { RememberedFolderStore, RememberedSchema } from "./remembered-folder.ts";
import { TextFiles } from "./text-files.ts";
import { Writers } from "./writers.ts";

/** Electron's part. */
export interface ElectronShell {
  readonly platform: NodeJS.Platform;
  readonly dialogs: Dialogs;
  /** Puts a file on the system's own list of recent documents (the dock, the jump list). */
  readonly addSystemRecent: (path: string) => void;
  readonly reveal: (path: string) => void;
  readonly clipboard: {
    readText(): Promise<string>;
    writeText(text: string): Promise<void>;
    writePng(bytes: Uint8Array): Promise<void>;
  };
  readonly window: {
    show(state: { readonly title: string; readonly unsaved: boolean }): void;
    editText(action: TextEdit): void;
  };
  readonly showMenu: (menu: MenuModel) => void;
  readonly send: (event: BridgeEvent) => void;
}

interface ServiceParts {
  /** The folder of the studio's own data (Electron's userData). */
  readonly folder: string;
  readonly files: PathTable;
  readonly queue: OpenQueue;
  readonly guard: CloseGuard;
  readonly holds: PowerHolds;
}

export interface Services {
  readonly handlers: CallHandlers;
  /** The page is gone (closed, reloaded, crashed): its unfinished work is dropped. */
  readonly pageGone: () => Promise<void>;
  /** Settles when all pending writes are on the disk. */
  readonly settled: () => Promise<void>;
}

export function createServices(shell: ElectronShell, parts: ServiceParts): Services {
  const { folder, files, queue, guard, holds } = parts;
  const recentFile = new JsonFile(join(folder, "recent.json"), RecentSchema);
  const folders = new PathTable("folder");
  const folderFile = new JsonFile(join(folder, "folder.json"), RememberedSchema);
  const recent = new RecentStore(recentFile, files, shell.addSystemRecent);
  const preferences = new TextFiles(join(folder, "preferences"));
  const autosave = new AutosaveStore(join(folder, "autosave"));
  const library = new KeptFiles(join(folder, "library"), ".rle");
  const rules = new KeptFiles(join(folder, "rules"), ".rule");
  const writers = new Writers();

  const done = (): null => null;

  const handlers: CallHandlers = {
    ...fileServices({
      files,
      folders,
      remembered: new RememberedFolderStore(folderFile, folders),
      dialogs: shell.dialogs,
      recent,
      writers,
      reveal: shell.reveal,
      platform: shell.platform,
    }),
    "recent.list": async () => recent.list(),
    "recent.add": ({ id }) => recent.add(id).then(done),
    "preferences.get": ({ key }) => preferences.get(key),
    "preferences.set": ({ key, text }) => preferences.set(key, text).then(done),
    "clipboard.readText": () => shell.clipboard.readText(),
    "clipboard.writeText": ({ text }) => shell.clipboard.writeText(text).then(done),
    "clipboard.writePng": async ({ bytes }) => {
      if (!isPng(bytes)) throw new ShellFailure("bad-argument", "That is no PNG image.");
      await shell.clipboard.writePng(bytes);
      return null;
    },
    "autosave.put": (snapshot) => autosave.put(snapshot).then(done),
    "autosave.delete": ({ id }) => autosave.delete(id).then(done),
    "autosave.recoverable": ({ session }) => autosave.recoverable(session),
    "autosave.read": ({ id }) => autosave.read(id),
    "library.list": () => library.list(),
    "library.put": (item) => library.put(item).then(done),
    "library.delete": ({ id }) => library.delete(id).then(done),
    "rules.list": () => rules.list(),
    "rules.put": (item) => rules.put(item).then(done),
    "rules.delete": ({ id }) => rules.delete(id).then(done),
    "openRequests.start": async () => queue.start((request) => shell.send({ type: "open", request })),
    "window.show": async (state) => {
      shell.window.show(state);
      return null;
    },
    "window.guard": async ({ on }) => {
      guard.guarded = on;
      return null;
    },
    "window.answerClose": async ({ answer }) => {
      guard.answer(answer);
      return null;
    },
    "window.editText": async ({ action }) => {
      shell.window.editText(action);
      return null;
    },
    "menu.show": async ({ menu }) => {
      shell.showMenu(menu);
      return null;
    },
    "power.hold": async ({ reason }) => {
      holds.hold(reason);
      return null;
    },
    "power.release": async ({ reason }) => {
      holds.release(reason);
      return null;
    },
  };
  return {
    handlers,
    pageGone: async () => {
      queue.stop();
      guard.reset();
      holds.releaseAll();
      await writers.abortAll();
    },
    settled: async () => {
      await Promise.all([
        writers.abortAll(),
        recentFile.settled(),
        folderFile.settled(),
        preferences.settled(),
      ]);
    },
  };
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, i) => bytes[i] === byte);
}
