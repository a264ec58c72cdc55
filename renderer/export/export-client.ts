/**
 * The window's side of exporting: a worker that holds a copy of the universe, as promises. The files that it writes are
 * opened here, at the place that a person has chosen.
 */

import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { ExportProgress } from "../../engine/export/frame-source.ts";
import type { TargetFile } from "../../engine/export/target.ts";
import { fromWireError, toWireError } from "../../engine/worker/parcel.ts";
import type {
  ExportAnswer,
  ExportArgs,
  ExportOutcome,
  ExportVerb,
  ExportWish,
  FileAct,
  FromExportWorker,
  OfferedFormat,
  Preview,
  ToExportWorker,
} from "../../engine/worker/protocol/export.ts";
import type { Endpoint, Port } from "../../engine/worker/rpc.ts";
import { portOf } from "../../engine/worker/rpc.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";

/** Where files go: one that was chosen, a folder, an archive. */
export interface ExportPlace {
  begin(name: string): Promise<PlacedFile>;
  /** Everything is written. */
  finish(): Promise<void>;
  /** It was stopped. Never throws. */
  abandon(): Promise<void>;
}

export interface PlacedFile extends Omit<TargetFile, "rewrite"> {
  write(bytes: Uint8Array, at?: number): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly place?: ExportPlace;
  readonly files: Map<number, PlacedFile>;
}

/** Starts the worker. The address is written out because bundlers look for exactly this. */
function startWorker(): Endpoint {
  return new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module" });
}

export class FilmClient {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #closed: TessellaError | null = null;

  constructor(endpoint: Endpoint = startWorker()) {
    this.#port = portOf(endpoint);
    this.#port.onMessage((message) => this.#receive(message as FromExportWorker));
    this.#port.onFailure((sentence) => this.#end(sentence));
  }

  /** Takes a copy of the universe over; answers what it can be written as. Errors: those of reading and creating it. */
  async open(
    universe: RemoteUniverse,
    options: { readonly memoryMegabytes: number },
  ): Promise<readonly OfferedFormat[]> {
    const { rule, topology, generation, leaps, algorithm } = universe;
    // A quad-tree may be far too large to be spelled out, and the copy should leap as the original does.
    const cells = leaps ? await universe.readTree() : await universe.readRuns();
    return this.#call("open", {
      rule,
      topology,
      generation,
      cells,
      algorithm: leaps ? algorithm : undefined,
      ...options,
    });
  }

  /** Errors: those of the sources, `aborted`. */
  preview(wish: ExportWish, index: number, signal: AbortSignal): Promise<Preview> {
    return this.#call("preview", { wish, index }, { signal });
  }

  estimate(wish: ExportWish, signal: AbortSignal): Promise<ExportAnswer<"estimate">> {
    return this.#call("estimate", { wish }, { signal });
  }

  /**
   * Writes it, from frame `first` on where those before it are there already. What fails or is stopped leaves files that are whole, or none. Errors: those of the exporter and the place,
   * `aborted`.
   */
  async run(
    wish: ExportWish,
    place: ExportPlace,
    control: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
    first = 0,
  ): Promise<ExportOutcome> {
    try {
      const outcome = await this.#call("run", { wish, first }, { ...control, place });
      await place.finish();
      return outcome;
    } catch (error) {
      await place.abandon();
      throw error;
    }
  }

  close(): void {
    this.#end("The export was closed.", "aborted");
    this.#port.close();
  }

  #call<V extends ExportVerb>(
    verb: V,
    args: ExportArgs<V>,
    { signal, ...rest }: Pick<Pending, "onProgress" | "place"> & { readonly signal?: AbortSignal } = {},
  ): Promise<ExportAnswer<V>> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#calls;
    const called = new Promise<ExportAnswer<V>>((resolve, reject) => {
      throwIfAborted(signal);
      this.#pending.set(id, {
        ...rest,
        resolve: resolve as (value: unknown) => void,
        reject,
        files: new Map(),
      });
      this.#send({ type: "call", id, verb, args });
    });
    const cancel = (): void => this.#send({ type: "cancel", id });
    signal?.addEventListener("abort", cancel);
    return called.finally(() => signal?.removeEventListener("abort", cancel));
  }

  #send(message: ToExportWorker): void {
    this.#port.send(message);
  }

  #receive(message: FromExportWorker): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    switch (message.type) {
      case "answer":
        this.#pending.delete(message.id);
        pending.resolve(message.value);
        break;
      case "failure":
        this.#pending.delete(message.id);
        pending.reject(fromWireError(message.error));
        break;
      case "progress":
        pending.onProgress?.(message.progress);
        break;
      case "act":
        void this.#act(pending, message.does).then(
          () => this.#send({ type: "acted", act: message.act }),
          (error) => this.#send({ type: "acted", act: message.act, error: toWireError(error) }),
        );
        break;
    }
  }

  async #act({ place, files }: Pending, does: FileAct): Promise<void> {
    if (!place) throw new TessellaError("io", "There is no place to write to.");
    if (does.kind === "whole") {
      const file = await place.begin(does.name);
      try {
        await file.write(does.bytes);
        await file.commit();
      } catch (error) {
        await file.abort();
        throw error;
      }
      return;
    }
    if (does.kind === "begin") {
      const file = await place.begin(does.name);
      // Closed while the person was asked: nobody else would ever end it.
      if (this.#closed) {
        await file.abort();
        throw this.#closed;
      }
      files.set(does.file, file);
      return;
    }
    const file = files.get(does.file);
    if (!file) throw new TessellaError("io", "The file is not open any more.");
    if (does.kind === "write") return file.write(does.bytes, does.at);
    files.delete(does.file);
    if (does.kind === "abort") return file.abort();
    try {
      await file.commit();
    } catch (error) {
      await file.abort();
      throw error;
    }
  }

  /** Nothing more will come: what is open fails, and files that are not complete are dropped. */
  #end(sentence: string, code: "aborted" | "engine-lost" = "engine-lost"): void {
    this.#closed ??= new TessellaError(code, sentence);
    for (const { reject, files } of this.#pending.values()) {
      for (const file of files.values()) void file.abort();
      reject(this.#closed);
    }
    this.#pending.clear();
  }
}
