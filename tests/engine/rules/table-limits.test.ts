/** Tables that are too large for a rule, refused with what they would take and where; and large ones that are not. */

import { describe, expect, it } from "vitest";
import { compileRuleFile } from "../../../engine/rules/files/rule-file.ts";
import { caught } from "../../support/caught.ts";

function compiled(lines: readonly string[], newline = "\n") {
  return compileRuleFile({ name: "Test", text: ["@RULE Test", "@TABLE", ...lines].join(newline) });
}

function head(states: number, neighbourhood: string, symmetries: string): string[] {
  return [`n_states:${states}`, `neighborhood:${neighbourhood}`, `symmetries:${symmetries}`];
}

/** Whole numbers below `end`, the same in each run. */
function chance(): (end: number) => number {
  let seed = 1;
  return (end) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor(((seed >>> 8) / 2 ** 24) * end);
  };
}

/** Variables of about half of all states, and lines of them in which none stands twice. */
function overlapping(count: number, states: number, cells: number, variables: number): string[] {
  const next = chance();
  const sets = Array.from({ length: variables }, (_, i) => {
    const members = Array.from({ length: states }, (_state, state) => state).filter(() => next(2) === 1);
    return `var v${i}={1,${members}}`.replace(",}", "}");
  });
  const lines = Array.from({ length: count }, () => {
    const names = Array.from({ length: variables }, (_, i) => `v${i}`);
    const drawn = Array.from({ length: cells - 1 }, () => names.splice(next(names.length), 1)[0]);
    return [1 + next(states - 1), ...drawn, next(states)].join(",");
  });
  return [...sets, ...lines];
}

describe("a table", () => {
  it("that tells too much apart is refused at the cell from which on it would, with what it would take", () => {
    const next = chance();
    const lines = Array.from({ length: 60_000 }, () =>
      [...Array.from({ length: 9 }, () => 1 + next(127)), next(128)].join(","),
    );
    expect(caught(() => compiled([...head(128, "Moore", "none"), ...lines])).message).toMatch(
      /^The rule tells too much apart: after 3 of a square's 9 cells its decision diagram would take about \d+ MB, more than the 16 MB that a rule may take\.$/,
    );
  });

  it("whose lines overlap in too many ways is refused with what telling them apart would take", () => {
    const error = caught(() => compiled([...head(8, "Moore", "none"), ...overlapping(20_000, 8, 9, 40)]));
    expect(error.message).toMatch(
      /^The table's lines fit together in too many ways: to tell them apart after \d of a square's 9 cells would take about \d+ MB, more than the 64 MB that it may take\.$/,
    );
    const [, figure] = /about (\d+) MB/.exec(error.message) ?? [];
    expect(Number(figure)).toBeGreaterThan(64);
  });

  it("with too many orders of neighbours is refused at the line that is too much", () => {
    const error = caught(() => compiled([...head(8, "Moore", "permute"), ...overlapping(6000, 8, 9, 120)]));
    expect(error.message).toMatch(
      /^Up to this line the table's neighbours stand in so many orders that they take 33 MB, more than the 32 MB that they may take; all lines would take about \d+ MB\.$/,
    );
    expect(error.line).toBeGreaterThan(1000);
    expect(error.line).toBeLessThan(6000);
  });

  it("with too many variables is refused at the line of the first that is too much", () => {
    const lines = Array.from({ length: 70_000 }, (_, i) => `var v${i}={1,2}`);
    const error = caught(() => compiled([...head(3, "Moore", "none"), ...lines]));
    expect(error.message).toBe("The table has more than 65,536 variables, which is as many as one may have.");
    // Five lines stand above the first one.
    expect(error.line).toBe(5 + 65_537);
  });

  it.each([
    [["n_states:4"], "line 6, column 10", "The table has said above that there are 3 states."],
    [["neighborhood:Moore"], "line 6, column 14", "said above that its neighborhood is vonNeumann."],
  ])("says only once what it is for: %s", (lines, place, sentence) => {
    const error = caught(() => compiled([...head(3, "vonNeumann", "none"), ...lines]));
    expect(`line ${error.line}, column ${error.column}`).toBe(place);
    expect(error.message).toContain(sentence);
  });

  it.each(["\r\n", "\r"])("has any line ends: %j", (newline) => {
    const lines = [...head(3, "vonNeumann", "rotate4"), "var a={1,2}", "0,a,0,0,0,1", "1,0,0,0,0,2"];
    expect(compiled(lines, newline).form).toEqual(compiled(lines).form);
    expect(caught(() => compiled([...lines, "", "0,x,0,0,0,1"], newline)).line).toBe(lines.length + 4);
  });

  it("of 60,000 lines compiles to what its lines say", () => {
    const next = chance();
    const said = new Map<string, number>();
    // The middle of an empty square stays empty.
    said.set("0,0,0,0,0", 0);
    const lines = ["0,0,0,0,0,0"];
    for (let i = 0; i < 60_000; i++) {
      const square = Array.from({ length: 5 }, () => next(12));
      const output = next(12);
      lines.push([...square, output].join(","));
      if (!said.has(square.join())) said.set(square.join(), output);
    }
    const { form } = compiled([...head(12, "vonNeumann", "none"), ...lines]);
    if (form.kind !== "diagram") throw new Error("a table is a diagram");
    const wrong = [...said].filter(([square, output]) => {
      const [c, n, e, s, w] = square.split(",").map(Number) as [number, number, number, number, number];
      const cells = [0, n, 0, w, c, e, 0, s, 0];
      const end = cells.reduce((at, state, cell) => form.next[at + form.kinds[cell * 12 + state]], 0);
      return end !== output;
    });
    expect(wrong).toEqual([]);
  });
});
