import type { Cells } from "./cells.ts";
import { cellsToRuns } from "./cells.ts";
import type { Rect } from "./rect.ts";
import type { RuleFile } from "./rule-file.ts";
import type { Runs } from "./runs.ts";

/**
 * A finite set of cells with the facts that files and the clipboard give about them. Cells are those that differ from
 * the background. States above 1 are kept as read; two-state rules take every state from 1 on as alive.
 */
export interface Pattern {
  /** Two-state if they are a block or a quad-tree. `core/cells.ts` has functions for all; `withRuns` asks for runs. */
  readonly cells: Cells;
  /** Rule and grid as one string (`B3/S23:T30,20`), canonical; null if the file names none. */
  readonly rule: string | null;
  /** The file in which that rule is written, where it is written in one. */
  readonly ruleFile?: RuleFile;
  readonly generation: bigint;
  readonly name: string | null;
  readonly author: string | null;
  /** One entry a line, without the format's markers. */
  readonly comments: readonly string[];
  /** Whether the file gives the position of the cells; otherwise the receiver may place them. */
  readonly positioned: boolean;
  /** The pattern's size in the file (a paste box); null if it gives none. Not clipped to. */
  readonly box: Rect | null;
  /** Lenient readings, one sentence each. */
  readonly warnings: readonly string[];
}

/** A file's facts about a pattern besides its cells. */
export type PatternFacts = Omit<Pattern, "cells" | "box" | "warnings">;

/** A pattern whose cells are known to be runs. */
export interface RunsPattern extends Pattern {
  readonly cells: Runs;
}

/** A pattern of these cells without further facts. */
export function patternOf<C extends Cells>(
  cells: C,
  rest: Partial<Omit<Pattern, "cells">> = {},
): Pattern & { readonly cells: C } {
  return {
    cells,
    rule: null,
    generation: 0n,
    name: null,
    author: null,
    comments: [],
    positioned: false,
    box: null,
    warnings: [],
    ...rest,
  };
}

/** The pattern with its cells as runs. Errors: `too-large` for cells that runs cannot hold. */
export function withRuns(pattern: Pattern): RunsPattern {
  return { ...pattern, cells: cellsToRuns(pattern.cells) };
}
