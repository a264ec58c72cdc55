/**
 * What the editor needs of a universe. The handle of a universe in a worker (renderer/universe) has these verbs, and
 * so has a universe in the same thread, which is what tests edit. What the verbs mean is said in
 * engine/algorithms/algorithm.ts.
 */

import type { Snapshot, StepOutcome, WriteMode } from "../../engine/algorithms/algorithm.ts";
import type { Block } from "../../engine/core/block.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RunEnd, RunOptions } from "../../engine/worker/protocol/universe.ts";

export interface UniversePort {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  /** Whether its algorithm leaps (engine/algorithms/algorithm.ts). Absent: it does not. */
  readonly leaps?: boolean;
  step(target: bigint): Promise<StepOutcome>;
  setGeneration(generation: bigint): void | Promise<void>;
  setRule(rule: Rule): void | Promise<void>;
  population(): Promise<bigint>;
  bounds(): Promise<Rect | null>;
  hash(): Promise<bigint>;
  readRuns(region?: Rect): Promise<Runs>;
  /** The cells of a region packed. Absent: only runs are to be had. */
  readBlock?(region: Rect): Promise<Block>;
  /** All live cells as a quad-tree. Absent: only runs are to be had. */
  readTree?(): Promise<QuadTree>;
  writeRuns(cells: Runs, mode: WriteMode): Promise<void>;
  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void>;
  clear(region?: Rect): Promise<void>;
  snapshot(): Promise<Snapshot>;
  restore(snapshot: Snapshot): Promise<void>;
  release(snapshot: Snapshot): void | Promise<void>;
  /** The cells of a snapshot. Absent, here or in the next universe: its snapshots end with it. */
  readSnapshot?(snapshot: Snapshot): Promise<QuadTree>;
  /** A snapshot of what was read so from another universe. */
  keepTree?(tree: QuadTree, generation: bigint): Promise<Snapshot>;
  /** Asks anew for rule and generation, where these are only as last heard: after something went wrong. */
  state?(): Promise<unknown>;
  /**
   * Steps on and on until the signal fires, or until it ends by itself, as the options say: the answer is why then. Absent: the
   * editor does it by `step`.
   */
  run?(options: RunOptions, signal?: AbortSignal): Promise<RunEnd | null>;
  /** Ends a step at the last complete generation; the step answers `more`. */
  stop?(): Promise<void>;
}

/** A grid to go on with, and the rule and the number of the generation there. */
export interface GridRequest {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
}

/**
 * Takes what is needed out of the present universe and into the one that is about to take its place; both are there until
 * it resolves. False: the next one is not wanted after all.
 */
export type Handover = (next: UniversePort) => Promise<boolean>;
