// Two-state rules that do more than count: their spellings, and what they do under every algorithm that takes them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { forEachRun, runsPopulation } from "../../../engine/core/runs.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { CENTRE, tableOf } from "../../../engine/rules/cell-table.ts";
import { lettersOf, neighbourhoodClasses } from "../../../engine/rules/neighbourhood-classes.ts";
import { outerTotalistic } from "../../../engine/rules/outer-totalistic.ts";
import { backgroundOf } from "../../../engine/rules/phases.ts";
import { LIFE, parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { SmallUniverse } from "../../../renderer/library/small-step.ts";
import fixture from "../../fixtures/two-state-rules.json" with { type: "json" };
import { caught } from "../../support/caught.ts";
import { cellsSha1, fixtureSoup } from "../../support/fixture-soup.ts";
import { anyTableRule } from "../../support/scenario.ts";

describe("the classes of neighbourhoods", () => {
  it("are 102 of the square's 512, of the sizes that are known", () => {
    const sizes = new Map<string, number>();
    neighbourhoodClasses("moore").forEach(({ count, letter }, index) => {
      const name = `${index & CENTRE ? "S" : "B"}${count}${letter}`;
      sizes.set(name, (sizes.get(name) ?? 0) + 1);
    });
    expect(sizes.size).toBe(102);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => lettersOf("moore", n).length)).toEqual([
      0, 2, 6, 10, 13, 10, 6, 2, 0,
    ]);
    const of = (...names: readonly string[]) => names.map((name) => sizes.get(name));
    expect(of("B2k", "B2i", "B3r", "B4c", "B4w", "S5n", "S6i", "B7e")).toEqual([8, 2, 8, 1, 4, 8, 2, 4]);
  });

  it("are told apart on hexagons by whether cells touch", () => {
    const sizes = new Map<string, number>();
    neighbourhoodClasses("hex").forEach(({ count, letter }, index) => {
      // Without the centre and the corners that are no neighbours.
      if ((index & 0b001010100) === 0)
        sizes.set(`${count}${letter}`, (sizes.get(`${count}${letter}`) ?? 0) + 1);
    });
    const three = ["3o", "3m", "3p"].map((name) => sizes.get(name));
    expect([three, ...["2", "4"].map((n) => ["o", "m", "p"].map((letter) => sizes.get(n + letter)))]).toEqual(
      [
        [6, 12, 2],
        [6, 6, 3],
        [6, 6, 3],
      ],
    );
  });
});

describe("a spelling", () => {
  it.each([
    ["b2-A/s12", "B2-a/S12"],
    ["S12/B2ceikn", "B2-a/S12"],
    ["12/2-a", "B2-a/S12"],
    ["B3_S2-i34q", "B3/S2-i34q"],
    ["B2a 3 2i/S", "B2ai3/S"],
    ["B3aceijknqry/S23", "B3/S23"],
    ["B3-aceijknqry/S23", "B/S23"],
    ["B4acei kjn/S", "B4aceijkn/S"],
    ["B2-/S3a", "B2/S3a"],
    ["B2a2/S3a3-", "B2a/S3a"],
    ["B2-a2-c/S", "B2-ac/S"],
    ["2a_3", "B3/S2a"],
    ["_3a", "B3a/S"],
    ["3a/S23", "B3a/S23"],
    ["S23/3a", "B3a/S23"],
    ["B/2oH", "B/S2oH"],
    ["B4aceijknq/S", "B4-rtwyz/S"],
    ["B2o3-o4m/S12m3o4m5H", "B2o3mp4m/S12m3o4m5H"],
    ["MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA", "B3/S23"],
    ["MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA==", "B3/S23"],
    ["MAPAzHjnA==", "MAPAzHjnA"],
    ["w30", "W30"],
  ])("%s is %s", (typed, text) => {
    expect(parseRule(typed).text).toBe(text);
  });

  it("leads back to the same rule, however it came about", () => {
    fc.assert(
      fc.property(anyTableRule, (rule) => {
        const again = parseRule(rule.text);
        expect(again.text).toBe(rule.text);
        expect(tableOf(again, "The test")).toEqual(tableOf(rule, "The test"));
        expect(JSON.parse(JSON.stringify(again))).toEqual(again);
      }),
    );
  });

  it.each([
    ["B3/S2-i9q", 8, "counts 9 live neighbours"],
    ["B2a3a2a-/S", 8, "a minus that does not follow its count"],
    ["B1a/S", 3, 'gives the letter "a" to the count 1, which has c, e.'],
    ["B2ax/S", 4, 'gives the letter "x" to the count 2, which has a, c, e, i, k, n.'],
    ["23/3d", 5, 'gives the letter "d" to the count 3'],
    ["B8c/S", 3, "which has none in the square neighbourhood"],
    ["B2a-i/S", 4, "a minus that does not follow its count"],
    ["B2a2-i/S", 4, "both which letters are meant and which are not"],
    ["B2a/SH", 3, "which has m, o, p."],
    ["B2o/SV", 3, "which has e, i."],
    ["B3e/SV", 3, "which has none in the von Neumann neighbourhood"],
    ["MAPAzHj*A", 8, '"*" is none of its digits'],
    ["MAPAzHj", 4, "this one has 4"],
    ["W31", 2, "lights empty rows"],
    ["W256", 2, "they end with W255"],
  ])("that is wrong is refused with the place: %s", (text, column, sentence) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.column]).toEqual(["syntax", column]);
    expect(error.message).toContain(sentence);
  });

  it("of a name is none", () => {
    expect(caught(() => parseRule("B3_S23")).code).toBe("unsupported-rule");
  });
});

describe("bgolly's results", () => {
  it.each(fixture.cases)(
    "$rule after $generations",
    async ({ rule, generations, soup, population, at, sha1 }) => {
      const init = parseUniverseRule(rule);
      const takers = ALGORITHMS.list().filter(
        ({ needsGpu, refuses }) => !needsGpu && refuses(init.rule, init.topology) === null,
      );
      expect(takers.map(({ id }) => id)).toContain("reference");
      for (const algorithm of takers) {
        const universe = await algorithm.create(init, {});
        await universe.writeRuns(fixtureSoup(soup), "or");
        await universe.step(BigInt(generations));
        const cells = await universe.readRuns();
        expect(runsPopulation(cells), algorithm.id).toBe(BigInt(population));
        expect(cellsSha1(cells), `${algorithm.id} from ${at}`).toBe(sha1);
        universe.dispose();
      }
    },
  );

  it("are those of running thumbnails too", async () => {
    for (const { rule, generations, soup, population } of fixture.cases) {
      if (rule.includes(":")) continue;
      const cells: number[] = [];
      forEachRun(fixtureSoup(soup), (x, y, length) => {
        for (let i = 0; i < length; i++) cells.push(x + i, y);
      });
      const small = new SmallUniverse(parseRule(rule), Float64Array.from(cells));
      for (let n = 0; n < generations; n++) small.step();
      expect(small.population, rule).toBe(population);
    }
  });
});

describe("what does not take them", () => {
  it("refuses by a sentence, and counts none", () => {
    const { rule } = parseUniverseRule("B2-a/S12");
    expect(outerTotalistic(rule)).toBeNull();
    const refusing = ALGORITHMS.list().filter((algorithm) => algorithm.refuses(rule, UNBOUNDED) !== null);
    expect(refusing.map(({ id }) => id)).toEqual(expect.arrayContaining(["gpu-naive", "gpu-row"]));
    expect(ALGORITHMS.get("gpu-naive").refuses(rule, UNBOUNDED)).toBe(
      "The algorithm gpu-naive takes two-state outer-totalistic rules only; B2-a/S12 does more than count neighbours.",
    );
  });

  it("is told by the background of B0", () => {
    expect(["B02a/S", "B02a/S8", "B2a/S8"].map((text) => backgroundOf(parseRule(text), UNBOUNDED))).toEqual([
      "strobing",
      "live",
      "dead",
    ]);
    expect(backgroundOf(LIFE, UNBOUNDED)).toBe("dead");
  });
});
