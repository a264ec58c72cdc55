/** The calls about files and folders: dialogs, opaque handles, reading, writing. */

import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { WriteTarget } from "../renderer/host/bridge.ts";
import type { HostFile } from "../renderer/host/host.ts";
import { writeWhole } from "./atomic-file.ts";
import type { Dialogs } from "./dialogs.ts";
import { dialogFilters, withEnding } from "./dialogs.ts";
import { fileStamp, listFiles, readPiece } from "./file-reading.ts";
import type { CallHandlers } from "./ipc-contract.ts";
import type { PathTable } from "./path-table.ts";
import { hostFile, hostFolder } from "./path-table.ts";
import type { RecentStore } from "./recent-files.ts";
import type { RememberedFolderStore } from "./remembered-folder.ts";
import type { Writers } from "./writers.ts";

type FileCall = Extract<keyof CallHandlers, `files.${string}` | `folders.${string}` | `writers.${string}`>;

interface FileServiceParts {
  readonly files: PathTable;
  readonly folders: PathTable;
  readonly dialogs: Dialogs;
  readonly recent: RecentStore;
  readonly remembered: RememberedFolderStore;
  readonly writers: Writers;
  readonly reveal: (path: string) => void;
  readonly platform: NodeJS.Platform;
}

export function fileServices(parts: FileServiceParts): Pick<CallHandlers, FileCall> {
  const { files, folders, dialogs, recent, writers, platform } = parts;
  const placeOf = (target: WriteTarget): { readonly path: string; readonly durable: boolean } =>
    target.kind === "file"
      ? { path: files.pathOf(target.id), durable: true }
      : { path: join(folders.pathOf(target.id), target.name), durable: false };

  const pickSave: CallHandlers["files.pickSave"] = async ({ types, name, title }) => {
    const filters = dialogFilters(types, platform);
    for (;;) {
      const chosen = await dialogs.save({ title, filters, name });
      if (chosen === null) return null;
      const path = withEnding(chosen, types);
      // The dialog has asked about the name without its extension, not about this one.
      if (path === chosen || !(await exists(path)) || (await dialogs.confirmReplace(basename(path)))) {
        return hostFile(files, path);
      }
    }
  };
  return {
    "files.pickOpen": async ({ types, several, title }) => {
      const filters = dialogFilters(types, platform);
      const paths = await dialogs.open({ title, filters, several });
      return paths.map((path) => hostFile(files, path));
    },
    "files.pickSave": pickSave,
    "files.reopen": async ({ id }) => recent.reopen(id),
    "files.readPiece": ({ id, offset, stamp }) => readPiece(files.pathOf(id), offset, stamp),
    "files.stamp": ({ id }) => fileStamp(files.pathOf(id)),
    "files.reveal": async ({ id }) => {
      parts.reveal(files.pathOf(id));
      return null;
    },
    "folders.pick": async ({ purpose }) => {
      const path = await dialogs.folder(purpose);
      return path === null ? null : hostFolder(folders, path);
    },
    "folders.list": async ({ id, extensions }) => {
      const found = await listFiles(folders.pathOf(id), extensions);
      return found.map((entry) => ({ file: hostFile(files, entry.path), path: entry.folders }));
    },
    "folders.remember": async ({ id }) => {
      await parts.remembered.keep(id);
      return null;
    },
    "folders.remembered": async () => parts.remembered.get(),
    "writers.open": async ({ target }) => {
      const { path, durable } = placeOf(target);
      return { writer: await writers.open(path, durable) };
    },
    "writers.write": async ({ writer, bytes, at }) => {
      await writers.write(writer, bytes, at);
      return null;
    },
    "writers.commit": async ({ writer }) => {
      await writers.commit(writer);
      return null;
    },
    "writers.abort": async ({ writer }) => {
      await writers.abort(writer);
      return null;
    },
    "writers.whole": async ({ target, bytes }) => {
      const { path, durable } = placeOf(target);
      await writeWhole(path, bytes, { durable });
      return null;
    },
  };
}

/** Dropped files, as the preload script named them. Folders and items without a path are left out. */
export async function adoptPaths(files: PathTable, paths: readonly string[]): Promise<readonly HostFile[]> {
  const adopted: HostFile[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => null);
    if (info?.isFile()) adopted.push(hostFile(files, path));
  }
  return adopted;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
