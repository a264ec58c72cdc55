import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import type { Target, TargetFile } from "../export/target.ts";
import { writeFailure } from "./file-failures.ts";
import { readInput } from "./input.ts";
import { checkOutput, createOutput, createOutputPath } from "./output.ts";

interface FolderTarget extends Target {
  /** The path of a file in it; creates the folder. Errors: `io`. */
  pathOf(name: string): string;
  /** Throws the error that beginning that file would throw, as far as can be told, and creates nothing. Errors: `io`. */
  check(name: string): void;
}

/** Files in a folder, each written whole or not at all. The folder is made, with its parents, when the first one begins. */
export function folderTarget(folder: string): FolderTarget {
  let made = false;
  const make = (): void => {
    if (made) return;
    makeFolder(folder);
    made = true;
  };
  return {
    pathOf: (name) => {
      make();
      return join(folder, name);
    },
    check: (name) => {
      if (existsSync(folder)) return checkOutput(join(folder, name));
      // The first folder to be made is the one that may be refused.
      let missing = folder;
      while (!existsSync(dirname(missing))) missing = dirname(missing);
      checkOutput(missing);
    },
    begin: async (name) => {
      make();
      return createOutput(join(folder, name));
    },
    beginPath: async (name) => {
      make();
      return createOutputPath(join(folder, name));
    },
    has: async (name) => existsSync(join(folder, name)),
    read: (name) => readInput(join(folder, name)),
  };
}

/**
 * Makes a folder and its parents, one by one: Node's own way with parents never ends where the system answers that a folder is not there
 * although its parent is, as in /proc. Errors: `io`.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw writeFailure(folder, Object.assign(new Error("file"), { code: "ENOTDIR" }));
  }
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (cause) {
    // Another process may have made it just now.
    if (existsSync(folder)) return;
    // A link to nowhere stands in its place.
    const taken = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw writeFailure(folder, taken ? Object.assign(new Error("link"), { code: "ENOTDIR" }) : cause);
  }
}

/** All files one after the other into a stream, for pipes: image programs read such a sequence. Names are not used. */
export function streamTarget(stream: Writable, label: string): Target {
  const file: TargetFile = {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        // The callback comes when the bytes are handed on, so a slow reader slows the writer.
        stream.write(bytes, (cause) => (cause ? reject(writeFailure(label, cause)) : resolve()));
      }),
    commit: async () => {},
    abort: async () => {},
  };
  return { begin: async () => file };
}
