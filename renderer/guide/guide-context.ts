import { createContext } from "react";
import type { CpuEngine } from "../universe/cpu-engine.ts";

/** The guide's context for its parts. */
export interface GuideContextValue {
  /** Runs the examples, from the first visible one until the guide closes. */
  readonly engine: CpuEngine;
  /** The search's words: marked in all text. */
  readonly terms: readonly string[];
  goTo(place: string): void;
  /** Closes the guide. */
  close(): void;
}

export const GuideContext = createContext<GuideContextValue | null>(null);
