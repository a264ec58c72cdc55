import type { StepOutcome, WriteMode } from "../../../engine/algorithms/algorithm.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import type { Rule } from "../../../engine/rules/rule.ts";

/** An empty universe beside the edited one, to compute in. */
export interface SpareUniverse {
  /** Returns `more` when the signal fires. */
  step(target: bigint, signal?: AbortSignal): Promise<StepOutcome>;
  hash(): Promise<bigint>;
  bounds(): Promise<Rect | null>;
  readRuns(region?: Rect): Promise<Runs>;
  writeRuns(cells: Runs, mode: WriteMode): Promise<void>;
  clear(region?: Rect): Promise<void>;
  dispose(): void | Promise<void>;
}

export interface SpareInit {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
}

export type MakeSpare = (wanted: SpareInit) => Promise<SpareUniverse>;
