import { describe, expect, it } from "vitest";
import { Catalogue } from "../../../renderer/library/catalogue.ts";
import { FAMOUS, famousFirst, headingOf, isOn, shelvesAmong } from "../../../renderer/library/famous.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";

describe("the famous patterns", () => {
  const { entries } = new Catalogue(BUILT_IN_SOURCES);

  it("are in the collection, each once", () => {
    const ids = entries.map(({ id }) => id);
    expect(FAMOUS.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(FAMOUS).size).toBe(FAMOUS.length);
    expect(shelvesAmong(entries)[0]).toMatchObject({ category: { name: "Famous" }, count: FAMOUS.length });
  });

  it("come first, in their own order, and stay on their other shelves", () => {
    const list = famousFirst(entries);
    expect(list.slice(0, FAMOUS.length).map(({ id }) => id)).toEqual(FAMOUS);
    const rest = entries.filter(({ id }) => !FAMOUS.includes(id));
    expect(list.slice(FAMOUS.length)).toEqual(rest);
    const [glider] = list;
    expect(glider && [isOn(glider, "famous"), isOn(glider, "spaceships"), isOn(glider, "guns")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("are offered apart, as other shelves are, as soon as there are two to tell from each other", () => {
    const offered = (...ids: readonly string[]) =>
      shelvesAmong(entries.filter(({ id }) => ids.includes(id))).map(({ category, count }) => [
        category.name,
        count,
      ]);
    expect(offered("diehard", "rabbits")).toEqual([
      ["Famous", 1],
      ["Methuselahs", 2],
    ]);
    expect([offered("rabbits"), offered()]).toEqual([[], []]);
    const all = shelvesAmong(entries);
    expect(all.slice(1).reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
  });

  it("make headings of which each stands once", () => {
    const headings = famousFirst(entries).map(headingOf);
    const runs = headings.filter((heading, at) => heading !== headings[at - 1]);
    expect(runs[0]).toBe("Famous");
    expect(new Set(runs).size).toBe(runs.length);
  });
});
