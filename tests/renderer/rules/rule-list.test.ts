import { describe, expect, test } from "vitest";
import { inRange } from "../../../engine/rules/rule-range.ts";
import { GLIDER_RANGE } from "../../../engine/rules/traits.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { RuleEntry, RuleFilter } from "../../../renderer/rules/rule-list.ts";
import {
  drawnFamily,
  looseEntry,
  ruleGroups,
  ruleProblem,
  typedRule,
  WISHES,
} from "../../../renderer/rules/rule-list.ts";

const KEPT = {
  own: [{ rule: "B36/S24", name: "Tinder", note: "Catches fire slowly." }],
  recent: ["B3/S23", "B36/S24", "B2/S34H", "what is that"],
};
const ALL: RuleFilter = { query: "", lattice: null, family: null, wish: null, fits: null };
const groups = (change: Partial<RuleFilter>, kept = KEPT) =>
  ruleGroups(kept, [], () => null, { ...ALL, ...change });
const names = (change: Partial<RuleFilter>) =>
  groups(change)
    .filter(({ title }) => title !== "Used lately")
    .flatMap(({ entries }) => entries.map(({ name, text }) => name ?? text));

describe("the groups", () => {
  test("are one's own, those used lately, and the lattices", () => {
    expect(groups({}).map(({ title, entries }) => `${title} ${entries.length}`)).toEqual([
      "Yours 1",
      "Used lately 3",
      "Square, eight neighbours 90",
      "Hexagonal, six neighbours 13",
      "Square, four neighbours (von Neumann) 7",
      "Isotropic 3",
      "Generations 45",
      "One-dimensional 9",
      "Larger than Life 18",
      "History, Super and Investigator 1",
      "Von Neumann's constructors 3",
      "Tables and trees 12",
    ]);
  });

  test("have a key for each entry, also where a rule stands twice", () => {
    const keys = groups({}).flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("call a rule as its person does", () => {
    const [, recent] = groups({});
    expect(recent?.entries.map(({ name }) => name)).toEqual(["Life", "Tinder", "Hex 34/2"]);
    expect(looseEntry(parseRule("B36/S24"), () => "dies", KEPT)).toMatchObject({
      name: "Tinder",
      fate: "dies",
    });
  });
});

test("a rule of a file says what stands there before its first section", () => {
  const noteOf = (text: string) =>
    looseEntry({ ...parseRule("B2/S5"), file: { name: "Odd", text } }, () => null, KEPT).note;
  expect(noteOf("@RULE Odd\n# What it is.\r\n\n  It blinks.  \n@TABLE\nn_states:2\n")).toBe(
    "What it is. It blinks.",
  );
  expect(noteOf("@RULE Odd\n@TABLE\nn_states:2\n")).toBeNull();
  expect(noteOf("@RULE Odd\nAlone")).toBe("Alone");
});

describe("a search", () => {
  test.each([
    ["life", "Life"],
    ["move", "Morley"],
    ["persian", "Serviettes"],
    ["tind", "Tinder"],
    ["fire", "Tinder"],
    ["B36/S23", "HighLife"],
    ["23/36", "HighLife"],
    ["b1357/s13", "B1357/S13"],
    ["snowflake", "Hex Snowflake"],
    ["day & night", "Day & Night"],
    ["ulam", "Ulam-Warburton"],
    ["mazes hexagonal", "Hex Maze"],
    ["strobes maze", "Invertamaze"],
    ["isotropic friends", "Just Friends"],
    ["langton's ant", "Langton's ant"],
    ["rule 30", "Rule 30"],
  ])("%s finds %s first", (query, first) => {
    expect(names({ query })[0]).toBe(first);
  });

  test("asks all words, and may find nothing", () => {
    const found = names({ query: "explodes replicators" });
    expect(found).toContain("Replicator");
    expect(found).not.toContain("Seeds");
    expect(groups({ query: "qqqq" })).toEqual([]);
  });

  test("finds what it does by each of the wishes", () => {
    for (const { id } of WISHES) expect(names({ wish: id }).length, id).toBeGreaterThan(0);
    expect(names({ wish: "dies" })).toEqual(["Lifeguard 2", "Blinkers", "Bosco's rule", "BugsMovie"]);
    expect(names({ wish: "every pattern replicates", lattice: "hex" })).toEqual([
      "Hex Replicator",
      "Hex Fredkin",
    ]);
    expect(names({ family: "larger-than-life", wish: "explodes" })).toEqual(["Globe", "Gnarl of five"]);
    expect(names({ family: "files", lattice: "moore" })).toEqual(["WireWorld"]);
    expect(names({ lattice: "von-neumann", family: "outer-totalistic" })).toHaveLength(7);
    expect(names({ lattice: "triangle" })).toHaveLength(8);
    expect(names({ lattice: "triangle" })).toContain("Triangle Life");
    expect(names({ lattice: "hex" })).not.toContain("Triangle Life");
    expect(names({ query: "triangular" })).toEqual(names({ lattice: "triangle" }));
  });

  test("finds those in which a pattern does the same", () => {
    const found = names({ fits: (rule) => inRange(GLIDER_RANGE, rule) });
    expect(found).toContain("HighLife");
    expect(found).not.toContain("Pseudo Life");
    expect(found).not.toContain("Hex 34/2");
  });
});

describe("the family of a rule by chance", () => {
  const of = (query: string): RuleEntry => groups({ query })[0]?.entries[0] as RuleEntry;
  test("is the one that is wished for, or that of the chosen rule where it has rules on the lattice", () => {
    expect(drawnFamily("generations", of("B3/S23"), "triangle")).toBe("generations");
    expect(drawnFamily(null, of("345/2/4"), null)).toBe("generations");
    expect(drawnFamily(null, of("345/2/4"), "hex")).toBe("generations");
    expect(drawnFamily(null, of("B3/S23"), "triangle")).toBe("larger-than-life");
    expect(drawnFamily(null, of("Triangle Life"), "hex")).toBe("larger-than-life");
    expect(drawnFamily(null, of("WireWorld"), "hex")).toBe("files");
  });
});

describe("a rule that is typed", () => {
  const typed = (query: string, lattice: "hex" | null = null) => {
    const rule = typedRule(query, lattice);
    return rule?.text ?? null;
  };
  test("stands first, known or not", () => {
    expect(groups({ query: "B367/S246" })[0]).toMatchObject({
      title: "As typed",
      entries: [{ text: "B367/S246", name: null }],
    });
    expect(groups({ query: "B367/S246", wish: "mazes" })[0]?.title).toBe("As typed");
  });
  test("has the name that its person gave it", () => {
    expect(groups({ query: "b36s24" })[0]?.entries[0]?.name).toBe("Tinder");
  });
  test("is read for the lattice that is chosen", () => {
    expect(typed("34/2", "hex")).toBe("B2/S34H");
    expect(typed("34/2")).toBe("B2/S34");
    expect(typed("b2s34h")).toBe("B2/S34H");
    expect(typed("345/2/4")).toBe("345/2/4");
  });
  test("is told what is wrong with it", () => {
    expect(ruleProblem("B3/S29", null)).toMatch(/^The rule "B3\/S29" counts 9 live neighbours/);
    expect(ruleProblem("B7/S", "hex")).toContain("has 6");
    expect(ruleProblem("B2/S3/300", null)).toContain("2 to 256 states");
    for (const right of ["B3/S23", "/2/3", "34 life", "maze", "", "2x2"])
      expect(ruleProblem(right, null), right).toBeNull();
  });
  test.each(["maze", "2x2", "34 life", "", "b", "s", "B9/S", "B7/SH", "/", "12"])("%j is none", (query) => {
    expect(typed(query)).toBeNull();
  });
});
