/**
 * B0 made harmless. A rule with B0 lights empty space, which no sparse algorithm could hold. People look at the
 * cells that differ from that background, so every algorithm steps the *difference* d = cell XOR background, and this file
 * turns any rule into two tables on d, neither of which has B0: one for steps from even generations, one for odd ones.
 *
 * - No B0: the background stays dead; both tables are the rule.
 * - B0 with the largest S (all neighbours alive survives): the background is alive for good, d = NOT cell throughout
 *   (generation 0 included, as Golly has it), and both tables are the complement rule.
 * - B0 without it: the background strobes, dead at even generations. From even to odd the cells are true and the result
 *   complemented, from odd to even the other way round.
 *
 * With N neighbours, a cell that differs from a live background is dead, and its n differing neighbours mean N - n live.
 * On a frozen border there is no outside and so no background: the rule is used as it is, B0 included.
 */

import type { Topology } from "../core/topology.ts";
import type { CellTable } from "./cell-table.ts";
import { FULL, tableOf } from "./cell-table.ts";
import type { SumTables } from "./counted-shapes.ts";
import { emptySum, isIn, mostSum, sumTables } from "./counted-shapes.ts";
import { countsOf, outerTotalistic } from "./outer-totalistic.ts";
import type { CountedForm, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

/** The subject of refusals. */
const ENGINE = "The engine";

/** A table on difference cells: bit n of `birth` for d = 0, of `survival` for d = 1, with n differing neighbours. */
export interface PhaseTable {
  readonly birth: number;
  readonly survival: number;
}

/** The tables for steps from [even, odd] generations; the same object twice where the rule does not strobe. */
export type RulePhases = readonly [PhaseTable, PhaseTable];

/** What a cell's difference becomes, by counting or by squares. */
export type Phase = PhaseTable | CellTable;
export type Phases = readonly [Phase, Phase];

export type Background = "dead" | "live" | "strobing";

/** What empty space does under the rule. Errors: `unsupported-rule`. */
export function backgroundOf(rule: Rule, topology: Topology): Background {
  const { born, kept } = uniformSpace(rule);
  if (topology.kind === "frozen" || !born) return "dead";
  return kept ? "live" : "strobing";
}

/** Whether a dead cell among dead ones is born: B0. Errors: `unsupported-rule`. */
export function lightsEmptySpace(rule: Rule): boolean {
  return uniformSpace(rule).born;
}

/** Whether a cell among dead ones like itself is born, and one among live ones kept. */
function uniformSpace(rule: Rule): { readonly born: boolean; readonly kept: boolean } {
  const counts = outerTotalistic(rule);
  if (counts) {
    const all = neighbourCount(counts.neighbourhood);
    return { born: (counts.birth & 1) === 1, kept: ((counts.survival >> all) & 1) === 1 };
  }
  // Where there are more states, a rule that lights empty space is refused when it is read.
  if (rule.form.kind === "generations" || rule.form.kind === "diagram") return { born: false, kept: false };
  if (rule.form.kind === "counted") {
    const { states, form } = rule;
    if (states > 2) return { born: false, kept: false };
    return {
      born: isIn(form.birth, emptySum(form, states)),
      kept: isIn(form.survival, mostSum(form, states)),
    };
  }
  const table = tableOf(rule, ENGINE);
  return { born: table[0] === 1, kept: table[FULL] === 1 };
}

/**
 * As `rulePhases`, for any rule of two states and reach 1: the same object twice where the rule does not strobe.
 * A square whose cells all change sides has its index mirrored. Errors: `unsupported-rule`.
 */
export function cellPhases(rule: Rule, topology: Topology): readonly [CellTable, CellTable] {
  const table = tableOf(rule, ENGINE);
  const not = (of: CellTable): CellTable => of.map((state) => 1 - state);
  const mirrored = table.toReversed() as CellTable;
  switch (backgroundOf(rule, topology)) {
    case "dead":
      return [table, table];
    case "live": {
      const live = not(mirrored);
      return [live, live];
    }
    case "strobing":
      return [not(table), mirrored];
  }
}

/** The shorter of the two: counts where the rule counts. Errors: `unsupported-rule`. */
export function phasesOf(rule: Rule, topology: Topology): Phases {
  return outerTotalistic(rule) ? rulePhases(rule, topology) : cellPhases(rule, topology);
}

/** Of rules that count. Errors: `unsupported-rule`. */
export function rulePhases(rule: Rule, topology: Topology): RulePhases {
  const { neighbourhood, birth, survival } = countsOf(rule, ENGINE);
  const n = neighbourCount(neighbourhood);
  const all = (1 << (n + 1)) - 1;
  const mirror = (mask: number): number => {
    let out = 0;
    for (let k = 0; k <= n; k++) if ((mask >> k) & 1) out |= 1 << (n - k);
    return out;
  };
  switch (backgroundOf(rule, topology)) {
    case "dead": {
      const table = { birth, survival };
      return [table, table];
    }
    case "live": {
      const table = { birth: mirror(~survival & all), survival: mirror(~birth & all) };
      return [table, table];
    }
    case "strobing":
      return [
        { birth: ~birth & all, survival: ~survival & all },
        { birth: mirror(survival), survival: mirror(birth) },
      ];
  }
}

/** As `rulePhases`, of rules that count over a shape: of n cells that differ from the background, the others live. */
export function countedPhases(
  rule: Rule & { readonly form: CountedForm },
  topology: Topology,
): readonly [SumTables, SumTables] {
  const own = sumTables(rule.form, rule.states);
  const not = (table: SumTables["birth"]): SumTables["birth"] => table.map((lives) => 1 - lives);
  const { birth, survival } = own;
  const mirrored = { birth: survival.toReversed(), survival: birth.toReversed() };
  switch (backgroundOf(rule, topology)) {
    case "dead":
      return [own, own];
    case "live": {
      const live = { birth: not(mirrored.birth), survival: not(mirrored.survival) };
      return [live, live];
    }
    case "strobing":
      return [{ birth: not(birth), survival: not(survival) }, mirrored];
  }
}

/** The table for the step that leaves `generation`. */
export function phaseOf(phases: RulePhases, generation: bigint): PhaseTable {
  return generation & 1n ? phases[1] : phases[0];
}
