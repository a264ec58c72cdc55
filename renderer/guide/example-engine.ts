import { createContext } from "react";
import type { EngineClient } from "../universe/client.ts";
import { startCpuEngine } from "../universe/start-workers.ts";

/** The worker of the guide's examples: there from the first that comes into view until the guide is closed. */
export class ExampleEngine {
  #engine: EngineClient | null = null;

  readonly get = (): EngineClient => {
    this.#engine ??= startCpuEngine();
    return this.#engine;
  };

  close(): void {
    this.#engine?.close();
    this.#engine = null;
  }
}

/** What the parts of the guide know of the whole. */
export interface GuideContextValue {
  readonly engine: ExampleEngine;
  /** Words that were searched for: they are marked wherever they stand. */
  readonly terms: readonly string[];
  goTo(place: string): void;
  /** Closes the guide. */
  close(): void;
}

export const GuideContext = createContext<GuideContextValue | null>(null);
