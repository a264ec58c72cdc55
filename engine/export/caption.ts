/**
 * The line under a picture: its generation and population, in dots of whole pixels. It has a strip of its own and hides
 * no cell.
 */

import { grouped } from "../core/integers.ts";
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphRows } from "./font.ts";
import type { Inks } from "./look.ts";

/** Pixels a dot takes, by the picture's size: a 240th of its shorter side. */
export function captionDot(width: number, height: number): number {
  return Math.max(1, Math.floor(Math.min(width, height) / 240));
}

/** Height of the strip: the letters and two dots above and below. */
export function captionHeight(dot: number): number {
  return (GLYPH_HEIGHT + 4) * dot;
}

/** The first text that fits, from the fullest to the shortest. */
function captionText(generation: bigint, population: bigint, room: number): string {
  const [g, p] = [grouped(generation), grouped(population)];
  const spellings = [
    `generation ${g}   population ${p}`,
    `generation ${g}`,
    g,
    `${generation}`,
    roughly(generation),
  ];
  return spellings.find((text) => text.length <= room) ?? roughly(generation).slice(0, Math.max(0, room));
}

/** 123456... as 1.23e17. */
function roughly(value: bigint): string {
  const digits = value.toString();
  return digits.length < 6 ? digits : `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}

/** Draws the strip into rows from `top` on of a picture that is `width` wide. */
export function drawCaption(
  pixels: Uint8Array,
  width: number,
  top: number,
  dot: number,
  inks: Inks,
  facts: { readonly generation: bigint; readonly population: bigint },
): void {
  pixels.fill(inks.ground, top * width, (top + captionHeight(dot)) * width);
  const advance = (GLYPH_WIDTH + 1) * dot;
  const text = captionText(facts.generation, facts.population, Math.floor((width - 4 * dot) / advance));
  for (const [k, character] of [...text].entries()) {
    const left = 2 * dot + k * advance;
    for (const [row, bits] of glyphRows(character).entries()) {
      for (let column = 0; column < GLYPH_WIDTH; column++) {
        if (((bits >> (GLYPH_WIDTH - 1 - column)) & 1) === 0) continue;
        for (let j = 0; j < dot; j++) {
          const at = (top + (2 + row) * dot + j) * width + left + column * dot;
          pixels.fill(inks.text, at, at + dot);
        }
      }
    }
  }
}
