import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import type { Target, TargetFile } from "../export/target.ts";
import { writeFailure } from "./file-failures.ts";
import { readInput } from "./input.ts";
import { createOutput, createOutputPath } from "./output.ts";

export interface FolderTarget extends Target {
  /** The path of a file in it; the folder is there then. Errors: `io`. */
  pathOf(name: string): string;
}

/** Files in a folder, each written whole or not at all. The folder is made, with its parents, when the first one begins. */
export function folderTarget(folder: string): FolderTarget {
  let made = false;
  const make = (): void => {
    if (made) return;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (cause) {
      throw folderFailure(folder, cause);
    }
    made = true;
  };
  return {
    pathOf: (name) => {
      make();
      return join(folder, name);
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

/** mkdir says EEXIST when a file stands in the folder's place; the sentence for that is the one about paths. */
function folderFailure(folder: string, cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  return writeFailure(
    folder,
    code === "EEXIST" ? Object.assign(new Error("file"), { code: "ENOTDIR" }) : cause,
  );
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
