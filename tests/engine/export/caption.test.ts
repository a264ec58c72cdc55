// The line under a picture, read as a person reads it: letter by letter, from its dots.

import fc from "fast-check";
import { expect, test } from "vitest";
import { captionDot, captionHeight, drawCaption } from "../../../engine/export/caption.ts";
import type { Inks } from "../../../engine/export/look.ts";

/** What each letter of a caption looks like. */
const LETTERS: Readonly<Record<string, string>> = {
  "0123456789": `
.###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ..##. ..##. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....#
#...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..`,
  ",.aegilnop": `
..... ..... ..... ..... ..... ..#.. .##.. ..... ..... .....
..... ..... ..... ..... ..... ..... ..#.. ..... ..... .....
..... ..... .###. .###. .#### .##.. ..#.. ####. .###. ####.
..... ..... ....# #...# #...# ..#.. ..#.. #...# #...# #...#
..#.. ..... .#### ##### .#### ..#.. ..#.. #...# #...# ####.
..#.. ..#.. #...# #.... ....# ..#.. ..#.. #...# #...# #....
.#... ..#.. .#### .###. .###. .###. .###. #...# .###. #....`,
  rtu: `
..... .#... .....
..... .#... .....
#.##. ###.. #...#
##..# .#... #...#
#.... .#... #...#
#.... .#..# #..##
#.... ..##. .##.#`,
};

/** The letter of each drawing, whose rows are one behind the other. */
const LETTER_OF = new Map<string, string>([[".".repeat(35), " "]]);
for (const [letters, drawing] of Object.entries(LETTERS))
  for (const [at, letter] of [...letters].entries()) {
    const rows = drawing.trim().split("\n");
    LETTER_OF.set(rows.map((row) => row.slice(6 * at, 6 * at + 5)).join(""), letter);
  }

const GROUND = 3;
const INK = 5;

/** What stands under a picture. Throws where anything else than letters does. */
function captionOf(width: number, height: number, generation: bigint, population: bigint): string {
  const dot = captionDot(width, height);
  const strip = captionHeight(dot);
  const above = 2;
  const pixels = new Uint8Array(width * (above + strip)).fill(9);
  const inks = { ground: GROUND, text: INK } as Inks;
  drawCaption(pixels, width, above, dot, inks, { generation, population });
  expect(pixels.subarray(0, width * above)).toEqual(new Uint8Array(width * above).fill(9));
  const columns = Math.floor(width / dot);
  const inkAt = (column: number, row: number): boolean => {
    const seen = new Set<number | undefined>();
    for (let y = 0; y < dot; y++)
      for (let x = 0; x < dot; x++) seen.add(pixels[(above + row * dot + y) * width + column * dot + x]);
    if (seen.size > 1 || !(seen.has(GROUND) || seen.has(INK))) throw new Error(`no dot at ${column}, ${row}`);
    return seen.has(INK);
  };
  let dots = 0;
  let text = "";
  for (let left = 2; left + 5 <= columns; left += 6) {
    let drawing = "";
    for (let row = 2; row < 9; row++)
      for (let column = left; column < left + 5; column++) drawing += inkAt(column, row) ? "#" : ".";
    dots += drawing.replaceAll(".", "").length;
    text += LETTER_OF.get(drawing) ?? `[${drawing}]`;
  }
  // All that is drawn was read.
  expect(pixels.filter((pixel) => pixel === INK)).toHaveLength(dots * dot * dot);
  return text.trimEnd();
}

const number = fc.bigInt({ min: 0n, max: 10n ** 20n });

test("a caption tells generation and population, in as many words as there is room for", () => {
  const property = fc.property(
    fc.integer({ min: 40, max: 900 }),
    fc.integer({ min: 30, max: 900 }),
    fc.oneof(fc.bigInt({ min: 0n, max: 999n }), number),
    number,
    (width, height, generation, population) => {
      const text = captionOf(width, height, generation, population);
      const [g, p] = [generation.toLocaleString("en-US"), population.toLocaleString("en-US")];
      const room = Math.floor(width / captionDot(width, height) - 4) / 6;
      const whole = [`generation ${g}   population ${p}`, `generation ${g}`, g, `${generation}`];
      const fitting = whole.find(({ length }) => length <= room);
      if (fitting !== undefined) expect(text).toBe(fitting);
      else if (room < 7) expect(text).toHaveLength(Math.floor(room));
      else {
        // The first digits, and how many there are.
        expect(text).toMatch(/^\d\.\d\de\d+$/);
        expect(Number(generation) / Number(text)).toBeGreaterThan(0.9999);
        expect(Number(generation) / Number(text)).toBeLessThan(1.01);
      }
    },
  );
  fc.assert(property, { numRuns: 60 });
});
