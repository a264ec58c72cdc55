/** What a task queue (task-queue.ts) is given, and what it tells. */

import type { RunEnd } from "../../../engine/worker/protocol/universe.ts";
import type { MoveTo } from "../history/history-player.ts";
import type { Scene } from "../history/scene.ts";

export interface TaskQueueOptions {
  readonly historyBytes?: number;
  /** Goes on with a universe on another grid. */
  readonly moveTo?: MoveTo;
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

/** What else is another when a universe comes in another one's place. */
export type EnteredScene = Partial<Pick<Scene, "selection" | "info" | "atStart">>;
