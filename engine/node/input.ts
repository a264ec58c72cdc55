/** Reading whole files, pipes and devices. */

import type { Stats } from "node:fs";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { TessellaError } from "../core/errors.ts";
import { isFolder, readFailure, tooBig } from "./file-failures.ts";

/** The largest file that is read: 1 GiB. Real patterns come nowhere near it. */
const MAX_INPUT_BYTES = 2 ** 30;

/** Reads a whole file, or a pipe or device to its end. Errors: `not-found`, `io`, `too-large`, each one sentence. */
export async function readInput(
  path: string,
  limit: number = MAX_INPUT_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  let info: Stats;
  try {
    info = statSync(path);
  } catch (cause) {
    throw readFailure(path, cause);
  }
  if (info.isDirectory()) throw isFolder(path);
  // Pipes and devices have no size, and some of them no end.
  if (info.isFile() && info.size > limit) throw tooBig(path, limit);
  // Files of /proc and the like say that they are empty.
  if (!info.isFile() || info.size === 0) return readStream(createReadStream(path), path, limit);
  const bytes = readAtOnce(path);
  if (bytes.length > limit) throw tooBig(path, limit);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Streams and promises of files take milliseconds to load, longer than nearly every file takes to be read. */
function readAtOnce(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw readFailure(path, cause);
  }
}

/** Reads a stream to its end; `name` is its name in errors. */
export async function readStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  limit: number = MAX_INPUT_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of stream) {
      length += piece.length;
      if (length > limit) throw tooBig(name, limit);
      pieces.push(piece);
    }
  } catch (cause) {
    throw cause instanceof TessellaError ? cause : readFailure(name, cause);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
