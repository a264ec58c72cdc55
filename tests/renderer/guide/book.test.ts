// The guide and its lexicon as they are: every link leads somewhere, every example lives, every word is there once.

import { describe, expect, test } from "vitest";
import { ringWords } from "../../../engine/rings/ring.ts";
import { hasPlace, LEXICON, placeOf, readChapter, readWords } from "../../../renderer/guide/book.ts";
import { comeAlive } from "../../../renderer/guide/example.ts";
import type { MarkupBlock } from "../../../renderer/guide/markup.ts";
import { blockText } from "../../../renderer/guide/markup.ts";
import { BOOK, patternText } from "../../../renderer/guide/texts.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { linksOf } from "../../support/guide-links.ts";

interface Passage {
  readonly place: string;
  readonly blocks: readonly MarkupBlock[];
}

const passages: readonly Passage[] = [
  ...BOOK.chapters.flatMap(({ id, sections }) =>
    sections.map((section) => ({ place: `${id}/${section.id}`, blocks: section.blocks })),
  ),
  ...BOOK.lexicon.map(({ id, blocks }) => ({ place: `${LEXICON}/${id}`, blocks })),
];

/** What is wrong with a link or a key, or null. */
function wrong(link: ReturnType<typeof linksOf>[number]): string | null {
  if (link.kind === "key") return COMMANDS.find(link.command) ? null : `no command ${link.command}`;
  const { to, target } = link;
  const leads = {
    guide: () => hasPlace(BOOK, placeOf(target)),
    word: () => BOOK.lexicon.some(({ id }) => id === target),
    pattern: () => patternText(target) !== undefined,
    command: () => COMMANDS.find(target) !== undefined,
  }[to]();
  return leads ? null : `${to}:${target} leads nowhere`;
}

describe("the guide", () => {
  test("has chapters on everything that it is to teach", () => {
    const ids = BOOK.chapters.map(({ id }) => id);
    expect(ids).toEqual([
      "first-steps",
      "tools",
      "selecting",
      "time",
      "view",
      "rules",
      "one-dimension",
      "grids",
      "library",
      "hashlife",
      "gpu",
      "how-a-card-evaluates",
      "algorithms",
      "how-long",
      "many-cards",
      "export",
      "command-line",
      "accessibility",
    ]);
  });

  test("leads somewhere with every link, and names no key of a command that there is not", () => {
    const faults = passages.flatMap(({ place, blocks }) =>
      blocks.flatMap((block) =>
        linksOf(block)
          .flatMap((link) => wrong(link) ?? [])
          .map((what) => `${place}: ${what}`),
      ),
    );
    expect(faults).toEqual([]);
    expect(wrong({ kind: "link", to: "word", target: "no-such-word", inlines: [] })).not.toBeNull();
  });

  test("has examples that live, each with words of its own", () => {
    const examples = passages.flatMap(({ place, blocks }) =>
      blocks.flatMap((block) => (block.kind === "example" ? [{ place, example: block.example }] : [])),
    );
    expect(examples.length).toBeGreaterThanOrEqual(12);
    for (const { place, example } of examples) {
      const { cells, soup, view } = comeAlive(example, patternText);
      expect(cells !== null || soup !== null, place).toBe(true);
      expect(view.w > 0n && view.h > 0n, place).toBe(true);
      expect(example.pace, place).toBeGreaterThan(0);
      // A quick flash is no example.
      expect(example.pace, place).toBeLessThanOrEqual(24);
      expect(example.caption.length, place).toBeGreaterThan(10);
    }
  });

  test("has figures that can be made, each with words of its own", () => {
    const blocks = passages.flatMap((passage) => passage.blocks);
    const rings = blocks.flatMap((block) => (block.kind === "ring" ? [block.figure] : []));
    expect(rings.length).toBeGreaterThanOrEqual(4);
    for (const { ring, start, caption } of rings) {
      expect(start.length, caption).toBe(ringWords(ring.cells));
      // A row and its filtered twin fit into the page, at a pixel a cell at least.
      expect(ring.cells, caption).toBeLessThanOrEqual(216);
      expect(caption.length).toBeGreaterThan(10);
    }
    const drawings = blocks.flatMap((block) => (block.kind === "drawing" ? [block.drawing] : []));
    expect(drawings.length).toBeGreaterThanOrEqual(8);
    for (const { frames, caption } of drawings) {
      expect(caption.length).toBeGreaterThan(10);
      // What is drawn below each other is equally wide.
      for (const rows of frames) {
        const widths = rows.map(({ squares }) => squares.reduce((sum, { wide }) => sum + wide, 0));
        expect(new Set(widths).size, caption).toBe(1);
      }
    }
  });

  test("has sections with names of their own, all of which say something", () => {
    for (const { id, sections } of BOOK.chapters) {
      const ids = sections.map((section) => section.id);
      expect(new Set(ids).size, id).toBe(ids.length);
      for (const { title, blocks } of sections) expect(blocks.length, `${id}: ${title}`).toBeGreaterThan(0);
    }
  });
});

describe("the lexicon", () => {
  test("has at least 120 words, each once, in the order of the alphabet", () => {
    const ids = BOOK.lexicon.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(120);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const words = BOOK.lexicon.map(({ word }) => word);
    const order = new Intl.Collator("en", { sensitivity: "base", numeric: true }).compare;
    expect([...words].sort(order)).toEqual(words);
  });

  test("shows patterns that the library has", () => {
    const missing = BOOK.lexicon.flatMap(({ pattern }) =>
      pattern && !patternText(pattern) ? [pattern] : [],
    );
    expect(missing).toEqual([]);
    expect(BOOK.lexicon.filter(({ pattern }) => pattern !== null).length).toBeGreaterThan(40);
  });

  test("says of each word one to three sentences or so", () => {
    for (const { word, blocks } of BOOK.lexicon) {
      const text = blocks.map(blockText).join(" ");
      const sentences = text.split(/[.:;?!](?:\s|$)/).filter((part) => part.trim() !== "").length;
      expect(text.length, word).toBeGreaterThan(40);
      expect(text.length, word).toBeLessThan(330);
      expect(sentences, word).toBeLessThanOrEqual(6);
      expect(text, word).toMatch(/[.?]$/);
    }
  });

  test("is tied together: most words lead on to another", () => {
    const tied = BOOK.lexicon.filter(({ blocks }) => blocks.some((block) => linksOf(block).length > 0));
    expect(tied.length / BOOK.lexicon.length).toBeGreaterThan(0.4);
  });
});

describe("a text with a mistake in it is refused", () => {
  test.each([
    ["a chapter without a title", () => readChapter("x", "Words.")],
    ["a link to elsewhere", () => readChapter("x", "# X\n\n[y](https://example.org)")],
    ["a picture", () => readChapter("x", "# X\n\n![y](z.png)")],
    ["HTML", () => readChapter("x", "# X\n\n<b>bold</b>")],
    ["an example of nothing", () => readChapter("x", "# X\n\n```example\ncaption: nothing\n```")],
    ["an example with an unknown key", () => readChapter("x", "# X\n\n```example\npatern: glider\n```")],
    ["an example with a value that is missing", () => readChapter("x", "# X\n\n```example\nrle:\n```")],
    [
      "a diagram of no rule",
      () => readChapter("x", "# X\n\n```ring\nrule: W300\ncells: 9\nsteps: 9\nstart: single\n```"),
    ],
    [
      "a diagram without steps",
      () => readChapter("x", "# X\n\n```ring\nrule: W30\ncells: 9\nstart: single\n```"),
    ],
    ["a drawing of nothing", () => readChapter("x", "# X\n\n```drawing\ncaption: nothing\n```")],
    ["a word without text", () => readWords("## word\nalso: nothing\n")],
  ])("%s", (_name, read) => {
    expect(read).toThrow();
  });
});
