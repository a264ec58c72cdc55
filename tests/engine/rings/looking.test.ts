// What people look at rings with: starts and their text, what becomes of a start, diagrams without their domains.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeError } from "../../../engine/core/errors.ts";
import { outsideDomains } from "../../../engine/rings/domains.ts";
import { KNOWN_RING_RULES, knownRule } from "../../../engine/rings/known-rules.ts";
import { firstFailing, keepsMajority, outcomeOf } from "../../../engine/rings/outcome.ts";
import { randomState } from "../../../engine/rings/random-state.ts";
import { packState, unpackState } from "../../../engine/rings/reference.ts";
import type { Boundary, Ring } from "../../../engine/rings/ring.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { formatRingRule, parseRingRule } from "../../../engine/rings/ring-rule.ts";
import { runRing } from "../../../engine/rings/run-ring.ts";
import { formatStart, parseStart, startState } from "../../../engine/rings/start.ts";

const ring = (rule: string, cells = 149, boundary: Boundary = "cyclic"): Ring =>
  createRing(cells, [parseRingRule(rule)], boundary);
const GKL = KNOWN_RING_RULES.get("gkl").rule;
const packed = (row: string): Uint32Array => packState(Uint8Array.from(row, Number));

describe("starts", () => {
  test("are read and written", () => {
    const again = (text: string, cells = 9): string => formatStart(parseStart(text, cells), cells);
    expect(["single", "vector:7:4294967295", "x01f", " random:3 "].map((text) => again(text))).toEqual([
      "single",
      "vector:7:4294967295",
      "x01f",
      "vector:3:0",
    ]);
  });

  test("are states", () => {
    const state = (text: string, cells: number) => startState(parseStart(text, cells), cells);
    expect(unpackState(state("single", 9), 9).join("")).toBe("000010000");
    expect(state("vector:1:5", 70)).toEqual(randomState(70, 1, 5));
    expect(unpackState(state("x13", 9), 9).join("")).toBe("110010000");
  });

  test.each([
    ["dots", '"dots" is no start of a ring.'],
    ["vector:1", '"vector:1" is no start of a ring.'],
    ["vector:1:4294967296", '"4294967296" in "vector:1:4294967296" is no whole number'],
    ["x1g", "column 3"],
    ["xfff", "The state needs 12 cells, and the ring has 9."],
  ])("%s is refused", (text, sentence) => {
    let said = "";
    try {
      parseStart(text, 9);
    } catch (error) {
      said = describeError(error);
    }
    expect(said).toContain(sentence);
  });
});

describe("what becomes of a start", () => {
  test("is what a run comes to", async () => {
    for (const rule of [GKL, "W184", "W30", "W232"])
      for (let index = 0; index < 4; index++) {
        const of = ring(rule, 70);
        const start = randomState(70, 3, index);
        const { ones, settled, end } = outcomeOf(of, start, 140);
        const last = unpackState(await runRing(of, start, 140), 70);
        expect(ones).toBe(unpackState(start, 70).reduce((sum, cell) => sum + cell, 0));
        expect(end).toBe(last.every((cell) => cell === last[0]) ? last[0] : null);
        if (settled === null) continue;
        const at = (step: number) => runRing(of, start, step);
        expect(await at(settled)).toEqual(await at(settled + 1));
        if (settled > 0) expect(await at(settled - 1)).not.toEqual(await at(settled));
      }
  });

  test("counts as keeping the majority or not, and ties as neither", () => {
    expect(keepsMajority(5, { ones: 3, settled: 2, end: 1 })).toBe(true);
    expect(keepsMajority(5, { ones: 2, settled: 2, end: 1 })).toBe(false);
    expect(keepsMajority(5, { ones: 2, settled: null, end: null })).toBe(false);
    expect(keepsMajority(4, { ones: 2, settled: 2, end: 1 })).toBe(undefined);
  });

  test("the first vector that fails is the first", async () => {
    const of = ring(GKL);
    const failing = await firstFailing(of, { seed: 1, first: 0, most: 100, steps: 298 });
    const kept = Array.from({ length: 100 }, (_, index) =>
      keepsMajority(149, outcomeOf(of, randomState(149, 1, index), 298)),
    );
    expect(failing).toBe(kept.indexOf(false));
    expect(failing).toBeGreaterThan(0);
    const none = await firstFailing(of, { seed: 1, first: 0, most: failing as number, steps: 298 });
    expect(none).toBe(null);
  });

  test("the search hears its end", async () => {
    // On three cells each sees all of them, so no vector fails.
    const abort = new AbortController();
    const search = firstFailing(
      ring("W232", 3),
      { seed: 1, first: 0, most: 2 ** 31, steps: 1 },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(search).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("domains", () => {
  const left = (row: string, boundary: Boundary = "cyclic"): string =>
    unpackState(outsideDomains(packed(row), row.length, boundary), row.length).join("");

  test("walls between them stay", () => {
    const row = `${"0".repeat(20)}${"1".repeat(20)}`;
    expect(left(row, "replicate")).toBe(`${"0".repeat(19)}11${"0".repeat(19)}`);
    // On a ring there are two of them.
    expect(left(row)).toBe(`1${"0".repeat(18)}11${"0".repeat(18)}1`);
  });

  test("so does what moves in one, and domains of any phase go", () => {
    expect(left("01".repeat(20))).toBe("0".repeat(40));
    const broken = `${"01".repeat(10)}${"10".repeat(10)}`;
    expect([...left(broken)].filter((cell) => cell === "1")).toHaveLength(4);
    const ether = "11111000100110".repeat(4);
    expect(left(ether)).toBe("0".repeat(56));
  });

  test("random cells are in none, and rows do not depend on each other", () => {
    const row = randomState(256, 5, 0);
    const alone = outsideDomains(row, 256, "cyclic");
    expect(unpackState(alone, 256).reduce((sum, cell) => sum + cell, 0)).toBeGreaterThan(200);
    const both = outsideDomains(Uint32Array.from([...new Uint32Array(8), ...row]), 256, "cyclic");
    expect(both.subarray(8)).toEqual(alone);
    expect(both.subarray(0, 8)).toEqual(new Uint32Array(8));
  });

  test("turning a ring turns what is left", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("0", "1", "01", "0111", "000000000", "111111111"), {
          minLength: 8,
          maxLength: 24,
        }),
        fc.nat(60),
        (parts, by) => {
          const row = parts.join("");
          const turned = row.slice(by % row.length) + row.slice(0, by % row.length);
          const filtered = left(row);
          return left(turned) === filtered.slice(by % row.length) + filtered.slice(0, by % row.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("known rules have their canonical text, and are found by it", () => {
  const texts = KNOWN_RING_RULES.list().map(({ rule }) => rule);
  expect(texts.map((text) => formatRingRule(parseRingRule(text)))).toEqual(texts);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.map((text) => knownRule(text)?.rule)).toEqual(texts);
  expect(knownRule("W31")).toBe(undefined);
});
