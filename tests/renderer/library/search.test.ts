import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Catalogue } from "../../../renderer/library/catalogue.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";

const catalogue = new Catalogue([
  ...BUILT_IN_SOURCES,
  { id: "own", text: "#N Größte Öse\n#O Andrzej Okrasiński\n#C A note on nothing.\nx = 1, y = 1\no!" },
]);
const ids = (query: string): string[] => catalogue.search(query).map((e) => e.id);

describe("search", () => {
  it("gives everything for no words", () => {
    expect(catalogue.search("")).toEqual(catalogue.entries);
    expect(catalogue.search("  ,; ")).toEqual(catalogue.entries);
  });

  it("puts the pattern of that name first", () => {
    for (const [query, id] of [
      ["glider", "glider"],
      ["GLIDER", "glider"],
      ["gosper", "gosper-glider-gun"],
      ["r pent", "r-pentomino"],
      ["rpentomino", "r-pentomino"],
      ["r-pentomino", "r-pentomino"],
      ["kok's galaxy", "koks-galaxy"],
      ["sir r", "sir-robin"],
      ["sirrobin", "sir-robin"],
      ["25p3", "25p3h1v0-1"],
      ["boat", "boat"],
    ] as const) {
      expect(ids(query)[0], query).toBe(id);
    }
  });

  it("wants every word to be true, in whatever field", () => {
    expect(ids("hickerson spaceship")).toContain("turtle");
    expect(ids("hickerson spaceship")).not.toContain("caterer");
    expect(ids("hickerson spaceship 1989 c/3").sort()).toEqual(["25p3h1v0-1", "turtle"]);
    expect(ids("glider zebra")).toEqual([]);
    expect(ids("zzz")).toEqual([]);
  });

  it("finds periods, and only whole ones", () => {
    const p30 = catalogue.entries.filter((e) => e.period === 30).map((e) => e.id);
    expect(p30.length).toBeGreaterThan(1);
    for (const query of ["p30", "period 30", "period: 30", "Period=30"]) {
      expect(ids(query).sort(), query).toEqual([...p30].sort());
    }
    expect(ids("p3").sort()).toEqual(catalogue.entries.flatMap((e) => (e.period === 3 ? e.id : [])).sort());
    expect(ids("1103")).toContain("r-pentomino");
    expect(ids("1104")).toEqual([]);
  });

  it("finds rules by spelling, beginning and name", () => {
    const highlife = catalogue.entries.flatMap((e) => (e.rule === "B36/S23" ? e.id : [])).sort();
    for (const query of ["B36/S23", "b36/s23", "23/36"]) expect(ids(query).sort(), query).toEqual(highlife);
    expect(ids("highlife").sort()).toEqual(highlife);
    expect(ids("b36/").sort()).toEqual(
      catalogue.entries.flatMap((e) => (e.rule.startsWith("B36/") ? e.id : [])).sort(),
    );
    // The rule itself comes before those that merely begin like it.
    expect(catalogue.search("b3/s23")[0].rule).toBe("B3/S23");
    expect(ids("b2/s34h")).toContain("hex-ring");
    expect(ids("day night gun")[0]).toBe("day-and-night-gun");
  });

  it("finds speeds, lattices, grids and what dies", () => {
    expect(
      ids("c/7").every((id) => /^c\/7/.test(catalogue.entries.find((entry) => entry.id === id)?.speed ?? "")),
    ).toBe(true);
    expect(ids("c/4 diagonal")).toContain("glider");
    expect(ids("(2,1)c/6")).toEqual(["sir-robin"]);
    expect(ids("hexagonal").length).toBeGreaterThan(8);
    expect(ids("von neumann").length).toBeGreaterThan(2);
    expect(ids("klein")).toEqual(["glider-on-a-klein-bottle"]);
    expect(ids("dies methuselah").sort()).toEqual(["die658", "diehard"]);
  });

  it("forgives accents in both directions", () => {
    expect(ids("okrasinski")).toContain("own");
    expect(ids("Okrasiński")).toContain("lidka");
    expect(ids("grosste ose")).toEqual([]);
    expect(ids("größte ose")).toEqual(["own"]);
  });

  it("narrows with every further character of a word", () => {
    const name = fc.constantFrom(...catalogue.entries.map((e) => e.name));
    fc.assert(
      fc.property(name, fc.nat(), (text, at) => {
        const word = (text.toLowerCase().match(/\p{L}{2,}/u) ?? ["glider"])[0];
        const cut = 1 + (at % (word.length - 1));
        const fewer = new Set(ids(word.slice(0, cut)));
        for (const id of ids(word)) expect(fewer.has(id)).toBe(true);
      }),
    );
  });
});
