/** Cells as patterns: what goes to the clipboard and into files. Turning them into text is the encoding worker's work. */

import type { Cells } from "../../engine/core/cells.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { PatternInfo } from "./scene.ts";
import type { Selection } from "./selection.ts";
import { cellsInside } from "./selection.ts";
import type { UniversePort } from "./universe-port.ts";

/** The cells that are selected, with what rule they live under, where they were and when. */
export async function patternOfSelection(universe: UniversePort, selection: Selection): Promise<Pattern> {
  return patternOf(cellsInside(selection, await universe.readRuns(selection.box)), {
    rule: formatUniverseRule(universe),
    generation: universe.generation,
    positioned: true,
    box: selection.box,
  });
}

/** A whole universe as a pattern, to be saved. */
export function patternOfCells(
  cells: Cells,
  universe: UniverseRule & { readonly generation: bigint },
  info: PatternInfo,
): Pattern {
  return patternOf(cells, {
    rule: formatUniverseRule(universe),
    generation: universe.generation,
    positioned: true,
    ...info,
  });
}
