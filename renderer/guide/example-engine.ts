import { createContext } from "react";
import type { EngineClient } from "../universe/client.ts";
import { startCpuEngine } from "../universe/start-workers.ts";

/** The worker of the guide's examples: it runs from the first visible example until the guide closes. */
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

/** The guide's context for its parts. */
export interface GuideContextValue {
  readonly engine: ExampleEngine;
  /** The search's words: marked in all text. */
  readonly terms: readonly string[];
  goTo(place: string): void;
  /** Closes the guide. */
  close(): void;
}

export const GuideContext = createContext<GuideContextValue | null>(null);
