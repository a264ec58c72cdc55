/**
 * Is this pattern there already? Patterns are the same when they live under one rule and grid and their cells are images of
 * each other (canonical-form.ts). An oscillator or spaceship is also the same in another of its phases: the small ones are run
 * until they come back, and each phase on the way is looked up, so that only the pattern that is asked about costs steps.
 */

import { isTree } from "../../engine/core/cells.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { withRuns } from "../../engine/core/pattern.ts";
import { formatUniverseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { canonicalForm, cellList } from "./canonical-form.ts";
import { SmallUniverse } from "./small-step.ts";

/** How much running is worth it: live cells, summed over the generations. */
const MOST_STEPPED_CELLS = 40_000;
/** The stepper counts from the origin; larger boxes are no oscillator that fits the budget. */
const MOST_SIDE = 2 ** 16;

/** Names by form: what is known, to look others up in. */
export type KnownForms = ReadonlyMap<string, string>;

/** The text by which a pattern is known, rule and grid included; null for none and for what is too large. Errors: those of its rule. */
export function formOf(pattern: Pattern): string | null {
  const found = comparable(pattern);
  return found && found.prefix + canonicalForm(found.cells, found.universeRule.rule.neighbourhood);
}

/** The name under which the pattern, or another phase of it, is known; null when it is new. */
export function knownAs(pattern: Pattern, known: KnownForms): string | null {
  for (const form of phasesOf(pattern)) {
    const name = known.get(form);
    if (name !== undefined) return name;
  }
  return null;
}

/** The forms of all phases of what comes back within the budget; the pattern's own alone for everything else. */
function phasesOf(pattern: Pattern): readonly string[] {
  const found = comparable(pattern);
  if (!found) return [];
  const { prefix, cells, universeRule } = found;
  const { rule, topology } = universeRule;
  const first = canonicalForm(cells, rule.neighbourhood);
  const own = [prefix + first];
  if (topology.kind !== "unbounded" || cells.some((v) => v > MOST_SIDE)) return own;
  const universe = new SmallUniverse(rule, cells);
  const forms = [...own];
  for (let spent = 0; spent < MOST_STEPPED_CELLS; ) {
    universe.step();
    spent += universe.population + 10;
    if (universe.population === 0) return own;
    const form = canonicalForm(universe.list(), rule.neighbourhood);
    // Turned or mirrored it counts as back: from there on every form comes again.
    if (form === first) return forms;
    forms.push(prefix + form);
  }
  return own;
}

function comparable(pattern: Pattern) {
  const universeRule = parseUniverseRule(pattern.rule ?? "B3/S23");
  // A tree may stand for more cells than anybody can list.
  if (isTree(pattern.cells) && pattern.cells.root > 2 ** 16) return null;
  let cells: Float64Array | null;
  try {
    cells = cellList(withRuns(pattern).cells);
  } catch {
    return null;
  }
  if (!cells || cells.length === 0) return null;
  return { universeRule, cells, prefix: `${formatUniverseRule(universeRule)} ` };
}
