/** Files in the person's cache folder: each appears whole or not at all, and what nobody asks for any more goes. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** In milliseconds. */
const MONTH = 30 * 24 * 3600 * 1000;

export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The file appears whole, or not at all, whenever the power fails: who reads it trusts it. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, bytes, { flag: "wx", flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes the folder and the two above it, and removes the files in it that are older than a month, and the oldest that take more than so many bytes. */
export function readyFolder(folder: string, mostBytes = Number.POSITIVE_INFINITY): void {
  // One by one: where folders cannot be made, as in /proc, Node's own way to make all of them may never end.
  for (const each of [dirname(dirname(folder)), dirname(folder), folder]) makeFolder(each);
  const oldest = Date.now() - MONTH;
  let bytes = 0;
  readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, file: statSync(path, { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.file?.mtimeMs ?? 0) - (a.file?.mtimeMs ?? 0))
    .forEach(({ path, file }) => {
      bytes += file?.size ?? 0;
      // Former builds leave files behind that nothing asks for. What is still in use is only made again.
      if ((file?.mtimeMs ?? 0) < oldest || bytes > mostBytes) rmSync(path, { force: true });
    });
}

/** A text's hash as part of a file's name, of every so many characters. */
export function hashOf(text: string, apart = 1): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += apart) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
