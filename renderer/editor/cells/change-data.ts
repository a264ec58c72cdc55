/** What a change does, as data that a file can hold (history/record.ts). */

import type { WriteMode } from "../../../engine/algorithms/algorithm.ts";
import type { Block } from "../../../engine/core/block.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { PlacedSymmetry } from "../../../engine/grids/symmetry.ts";
import type { WrittenRule } from "../../../engine/rules/universe-rule.ts";
import type { Selection } from "../selection/selection.ts";
import type { RandomFill } from "./random-fill.ts";

/** Cells of one box, as they lie in another. */
export interface Carried {
  readonly from: Rect;
  /** Those of `from` that go, where not all of them do. */
  readonly mask?: Runs | null;
  readonly to: Rect;
  /** Whether the cells stay alive in `from`. */
  readonly leaves: boolean;
  /** The cells in `from` and in `to` before, and those that join the latter. */
  readonly before: Block;
  readonly beneath: Block;
  readonly cells: Block;
}

export type ChangeData =
  | { readonly kind: "none" | "clear-all" }
  | { readonly kind: "cells"; readonly diff: CellDiff }
  | { readonly kind: "write"; readonly cells: Runs; readonly mode: WriteMode }
  | { readonly kind: "rule"; readonly before: WrittenRule; readonly after: WrittenRule }
  | { readonly kind: "generation"; readonly before: bigint; readonly after: bigint }
  | { readonly kind: "run"; readonly to: bigint; readonly cost: number }
  | {
      readonly kind: "turn" | "turn-packed";
      readonly selection: Selection;
      readonly there: PlacedSymmetry;
      readonly back: PlacedSymmetry;
    }
  | { readonly kind: "carry"; readonly carried: Carried }
  | { readonly kind: "fill"; readonly selection: Selection; readonly fill: RandomFill }
  | { readonly kind: "clear"; readonly selection: Selection; readonly where: "inside" | "outside" };
