/**
 * Between patterns and universes: the rule and grid that a pattern runs under, where its cells go, and the pattern
 * that a universe is saved as. Pure; the command line, the workers and the studio share it.
 */

import type { Cells } from "../core/cells.ts";
import { cellsBounds, cellsPopulation, clipCells, translateCells } from "../core/cells.ts";
import type { Pattern, PatternFacts, RunsPattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import type { Rect } from "../core/rect.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import type { Topology } from "../core/topology.ts";
import { clipToGrid, formatTopology, placedOrigin } from "../core/topology.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import { parseUniverseRule, patternRule, readRule, ruleFacts } from "../rules/universe-rule.ts";
import type { Universe } from "./algorithm.ts";

/**
 * The rule and grid that a pattern runs under. `override` is what a person typed: a rule keeps the pattern's grid
 * unless it names one, a grid alone (`:T64,64`) keeps the pattern's rule, and on a hexagonal pattern a rule without
 * suffix gains H. Without any of them: Life on the unbounded plane. Errors: `syntax`, `unsupported-rule`.
 */
export function universeRuleFor(
  pattern: Pattern | null,
  override?: string,
  files?: FindRuleFile,
): UniverseRule {
  if (override === undefined) return patternRule(pattern ?? { rule: null });
  const typed = override.trim();
  const colon = typed.indexOf(":");
  const own = patternRule(pattern ?? { rule: null });
  if (colon === 0) return readRule({ ...ruleFacts(own), rule: own.rule.text + typed });
  const grid = colon > 0 ? "" : formatTopology(own.topology);
  return parseUniverseRule(typed + grid, { neighbourhood: own.rule.neighbourhood, files });
}

export interface Placement {
  readonly cells: Cells;
  /** Cells off the grid, which were cut away. */
  readonly clipped: bigint;
}

/**
 * Puts a pattern's cells where they belong on the grid. A pattern with a stated position stays there, and so does one
 * on the grid of its own file, which the reader has already placed. On another grid a pattern is centred if its box
 * fits and put into the top left corner if not, as Golly 3.3 does with a file's own grid; on the unbounded plane it
 * keeps its coordinates. Cells that then lie off the grid are cut away and counted. Errors: `too-large` for a
 * quad-tree whose part on the grid is too large for runs.
 */
export function placePattern(pattern: Pattern, topology: Topology): Placement {
  const { cells } = positionPattern(pattern, topology);
  if (topology.kind === "unbounded") return { cells, clipped: 0n };
  const bounds = cellsBounds(cells);
  if (!bounds) return { cells, clipped: 0n };
  const onGrid = clipToGrid(topology, bounds);
  const kept = clipCells(cells, onGrid ?? { ...bounds, w: 0n, h: 0n });
  return { cells: kept, clipped: kept === cells ? 0n : cellsPopulation(cells) - cellsPopulation(kept) };
}

/** The first half of `placePattern`: the pattern moved to where it belongs, nothing cut away. */
export function positionPattern(pattern: Pattern, topology: Topology): Pattern {
  const { cells } = pattern;
  const own = patternRule(pattern ?? { rule: null }).topology;
  const box: Rect | null = pattern.box ?? cellsBounds(cells);
  const stays = pattern.positioned || formatTopology(own) === formatTopology(topology);
  if (stays || !box || topology.kind === "unbounded") return pattern;
  const { x, y } = placedOrigin(topology, box.w, box.h);
  return {
    ...pattern,
    cells: translateCells(cells, x - box.x, y - box.y),
    box: pattern.box && { ...pattern.box, x, y },
  };
}

/** The details that a saved universe carries over from the pattern it began as. */
export type PatternDetails = Partial<Pick<Pattern, "name" | "author" | "comments">>;

/** The facts that a saved universe states beside its cells. */
export function factsOfUniverse(universe: Universe, details: PatternDetails = {}): PatternFacts {
  const { name = null, author = null, comments = [] } = details;
  const { generation } = universe;
  return { ...ruleFacts(universe), generation, positioned: true, name, author, comments };
}

/** The universe as a pattern: cells in place, rule, grid and generation. Errors: `too-large`. */
export async function patternOfUniverse(
  universe: Universe,
  details: PatternDetails = {},
): Promise<RunsPattern> {
  return patternOf(await universe.readRuns(), factsOfUniverse(universe, details));
}
