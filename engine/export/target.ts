/**
 * The destination of an exporter's bytes: a folder, a stream, memory, an archive. A file is begun, written piece by
 * piece, and then either committed, which makes it appear under its name, or aborted, which leaves nothing. So a
 * failure or a stop at any moment leaves whole files only.
 */

import { TessellaError } from "../core/errors.ts";

export interface Target {
  /** Commits that may be under way at a time, for exporters with many files. Default 1. */
  readonly inFlight?: number;
  /** Starts a file. Names are relative to the target and contain no folders. Errors: `io`. */
  begin(name: string): Promise<TargetFile>;
  /** Starts a file that another program writes. Absent if the target has no paths. Errors: `io`. */
  beginPath?(name: string): Promise<TargetPath>;
  /** Whether a finished file of that name exists. With `read`, absent if the target cannot resume. */
  has?(name: string): Promise<boolean>;
  /** A finished file's bytes. Errors: `io`, `not-found`. */
  read?(name: string): Promise<Uint8Array>;
}

export interface TargetFile {
  /** Takes the bytes before the promise settles; the caller may reuse the array afterwards. Errors: `io`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Overwrites earlier bytes. Absent if written bytes are gone: pipes. Errors: `io`. */
  rewrite?(at: number, bytes: Uint8Array): Promise<void>;
  /** Makes the file appear under its name, whole. Errors: `io`; then no file is left. */
  commit(): Promise<void>;
  /** Drops the file. Never throws; harmless after commit. */
  abort(): Promise<void>;
}

/** A file that appears under its name when another program has written it to `path`. */
interface TargetPath {
  readonly path: string;
  /** Returns its size. Errors: `io`. */
  commit(): Promise<number>;
  /** Never throws; harmless after commit. */
  abort(): Promise<void>;
}

export interface CountedFile extends TargetFile {
  /** Bytes written so far. */
  readonly length: number;
  readonly canRewrite: boolean;
  rewrite(at: number, bytes: Uint8Array): Promise<void>;
}

/** Begins a file that knows its length. Errors: those of the target. */
export async function openCounted(target: Target, name: string): Promise<CountedFile> {
  const file = await target.begin(name);
  let length = 0;
  return {
    get length() {
      return length;
    },
    canRewrite: file.rewrite !== undefined,
    write: async (bytes) => {
      await file.write(bytes);
      length += bytes.length;
    },
    rewrite: async (at, bytes) => {
      if (!file.rewrite)
        throw new TessellaError("io", `"${name}" cannot be mended: it is written to a pipe.`);
      await file.rewrite(at, bytes);
    },
    commit: () => file.commit(),
    abort: () => file.abort(),
  };
}

/** Accepts everything and keeps only the number of bytes: for estimates. */
export function countingTarget(): Target & { readonly bytes: number } {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    begin: async () => ({
      write: async (piece) => {
        bytes += piece.length;
      },
      rewrite: async () => {},
      commit: async () => {},
      abort: async () => {},
    }),
  };
}
