/** The editor's state beside the cells: history restores both together. */

import type { Topology } from "../../../engine/core/topology.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import type { Selection } from "../selection/selection.ts";
import { bytesOfSelection } from "../selection/selection.ts";

/** The pattern's description. */
export interface PatternInfo {
  readonly name: string | null;
  readonly author: string | null;
  /** One entry per line. */
  readonly comments: readonly string[];
}

export const NO_INFO: PatternInfo = { name: null, author: null, comments: [] };

export interface Scene {
  readonly generation: bigint;
  readonly rule: Rule;
  /** The grid; if it changes, so does the universe that holds the cells. */
  readonly topology: Topology;
  readonly selection: Selection | null;
  readonly info: PatternInfo;
  /** Two scenes of one version hold the same work; a run or a selection is not work that could be lost. */
  readonly version: number;
  /** Nothing has run since the universe was made or put back to its start. */
  readonly atStart: boolean;
}

export function sameInfo(a: PatternInfo, b: PatternInfo): boolean {
  return (
    a.name === b.name &&
    a.author === b.author &&
    a.comments.length === b.comments.length &&
    a.comments.every((line, i) => line === b.comments[i])
  );
}

/** Bytes that a scene takes beyond what it shares with the one before it. */
export function bytesOfScene(scene: Scene, before: Scene): number {
  const { selection, info } = scene;
  const text = info === before.info ? 0 : 2 * [info.name, info.author, ...info.comments].join("").length;
  return text + (selection === before.selection ? 0 : bytesOfSelection(selection));
}
