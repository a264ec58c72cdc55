import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";

/** The cells of something that a test knows to be small. */
export const runsOf = ({ cells }: Pick<Pattern, "cells">): Runs => cellsToRuns(cells);
