/**
 * A rule as the HashLife core reads it: a table per phase, in which a cell with n live neighbours becomes X[n] ^
 * (Y[n] & cell).
 */

import type { Topology } from "../../core/topology.ts";
import { backgroundOf, rulePhases } from "../../rules/phases.ts";
import type { Rule } from "../../rules/rule.ts";
import { neighbourCount } from "../../rules/rule.ts";
import type { HashLifeCore } from "./core.ts";
import { HEX, LIFE, MOORE, RULE_BYTES, RULES, VON_NEUMANN } from "./layout.ts";

const COUNTING = { moore: MOORE, hex: HEX, "von-neumann": VON_NEUMANN } as const;

/**
 * Writes both phases' tables and returns whether they alternate. The core's results are still those of the former
 * rule.
 */
export function writeRule(core: HashLifeCore, rule: Rule, topology: Topology): boolean {
  const phases = rulePhases(rule, topology);
  const { words } = core;
  phases.forEach(({ birth, survival }, phase) => {
    const base = (RULES + phase * RULE_BYTES) / 4;
    for (let n = 0; n <= neighbourCount(rule.neighbourhood); n++) {
      const born = (birth >> n) & 1;
      const kept = (survival >> n) & 1;
      words.fill(born ? 0xffffffff : 0, base + n * 4, base + n * 4 + 4);
      words.fill(born !== kept ? 0xffffffff : 0, base + 40 + n * 4, base + 44 + n * 4);
    }
  });
  const [{ birth, survival }] = phases;
  const alternates = backgroundOf(rule, topology) === "strobing";
  const isLife = rule.neighbourhood === "moore" && birth === 0b1000 && survival === 0b1100;
  core.setRule(isLife ? LIFE : COUNTING[rule.neighbourhood], alternates ? 1 : 0);
  return alternates;
}
