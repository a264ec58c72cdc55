// Diagrams under `bitwise` and the reference: tables at random as circuits, and long ones as tables of rows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BITWISE, createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { ruleOfFile } from "../../../engine/rules/files/rule-file.ts";
import { answerCount, rowCodesOf } from "../../../engine/rules/row-codes.ts";
import type { DiagramForm, Rule } from "../../../engine/rules/rule.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { caught } from "../../support/caught.ts";
import { cases } from "../../support/effort.ts";
import type { TableNeighbourhood } from "../../support/random-table.ts";
import { randomTable, TABLE_NEIGHBOURS, tableRule } from "../../support/random-table.ts";

const anyTable = fc
  .tuple(
    fc.integer({ min: 3, max: 11 }),
    fc.constantFrom(...(Object.keys(TABLE_NEIGHBOURS) as TableNeighbourhood[])),
  )
  .chain(([states, hood]) => {
    // Cells among few states, so that lines fit now and then.
    const state = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, fc.nat(states - 1));
    const line = fc
      .array(state, { minLength: TABLE_NEIGHBOURS[hood] + 2, maxLength: TABLE_NEIGHBOURS[hood] + 2 })
      .map((numbers) =>
        numbers.with(-1, numbers.slice(0, -1).every((n) => n === 0) ? 0 : (numbers.at(-1) as number)),
      );
    return fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => ({ states, hood, lines }));
  });

describe("a random table", () => {
  it("is the reference's under bitwise, on planes and at seams", async () => {
    const anyGrid = fc.constantFrom("T64,64", "T33,70", "T45+7,31", "P77,40", "T0,50");
    await fc.assert(
      fc.asyncProperty(anyTable, anyGrid, fc.nat(), fc.boolean(), async (table, grid, seed, byLookUps) => {
        const { states, hood, lines } = table;
        const rule = tableRule(states, hood, lines);
        if (rule.form.kind !== "diagram") return;
        const init = { rule, topology: parseTopology(grid) };
        const soup = { seed, density: 0.6, width: 60, height: 50 };
        // Mostly the states that lines begin with.
        const block = soupBlock({
          ...soup,
          states: [1, 1, 1, ...Array.from({ length: states - 1 }, (_, i) => i + 1)],
        });
        const tuning = { mostInCircuit: byLookUps ? 0 : Number.POSITIVE_INFINITY };
        const [ours, theirs] = [await createBitwise(init, {}, tuning), await REFERENCE.create(init, {})];
        for (const universe of [ours, theirs]) {
          await universe.writeBlock(block, "copy");
          await universe.step(9n);
        }
        expect(await ours.hash()).toBe(await theirs.hash());
        for (const universe of [ours, theirs]) universe.dispose();
      }),
      cases(40),
    );
  });

  it("in which neighbours have no say is run, too", async () => {
    const rule = ruleOfFile({
      name: "Test",
      text: "@RULE Test\n@TABLE\nn_states:3\nneighborhood:oneDimensional\nsymmetries:none\nvar a={0,1,2}\nvar b={0,1,2}\n1,a,b,2\n2,a,b,1",
    });
    const universe = await createBitwise({ rule, topology: UNBOUNDED }, {});
    await universe.writeBlock(
      soupBlock({ seed: 1, density: 0.5, width: 9, height: 3, states: [1, 2] }),
      "or",
    );
    const hash = await universe.hash();
    await universe.step(1n);
    expect(await universe.hash()).not.toBe(hash);
    await universe.step(2n ** 40n);
    expect(await universe.hash()).toBe(hash);
    universe.dispose();
  });
});

describe("a long table", () => {
  const RULES: readonly (readonly [about: string, rule: () => Rule])[] = [
    ["of two bits", () => randomTable(4, "Moore", 1500)],
    ["whose codes are looked up in pairs", () => randomTable(10, "Moore", 600)],
    ["of hexagons", () => randomTable(17, "hexagonal", 60)],
    ["with more rows than two bytes count", () => randomTable(70, "vonNeumann", 2500)],
    ["of eight bits", () => randomTable(140, "oneDimensional", 300)],
    ["of von Neumann", () => parseRule("JvN29")],
  ];

  it("is long in each of the ways in which the loops differ", () => {
    const sizes = RULES.map(([, make]) => {
      const rule = make();
      const codes = rowCodesOf(rule.form as DiagramForm);
      return {
        rows: codes.top.length,
        answers: answerCount(codes),
        circuit: BITWISE.refuses(rule, UNBOUNDED),
      };
    });
    expect(sizes.map(({ circuit }) => circuit)).toEqual(RULES.map(() => null));
    expect(sizes.map(({ answers }) => answers > 2 ** 16)).toEqual([true, true, false, true, false, false]);
    expect(sizes.map(({ rows }) => rows > 2 ** 13)).toEqual([false, false, false, true, true, false]);
  });

  it.each(RULES)("%s is the reference's by look-ups", async (_, make) => {
    const rule = make();
    const few = Array.from({ length: 30 }, (_, i) => 1 + (i % 3));
    const states = [...few, ...Array.from({ length: rule.states - 1 }, (_, i) => i + 1)];
    for (const grid of ["", "T70,61", "T64,96", "P77,40", "T33,0"]) {
      const init = { rule, topology: grid ? parseTopology(grid) : UNBOUNDED };
      const [ours, theirs] = [
        await createBitwise(init, {}, { mostInCircuit: 0 }),
        await REFERENCE.create(init, {}),
      ];
      for (const universe of [ours, theirs]) {
        await universe.writeBlock(
          soupBlock({ seed: 3, density: 0.8, width: 90, height: 70, states }),
          "copy",
        );
        await universe.step(12n);
      }
      expect(await ours.hash(), grid).toBe(await theirs.hash());
      for (const universe of [ours, theirs]) universe.dispose();
    }
  });

  it("is what auto takes on a CPU, beside rules without tables, and keeps its cells", async () => {
    const rule = randomTable(4, "Moore", 1500);
    expect(chooseAlgorithm(rule, UNBOUNDED).algorithm.id).toBe("bitwise");
    const [ours, theirs] = [
      await createBitwise({ rule: LIFE, topology: UNBOUNDED }, {}),
      await REFERENCE.create({ rule: LIFE, topology: UNBOUNDED }, {}),
    ];
    const worlds = [parseRule("JvN29"), rule, parseRule("345/2/4"), rule, LIFE];
    for (const universe of [ours, theirs]) {
      await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 70, height: 60 }), "or");
    }
    for (const next of worlds) {
      for (const universe of [ours, theirs]) {
        await universe.step(universe.generation + 3n);
        universe.setRule(next);
      }
      expect(await ours.hash(), next.text).toBe(await theirs.hash());
    }
    for (const universe of [ours, theirs]) universe.dispose();
  });

  it("whose tables would be too large is refused with the figure", async () => {
    const rule = tableRule(
      120,
      "vonNeumann",
      Array.from({ length: 120 }, (_, i) => [i, 1, i, 1, i, 2]),
    );
    const sentence = /^The rule tells too many rows of cells apart: .* over [\d,]+ million numbers/;
    expect(BITWISE.refuses(rule, UNBOUNDED)).toMatch(sentence);
    expect(chooseAlgorithm(rule, UNBOUNDED)).toMatchObject({
      algorithm: { id: "reference" },
      reason: "Reference is the fastest CPU algorithm that runs this rule.",
    });
    const universe = await createBitwise({ rule: LIFE, topology: UNBOUNDED }, {});
    const error = caught(() => universe.setRule(rule));
    expect([error.code, error.message]).toEqual(["unsupported-rule", expect.stringMatching(sentence)]);
    expect(universe.rule).toBe(LIFE);
    universe.dispose();
  });
});
