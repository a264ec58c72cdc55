/** Cells as patterns: what goes to the clipboard and into files. Turning them into text is the work of PatternFiles. */

import type { Block } from "../../../engine/core/block.ts";
import type { Cells } from "../../../engine/core/cells.ts";
import { translateCells } from "../../../engine/core/cells.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { translateRuns } from "../../../engine/core/runs.ts";
import { gridRect, placedOrigin } from "../../../engine/core/topology.ts";
import type { UniverseRule } from "../../../engine/rules/universe-rule.ts";
import { formatUniverseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { PatternInfo } from "../history/scene.ts";
import type { Selection } from "../selection/selection.ts";
import { cellsInside } from "../selection/selection.ts";

/** The cells of a selection's box, and which of them are meant where that is not all. */
export interface RawSelection {
  readonly pattern: Pattern;
  readonly mask: Runs | null;
}

/**
 * What is selected, with what rule it lives under, where it was and when. As it comes from the universe: to cut a million cells
 * out of their box takes its time, and is left to the worker that writes them.
 */
export async function rawSelection(universe: UniversePort, { box, mask }: Selection): Promise<RawSelection> {
  const pattern = patternOf(await universe.readRuns(box), {
    rule: formatUniverseRule(universe),
    generation: universe.generation,
    positioned: true,
    box,
  });
  return { pattern, mask };
}

/** The same, cut out already. */
export async function patternOfSelection(universe: UniversePort, selection: Selection): Promise<Pattern> {
  const { pattern } = await rawSelection(universe, selection);
  return { ...pattern, cells: cellsInside(selection, pattern.cells as Runs) };
}

/** As plain text says it, without where it was and when: where a pattern belongs of which nobody says the place. */
export function unplaced({ pattern, mask }: RawSelection): RawSelection {
  const box = pattern.box as Rect;
  const { topology } = parseUniverseRule(pattern.rule as string);
  const origin = placedOrigin(topology, box.w, box.h);
  const [dx, dy] = [origin.x - box.x, origin.y - box.y];
  return {
    pattern: {
      ...pattern,
      cells: translateCells(pattern.cells, dx, dy),
      box: { ...box, ...origin },
      positioned: false,
      generation: 0n,
    },
    mask: mask && translateRuns(mask, dx, dy),
  };
}

/** Cells of the smallest and the largest grid that is read packed, and how many of them to a live one at most. */
const LEAST_PACKED = 2n ** 20n;
const MOST_PACKED = 2n ** 29n;
const SPARSE = 16n;

/** All cells of a large grid that is full of them; null where runs are no more. */
export async function readPacked(universe: UniversePort): Promise<Block | null> {
  const box = gridRect(universe.topology);
  if (!universe.readBlock || !box) return null;
  const area = box.w * box.h;
  if (area < LEAST_PACKED || area > MOST_PACKED) return null;
  const dense = (await universe.population()) * SPARSE > area;
  return dense ? universe.readBlock(box) : null;
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
