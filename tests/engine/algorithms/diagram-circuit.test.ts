// Diagrams as circuits: tables at random under `bitwise` and the reference, and what is too long for a circuit.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BITWISE, createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { ruleOfFile } from "../../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { caught } from "../../support/caught.ts";
import { cases } from "../../support/effort.ts";

const NEIGHBOURS = { Moore: 8, vonNeumann: 4, hexagonal: 6, oneDimensional: 2 } as const;

/** The rule of a table with these lines, each of states of the cell, its neighbours, and the cell's next one. */
function tableRule(
  states: number,
  hood: keyof typeof NEIGHBOURS,
  lines: readonly (readonly number[])[],
): Rule {
  const texts = lines.map((line) => line.join(","));
  const head = ["@RULE Test", "@TABLE", `n_states:${states}`, `neighborhood:${hood}`, "symmetries:none"];
  return ruleOfFile({ name: "Test", text: [...head, ...texts].join("\n") });
}

const anyTable = fc
  .tuple(
    fc.integer({ min: 3, max: 11 }),
    fc.constantFrom(...(Object.keys(NEIGHBOURS) as (keyof typeof NEIGHBOURS)[])),
  )
  .chain(([states, hood]) => {
    // Cells among few states, so that lines fit now and then.
    const state = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, fc.nat(states - 1));
    const line = fc
      .array(state, { minLength: NEIGHBOURS[hood] + 2, maxLength: NEIGHBOURS[hood] + 2 })
      .map((numbers) =>
        numbers.with(-1, numbers.slice(0, -1).every((n) => n === 0) ? 0 : (numbers.at(-1) as number)),
      );
    return fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => ({ states, hood, lines }));
  });

describe("a random table", () => {
  it("is the reference's under bitwise, on planes and at seams", async () => {
    const anyGrid = fc.constantFrom("T64,64", "T33,70", "T45+7,31", "P77,40", "T0,50");
    await fc.assert(
      fc.asyncProperty(anyTable, anyGrid, fc.nat(), async ({ states, hood, lines }, grid, seed) => {
        const rule = tableRule(states, hood, lines);
        if (rule.form.kind !== "diagram") return;
        const init = { rule, topology: parseTopology(grid) };
        const soup = { seed, density: 0.6, width: 60, height: 50 };
        // Mostly the states that lines begin with.
        const block = soupBlock({
          ...soup,
          states: [1, 1, 1, ...Array.from({ length: states - 1 }, (_, i) => i + 1)],
        });
        const [ours, theirs] = [await createBitwise(init, {}), await REFERENCE.create(init, {})];
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

it("a diagram too long for a circuit is refused with the figure, and the reference runs it", async () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 16) % below;
  };
  const lines = Array.from({ length: 1500 }, () => [1, ...Array.from({ length: 9 }, () => random(4))]);
  const rule = tableRule(4, "Moore", lines);
  const sentence =
    /^The algorithm bitwise makes circuits of diagrams of up to 4,096 numbers; that of Test has [\d,]+\.$/;
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
