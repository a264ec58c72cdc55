import { describe, expect, it } from "vitest";
import { wordFor } from "../../../renderer/guide/word-for.ts";

describe("the lexicon's word for a pattern of the library", () => {
  it("is the one that shows it, else the one of its name", () => {
    expect(wordFor({ id: "diehard", name: "Another name" })).toBe("diehard");
    expect(wordFor({ id: "0b1c", name: "Herschel" })).toBe("herschel");
    expect(wordFor({ id: "0b1c", name: "My own find" })).toBeNull();
  });
});
