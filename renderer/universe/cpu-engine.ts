import { TessellaError } from "../../engine/core/errors.ts";
import type { EngineClient } from "./client.ts";
import { startCpuEngine } from "./start-workers.ts";

/** An engine on the CPU, of a document or of the guide. The first universe that needs it starts its worker. */
export class CpuEngine {
  readonly #start: () => EngineClient;
  #engine: EngineClient | null = null;
  #closed = false;

  constructor(start: () => EngineClient = startCpuEngine) {
    this.#start = start;
  }

  /** Errors: `aborted` once it is closed: nobody would end a worker that was started then. */
  readonly get = (): EngineClient => {
    if (this.#closed) throw new TessellaError("aborted", "The universe was closed.");
    this.#engine ??= this.#start();
    return this.#engine;
  };

  /** Ends the worker; the next universe gets a new one. */
  restart(): void {
    this.#engine?.close();
    this.#engine = null;
  }

  /** Ends the worker for good. */
  close(): void {
    this.#closed = true;
    this.restart();
  }
}
