/** The options of a task queue (task-queue.ts), and its callbacks. */

import type { Rule } from "../../../engine/rules/rule.ts";
import type { RunEnd } from "../../../engine/worker/protocol/universe.ts";
import type { Handover, UniversePort } from "../../universe/universe-port.ts";
import type { MoveTo } from "../history/history-player.ts";
import type { Scene } from "../history/scene.ts";

export interface TaskQueueOptions {
  readonly historyBytes?: number;
  /** Continues with a universe on another grid. */
  readonly moveTo?: MoveTo;
  /** Continues with a universe of the same cells under a rule that the present one cannot take. */
  readonly onRule?: (rule: Rule, handover: Handover) => Promise<unknown>;
  /** Milliseconds, to measure how long a run took. */
  readonly now?: () => number;
  /** Something has changed. `cells`: cells may have, too. */
  readonly onChange: (cells: boolean) => void;
  /** A failure that no caller awaits. */
  readonly onError: (error: unknown) => void;
  /** A run has ended by itself, for the given reason. */
  readonly onEnd?: (end: RunEnd) => void;
}

export interface UnderWay {
  /** Generations per step. */
  readonly generations: bigint;
  readonly once: boolean;
  /** The generation that was asked for. */
  readonly to?: bigint;
}

/** The rest of the scene that changes when one universe replaces another. */
type EnteredScene = Partial<Pick<Scene, "selection" | "info" | "atStart">>;

/** Makes another universe and hands over to it, with what changes of the scene. */
export type EnterBy = (
  handover: (next: UniversePort, scene?: EnteredScene) => Promise<boolean>,
) => Promise<unknown>;
