import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableOfCounts } from "../../../engine/rules/cell-table.ts";
import { countsOf } from "../../../engine/rules/outer-totalistic.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { blockTable, nextStateTable } from "../../../engine/rules/tables.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { anyRule } from "../../support/scenario.ts";

const anyCounts = anyRule.map((rule) => countsOf(rule, "The test"));

describe("the next-state table", () => {
  it("is the raw table of the hexagonal papers for 34/2", () => {
    const rule = countsOf(parseRule("34/2H"), "The test");
    expect([...nextStateTable(rule.neighbourhood, rule)].join("")).toBe("00100000001100");
  });

  it("has an entry for every count, dead and alive", () => {
    fc.assert(
      fc.property(anyCounts, (rule) => {
        const table = nextStateTable(rule.neighbourhood, rule);
        const half = NEIGHBOURS[rule.neighbourhood].length + 1;
        expect(table).toHaveLength(2 * half);
        for (let live = 0; live < half; live++) {
          expect(table[live]).toBe((rule.birth >> live) & 1);
          expect(table[half + live]).toBe((rule.survival >> live) & 1);
        }
      }),
    );
  });
});

describe("the 4x4 table", () => {
  it("gives the middle four cells of every square one generation later", () => {
    fc.assert(
      fc.property(anyCounts, (rule) => {
        const table = blockTable(tableOfCounts(rule.neighbourhood, rule));
        expect(table).toHaveLength(65536);
        for (let v = 0; v < 65536; v += 7) {
          const cell = (x: number, y: number): number => (v >> (4 * y + x)) & 1;
          let expected = 0;
          for (const [k, [x, y]] of [
            [1, 1],
            [2, 1],
            [1, 2],
            [2, 2],
          ].entries()) {
            const live = NEIGHBOURS[rule.neighbourhood].reduce((n, [dx, dy]) => n + cell(x + dx, y + dy), 0);
            expected |= (((cell(x, y) ? rule.survival : rule.birth) >> live) & 1) << k;
          }
          if (table[v] !== expected) throw new Error(`Square ${v} gives ${table[v]} and not ${expected}.`);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("has its squares where the bits of an index stand for the cells in another order", () => {
    const life = tableOfCounts("moore", countsOf(parseRule("B3/S23"), "The test"));
    const cells = Array.from({ length: 16 }, (_, bit) => [bit & 3, bit >> 2] as const);
    const order = [3, 14, 0, 9, 6, 12, 1, 15, 10, 4, 7, 13, 2, 8, 11, 5];
    const [usual, other] = [
      blockTable(life),
      blockTable(
        life,
        order.map((at) => cells[at]),
      ),
    ];
    for (let v = 0; v < 65536; v++) {
      const square = order.reduce((sum, at, bit) => sum | (((v >> bit) & 1) << at), 0);
      if (other[v] !== usual[square])
        throw new Error(`Index ${v} gives ${other[v]} and not ${usual[square]}.`);
    }
  });

  it("knows the block that stays and the bar that turns", () => {
    const life = countsOf(parseRule("B3/S23"), "The test");
    const table = blockTable(tableOfCounts("moore", life));
    expect(table[0b0000_0110_0110_0000]).toBe(0b1111);
    // Three in the second column: the middle cell lives, and one is born to its right.
    expect(table[0b0000_0010_0010_0010]).toBe(0b0011);
    expect(table[0xffff]).toBe(0);
    expect(table[0]).toBe(0);
  });
});

describe("the hexagonal neighbourhood", () => {
  it("is the field's: a single cell under B1/SH becomes its six neighbours without NE and SW", () => {
    const placed = NEIGHBOURS.hex.map(([dx, dy]) => `${dx},${dy}`).sort();
    expect(placed).toEqual(["-1,-1", "-1,0", "0,-1", "0,1", "1,0", "1,1"]);
  });
});
