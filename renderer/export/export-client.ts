/**
 * The window's side of exporting: a worker that holds a copy of the universe, wrapped in promises. This file opens the
 * worker's output files at the place that the person has chosen.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Estimate } from "../../engine/export/estimate.ts";
import type { ExportProgress } from "../../engine/export/frame-source.ts";
import type { TargetFile } from "../../engine/export/target.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type {
  ExportOutcome,
  ExportProtocol,
  ExportWish,
  FilesProtocol,
  OfferedFormat,
  Preview,
} from "../../engine/worker/protocol/export.ts";
import type { Endpoint, Handlers } from "../../engine/worker/rpc.ts";
import { serve } from "../../engine/worker/rpc.ts";
import { writeWhole } from "../host/write-whole.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";

/** Destinations: a chosen file, a folder, an archive. */
export interface ExportPlace {
  begin(name: string): Promise<PlacedFile>;
  /** All files are written. */
  finish(): Promise<void>;
  /** The export was stopped. Never throws. */
  abandon(): Promise<void>;
}

export interface PlacedFile extends Omit<TargetFile, "rewrite"> {
  write(bytes: Uint8Array, at?: number): Promise<void>;
}

/** Starts the worker. The address is written out because bundlers look for exactly this expression. */
function startWorker(): Endpoint {
  return new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module" });
}

export class ExportClient {
  readonly #connection: Connection<ExportProtocol>;
  #files: PlacedFiles | null = null;

  constructor(endpoint: Endpoint = startWorker()) {
    this.#connection = new Connection(endpoint, { onFailure: (error) => this.#files?.drop(error) });
  }

  /** Copies the universe to the worker; returns the formats that can export it. Errors: those of reading and creating it. */
  async open(
    universe: RemoteUniverse,
    options: { readonly memoryMegabytes: number; readonly threads?: number },
  ): Promise<readonly OfferedFormat[]> {
    const { rule, topology, generation, leaps, algorithm } = universe;
    // A quad-tree may be far too large to be listed, and the copy should leap as the original does.
    const cells = leaps ? await universe.readTree() : await universe.readRuns();
    return this.#connection.call.open({
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
    return this.#connection.call.preview({ wish, index }, { signal });
  }

  estimate(wish: ExportWish, signal: AbortSignal): Promise<Estimate> {
    return this.#connection.call.estimate({ wish }, { signal });
  }

  /**
   * Writes it, from frame `first` on if the earlier frames exist already. A failure or a stop leaves only complete
   * files. Errors: those of the exporter and the place, `aborted`.
   */
  async run(
    wish: ExportWish,
    place: ExportPlace,
    control: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
    first = 0,
  ): Promise<ExportOutcome> {
    const { port1, port2 } = new MessageChannel();
    const files = new PlacedFiles(place);
    serve(files.handlers, port1);
    this.#files = files;
    try {
      const outcome = await this.#connection.call.write(
        { wish, first, files: port2 },
        { ...control, transfer: [port2] },
      );
      await place.finish();
      return outcome;
    } catch (error) {
      await place.abandon();
      throw error;
    } finally {
      port1.close();
    }
  }

  close(): void {
    const error = new TessellaError("aborted", "The export was closed.");
    this.#files?.drop(error);
    this.#connection.close(error);
  }
}

/** The files of one export, written on the worker's requests. */
class PlacedFiles {
  readonly #place: ExportPlace;
  readonly #open = new Map<number, PlacedFile>();
  #dropped: TessellaError | null = null;

  constructor(place: ExportPlace) {
    this.#place = place;
  }

  readonly handlers: Handlers<FilesProtocol> = {
    whole: async ({ name, bytes }) => writeWhole(await this.#place.begin(name), bytes),
    begin: async ({ file: number, name }) => {
      const file = await this.#place.begin(name);
      // The dialog closed while the question was open: no other code would end the worker.
      if (this.#dropped) {
        await file.abort();
        throw this.#dropped;
      }
      this.#open.set(number, file);
    },
    put: ({ file, bytes, at }) => this.#opened(file).write(bytes, at),
    commit: async ({ file: number }) => {
      const file = this.#opened(number);
      this.#open.delete(number);
      try {
        await file.commit();
      } catch (error) {
        await file.abort();
        throw error;
      }
    },
    abort: ({ file: number }) => {
      const file = this.#opened(number);
      this.#open.delete(number);
      return file.abort();
    },
  };

  /** The incomplete files. */
  drop(error: TessellaError): void {
    this.#dropped = error;
    for (const file of this.#open.values()) void file.abort();
    this.#open.clear();
  }

  #opened(number: number): PlacedFile {
    const file = this.#open.get(number);
    if (!file) throw new TessellaError("io", "The file is not open any more.");
    return file;
  }
}
