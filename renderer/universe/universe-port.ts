/**
 * The verbs that the editor needs of a universe. The handle of a universe in a worker has them, and so has a universe in the same
 * thread, which is what tests edit. engine/algorithms/algorithm.ts documents the verbs.
 */

import type { Snapshot, StepOutcome, WriteMode } from "../../engine/algorithms/algorithm.ts";
import type { Block } from "../../engine/core/block.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { sameRule } from "../../engine/rules/rule.ts";
import type { RunEnd, RunOptions } from "../../engine/worker/protocol/universe.ts";

export interface UniversePort {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  /** Whether its algorithm leaps (engine/algorithms/algorithm.ts). Absent: false. */
  readonly leaps?: boolean;
  step(target: bigint): Promise<StepOutcome>;
  setGeneration(generation: bigint): void | Promise<void>;
  setRule(rule: Rule): void | Promise<void>;
  population(): Promise<bigint>;
  bounds(): Promise<Rect | null>;
  hash(): Promise<bigint>;
  readRuns(region?: Rect): Promise<Runs>;
  /** The cells of a region, packed. Absent: the universe offers only runs. */
  readBlock?(region: Rect): Promise<Block>;
  /** All live cells as a quad-tree. Absent: the universe offers only runs. */
  readTree?(): Promise<QuadTree>;
  writeRuns(cells: Runs, mode: WriteMode): Promise<void>;
  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void>;
  clear(region?: Rect): Promise<void>;
  snapshot(): Promise<Snapshot>;
  restore(snapshot: Snapshot): Promise<void>;
  release(snapshot: Snapshot): void | Promise<void>;
  /** The cells of a snapshot. If absent here or in the next universe, its snapshots end with it. */
  readSnapshot?(snapshot: Snapshot): Promise<QuadTree>;
  /** A snapshot made of a tree that `readSnapshot` of another universe returned. */
  keepTree?(tree: QuadTree, generation: bigint): Promise<Snapshot>;
  /** Asks for rule and generation again, where the handle holds only the last ones heard: after a failure. */
  state?(): Promise<unknown>;
  /**
   * Runs until the signal fires, or until it ends by itself as the options say; returns the reason then. Absent: the editor calls
   * `step` repeatedly.
   */
  run?(options: RunOptions, signal?: AbortSignal): Promise<RunEnd | null>;
  /** Ends a step at the last complete generation; the step returns `more`. */
  stop?(): Promise<void>;
  /** Whether its algorithm runs that rule on its grid. Absent: it runs any. */
  takes?(rule: Rule): Promise<boolean>;
}

/** Whether a universe can go on under a rule; else another one takes over its cells. */
export async function canTake(port: UniversePort, rule: Rule): Promise<boolean> {
  if (!port.takes || sameRule(rule, port.rule)) return true;
  // Another number of states is another kind of cells, which another algorithm may hold better.
  return rule.states === port.rule.states && port.takes(rule);
}

/** A grid to continue on, with the rule and the generation there. */
export interface GridRequest {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
}

/**
 * Takes the needed state out of the present universe and into the next one; both exist until it resolves. False: the next
 * universe is not wanted after all.
 */
export type Handover = (next: UniversePort) => Promise<boolean>;
