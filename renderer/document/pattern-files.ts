/**
 * The encoding worker as promises. It is started at the first job and kept. A large file is read by a worker of its own, so
 * that small jobs do not wait for it and that ending the worker ends the reading.
 */

import type { Block } from "../../engine/core/block.ts";
import type { Cells } from "../../engine/core/cells.ts";
import { isTree } from "../../engine/core/cells.ts";
import type { ErrorCode } from "../../engine/core/errors.ts";
import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";

export type EncodingJob =
  /** A string is text that was not bytes before: a clipboard's. */
  | { readonly kind: "read"; readonly source: Uint8Array | string; readonly asRuns?: boolean }
  | { readonly kind: "common"; readonly cells: Cells; readonly mask: Runs }
  | {
      readonly kind: "write";
      readonly pattern: Pattern;
      readonly format: string;
      readonly gzip: boolean;
      readonly mask?: Runs | null;
      readonly block?: Block;
      readonly give?: boolean;
      /** Whether the answer is to be text. */
      readonly asText?: boolean;
    };

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Whether live cells in runs are wanted, whatever the file held: what can be pasted. */
  readonly asRuns?: boolean;
  /** Hears how much of a large file has been read, 0..1. */
  readonly onProgress?: (done: number) => void;
}

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** Which of the cells are meant; null or absent: all. */
  readonly mask?: Runs | null;
  /** The cells, packed, instead of the pattern's. */
  readonly block?: Block;
  /** Whether the cells may be handed over, and are gone here. */
  readonly give?: boolean;
}

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
/** The same of what is written, in runs of cells. */
const LARGE_PATTERN = 2 ** 17;

export class Encoder {
  #shared: EncodingWorker | null = null;

  /** Bytes of a large file are handed over and gone here. Errors: those of `readPattern`, `aborted`. */
  async read(
    source: Uint8Array | string,
    { signal, asRuns, onProgress }: ReadOptions = {},
  ): Promise<ReadFile> {
    const job = { kind: "read", source, asRuns } as const;
    return (await this.#perform(job, source.length > LARGE_SOURCE, signal, onProgress)) as ReadFile;
  }

  /** Errors: those of `writePattern`, `aborted`. */
  async write(
    pattern: Pattern,
    format: string,
    gzip: boolean,
    { signal, ...rest }: WriteOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const job = { kind: "write", pattern, format, gzip, ...rest } as const;
    const large = rest.block !== undefined || isLarge(pattern.cells);
    return (await this.#perform(job, large, signal)) as Uint8Array<ArrayBuffer>;
  }

  /** What is written, as the clipboard takes it. Errors: those of `write`. */
  async text(
    pattern: Pattern,
    format: string,
    { signal, ...rest }: Omit<WriteOptions, "block"> = {},
  ): Promise<string> {
    const job = { kind: "write", pattern, format, gzip: false, asText: true, ...rest } as const;
    return (await this.#perform(job, isLarge(pattern.cells), signal)) as string;
  }

  /** The cells that are in the mask too. Errors: `aborted`. */
  async common(cells: Cells, mask: Runs, signal?: AbortSignal): Promise<Runs> {
    const job = { kind: "common", cells, mask } as const;
    return (await this.#perform(job, isLarge(cells), signal)) as Runs;
  }

  /** A large job has a worker of its own, which can be ended. */
  async #perform(
    job: EncodingJob,
    large: boolean,
    signal: AbortSignal | undefined,
    onProgress?: (done: number) => void,
  ): Promise<unknown> {
    throwIfAborted(signal);
    if (!large) return this.#do(job);
    const worker = new EncodingWorker(() => {});
    const what = job.kind === "write" ? "writing" : "reading";
    const cancel = (): void => worker.end(new TessellaError("aborted", `The ${what} was stopped.`));
    signal?.addEventListener("abort", cancel);
    try {
      return await worker.perform(job, onProgress);
    } finally {
      signal?.removeEventListener("abort", cancel);
      worker.end();
    }
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
    const worker = new Worker(new URL("./pattern-files.worker.ts", import.meta.url), { type: "module" });
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

function isLarge(cells: Cells): boolean {
  return (isTree(cells) ? cells.nodes.length : cells.spans.length / 2) > LARGE_PATTERN;
}

function handedOver(job: EncodingJob): Transferable[] {
  if (job.kind === "write") return job.give ? given(job) : [];
  if (job.kind === "common") return [];
  if (typeof job.source === "string" || job.source.length <= LARGE_SOURCE) return [];
  const { buffer, byteLength } = job.source;
  return buffer.byteLength === byteLength ? [buffer as ArrayBuffer] : [];
}

function given({ pattern, block }: EncodingJob & { readonly kind: "write" }): Transferable[] {
  if (block) return [block.words.buffer as ArrayBuffer];
  return isLarge(pattern.cells) ? buffersOf(pattern.cells) : [];
}

/** A small array is sooner copied, and may be one that all patterns share. */
const COPIED_BYTES = 4096;

/** The memory of cells that are nobody else's: large arrays are handed over instead of being copied. */
export function buffersOf(cells: Cells): Transferable[] {
  return (isTree(cells) ? [cells.levels, cells.nodes] : [cells.rows, cells.starts, cells.spans])
    .filter(({ byteLength, buffer }) => byteLength > COPIED_BYTES && byteLength === buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
