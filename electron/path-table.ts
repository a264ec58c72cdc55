/**
 * The paths behind opaque handles. Only paths from a dialog, the command line, a drop or the recent list get a handle,
 * so the renderer can reach no other file.
 */

import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";
import type { HostFile, HostFolder } from "../renderer/host/host.ts";
import { unknownHandle } from "./failure.ts";

export class PathTable {
  readonly #kind: "file" | "folder";
  readonly #paths = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(kind: "file" | "folder") {
    this.#kind = kind;
  }

  /** The id of a path: always the same one. `id` is given for ids of an earlier session. */
  add(path: string, id: string = randomUUID()): string {
    const full = resolve(path);
    const known = this.#ids.get(full);
    if (known !== undefined) return known;
    this.#ids.set(full, id);
    this.#paths.set(id, full);
    return id;
  }

  /** Errors: `not-found`. */
  pathOf(id: string): string {
    const path = this.#paths.get(id);
    if (path === undefined) throw unknownHandle(this.#kind);
    return path;
  }
}

export function hostFile(table: PathTable, path: string): HostFile {
  return { id: table.add(path), ...shown(path), writable: true };
}

export function hostFolder(table: PathTable, path: string): HostFolder {
  return { id: table.add(path), ...shown(path) };
}

/** The visible text of a path: its name and, shortened, its folder. */
export function shown(
  path: string,
  home: string = homedir(),
): { readonly name: string; readonly place: string } {
  const full = resolve(path);
  const folder = dirname(full);
  const inHome = folder === home || folder.startsWith(home + sep);
  return { name: basename(full), place: inHome ? `~${folder.slice(home.length)}` : folder };
}
