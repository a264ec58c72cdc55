/**
 * Requests to open files: names among the arguments of this start or of a later one (which passes its own to this
 * instance), and macOS's open-file events. They may come before there is a window, so they wait until the renderer
 * listens.
 */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenRequest } from "../renderer/host/host.ts";
import type { PathTable } from "./path-table.ts";
import { hostFile } from "./path-table.ts";

/** More than any real selection; a shell's wildcard over a huge folder should not open ten thousand tabs. */
const MAX_FILES = 100;

/**
 * The files among a process's arguments, as absolute paths. `argv` is the whole vector; an unpackaged application has its
 * own folder as the first argument. What begins with a dash is a switch, until a "--" says that files follow.
 */
export function filesAmong(
  argv: readonly string[],
  { cwd, packaged }: { readonly cwd: string; readonly packaged: boolean },
): readonly string[] {
  const files: string[] = [];
  let switches = true;
  for (const argument of argv.slice(packaged ? 1 : 2)) {
    if (switches && argument === "--") {
      switches = false;
    } else if (argument !== "" && !(switches && argument.startsWith("-"))) {
      const path = pathOf(argument, cwd);
      if (path !== null) files.push(path);
    }
  }
  return [...new Set(files)].slice(0, MAX_FILES);
}

function pathOf(argument: string, cwd: string): string | null {
  // File managers may hand over addresses. One letter before the colon is a drive.
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(argument)) return resolve(cwd, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}

export class OpenQueue {
  readonly #table: PathTable;
  readonly #waiting: OpenRequest[] = [];
  #send: ((request: OpenRequest) => void) | null = null;

  constructor(table: PathTable) {
    this.#table = table;
  }

  push(paths: readonly string[], source: OpenRequest["source"]): void {
    if (paths.length === 0) return;
    const request = { files: paths.map((path) => hostFile(this.#table, path)), source };
    if (this.#send) this.#send(request);
    else this.#waiting.push(request);
  }

  /** The renderer listens from now on; returns the waiting requests. */
  start(send: (request: OpenRequest) => void): readonly OpenRequest[] {
    this.#send = send;
    return this.#waiting.splice(0);
  }

  /** The page is gone; requests wait for the next one. */
  stop(): void {
    this.#send = null;
  }
}
