/** The part of an editor that the studio shows: one plain object, replaced whenever something in it changes. */

import type { Pattern } from "../../engine/core/pattern.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RunEnd } from "../../engine/worker/protocol/universe.ts";
import type { WatchWork } from "./cells/watch-work.ts";
import type { MoveTo } from "./history/history-player.ts";
import type { PatternInfo } from "./history/scene.ts";
import type { Timeline } from "./history/timeline.ts";
import type { PendingPaste } from "./paste/pending-paste.ts";
import type { Selection } from "./selection/selection.ts";
import type { TaskQueue } from "./time/task-queue.ts";
import type { TaskQueueOptions, UnderWay } from "./time/task-queue-options.ts";

export interface EditorState {
  readonly rule: Rule;
  readonly topology: Topology;
  /** As of the last change; during a run the universe itself has the present one. */
  readonly generation: bigint;
  readonly selection: Selection | null;
  /** The selection that a person is dragging out; the view draws it instead of the selection. */
  readonly draft: Selection | null;
  readonly pending: PendingPaste | null;
  /** Whether a paste floats, wherever it is. */
  readonly floats: boolean;
  readonly info: PatternInfo;
  /** Whether the universe runs, or will run on as soon as an edit is done. */
  readonly running: boolean;
  /** The computation under way; null when the universe stands still. */
  readonly underWay: UnderWay | null;
  /** Whether there is work that no file holds. */
  readonly dirty: boolean;
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  readonly canReset: boolean;
  /** The editor's position in its history, and the length of that. */
  readonly position: number;
  readonly length: number;
  /** The generations that the editor can go to. */
  readonly timeline: Timeline;
  /** Increases with everything that may have changed cells. */
  readonly revision: number;
}

/** `saved`: the version of the work that the file holds. */
export function lookAt(
  queue: TaskQueue,
  { saved, ...own }: Pick<EditorState, "draft" | "pending" | "revision"> & { readonly saved: number },
): EditorState {
  const { rule, topology, generation } = queue.port;
  const { selection, info, version } = queue.scene;
  const { running, underWay, undoLabel, redoLabel, canReset, position, length, timeline } = queue;
  return {
    ...own,
    floats: own.pending !== null,
    rule,
    topology,
    generation,
    selection,
    info,
    running,
    underWay,
    dirty: version !== saved,
    undoLabel,
    redoLabel,
    canReset,
    position,
    length,
    timeline,
  };
}

export interface EditorOptions {
  readonly info?: PatternInfo;
  /** Memory for undo, in bytes. Default 256 MiB. */
  readonly historyBytes?: number;
  /** Continues with a universe on another grid; without it the grid never changes. */
  readonly moveTo?: MoveTo;
  /** Continues with a universe of the same cells under a rule that the present one cannot take. */
  readonly onRule?: TaskQueueOptions["onRule"];
  /** A run has ended by itself, for the given reason. */
  readonly onEnd?: (end: RunEnd) => void;
  /** Whether the universe's first state is work that no file holds. */
  readonly unsaved?: boolean;
  readonly onError?: (error: unknown) => void;
  /** Shows the progress of edits of millions of cells, with a way to end them. */
  readonly watch?: WatchWork;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** A pattern to save, and the version to pass to `markSaved` afterwards. */
export interface Saving {
  readonly pattern: Pattern;
  readonly version: number;
}
