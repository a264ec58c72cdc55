import type { EngineClient } from "./client.ts";
import { startCpuEngine } from "./start-workers.ts";

/** An engine on the CPU, of a document or of the guide. The first universe that needs it starts its worker. */
export class CpuEngine {
  #engine: EngineClient | null = null;

  readonly get = (): EngineClient => {
    this.#engine ??= startCpuEngine();
    return this.#engine;
  };

  /** Ends the worker; the next universe gets a new one. */
  restart(): void {
    this.close();
    this.#engine = null;
  }

  close(): void {
    this.#engine?.close();
  }
}
