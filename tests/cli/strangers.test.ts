// Files of strangers on a terminal: names and comments are shown, never acted on.

import { beforeAll, describe, expect, it } from "vitest";
import { runWords } from "../../engine/cli/app.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { scratchFolder } from "../support/scratch.ts";

/** Sets the window's title, clears the screen, colours, answers for the person, turns the direction of what follows. */
const NAME = "Gun\u001b]0;owned\u0007\u001b[2J\u009b31m\u007f\b\b\u202egnp.elr\u2066";
const COMMENT = "first\u001b[1A\u001b[2K\u001b[6n\tlast";
const RLE = `#N ${NAME}\n#C ${COMMENT}\nx = 3, y = 1, rule = B3/S23\n3o!\n`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const ACTED_ON = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe("a stranger's name", () => {
  const scratch = scratchFolder();
  beforeAll(async () => void (await scratch.file("stranger.rle", RLE)));

  async function told(...words: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
    const written = { out: "", err: "" };
    const stream = (name: "out" | "err") => ({
      isTTY: true,
      columns: 80,
      write: (text: string) => void (written[name] += text),
    });
    const terminal = new Terminal(stream("out"), stream("err"));
    await runWords(words, terminal, new AbortController().signal);
    return written;
  }

  it("is written with signs in place of what a terminal would do", async () => {
    const { out } = await told("info", scratch.path("stranger.rle"));
    expect(out).not.toMatch(ACTED_ON);
    expect(out).toContain("Gun␛]0;owned␇␛[2J\\u009b31m\\u007f␈␈\\u202egnp.elr\\u2066");
    expect(out).toContain("first␛[1A␛[2K␛[6n\tlast");
  });

  it("comes whole and unharmed as JSON", async () => {
    const { out } = await told("info", "--json", scratch.path("stranger.rle"));
    expect(out).not.toMatch(ACTED_ON);
    const { name, comments } = JSON.parse(out) as {
      readonly name: string;
      readonly comments: readonly string[];
    };
    expect(name).toBe(NAME);
    expect(comments).toEqual([COMMENT]);
  });

  it("does nothing in a complaint or beside a picture either", async () => {
    for (const words of [
      ["info", `${scratch.path("none")}\u001b[2J.rle`],
      ["show", scratch.path("stranger.rle")],
      ["\u001b[2J"],
    ]) {
      const { out, err } = await told(...words);
      expect(out + err).not.toMatch(ACTED_ON);
    }
  });
});
