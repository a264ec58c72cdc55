import { describe, expect, it } from "vitest";
import { Catalogue } from "../../../renderer/library/catalogue.ts";
import { FAMOUS, famousAmong, famousFirst, headingOf, isOn } from "../../../renderer/library/famous.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";

describe("the famous patterns", () => {
  const { entries } = new Catalogue(BUILT_IN_SOURCES);

  it("are in the collection, each once", () => {
    const ids = entries.map(({ id }) => id);
    expect(FAMOUS.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(FAMOUS).size).toBe(FAMOUS.length);
    expect(famousAmong(entries).count).toBe(FAMOUS.length);
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

  it("make headings of which each stands once", () => {
    const headings = famousFirst(entries).map(headingOf);
    const runs = headings.filter((heading, at) => heading !== headings[at - 1]);
    expect(runs[0]).toBe("Famous");
    expect(new Set(runs).size).toBe(runs.length);
  });
});
