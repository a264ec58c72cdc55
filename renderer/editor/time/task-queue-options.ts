/** What a queue (queue.ts) is told, and what it tells. */

import type { RunEnd } from "../../../engine/worker/protocol/universe.ts";
import type { Housing } from "../history/housing.ts";
import type { Scene } from "../history/scene.ts";
import type { UniversePort } from "../universe-port.ts";

export interface TaskQueueOptions {
  readonly historyBytes?: number;
  /** Where universes on other grids come from. */
  readonly housing?: Housing;
  /** Milliseconds, for how long a run took. */
  readonly now?: () => number;
  /** Something is not as it was. `cells`: perhaps cells too. */
  readonly onChange: (cells: boolean) => void;
  /** What went wrong with nobody waiting for it. */
  readonly onError: (error: unknown) => void;
  /** A run has ended by itself, for that reason. */
  readonly onEnd?: (end: RunEnd) => void;
}

export interface UnderWay {
  /** Generations of a step. */
  readonly generations: bigint;
  readonly once: boolean;
  /** The generation that somebody has asked for. */
  readonly to?: bigint;
}

/** A universe that comes in another one's place, and what else is another then. */
export interface Arrival {
  readonly port: UniversePort;
  readonly scene?: Partial<Pick<Scene, "selection" | "info" | "atStart">>;
}
