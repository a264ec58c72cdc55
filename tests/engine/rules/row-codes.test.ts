// Tables of rows say what the diagram says, with as few codes as there can be.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerOf, foldDiagram } from "../../../engine/rules/diagram.ts";
import type { RowCodes } from "../../../engine/rules/row-codes.ts";
import {
  answerCount,
  answersByRows,
  quietStates,
  refuseRowCodes,
  rowCodesOf,
} from "../../../engine/rules/row-codes.ts";
import type { DiagramForm } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { caught } from "../../support/caught.ts";
import { cases } from "../../support/effort.ts";

/** A rule that asks what some hash says of weighted cells: `spread` different sums. */
function hashed(states: number, weights: readonly number[], spread: number, seed: number): DiagramForm {
  return foldDiagram<number>({
    states,
    start: 0,
    step: (sum, cell, state) => (sum + (weights[cell] as number) * state) % spread,
    key: (sum) => sum,
    answer: (sum) => (sum === 0 ? 0 : (Math.imul(sum + seed, 0x9e3779b1) >>> 8) % states),
  });
}

const anyForm = fc
  .tuple(
    fc.integer({ min: 3, max: 12 }),
    fc.array(fc.nat(6), { minLength: 9, maxLength: 9 }),
    fc.integer({ min: 2, max: 60 }),
    fc.nat(),
  )
  .map((all) => hashed(...all));

function codesOfRow({ kinds, arities, top, middle, bottom }: RowCodes, cells: readonly number[]) {
  const [left, here, right] = cells.map((state, column) => kinds[column]?.[state] as number);
  const row = ((left as number) * arities[1] + (here as number)) * arities[2] + (right as number);
  return { top: top[row] as number, middle: middle[row] as number, bottom: bottom[row] as number };
}

/** The next state by both ways to look up. */
function lookUps(codes: RowCodes, square: readonly number[]): readonly number[] {
  const [above, here, below] = [0, 3, 6].map((at) => codesOfRow(codes, square.slice(at, at + 3)));
  const pair = (above?.top as number) * codes.middles + (here?.middle as number);
  const bottom = below?.bottom as number;
  return [
    codes.answers[(codes.pairs[pair] as number) * codes.bottoms + bottom] as number,
    answersByRows(codes)[pair * codes.bottoms + bottom] as number,
  ];
}

describe("row codes", () => {
  it("say what walking the diagram says", () => {
    const squares = fc.array(fc.array(fc.nat(255), { minLength: 9, maxLength: 9 }), {
      minLength: 40,
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyForm, squares, (form, all) => {
        const codes = rowCodesOf(form);
        for (const numbers of all) {
          const square = numbers.map((number) => number % codes.states);
          const expected = answerOf(form, square);
          if (lookUps(codes, square).some((found) => found !== expected))
            expect.fail(`${square}: ${lookUps(codes, square)}, not ${expected}`);
        }
      }),
      cases(60),
    );
  });

  it("are different only where some square tells them apart, and 0 for empty cells", () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const { tops, middles, bottoms, ...codes } = rowCodesOf(form);
        expect([codes.top[0], codes.middle[0], codes.bottom[0]]).toEqual([0, 0, 0]);
        const all = answersByRows({ tops, middles, bottoms, ...codes });
        const answer = (t: number, m: number, b: number): number =>
          all[(t * middles + m) * bottoms + b] as number;
        const list = (count: number, of: (i: number) => string): number =>
          new Set(Array.from({ length: count }, (_, i) => of(i))).size;
        const over = (count: number, of: (i: number) => unknown): string =>
          Array.from({ length: count }, (_, i) => of(i)).join();
        expect(list(tops, (t) => over(middles, (m) => over(bottoms, (b) => answer(t, m, b))))).toBe(tops);
        expect(list(middles, (m) => over(tops, (t) => over(bottoms, (b) => answer(t, m, b))))).toBe(middles);
        expect(list(bottoms, (b) => over(tops, (t) => over(middles, (m) => answer(t, m, b))))).toBe(bottoms);
      }),
      cases(20),
    );
  });

  it("of rules that people use are few", () => {
    const sizes = (text: string) => {
      const { tops, middles, bottoms, ...codes } = rowCodesOf(parseRule(text).form as DiagramForm);
      return [tops, middles, bottoms, codes.uppers];
    };
    expect(sizes("WireWorld")).toEqual([4, 6, 4, 6]);
    expect(sizes("JvN29")).toEqual([5, 41, 5, 41]);
    expect(answerCount(rowCodesOf(parseRule("JvN29").form as DiagramForm))).toBe(1025);
  });

  it("of a rule with too many rows are refused with the figure, before they are made and then", () => {
    // Two hundred states that all of the row's cells tell apart.
    const form = hashed(200, [0, 0, 0, 1, 7, 31, 0, 0, 0], 997, 1);
    const sentence =
      "The rule tells too many rows of cells apart: tables of rows would need over 22 million numbers, more than the 4 million that a rule may take.";
    expect(refuseRowCodes(form)).toBe(sentence);
    const error = caught(() => rowCodesOf(form));
    expect([error.code, error.message]).toEqual(["too-large", sentence]);
    expect(refuseRowCodes(hashed(100, [0, 1, 0, 1, 7, 31, 0, 1, 0], 97, 1))).toBeNull();
  });
});

describe("quiet states", () => {
  const quietOf = (rule: string): number[] =>
    quietStates(rowCodesOf(parseRule(rule).form as DiagramForm)).flatMap((quiet, state) =>
      quiet ? state : [],
    );

  it("are wires and arms without signals", () => {
    expect(quietOf("WireWorld")).toEqual([0, 3]);
    expect(quietOf("JvN29")).toEqual([0, 9, 10, 11, 12, 17, 18, 19, 20, 25]);
    expect(quietOf("Langtons-Loops")).toEqual([0, 2]);
  });

  /** A square of idle states keeps its middle; elsewhere a hash says what comes. State 0 is idle. */
  function idling(states: number, idle: number, seed: number): DiagramForm {
    return foldDiagram<{ readonly sum: number; readonly busy: boolean; readonly middle: number }>({
      states,
      start: { sum: 0, busy: false, middle: 0 },
      step: ({ sum, busy, middle }, cell, state) => ({
        sum: (sum + (cell + 1) * state) % 5,
        busy: busy || state > idle,
        middle: cell === 4 ? state : middle,
      }),
      key: ({ sum, busy, middle }) => (busy ? `${sum}` : `${sum} ${middle}`),
      answer: ({ sum, busy, middle }) => (busy ? (Math.imul(sum + seed, 0x9e3779b1) >>> 8) % states : middle),
    });
  }

  it("keep the middle of any square of them, and take in all that idle", () => {
    const rules = fc
      .integer({ min: 3, max: 9 })
      .chain((states) => fc.tuple(fc.constant(states), fc.integer({ min: 0, max: states - 2 }), fc.nat()));
    const squares = fc.array(fc.array(fc.nat(255), { minLength: 9, maxLength: 9 }), {
      minLength: 40,
      maxLength: 40,
    });
    fc.assert(
      fc.property(rules, squares, ([states, idle, seed], all) => {
        const form = idling(states, idle, seed);
        const codes = rowCodesOf(form);
        const quiet = quietStates(codes).flatMap((isQuiet, state) => (isQuiet ? state : []));
        expect(quiet.slice(0, idle + 1)).toEqual(Array.from({ length: idle + 1 }, (_, state) => state));
        for (const numbers of all) {
          const square = numbers.map((number) => quiet[number % quiet.length] as number);
          expect(lookUps(codes, square)).toEqual([square[4], square[4]]);
        }
      }),
      cases(40),
    );
  });
});
