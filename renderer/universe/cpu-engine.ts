import type { EngineClient } from "./client.ts";
import { startCpuEngine } from "./start-workers.ts";

/** A document's engine on the CPU. The first universe that needs it starts its worker. */
export class CpuEngine {
  #engine: EngineClient | null = null;

  readonly get = (): EngineClient => {
    this.#engine ??= startCpuEngine();
    return this.#engine;
  };

  /** Discards a worker that broke down; the next universe gets a new one. */
  restart(): void {
    this.close();
    this.#engine = null;
  }

  close(): void {
    this.#engine?.close();
  }
}
