/** Cells as patterns, for the clipboard and for files. PatternFiles turns them into text. */

import type { Cells } from "../../../engine/core/cells.ts";
import { translateCells } from "../../../engine/core/cells.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { translateRuns } from "../../../engine/core/runs.ts";
import { placedOrigin } from "../../../engine/core/topology.ts";
import { isOnTriangles } from "../../../engine/grids/triangle.ts";
import type { UniverseRule } from "../../../engine/rules/universe-rule.ts";
import { formatUniverseRule, patternRule } from "../../../engine/rules/universe-rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { PatternInfo } from "../history/scene.ts";
import type { Selection } from "../selection/selection.ts";
import { cellsInside } from "../selection/selection.ts";

/** The cells of a selection's box, and the mask where the selection is not all of the box. */
export interface RawSelection {
  readonly pattern: Pattern;
  readonly mask: Runs | null;
}

/**
 * The selected cells with their rule, place and generation, as they come from the universe: cutting a million cells out
 * of their box takes time, and the worker that writes them does that.
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

/** The same, already cut out. */
export async function patternOfSelection(universe: UniversePort, selection: Selection): Promise<Pattern> {
  const { pattern } = await rawSelection(universe, selection);
  return { ...pattern, cells: cellsInside(selection, pattern.cells as Runs) };
}

/**
 * The same without place and generation, as plain text has it: at the default place of such a pattern. A box of triangles that would
 * point the other way there gets another column.
 */
export function unplaced({ pattern, mask }: RawSelection): RawSelection {
  const own = pattern.box as Rect;
  const { rule, topology } = patternRule(pattern);
  const wider = { ...own, w: own.w + 1n };
  const boxes = isOnTriangles(rule) ? [own, { ...wider, x: own.x - 1n }, wider] : [own];
  const moved = boxes.map((box) => {
    const origin = placedOrigin(topology, box.w, box.h);
    return { box, origin, dx: origin.x - box.x, dy: origin.y - box.y };
  });
  const { box, origin, dx, dy } =
    moved.find((each) => ((each.dx + each.dy) & 1n) === 0n) ?? (moved[0] as (typeof moved)[0]);
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

/** A whole universe as a pattern to save. */
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
