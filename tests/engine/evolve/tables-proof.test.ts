// Tables of radius 2: pieces of them against numbers that another program found by trying every table, and few tables against the reference.

import { describe, expect, test } from "vitest";
import { createProof, formatCertificate, parseCertificate } from "../../../engine/evolve/certificate.ts";
import type { TablesQuestion } from "../../../engine/evolve/tables-proof.ts";
import {
  bestTables,
  hardestNecklaces,
  likelyBest,
  tablesProof,
  tablesResults,
} from "../../../engine/evolve/tables-proof.ts";
import { stepReference } from "../../../engine/rings/reference.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";
import known from "../../fixtures/proofs.json" with { type: "json" };

const asked = (cells: number, least: number): TablesQuestion => ({
  ...{ task: "majority", radius: 2, cells, least },
});

test.each(known.tablePieces)("$tables tables of piece $outer on $cells cells", (row) => {
  const { cells, outer, right, tables } = row;
  expect(tablesProof(asked(cells, right)).count({ outer })).toEqual([right, tables]);
  // What is asked for decides how far the search looks, and not what it finds.
  expect(tablesProof(asked(cells, right - 1)).count({ outer })).toEqual([right, tables]);
  expect(tablesProof(asked(cells, right + 1)).count({ outer })).toEqual([0, 0]);
});

/** Configurations that a table is right for, by the reference. */
function rightOf(table: number, cells: number): number {
  const ring = createRing(cells, [
    { radius: 2, table: Uint8Array.from({ length: 32 }, (_, k) => (table >>> k) & 1) },
  ]);
  let right = 0;
  for (let start = 0; start < 2 ** cells; start++) {
    const cellsOf = Uint8Array.from({ length: cells }, (_, i) => (start >>> i) & 1);
    const ones = cellsOf.reduce((sum, cell) => sum + cell, 0);
    if (2 * ones === cells) continue;
    let state = cellsOf;
    for (let t = 0; t < 2 * cells; t++) state = Uint8Array.from(stepReference(ring, state));
    if (state.every((cell) => cell === (2 * ones > cells ? 1 : 0))) right++;
  }
  return right;
}

describe("few tables, tried one by one on the reference", () => {
  test.each([
    [3, 0xfee8e880, [1, 6, 17]],
    [5, 0xfee8e880, [4, 9, 18, 30]],
    [6, 0xe2782c00, [0, 13, 31]],
    [7, 0x6eee0a00, [3, 7, 20]],
    [8, 0xfee8e880, [5, 26]],
  ])("on %i cells", (cells, table, open) => {
    const free = open.reduce((mask, k) => mask | (1 << k), 0);
    const all = Array.from({ length: 2 ** open.length }, (_, n) =>
      open.reduce((one, k, i) => one | (((n >>> i) & 1) << k), table & ~free),
    );
    const rights = all.map((one) => rightOf(one, cells));
    const right = Math.max(...rights);
    const found = bestTables(hardestNecklaces(cells), ~free, table & ~free, 1);
    expect(found).toEqual({ right, tables: rights.filter((one) => one === right).length });
  });
});

test("pieces stand for all tables", () => {
  const question = asked(5, 32);
  const { pieces } = tablesProof(question);
  // Each table once: as if all of them were best.
  const counted = pieces.map((label) => ({ label, counts: [32, 2 ** 20] }));
  const none = pieces.map((label) => ({ label, counts: [0, 0] }));
  expect(tablesResults(question, none)).toEqual({ configurations: 32, best: 0, optimal: 0, rules: [] });
  // Piece 8 has no such tables, so none are named.
  const one = counted.map((piece) => (piece.label.outer === 8 ? piece : { ...piece, counts: [0, 0] }));
  expect(tablesResults(question, one)).toMatchObject({ best: 32, rules: [] });
  expect(tablesResults(question, counted).optimal).toBe(2 ** 32);
});

test("named tables are right for as many configurations as the proof says", () => {
  const question = asked(5, 32);
  const piece = known.tablePieces[1];
  const label = { outer: piece.outer };
  const { best, rules } = tablesResults(question, [{ label, counts: [piece.right, piece.tables] }]);
  expect(best).toBe(piece.right);
  expect(new Set(rules).size).toBe(16);
  for (const rule of rules) {
    const table = parseRingRule(rule).table.reduce((bits, entry, k) => bits | (entry << k), 0);
    expect(rightOf(table, 5)).toBe(piece.right);
  }
});

test("a short search finds a good table", () => {
  expect([5, 7, 9].map(likelyBest)).toEqual([32, 128, 506]);
});

describe("a certificate of tables", () => {
  const proof = createProof(asked(9, 500));
  const whole = formatCertificate({
    proof,
    counts: proof.pieces.map((_, k) => (k < 2 ? [500 + k, 4] : undefined)),
  });

  test("opens as it was written", () => {
    const read = parseCertificate(whole);
    expect(read.proof.question).toEqual(proof.question);
    expect(formatCertificate(read)).toBe(whole);
  });

  test.each([
    ["of radius 3", '"radius":2', '"radius":3', /"radius" that is .* 1 to 2/],
    ["of too many cells", '"cells":9', '"cells":18', /"cells" that is .* 3 to 17/],
    ["that asks for too much", '"cells":9,"least":500', '"cells":8,"least":200', /from 1 to 186 /],
    ["without what it asks for", ',"least":500', "", /"least"/],
    ["with a foreign piece", '"outer":1', '"outer":4095', /no outer 4095/],
  ])("%s is refused", (_, from, to, sentence) => {
    const bent = whole.replace(from, to);
    expect(bent).not.toBe(whole);
    expect(() => parseCertificate(bent)).toThrow(
      expect.objectContaining({ code: "syntax", message: expect.stringMatching(sentence) }),
    );
  });
});
