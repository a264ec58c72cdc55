/** The caption's letters, 5 x 7 dots each: one number a row, the leftmost dot in bit 4. Only the characters of captions. */

export const GLYPH_WIDTH = 5;
export const GLYPH_HEIGHT = 7;

const DRAWN: Readonly<Record<string, readonly number[]>> = {
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "2": [14, 17, 1, 6, 8, 16, 31],
  "3": [14, 17, 1, 6, 1, 17, 14],
  "4": [2, 6, 10, 18, 31, 2, 2],
  "5": [31, 16, 30, 1, 1, 17, 14],
  "6": [6, 8, 16, 30, 17, 17, 14],
  "7": [31, 1, 2, 4, 4, 8, 8],
  "8": [14, 17, 17, 14, 17, 17, 14],
  "9": [14, 17, 17, 15, 1, 2, 12],
  ",": [0, 0, 0, 0, 4, 4, 8],
  ".": [0, 0, 0, 0, 0, 4, 4],
  a: [0, 0, 14, 1, 15, 17, 15],
  e: [0, 0, 14, 17, 31, 16, 14],
  g: [0, 0, 15, 17, 15, 1, 14],
  i: [4, 0, 12, 4, 4, 4, 14],
  l: [12, 4, 4, 4, 4, 4, 14],
  n: [0, 0, 30, 17, 17, 17, 17],
  o: [0, 0, 14, 17, 17, 17, 14],
  p: [0, 0, 30, 17, 30, 16, 16],
  r: [0, 0, 22, 25, 16, 16, 16],
  t: [8, 8, 28, 8, 8, 9, 6],
  u: [0, 0, 17, 17, 17, 19, 13],
};

const BLANK: readonly number[] = [0, 0, 0, 0, 0, 0, 0];

/** The rows of a character; characters without a drawing are blank. */
export function glyphRows(character: string): readonly number[] {
  return DRAWN[character] ?? BLANK;
}
