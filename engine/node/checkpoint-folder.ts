/** The folders of checkpoints (cluster/checkpoint.ts) on a disk. */

import { closeSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint, ReadPart, SaveFile } from "../cluster/checkpoint.ts";
import { formatCheckpoint, MANIFEST, parseCheckpoint } from "../cluster/checkpoint.ts";
import { readFailure, writeFailure } from "./file-failures.ts";
import { readInput } from "./input.ts";
import { checkOutput, createOutput, writeOutput } from "./output.ts";

/** Longer than the manifest of any run. */
const MOST_BYTES = 2 ** 24;

/** Whether the path is a folder with a checkpoint. Errors: none. */
export function isCheckpoint(path: string): boolean {
  return statSync(join(path, MANIFEST), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Errors: `syntax`, `io`, `not-found`. */
export async function readManifest(folder: string): Promise<Checkpoint> {
  return parseCheckpoint(new TextDecoder().decode(await readInput(join(folder, MANIFEST), MOST_BYTES)));
}

/** Errors: `io`. */
export async function writeManifest(folder: string, checkpoint: Checkpoint): Promise<void> {
  await writeOutput(join(folder, MANIFEST), new TextEncoder().encode(formatCheckpoint(checkpoint)));
}

/** Makes the folder where there is none, within one that is there. Errors: `io`. */
export function prepareFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })) {
    try {
      mkdirSync(folder);
    } catch (cause) {
      throw writeFailure(folder, cause);
    }
  }
  checkOutput(join(folder, MANIFEST));
}

export const saveFile: SaveFile = async (path, pieces) => {
  const file = createOutput(path);
  try {
    for await (const piece of pieces) await file.write(piece);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
};

/** Reads parts of a folder's files. */
export function partsOfFolder(folder: string): ReadPart {
  return async (name, at, length) => {
    const path = join(folder, name);
    const bytes = new Uint8Array(length);
    try {
      const file = openSync(path, "r");
      try {
        let done = 0;
        while (done < length) {
          const count = readSync(file, bytes, done, length - done, at + done);
          if (count === 0) break;
          done += count;
        }
        return bytes.subarray(0, done);
      } finally {
        closeSync(file);
      }
    } catch (cause) {
      throw readFailure(path, cause);
    }
  };
}
