import { describe, expect, test } from "vitest";
import type { Book } from "../../../renderer/guide/book.ts";
import { readChapter, readWords } from "../../../renderer/guide/book.ts";
import { GuideSearch, matches, termsOf } from "../../../renderer/guide/search.ts";
import { BOOK } from "../../../renderer/guide/texts.ts";

const BOOKLET: Book = {
  chapters: [
    readChapter(
      "time",
      "# Time\n\nThe clock of a universe.\n\n## Steps {#steps}\n\nA step is *base^exponent* generations.\n\n## Café\n\nAn r\u00e9sum\u00e9 of gliders.",
    ),
    readChapter(
      "tools",
      "# Tools\n\nThe pen and the gliders.\n\n## Steps of a drag\n\nPress, drag, let go.\n\n```\ntessella run lumps.rle\n```\n\n- a marquee\n\n| key | deed |\n| --- | --- |\n| Esc | drops |",
    ),
  ],
  lexicon: readWords("## glider\nalso: little traveller\nIt glides.\n\n## gun\nIt sends out a glider.\n"),
};
const search = new GuideSearch(BOOKLET);
const places = (query: string): readonly string[] => search.find(query).map(({ place }) => place);

describe("a search in the guide", () => {
  test("finds words of names before words of texts", () => {
    expect(places("glider")).toEqual(["lexicon/glider", "lexicon/gun", "time/cafe", "tools"]);
    expect(places("steps")).toEqual(["time/steps", "tools/steps-of-a-drag"]);
    expect(places("traveller")).toEqual(["lexicon/glider"]);
  });

  test("asks for every word, begun or whole, in any order, with or without accents", () => {
    expect(places("expon base")).toEqual(["time/steps"]);
    expect(places("resume")).toEqual(["time/cafe"]);
    expect(places("R\u00c9SUM\u00c9 caf\u00e9")).toEqual(["time/cafe"]);
    expect(places("glider nowhere")).toEqual([]);
    // Words are found by their beginnings, not from inside.
    expect(places("lider")).toEqual([]);
    expect(places("   ")).toEqual([]);
  });

  test("looks into code, lists and tables too", () => {
    for (const word of ["lumps", "marquee", "deed", "drops"])
      expect(places(word)).toEqual(["tools/steps-of-a-drag"]);
    expect(places("null")).toEqual([]);
  });

  test("finds a section by the chapter that it stands in", () => {
    expect(places("tools press")).toEqual(["tools/steps-of-a-drag"]);
  });

  test("shows a piece of the text around what was found", () => {
    const [hit] = new GuideSearch(BOOK).find("photosensitive");
    expect(hit?.snippet).toContain("photosensitive");
    expect(hit?.snippet.length).toBeLessThan(130);
    expect(hit).toMatchObject({ place: "view/flashing", under: "The view" });
  });

  test("marks with dots only the ends that it has cut, and cuts between words", () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const book: Book = {
      chapters: [readChapter("long", `# Long\n\n${words.join(" ")}\n`)],
      lexicon: readWords("## short\nA short one.\n"),
    };
    const snippet = (query: string): string => new GuideSearch(book).find(query)[0]?.snippet ?? "";
    expect(snippet("short")).toBe("A short one.");
    expect(snippet("word2")).toMatch(/^word0 word1 .* …$/);
    expect(snippet("word30")).toMatch(/^… word\d+ .*word30.* word\d+ …$/);
    expect(snippet("word59")).toMatch(/^… word\d+ .* word59$/);
  });

  test("finds what people will look for in the real one", () => {
    const first = (query: string) => new GuideSearch(BOOK).find(query)[0]?.place;
    expect(first("garden of eden")).toBe("lexicon/garden-of-eden");
    expect(first("hashlife")).toBe("lexicon/hashlife");
    expect(first("scrubbing")).toBe("time/scrubbing");
    expect(first("c/4")).toBe("lexicon/c-4");
    expect(first("klein")).toBe("lexicon/klein-bottle");
    expect(first("flashing")).toBe("view/flashing");
    expect(first("methuselah")).toBe("lexicon/methuselah");
  });
});

describe("marks", () => {
  const marked = (text: string, query: string) =>
    matches(text, termsOf(query)).map(({ at, length }) => text.slice(at, at + length));

  test("stand on the beginnings of words that were asked for", () => {
    expect(marked("Gliders and a glider; paraglider.", "glider")).toEqual(["Glider", "glider"]);
    expect(marked("at c/4 diagonal, c/45 and c", "c/4")).toEqual(["c/4", "c/4"]);
    expect(marked("un r\u00e9sum\u00e9", "resume")).toEqual(["r\u00e9sum\u00e9"]);
    expect(marked("anything", "")).toEqual([]);
    expect(marked("a (b) [c] \\", "b c \\ (")).toEqual(["b", "c"]);
  });
});
