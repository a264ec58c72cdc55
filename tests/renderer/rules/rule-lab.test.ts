import { afterEach, describe, expect, test } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { latticeOfRule } from "../../../engine/grids/lattice-group.ts";
import { fateOf } from "../../../engine/rules/behaviour.ts";
import { familyOf, RULE_FAMILIES } from "../../../engine/rules/families.ts";
import { backgroundOf } from "../../../engine/rules/phases.ts";
import type { RuleLattice } from "../../../engine/rules/rule.ts";
import { inRange } from "../../../engine/rules/rule-range.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { rangeWords } from "../../../renderer/rules/pattern-fit.tsx";
import { RuleLab } from "../../../renderer/rules/rule-lab.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { analysisPair, enginePair } from "../../support/engine-pair.ts";
import { cellsOf, GLIDER } from "../../support/universes.ts";

const pairs: Pick<EnginePair, "close">[] = [];
function makeLab(): RuleLab {
  const analysis = () => {
    const pair = analysisPair();
    pairs.push(pair);
    return pair.connection;
  };
  const preview = () => {
    const pair = enginePair();
    pairs.push(pair);
    return pair.client;
  };
  return new RuleLab({ analysis, preview });
}
afterEach(async () => {
  for (const pair of pairs.splice(0)) await pair.close();
});

const WISH = {
  family: "outer-totalistic",
  lattice: "moore",
  seed: 7,
  fate: null,
  range: null,
} as const;

describe("the lab", () => {
  test("starts a worker for the first measurement, and remembers what came of it", async () => {
    const lab = makeLab();
    const rule = parseRule("B3678/S2");
    expect(lab.known(rule)).toBeNull();
    expect(pairs).toHaveLength(0);
    const behaviour = await lab.measure(rule);
    expect(pairs).toHaveLength(1);
    expect(lab.known(rule)).toBe(behaviour);
    expect(await makeLab().measure(rule)).toBe(behaviour);
    expect(pairs).toHaveLength(1);
  });

  test("finds a rule by chance that does what is wished", async () => {
    const lab = makeLab();
    for (const fate of ["settles", "explodes"] as const) {
      let tries = 0;
      const wish = { ...WISH, lattice: "hex", fate } as const;
      const rule = await lab.random(wish, new AbortController().signal, (count) => {
        tries = count;
      });
      expect(rule.neighbourhood).toBe("hex");
      expect(fateOf(await lab.measure(rule))).toBe(fate);
      expect(tries).toBeGreaterThan(0);
    }
  });

  test.each(["map", "marked-life"])("finds rules of the family %s by what they do", async (family) => {
    const lab = makeLab();
    for (const fate of ["settles", "explodes"] as const) {
      const rule = await lab.random({ ...WISH, family, fate }, new AbortController().signal, () => {});
      expect(fateOf(await lab.measure(rule)), rule.text).toBe(fate);
    }
  });

  test("draws from each family that has draws, and the same rule again from the same number", async () => {
    const lab = makeLab();
    const draw = (family: string, seed: number) =>
      lab.random({ ...WISH, family, seed }, new AbortController().signal, () => {});
    for (const { id, draws } of RULE_FAMILIES.list()) {
      if (!draws) {
        await expect(draw(id, 1), id).rejects.toMatchObject({ code: "bad-argument" });
        continue;
      }
      const drawn = new Set<string>();
      for (let seed = 1; seed <= 30; seed++) {
        const rule = await draw(id, seed);
        expect(parseRule(rule.text).text, id).toBe(rule.text);
        expect((await draw(id, seed)).text).toBe(rule.text);
        drawn.add(familyOf(rule.text)?.id ?? "none");
        expect(backgroundOf(rule, UNBOUNDED), rule.text).toBe("dead");
      }
      // With all letters of each count a drawn rule has none.
      expect(drawn, id).toContain(id);
    }
    expect((await draw("generations", 4)).text).not.toBe((await draw("generations", 5)).text);
  });

  test("leaves no count out, and none is in nearly every rule", async () => {
    const lab = makeLab();
    const drawn = new Map<string, number>();
    for (let seed = 1; seed <= 400; seed++) {
      const { text } = await lab.random({ ...WISH, seed }, new AbortController().signal, () => {});
      for (const part of text.split("/"))
        for (const count of part.slice(1)) drawn.set(part[0] + count, (drawn.get(part[0] + count) ?? 0) + 1);
    }
    // All but births of none, which would light empty space.
    expect([...drawn.keys()].sort()).toEqual(
      [..."12345678"].map((n) => `B${n}`).concat([..."012345678"].map((n) => `S${n}`)),
    );
    // Two in five on average; births of one, under which nearly everything explodes, are rare.
    for (const [name, times] of drawn) {
      const [least, most] = name === "B1" ? [10, 40] : [120, 200];
      expect(times, name).toBeGreaterThan(least);
      expect(times, name).toBeLessThan(most);
    }
  });

  test("draws on each lattice of a family, and on its first where it has none on that", async () => {
    const lab = makeLab();
    const draw = (family: string, lattice: RuleLattice, seed: number) =>
      lab.random({ ...WISH, family, lattice, seed }, new AbortController().signal, () => {});
    for (const { id, draws } of RULE_FAMILIES.list()) {
      for (const lattice of ["moore", "hex", "von-neumann", "triangle"] as const) {
        if (!draws) continue;
        const expected = draws.lattices.includes(lattice) ? lattice : draws.lattices[0];
        for (let seed = 1; seed <= 10; seed++) {
          const rule = await draw(id, lattice, seed);
          // A disc lies on squares, as the whole square does.
          expect(latticeOfRule(rule), rule.text).toBe(expected);
        }
      }
    }
    expect((await draw("larger-than-life", "triangle", 1)).text).toMatch(/,NL$/);
  });

  test("finds one in which a pattern does the same", async () => {
    const lab = makeLab();
    const range = await lab.range(cellsOf(GLIDER), LIFE);
    for (let n = 0; n < 20; n++) {
      const rule = await lab.random({ ...WISH, seed: n, range }, new AbortController().signal, () => {});
      expect(inRange(range, rule), rule.text).toBe(true);
    }
    expect(rangeWords(range)).toBe("B3/S23 to B3678/S0235678, 256 rules: it repeats with period 4.");
  });

  test("stops when it is told to, and is shut for good", async () => {
    const lab = makeLab();
    const controller = new AbortController();
    // Before the first rule is looked at: by chance it could be what is wished.
    const work = lab.random({ ...WISH, fate: "dies" }, controller.signal, () => controller.abort());
    await expect(work).rejects.toMatchObject({ code: "aborted" });
    lab.close();
    await expect(lab.measure(parseRule("B3678/S123"))).rejects.toMatchObject({ code: "aborted" });
  });
});
