/** What the studio shows of an editor: one plain object, a new one whenever something in it changed. */

import type { Block } from "../../engine/core/block.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RunEnd } from "../../engine/worker/protocol/universe.ts";
import type { WatchWork } from "./cells/slices.ts";
import type { MoveTo } from "./history/history-player.ts";
import type { PatternInfo } from "./history/scene.ts";
import type { Timeline } from "./history/timeline.ts";
import type { PendingPaste } from "./paste/pending-paste.ts";
import type { Selection } from "./selection/selection.ts";
import type { TaskQueue } from "./time/task-queue.ts";
import type { UnderWay } from "./time/task-queue-options.ts";

export interface EditorState {
  readonly rule: Rule;
  readonly topology: Topology;
  /** As of the last change; while it runs the universe itself knows better. */
  readonly generation: bigint;
  readonly selection: Selection | null;
  /** What is just being dragged out; it is drawn instead of the selection. */
  readonly draft: Selection | null;
  readonly pending: PendingPaste | null;
  /** Whether a paste floats, wherever. */
  readonly floats: boolean;
  readonly info: PatternInfo;
  /** Whether the universe runs, or will go on as soon as an edit is done. */
  readonly running: boolean;
  /** What is being computed then; null when it stands still. */
  readonly underWay: UnderWay | null;
  /** Whether there is work that no file holds. */
  readonly dirty: boolean;
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  readonly canReset: boolean;
  /** Where in its history the editor is, and how long that is. */
  readonly position: number;
  readonly length: number;
  /** The generations between which one can go back and forth. */
  readonly timeline: Timeline;
  /** Grows with everything that may have changed cells. */
  readonly revision: number;
}

/** `saved`: the version of the work that a file holds. */
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
  /** Goes on with a universe on another grid; where it is missing the grid stays what it is. */
  readonly moveTo?: MoveTo;
  /** A run has ended by itself, for that reason. */
  readonly onEnd?: (end: RunEnd) => void;
  /** Whether what the universe begins with is work that no file holds. */
  readonly unsaved?: boolean;
  readonly onError?: (error: unknown) => void;
  /** Edits of millions of cells: what goes on is shown, with a way to end it. */
  readonly watch?: WatchWork;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** A pattern to be saved, and what to tell `markSaved` once it is. */
export interface Saving {
  readonly pattern: Pattern;
  /** The cells, where they were asked for packed and came so: the pattern has none then. */
  readonly block?: Block;
  readonly version: number;
}
