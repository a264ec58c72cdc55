import { describe, expect, it } from "vitest";
import { Catalogue, countCategories, readEntry } from "../../../renderer/library/catalogue.ts";

const GLIDER = `#N Glider
#O Richard Guy, 1969
#C Goes away.
#C category: spaceships
#C period: 4
#C displacement: 1,1
x = 3, y = 3, rule = B3/S23
bo$2bo$3o!
`;
const HEX = "#C A pair.\n#C category: oscillators\n#C period: 2\nx = 2, y = 1, rule = B2/S34H\n2o!\n";

describe("an entry", () => {
  it("holds what the file says and what the cells are", () => {
    expect(readEntry({ id: "glider", text: GLIDER })).toEqual({
      id: "glider",
      name: "Glider",
      author: "Richard Guy, 1969",
      category: "spaceships",
      tags: [],
      note: "Goes away.",
      rule: "B3/S23",
      ruleName: "Life",
      lattice: "moore",
      width: 3n,
      height: 3n,
      population: 5n,
      period: 4,
      displacement: [1, 1],
      speed: "c/4 diagonal",
    });
  });

  it("makes do with a file that says nothing", () => {
    const entry = readEntry({ id: "my-old_thing", text: "2b$bo!" });
    expect(entry).toMatchObject({ name: "My old thing", author: null, category: "other", note: "" });
    expect(entry).toMatchObject({ rule: "B3/S23", width: 1n, height: 1n, population: 1n });
    expect(readEntry({ id: "a", text: "#C category: nonsense\nx = 1, y = 1\no!" }).category).toBe("other");
    expect(readEntry({ id: "empty", text: "x = 0, y = 0\n!" })).toMatchObject({ width: 0n, population: 0n });
  });

  it("keeps the grid in the rule and names the rule without it", () => {
    const entry = readEntry({ id: "t", text: "x = 1, y = 1, rule = 23/3:T20,20\no!" });
    expect(entry).toMatchObject({ rule: "B3/S23:T20,20", ruleName: "Life" });
    expect(readEntry({ id: "h", text: HEX })).toMatchObject({ lattice: "hex", ruleName: "Hex 34/2" });
  });
});

describe("a catalogue", () => {
  it("puts entries into the order of the shelves, then of their names", () => {
    const named = (id: string, name: string, category: string) => ({
      id,
      text: `#N ${name}\n#C category: ${category}\nx = 1, y = 1\no!`,
    });
    const catalogue = new Catalogue([
      named("d", "p10", "oscillators"),
      named("c", "p9", "oscillators"),
      named("b", "zebra", "still-lifes"),
      { id: "a", text: "o!" },
      named("e", "Ähre", "still-lifes"),
    ]);
    expect(catalogue.entries.map((e) => e.id)).toEqual(["c", "d", "e", "b", "a"]);
    expect(countCategories(catalogue.entries).map(({ category, count }) => [category.id, count])).toEqual([
      ["oscillators", 2],
      ["still-lifes", 2],
      ["other", 1],
    ]);
  });

  it("rejects a file that cannot be read, with its reason, and keeps the others", () => {
    const catalogue = new Catalogue([
      { id: "good", text: GLIDER },
      { id: "torn", text: "x = 3, y = 3, rule = B3/S23\nbo$2b?!" },
      { id: "alien", text: "x = 1, y = 1, rule = CrittersMargolus_emulated\no!" },
      { id: "empty", text: "" },
    ]);
    expect(catalogue.entries.map((e) => e.id)).toEqual(["good"]);
    expect(catalogue.rejected.map((r) => r.id)).toEqual(["torn", "alien", "empty"]);
    expect(catalogue.rejected[0].reason).toContain("?");
    expect(catalogue.rejected[1].reason).toContain("Margolus");
    expect(catalogue.text("torn")).toBeUndefined();
  });

  it("hands out entries and texts by id, the latest of two with one id", () => {
    const catalogue = new Catalogue([
      { id: "a", text: "bad" },
      { id: "a", text: GLIDER },
      { id: "b", text: GLIDER },
      { id: "b", text: HEX },
      { id: "c", text: HEX },
      { id: "c", text: "bad" },
    ]);
    const find = (id: string) => catalogue.entries.find((entry) => entry.id === id);
    expect(find("a")?.name).toBe("Glider");
    expect(find("b")?.rule).toBe("B2/S34H");
    expect(catalogue.text("b")).toBe(HEX);
    expect(find("c")).toBeUndefined();
    expect(catalogue.rejected.map((r) => r.id)).toEqual(["c"]);
    expect(find("d")).toBeUndefined();
  });
});
