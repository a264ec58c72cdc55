/**
 * A rule as the HashLife core reads it: a table per phase, in which a cell with n live neighbours becomes X[n] ^
 * (Y[n] & cell); or, for a rule that does not count, the questions of a decision diagram per phase. Rules of more than two states are
 * functions that are emitted (base-kernel.ts).
 */

import { planesFor } from "../../core/block.ts";
import type { Topology } from "../../core/topology.ts";
import type { CellTable } from "../../rules/cell-table.ts";
import { outerTotalistic } from "../../rules/outer-totalistic.ts";
import { backgroundOf, cellPhases, rulePhases } from "../../rules/phases.ts";
import type { Rule } from "../../rules/rule.ts";
import { neighbourCount } from "../../rules/rule.ts";
import { selectBySquare } from "../../rules/square-diagram.ts";
import { writeRowTables } from "../cpu/row-kernel.ts";
import { baseOf } from "./base-kernel.ts";
import type { HashLifeCore } from "./core.ts";
import {
  BY_SQUARES,
  HEX,
  LIFE,
  MOORE,
  ROW_ROOMS,
  RULE_BYTES,
  RULES,
  SQUARES,
  SQUARES_BYTES,
  VON_NEUMANN,
} from "./layout.ts";

const COUNTING = { moore: MOORE, hex: HEX, "von-neumann": VON_NEUMANN } as const;

/**
 * Writes both phases' tables and returns whether they alternate. The core's results are still those of the former
 * rule.
 */
export function writeRule(core: HashLifeCore, rule: Rule, topology: Topology): boolean {
  core.setPlanes(planesFor(rule.states));
  if (rule.states > 2) {
    const { module, tables } = baseOf(rule, topology, core.shared);
    if (tables) writeRowTables(tables, core.words.buffer, ROW_ROOMS);
    core.setBase(module);
    core.setRule(MOORE, 0);
    return false;
  }
  const alternates = backgroundOf(rule, topology) === "strobing";
  if (!outerTotalistic(rule)) {
    cellPhases(rule, topology).forEach((table, phase) => {
      core.words.set(diagramWords(table), (SQUARES + phase * SQUARES_BYTES) / 4);
    });
    core.setRule(BY_SQUARES, alternates ? 1 : 0);
    return alternates;
  }
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
  const isLife = rule.neighbourhood === "moore" && birth === 0b1000 && survival === 0b1100;
  core.setRule(isLife ? LIFE : COUNTING[rule.neighbourhood], alternates ? 1 : 0);
  return alternates;
}

/** The signals of a square's cells, behind nothing and everything. */
const CELLS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const FIRST_ANSWER = 11;

/** The last signal, the number of questions, and the questions: at most 141, so that a signal is a byte. */
function diagramWords(table: CellTable): readonly number[] {
  const questions: number[] = [];
  const signalOf = (value: number | boolean): number => (typeof value === "number" ? value : value ? 1 : 0);
  const last = selectBySquare<number>(table, CELLS, (cell, yes, no) => {
    questions.push(cell | (signalOf(yes) << 8) | (signalOf(no) << 16));
    return FIRST_ANSWER + questions.length - 1;
  });
  return [signalOf(last), questions.length, ...questions];
}
