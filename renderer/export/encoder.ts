/**
 * The encoding worker as promises. It is started at the first job and kept. A large file is read by a worker of its own, so
 * that small jobs do not wait for it and that ending the worker ends the reading.
 */

import type { ErrorCode } from "../../engine/core/errors.ts";
import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";

export type EncodingJob =
  /** A string is text that was not bytes before: a clipboard's. */
  | { readonly kind: "read"; readonly source: Uint8Array | string }
  | { readonly kind: "write"; readonly pattern: Pattern; readonly format: string; readonly gzip: boolean };

export interface EncodingAnswer {
  readonly id: number;
  readonly value?: unknown;
  /** How much is done, 0..1; the answer itself is still to come. */
  readonly progress?: number;
  readonly error?: {
    readonly code?: ErrorCode;
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
    readonly hint?: string;
  };
}

export interface ReadFile {
  readonly pattern: Pattern;
  /** The format's id. */
  readonly format: string;
  readonly gzipped: boolean;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (done: number) => void;
}

/** What takes long enough to read that a person may want to end it. */
export const LARGE_SOURCE = 2 ** 20;

export class Encoder {
  #shared: EncodingWorker | null = null;

  /** Bytes of a large file are handed over and gone here. Errors: those of `readPattern`, `aborted`. */
  async read(
    source: Uint8Array | string,
    signal?: AbortSignal,
    onProgress?: (done: number) => void,
  ): Promise<ReadFile> {
    throwIfAborted(signal);
    const job = { kind: "read", source } as const;
    if (source.length <= LARGE_SOURCE) return (await this.#do(job)) as ReadFile;
    const worker = new EncodingWorker(() => {});
    const cancel = (): void => worker.end(new TessellaError("aborted", "The reading was stopped."));
    signal?.addEventListener("abort", cancel);
    try {
      return (await worker.perform(job, onProgress)) as ReadFile;
    } finally {
      signal?.removeEventListener("abort", cancel);
      worker.end();
    }
  }

  /** Errors: those of `writePattern`. */
  write(pattern: Pattern, format: string, gzip: boolean): Promise<Uint8Array<ArrayBuffer>> {
    return this.#do({ kind: "write", pattern, format, gzip }) as Promise<Uint8Array<ArrayBuffer>>;
  }

  #do(job: EncodingJob): Promise<unknown> {
    this.#shared ??= new EncodingWorker(() => {
      // The next job gets a fresh one.
      this.#shared = null;
    });
    return this.#shared.perform(job);
  }
}

class EncodingWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #jobs = 0;

  constructor(onFailure: () => void) {
    const worker = new Worker(new URL("./encoding.worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<EncodingAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      if (data.progress !== undefined) {
        waiting?.onProgress?.(data.progress);
        return;
      }
      this.#waiting.delete(data.id);
      const { error } = data;
      if (!error) waiting?.resolve(data.value);
      else if (error.code) waiting?.reject(new TessellaError(error.code, error.message, error));
      else waiting?.reject(new Error(error.message));
    });
    worker.addEventListener("error", ({ message }) => {
      onFailure();
      // Out of memory, most likely.
      const why = message || "the worker ended";
      this.end(new TessellaError("io", `Reading or writing the file failed: ${why}.`));
    });
  }

  perform(job: EncodingJob, onProgress?: (done: number) => void): Promise<unknown> {
    const id = ++this.#jobs;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, job }, handedOver(job));
    });
  }

  /** Ends the worker; what it was at fails with that error. */
  end(error: Error = new TessellaError("aborted", "The work was stopped.")): void {
    this.#worker.terminate();
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

function handedOver(job: EncodingJob): Transferable[] {
  if (job.kind !== "read" || typeof job.source === "string" || job.source.length <= LARGE_SOURCE) return [];
  const { buffer, byteLength } = job.source;
  return buffer.byteLength === byteLength ? [buffer as ArrayBuffer] : [];
}
