import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../../renderer/library/facts.ts";
import { FACT_KEYS, factsLine, readComments, speedOf } from "../../../renderer/library/facts.ts";

describe("comments", () => {
  it("are parted into facts and a note", () => {
    const { facts, note } = readComments([
      "The first line.",
      "The second one.",
      "category: guns",
      "tags: glider, Shuttle ,",
      "period: 30",
      "displacement: -1, 2",
      "growth: linear",
      "lifespan: 1103",
      "final population: 0",
      "replicates: 12",
      "copies: 2",
    ]);
    expect(note).toBe("The first line. The second one.");
    expect(facts).toEqual({
      category: "guns",
      tags: ["glider", "shuttle"],
      period: 30,
      displacement: [-1, 2],
      growth: "linear",
      lifespan: 1103,
      finalPopulation: 0,
      replicates: 12,
      copies: 2,
    });
  });

  it("keep what only looks like a fact", () => {
    const lines = [
      "Note: see below",
      "period: about 30",
      "period: 0",
      "displacement: 1",
      "growth: fast",
      "copies: 1",
      "https://example.org/a",
      ": nothing",
    ];
    expect(readComments(lines)).toEqual({ facts: {}, note: lines.join(" ") });
  });

  it("forgive case and blanks, drop empty lines, and take the first of two", () => {
    const { facts, note } = readComments(["", " PERIOD :  4", "period: 5", "  text  "]);
    expect(facts).toEqual({ period: 4 });
    expect(note).toBe("text");
  });

  it("lose nothing that a person wrote", () => {
    const line = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const { facts, note } = readComments(lines);
        const isFact = (text: string): boolean => Object.keys(readComments([text]).facts).length > 0;
        const kept = lines.filter((text) => !isFact(text)).map((text) => text.trim());
        expect(note).toBe(kept.filter((text) => text !== "").join(" "));
        expect(Object.keys(facts).length).toBeLessThanOrEqual(FACT_KEYS.length);
      }),
    );
  });
});

describe("the speed", () => {
  it.each([
    [4, [1, 1], "c/4 diagonal"],
    [4, [-2, 0], "c/2"],
    [7, [0, -2], "2c/7"],
    [1, [1, 0], "c"],
    [1, [1, -1], "c diagonal"],
    [96, [8, 8], "c/12 diagonal"],
    [6, [-1, 2], "(2,1)c/6"],
    [12, [4, 2], "(2,1)c/6"],
    [1, [2, 1], "(2,1)c"],
  ] as const)("of period %i and displacement %j is %s", (period, displacement, speed) => {
    expect(speedOf("moore", period, displacement)).toBe(speed);
  });

  it("is null for what stays", () => {
    expect(speedOf("moore", 2, [0, 0])).toBeNull();
  });

  it("counts hexagons in steps to a neighbour", () => {
    expect(speedOf("hex", 5, [1, 1])).toBe("c/5");
    expect(speedOf("hex", 5, [-1, 0])).toBe("c/5");
    expect(speedOf("hex", 3, [1, -1])).toBe("2c/3");
    expect(speedOf("hex", 10, [-2, -2])).toBe("c/5");
  });
});

describe("the line on a card", () => {
  const line = (entry: Partial<CatalogueEntry>): string =>
    factsLine({
      rule: "B3/S23",
      ruleName: "Life",
      author: "Ann 1970",
      tags: ["small"],
      ...entry,
    } as CatalogueEntry);

  it("has what moves or repeats, how long it lasts, and who found it", () => {
    expect(line({ period: 30 })).toBe("period 30, Ann 1970");
    expect(line({ period: 4, speed: "c/4" })).toBe("c/4, Ann 1970");
    expect(line({ period: 1 })).toBe("Ann 1970");
    expect(line({ lifespan: 1103 })).toBe("lasts 1103, Ann 1970");
  });

  it("names another rule than Life", () => {
    expect(line({ rule: "B36/S23", ruleName: "HighLife" })).toBe("HighLife, Ann 1970");
    expect(line({ rule: "B345/S5", ruleName: null })).toBe("B345/S5, Ann 1970");
    expect(line({ rule: "B3/S23H", ruleName: null })).toBe("B3/S23H, Ann 1970");
    expect(line({ rule: "B3/S23:T64,64" })).toBe("Ann 1970");
  });

  it("has tags where nobody is named, or a person gave them", () => {
    expect(line({ author: null })).toBe("small");
    expect(line({ author: null, tags: [] })).toBe("");
    expect(line({ folder: "", tags: ["blue", "large"] })).toBe("Ann 1970, blue, large");
  });
});
