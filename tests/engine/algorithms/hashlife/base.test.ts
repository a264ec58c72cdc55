// The base case of both cores against the table of the HashLife papers: 32 x 32 cells, 0 to 8 generations, all rules.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL, LEVELS, NINE_PART, PART } from "../../../../engine/algorithms/hashlife/layout.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { tableOfCounts } from "../../../../engine/rules/cell-table.ts";
import { rulePhases } from "../../../../engine/rules/phases.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import { blockTable } from "../../../../engine/rules/tables.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import type { Cells } from "../../../support/hashlife-twin/cores.ts";
import { finish, naive, plant, putRule, readCells } from "../../../support/hashlife-twin/cores.ts";
import type { Twins } from "../../../support/hashlife-twin/twins.ts";
import { soup, twins } from "../../../support/hashlife-twin/twins.ts";
import { stepByTable } from "../../../support/leaf-table.ts";
import { anyRule } from "../../../support/scenario.ts";

const SIDE = 32;

/** What both cores make of the square: a level-5 child of a level-6 node is stepped, and its result is read. */
function byCores(pair: Twins, cells: Cells, generations: number, parity: number, full: boolean): Cells {
  const square = pair.both((core) => plant(core, cells));
  pair.both((core) => {
    const parent = core.node(square, 0, 0, 0);
    new Uint8Array(core.words.buffer)[LEVELS + 6] = NINE_PART;
    core.setStep(generations, parity);
    core.forgetResults(0, core.getUsed(), 1);
    core.begin(parent, 6, full ? 0 : 1);
    return finish(core, 1000);
  });
  pair.expectSame();
  const [core] = pair.cores;
  return readCells(core, square === 0 ? 0 : core.words[(square + (full ? FULL : PART)) / 4], 4);
}

function byTable(cells: Cells, rule: Rule, generations: number, parity: number): Cells {
  const phases = rulePhases(rule, UNBOUNDED);
  const even = blockTable(tableOfCounts(rule.neighbourhood, phases[0]));
  const odd = phases[0] === phases[1] ? even : blockTable(tableOfCounts(rule.neighbourhood, phases[1]));
  const rows = new Uint32Array(SIDE);
  cells.bytes.forEach((cell, k) => {
    rows[k >> 5] |= cell << (k & 31);
  });
  const out = stepByTable([even, odd], rows, generations, parity);
  return { side: 16, bytes: Uint8Array.from({ length: 256 }, (_, k) => (out[k >> 4] >> (k & 15)) & 1) };
}

const anySquare: fc.Arbitrary<Cells> = fc.oneof(
  fc
    .record({ seed: fc.nat(), density: fc.constantFrom(0.1, 0.37, 0.5, 0.9) })
    .map(({ seed, density }) => soup(5, seed, density)),
  // Frames of any width up to all cells: what comes in from each border, and nothing else.
  fc.integer({ min: 1, max: 16 }).map((width) => square((x, y) => Math.min(x, y, 31 - x, 31 - y) < width)),
  fc
    .record({ at: fc.nat(31), across: fc.boolean() })
    .map(({ at, across }) => square((x, y) => (across ? y : x) === at)),
  fc.constant(square(() => false)),
);

function square(isLive: (x: number, y: number) => boolean): Cells {
  return { side: SIDE, bytes: Uint8Array.from({ length: SIDE * SIDE }, (_, k) => +isLive(k & 31, k >> 5)) };
}

const anyParity = fc.constantFrom(0, 1);

describe("the base case", () => {
  it("is the table's in WASM and in the twin, for any rule, square and number of generations", async () => {
    const pair = await twins();
    fc.assert(
      fc.property(anyRule, anySquare, fc.nat(8), anyParity, (rule, cells, generations, parity) => {
        for (const core of pair.cores) putRule(core, rule);
        const expected = byTable(cells, rule, generations, parity);
        expect(byCores(pair, cells, generations, parity, false).bytes).toEqual(expected.bytes);
        // A full result is eight generations.
        if (generations < 8) return;
        expect(byCores(pair, cells, 0, parity, true).bytes).toEqual(expected.bytes);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["B3/S23", "B36/S125H", "B13/S024V", "B2/S34H", "B35678/S5678"])(
    "gives all of 0..8 generations of %s",
    async (text) => {
      const rule = parseRule(text);
      const pair = await twins();
      for (const core of pair.cores) putRule(core, rule);
      for (let generations = 0; generations <= 8; generations++) {
        const cells = soup(5, 7 + generations, 0.4);
        const expected = byTable(cells, rule, generations, 0);
        expect(expected.bytes).toEqual(naive(cells, rule, generations, 0).bytes);
        expect(byCores(pair, cells, generations, 0, false).bytes).toEqual(expected.bytes);
      }
    },
  );

  it.each(["B03/S23", "B0/S", "B024/S13H", "B01/S2V", "B0123478/S01234678"])(
    "alternates between the phases of %s, from either",
    async (text) => {
      const rule = parseRule(text);
      const pair = await twins();
      for (const core of pair.cores) putRule(core, rule);
      for (let generations = 0; generations <= 8; generations++) {
        for (const parity of [0, 1]) {
          const cells = soup(5, 99 + generations, 0.3);
          const expected = byTable(cells, rule, generations, parity);
          expect(expected.bytes).toEqual(naive(cells, rule, generations, parity).bytes);
          expect(byCores(pair, cells, generations, parity, false).bytes).toEqual(expected.bytes);
        }
      }
    },
  );

  it("has code of its own for Life that does the same", async () => {
    const life = parseRule("B3/S23");
    const pair = await twins();
    fc.assert(
      fc.property(anySquare, fc.nat(8), (cells, generations) => {
        for (const core of pair.cores) putRule(core, life, true);
        const special = byCores(pair, cells, generations, 0, false);
        for (const core of pair.cores) putRule(core, life);
        expect(byCores(pair, cells, generations, 0, false).bytes).toEqual(special.bytes);
        expect(special.bytes).toEqual(naive(cells, life, generations, 0).bytes);
      }),
    );
  });
});
