// A rule that nothing knows is refused everywhere, and never run as something else. Universes of each algorithm: contract.ts.

import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS, chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { writePattern } from "../../../engine/formats/pattern-file.ts";
import { outerTotalistic } from "../../../engine/rules/outer-totalistic.ts";
import { backgroundOf, lightsEmptySpace, rulePhases } from "../../../engine/rules/phases.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { inRange } from "../../../engine/rules/rule-range.ts";
import { GLIDER_RANGE, traitsOf } from "../../../engine/rules/traits.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { neighbourRules } from "../../../engine/rules/variations.ts";
import { benchHandlers } from "../../../engine/worker/bench-handlers.ts";
import { SmallUniverse } from "../../../renderer/library/small-step.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { analysisPair, enginePair, servedPair } from "../../support/engine-pair.ts";
import { FOREIGN_RULES, FOREIGN_SENTENCE } from "../../support/foreign-rules.ts";
import { ruleRange } from "../../support/rule-range.ts";
import { cellsOf, GLIDER } from "../../support/universes.ts";

const GRIDS = [UNBOUNDED, ...["T64,64", "P40,30", "F35,34", "K30*,21", "T512,512"].map(parseTopology)];
const JOB = { repeats: 2, milliseconds: 1, checkGenerations: null };
const REFUSED = { code: "unsupported-rule", message: expect.stringMatching(FOREIGN_SENTENCE) };

describe.each(FOREIGN_RULES)("the foreign rule $text", (rule) => {
  it("is refused by every algorithm on every grid", async () => {
    for (const topology of GRIDS) {
      for (const algorithm of ALGORITHMS.list()) {
        expect(algorithm.refuses(rule, topology), algorithm.id).toMatch(FOREIGN_SENTENCE);
        // Before anybody looks for a GPU.
        await expect(algorithm.create({ rule, topology }, {})).rejects.toMatchObject(REFUSED);
        const request = { rule, topology, algorithm: algorithm.id };
        await expect(createUniverse(request, {})).rejects.toMatchObject(REFUSED);
      }
      const gpu = { adapter: "A card", software: false };
      expect(() => chooseAlgorithm(rule, topology, gpu)).toThrow(`No algorithm runs the rule ${rule.text}.`);
      await expect(createUniverse({ rule, topology }, {})).rejects.toMatchObject({
        code: "unsupported-rule",
      });
    }
  });

  it("has no counts, and nothing is made of them", () => {
    expect(outerTotalistic(rule)).toBeNull();
    for (const work of [
      () => rulePhases(rule, UNBOUNDED),
      () => backgroundOf(rule, UNBOUNDED),
      () => lightsEmptySpace(rule),
      () => ruleRange(cellsOf(GLIDER), rule),
      () => new SmallUniverse(rule, new Float64Array(0)),
    ]) {
      expect(work).toThrow(FOREIGN_SENTENCE);
    }
    expect(neighbourRules(rule)).toEqual([]);
    expect(traitsOf(rule)).toEqual([]);
    expect(inRange(GLIDER_RANGE, rule)).toBe(false);
  });

  describe("in a worker", () => {
    let pair: EnginePair;
    const analysis = analysisPair();
    const bench = servedPair(benchHandlers());
    beforeEach(() => {
      pair = enginePair();
    });
    afterEach(() => pair.close());
    afterAll(() => Promise.all([analysis.close(), bench.close()]));

    it("is refused by every verb, and a universe goes on as it was", async () => {
      const { client } = pair;
      const topology = parseTopology("T64,64");
      for (const { id, refuses } of await client.call.algorithms({ rule, topology })) {
        // Without a GPU that is what its algorithms say first.
        expect(refuses, id).toMatch(id.startsWith("gpu") ? /GPU/ : FOREIGN_SENTENCE);
      }
      for (const work of [
        client.createUniverse({ rule, topology }),
        client.call.choose({ rule, topology }),
        analysis.connection.call.behaviour({ rule }),
        analysis.connection.call.ruleRange({ cells: cellsOf(GLIDER), rule }),
        bench.connection.call.measure({ algorithm: "bitwise", rule, topology, ...JOB }),
      ]) {
        await expect(work).rejects.toMatchObject({ code: "unsupported-rule" });
      }
      const universe = await client.createUniverse({ rule: LIFE, topology, cells: cellsOf(GLIDER) });
      const before = await universe.hash();
      await expect(universe.setRule(rule)).rejects.toMatchObject(REFUSED);
      expect(universe.rule).toEqual(LIFE);
      expect(await universe.hash()).toBe(before);
      await universe.step(256n);
      expect(await universe.hash()).toBe(before);
    });
  });
});

describe("a rule", () => {
  it("is plain data", () => {
    expect(structuredClone(LIFE)).toEqual(LIFE);
    expect(JSON.parse(JSON.stringify(LIFE)) as Rule).toEqual(LIFE);
  });

  it.each(["rle", "life-105"])("that is not known is not written as %s", (format) => {
    const pattern = patternOf(cellsOf(GLIDER), { rule: "CrittersMargolus_emulated" });
    expect(() => writePattern(pattern, format)).toThrow("Margolus");
  });
});
