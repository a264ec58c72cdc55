/**
 * Does the library hold this pattern already? Patterns are the same when they have the same rule and grid and their
 * cells are images of each other (canonical-form.ts). An oscillator or spaceship also equals its other phases: small
 * ones run until they return to their first phase, and each phase on the way is looked up. Only the pattern in question
 * costs steps.
 */

import { isTree } from "../../engine/core/cells.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { withRuns } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { latticeOfRule } from "../../engine/grids/lattice-group.ts";
import { upOn } from "../../engine/grids/triangle.ts";
import { isIsotropic } from "../../engine/rules/class-sets.ts";
import { formatUniverseRule, patternRule } from "../../engine/rules/universe-rule.ts";
import { canonicalForm, cellList, stateList } from "./canonical-form.ts";
import { canStep, SmallUniverse } from "./small-step.ts";

/** Budget of a run: live cells, summed over the generations. */
const MOST_STEPPED_CELLS = 40_000;
/** The stepper counts from the origin; a pattern with a larger box is no oscillator within the budget. */
const MOST_SIDE = 2 ** 16;

/** Names of the known patterns by form. */
export type KnownForms = ReadonlyMap<string, string>;

/**
 * The text that identifies a pattern, rule and grid included; null for an empty or too large one. Errors: those of its
 * rule.
 */
export function formOf(pattern: Pattern): string | null {
  const found = comparable(pattern);
  return found && found.prefix + found.formOf(found.cells, found.states);
}

/** The name of the known pattern that equals this one in some phase; null for a new pattern. */
export function knownAs(pattern: Pattern, known: KnownForms): string | null {
  for (const form of phasesOf(pattern)) {
    const name = known.get(form);
    if (name !== undefined) return name;
  }
  return null;
}

/** The forms of all phases of a pattern that repeats within the budget; only the pattern's own form for others. */
function phasesOf(pattern: Pattern): readonly string[] {
  const found = comparable(pattern);
  if (!found) return [];
  const { prefix, cells, states, universeRule, formOf } = found;
  const { rule, topology } = universeRule;
  const first = formOf(cells, states);
  const own = [prefix + first];
  if (topology.kind !== "unbounded" || !canStep(rule) || cells.some((v) => v > MOST_SIDE)) return own;
  const universe = new SmallUniverse(rule, cells, states);
  const forms = [...own];
  for (let spent = 0; spent < MOST_STEPPED_CELLS; ) {
    universe.step();
    spent += universe.population + 10;
    if (universe.population === 0) return own;
    const form = formOf(universe.list(), universe.states);
    // A turned or mirrored image counts as a return: all later forms repeat.
    if (form === first) return forms;
    forms.push(prefix + form);
  }
  return own;
}

function comparable(pattern: Pattern) {
  const universeRule = patternRule(pattern);
  // A tree may stand for more cells than a list can hold.
  if (isTree(pattern.cells) && pattern.cells.root > 2 ** 16) return null;
  let runs: Runs;
  try {
    runs = withRuns(pattern).cells;
  } catch {
    return null;
  }
  const { rule, topology } = universeRule;
  const lattice = latticeOfRule(rule);
  // Listed from a place at which triangles point down.
  const aside = lattice === "triangle" && Number((runs.x + runs.y) & 1n) === upOn(topology) ? 1 : 0;
  const cells = cellList(runs, aside);
  if (!cells || cells.length === 0) return null;
  const states = stateList(runs, rule);
  const turned = isIsotropic(rule);
  const formOf = (list: Float64Array, of: ArrayLike<number> | null): string =>
    canonicalForm(list, lattice, turned, of);
  return { universeRule, cells, states, formOf, prefix: `${formatUniverseRule(universeRule)} ` };
}
