import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { NAMED_RULES, nameOfRule } from "../../../engine/rules/named.ts";
import { ruleFromTable } from "../../../engine/rules/outer-totalistic.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { sameRule } from "../../../engine/rules/rule.ts";
import {
  formatUniverseRule,
  LIFE,
  parseRule,
  parseUniverseRule,
} from "../../../engine/rules/universe-rule.ts";
import { caught } from "../../support/caught.ts";
import { anyRule, anyTopology } from "../../support/scenario.ts";

describe("a rule string", () => {
  it.each([
    ["B3/S23", "B3/S23"],
    ["b3/s23", "B3/S23"],
    ["B3S23", "B3/S23"],
    ["b3s23", "B3/S23"],
    ["S23/B3", "B3/S23"],
    ["s23b3", "B3/S23"],
    ["B234", "B234/S"],
    ["B3/", "B3/S"],
    ["B2H", "B2/SH"],
    ["S23", "B/S23"],
    ["S23/", "B/S23"],
    ["23/3", "B3/S23"],
    ["  B3/S23  ", "B3/S23"],
    ["B33/S322", "B3/S23"],
    ["B63/S32", "B36/S23"],
    ["34/2", "B2/S34"],
    ["34/2H", "B2/S34H"],
    ["34/2h", "B2/S34H"],
    ["B2/S34H", "B2/S34H"],
    ["b2s34h", "B2/S34H"],
    ["S34/B2H", "B2/S34H"],
    ["B13/S012V", "B13/S012V"],
    ["012/13v", "B13/S012V"],
    ["B2/S", "B2/S"],
    ["B/S", "B/S"],
    ["/2", "B2/S"],
    ["B3/23", "B3/S23"],
    ["23/B3", "B3/S23"],
    ["3/S23", "B3/S23"],
    ["S23/3", "B3/S23"],
    ["B/3V", "B/S3V"],
    ["2/", "B/S2"],
    ["/", "B/S"],
    ["B012345678/S012345678", "B012345678/S012345678"],
    ["B0123456/S6H", "B0123456/S6H"],
    ["lifehistory", "LifeHistory"],
    ["B3/S23History", "LifeHistory"],
    ["b2-a/s12super", "B2-a/S12Super"],
    ["23/3Investigator", "LifeInvestigator"],
    ["JvN-32", "Nobili32"],
    ["modJvN-32", "Hutton32"],
  ])("%j means %s", (text, canonical) => {
    expect(parseRule(text).text).toBe(canonical);
  });

  it.each([
    ["Life", "B3/S23"],
    ["conway", "B3/S23"],
    ["Conway's Life", "B3/S23"],
    ["HighLife", "B36/S23"],
    ["high life", "B36/S23"],
    ["Day & Night", "B3678/S34678"],
    ["dayandnight", "B3678/S34678"],
    ["ANNEAL", "B4678/S35678"],
    ["anneal", "B4678/S35678"],
    ["Twisted majority", "B4678/S35678"],
    ["2x2", "B36/S125"],
    ["34 Life", "B34/S34"],
    ["Hex 34/2", "B2/S34H"],
    ["Seeds", "B2/S"],
  ])("may be a name: %s", (name, canonical) => {
    expect(parseRule(name).text).toBe(canonical);
  });

  it("has names that lead to canonical rules, and from these back to the names", () => {
    for (const { name, rule, note } of NAMED_RULES) {
      expect(parseRule(name).text).toBe(rule);
      expect(parseRule(rule).text).toBe(rule);
      expect(nameOfRule(rule)).toBe(name);
      expect(note).toMatch(/\.$/);
    }
    expect(nameOfRule("B/S")).toBeUndefined();
  });

  it("gains the suffix of the universe it is typed into", () => {
    const typed = (text: string, neighbourhood: Neighbourhood) => parseRule(text, { neighbourhood }).text;
    expect(typed("34/2", "hex")).toBe("B2/S34H");
    expect(typed("B13/S012", "von-neumann")).toBe("B13/S012V");
    expect(typed("B13/S012V", "hex")).toBe("B13/S012V");
    expect(typed("B3/S23", "moore")).toBe("B3/S23");
    expect(typed("Life", "hex")).toBe("B3/S23");
    expect(caught(() => typed("B7/S", "hex")).message).toContain("7 live neighbours");
  });

  it("comes back the same from its canonical text, with and without a grid", () => {
    fc.assert(
      fc.property(anyRule, anyTopology, (rule, topology) => {
        const text = formatUniverseRule({ rule, topology });
        const back = parseUniverseRule(text);
        expect(formatUniverseRule(back)).toBe(text);
        expect(sameRule(back.rule, rule)).toBe(true);
      }),
    );
  });

  it("may name a grid after a colon", () => {
    expect(parseUniverseRule("B3/S23:T30,20")).toEqual({ rule: LIFE, topology: torus(30, 20) });
    expect(parseUniverseRule("23/3 : t100")).toEqual({ rule: LIFE, topology: torus(100, 100) });
    expect(parseUniverseRule("Life:T30,20")).toEqual({ rule: LIFE, topology: torus(30, 20) });
    expect(parseUniverseRule("B3/S23")).toEqual({ rule: LIFE, topology: UNBOUNDED });
    expect(caught(() => parseUniverseRule("B3/S23:")).code).toBe("syntax");
    expect(caught(() => parseUniverseRule("B3/S23:T30,20:P4")).code).toBe("syntax");
  });

  it.each([
    ["B9/S", 2, "9 live neighbours", "has 8"],
    ["B3/S29", 6, "9 live neighbours", "has 8"],
    ["9/3", 1, "9 live neighbours", "has 8"],
    ["23/9", 4, "9 live neighbours", "has 8"],
    ["B2/S7H", 5, "7 live neighbours", "has 6"],
    ["B5/SV", 2, "5 live neighbours", "has 4"],
    ["S9/B3", 2, "9 live neighbours", "has 8"],
  ])("is refused with the place of a digit out of reach: %s", (text, column, counts, most) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.line, error.column]).toEqual(["syntax", 1, column]);
    expect(error.message).toContain(counts);
    expect(error.message).toContain(most);
  });

  it.each([
    ["Perrier", "needs its file Perrier.rule"],
    ["LifeOnTheSlope", "needs its file LifeOnTheSlope.rule"],
  ])("of a file that is not here is refused by the file's name: %s", (text, family) => {
    const error = caught(() => parseRule(text));
    expect(error.code).toBe("unsupported-rule");
    expect(error.message).toContain(family);
    expect(error.message.length).toBeLessThan(160);
  });

  it.each(["", "   ", "???", "B3/S2x!", "3|23", "\u0000"])("that is none is called so: %j", (text) => {
    const error = caught(() => parseRule(text));
    expect(error.code).toBe("syntax");
  });

  it("of any length is answered in a short sentence", () => {
    for (const text of [
      "9".repeat(1e6),
      "B".repeat(1e6),
      `B${"3".repeat(1e6)}/S${" ".repeat(1e6)}x`,
      "1,".repeat(5e5),
    ]) {
      const error = caught(() => parseRule(text));
      expect(error.message.length).toBeLessThan(300);
    }
  });
});

describe("a raw rule table", () => {
  it("has the dead half first, then the live one", () => {
    expect(ruleFromTable("00100000001100").text).toBe("B2/S34H");
    expect(ruleFromTable("0,0,1,0,0,0,0, 0,0,0,1,1,0,0").text).toBe("B2/S34H");
    expect(ruleFromTable("000100000 001100000").text).toBe("B3/S23");
    expect(ruleFromTable("01010 11100").text).toBe("B13/S012V");
  });

  it("says what is wrong with it", () => {
    expect(caught(() => ruleFromTable("0010000000110")).message).toContain("this one has 13");
    expect(caught(() => ruleFromTable("00100000001102")).message).toContain('"2" is neither');
    expect(caught(() => ruleFromTable("")).code).toBe("syntax");
  });
});
