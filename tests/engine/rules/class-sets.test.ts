// The sets of classes that the studio's pictures of neighbourhoods stand for, and the parts of rules that look further.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CENTRE, weightOf } from "../../../engine/rules/cell-table.ts";
import {
  classesOfCount,
  classSets,
  isIsotropic,
  ruleOfClassSets,
  withClasses,
} from "../../../engine/rules/class-sets.ts";
import {
  largerParts,
  mostCount,
  ruleOfParts,
  scaledParts,
} from "../../../engine/rules/families/larger-than-life.ts";
import { exampleOf, neighbourhoodClasses } from "../../../engine/rules/neighbourhood-classes.ts";
import { neighbourCount } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { neighbourRules } from "../../../engine/rules/variations.ts";

const sets = (text: string) => {
  const found = classSets(parseRule(text));
  if (!found) throw new Error(`${text} has no classes`);
  return found;
};

describe("the classes of a rule", () => {
  test.each(["B3/S23", "B2-a/S12", "B2o3-o4m/S12m3o4m5H", "B13/S024V", "345/2/4", "2-i34q/3/6", "B2/S34/5H"])(
    "of %s make the same rule again",
    (text) => {
      const rule = parseRule(text);
      expect(ruleOfClassSets(sets(text)).text).toBe(rule.text);
      expect(isIsotropic(rule)).toBe(true);
    },
  );

  test("are none where sides differ, cells look further, or a file says what happens", () => {
    for (const text of ["W30", "R5,C0,M1,S34..58,B34..45,NM", "WireWorld", "LifeHistory"])
      expect(classSets(parseRule(text)), text).toBeNull();
    expect(isIsotropic(parseRule("W30"))).toBe(false);
    expect(isIsotropic(parseRule("LifeHistory"))).toBe(false);
  });

  test("change one by one, and the spelling with them", () => {
    const life = sets("B3/S23");
    expect(ruleOfClassSets(withClasses(life, "survival", ["2i"], false)).text).toBe("B3/S2-i3");
    expect(ruleOfClassSets(withClasses(life, "birth", ["6a"], true)).text).toBe("B36a/S23");
    const hex = sets("B2/S34H");
    expect(ruleOfClassSets(withClasses(hex, "birth", ["2p"], false)).text).toBe("B2mo/S34H");
    const brain = sets("/2/3");
    expect(ruleOfClassSets(withClasses(brain, "survival", ["1c"], true)).text).toBe("1c/2/3");
    expect(() => ruleOfClassSets(withClasses(brain, "birth", ["0"], true))).toThrow(/B0/);
  });

  test("of von Neumann's two neighbours are read with their letters, and written as no program would not read", () => {
    const corner = parseRule("B2e/SV");
    expect(corner.text).toMatch(/^MAP.{6}$/);
    expect(parseRule(corner.text).form).toEqual(corner.form);
    expect([...sets("B2e/SV").birth]).toEqual(["2e"]);
    expect(isIsotropic(corner)).toBe(true);
    expect(parseRule("B2ei/SV").text).toBe("B2/SV");
  });

  test("have each an example that is of it", () => {
    for (const lattice of ["moore", "hex", "von-neumann"] as const) {
      const known = neighbourhoodClasses(lattice);
      for (let count = 0; count <= neighbourCount(lattice); count++) {
        for (const name of classesOfCount(lattice, count).filter((each) => each.length > 1)) {
          const cells = exampleOf(lattice, name);
          const index = cells.reduce((sum, [dx, dy]) => sum + weightOf(dx, dy), 0);
          expect(cells).toHaveLength(count);
          expect(known[index | CENTRE]).toEqual({ count, letter: name[1] });
        }
      }
    }
  });
});

describe("the rules one step away", () => {
  test("are a letter away where the rule has letters, and keep dead space dead where cells fade", () => {
    const around = neighbourRules(parseRule("B2-a/S12"));
    expect(around).toHaveLength(102);
    expect(around.map(({ change, rule }) => `${change} ${rule.text}`)).toContain("+B2a B2/S12");
    const fading = neighbourRules(parseRule("345/2/4")).map(({ change }) => change);
    expect(fading).toHaveLength(17);
    expect(fading).not.toContain("+B0");
    expect(neighbourRules(parseRule("W30"))).toEqual([]);
  });
});

describe("the parts of a rule that looks further", () => {
  const parts = (text: string) => {
    const found = largerParts(parseRule(text));
    if (!found) throw new Error(`${text} has no parts`);
    return found;
  };

  test.each([
    "R5,C0,M1,S34..58,B34..45,NM",
    "R8,C0,M0,S163..223,B74..252,NM",
    "R10,C255,M1,S2..3,B3..3,NM",
    "R2,C0,S6-9,B7-8",
    "R3,C4,S,B2,5-9,NC",
    "R1,C0,M1,S1..1,B1..1,NN",
  ])("of %s make the same rule again", (text) => {
    expect(ruleOfParts(parts(text)).text).toBe(text);
  });

  test("are none of other rules", () => {
    for (const text of ["B3/S23", "WireWorld", "345/2/4"]) expect(largerParts(parseRule(text))).toBeNull();
  });

  test("are spelled as HROT where there is no room for them", () => {
    const bosco = parts("R5,C0,M1,S34..58,B34..45,NM");
    expect(ruleOfParts({ ...bosco, birth: [...bosco.birth, [50, 51]] }).text).toBe(
      "R5,C0,S33-57,B34-45,50-51",
    );
    expect(ruleOfParts({ ...bosco, middle: false }).text).toBe("R5,C0,M0,S34..58,B34..45,NM");
  });

  test("keep their shares on another range and shape, and always fit", () => {
    const bosco = parts("R5,C0,M1,S34..58,B34..45,NM");
    expect(ruleOfParts(scaledParts(bosco, { range: 10 })).text).toBe("R10,C0,M1,S124..211,B125..165,NM");
    expect(scaledParts(scaledParts(bosco, { range: 12 }), { range: 5 })).toEqual(bosco);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom("M", "N", "C", "2", "+", "X", "H", "G"),
        (range, shape) => {
          const now = scaledParts(bosco, { range, shape });
          for (const part of ["birth", "survival"] as const)
            for (const [first, last] of now[part]) {
              expect(first).toBeLessThanOrEqual(last);
              expect(last).toBeLessThanOrEqual(mostCount(now, part));
            }
        },
      ),
      { numRuns: 40 },
    );
  });
});
