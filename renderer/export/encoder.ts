/** The encoding worker as promises. It is started at the first job and kept. */

import type { Block } from "../../engine/core/block.ts";
import type { ErrorCode } from "../../engine/core/errors.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";

export type EncodingJob =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  | { readonly kind: "write"; readonly pattern: Pattern; readonly format: string; readonly gzip: boolean }
  | { readonly kind: "frame"; readonly block: Block; readonly variant: "P1" | "P4" };

export interface EncodingAnswer {
  readonly id: number;
  readonly value?: unknown;
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
}

export class Encoder {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #jobs = 0;

  /** Errors: those of `readPattern`. */
  read(bytes: Uint8Array): Promise<ReadFile> {
    return this.#do({ kind: "read", bytes }) as Promise<ReadFile>;
  }

  /** Errors: those of `writePattern`. */
  write(pattern: Pattern, format: string, gzip: boolean): Promise<Uint8Array<ArrayBuffer>> {
    return this.#do({ kind: "write", pattern, format, gzip }) as Promise<Uint8Array<ArrayBuffer>>;
  }

  frame(block: Block, variant: "P1" | "P4"): Promise<Uint8Array<ArrayBuffer>> {
    return this.#do({ kind: "frame", block, variant }) as Promise<Uint8Array<ArrayBuffer>>;
  }

  #do(job: EncodingJob): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#jobs;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, job });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./encoding.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<EncodingAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      const { error } = data;
      if (!error) waiting?.resolve(data.value);
      else if (error.code) waiting?.reject(new TessellaError(error.code, error.message, error));
      else waiting?.reject(new Error(error.message));
    });
    worker.addEventListener("error", ({ message }) => {
      // Out of memory, most likely: the next job gets a fresh one.
      this.#worker = null;
      worker.terminate();
      const failure = new TessellaError(
        "io",
        `Reading or writing the file failed: ${message || "the worker ended"}.`,
      );
      for (const waiting of this.#waiting.values()) waiting.reject(failure);
      this.#waiting.clear();
    });
    return worker;
  }
}
