/**
 * The names of objects in soup censuses: `xs4_33` is the block, `xp2_7` the blinker, `xq4_153` the glider. A letter
 * says still life (with its population), oscillator or spaceship (with their period); the cells follow.
 *
 * Cells are written in strips of five rows: each column of a strip is a digit 0-9a-v, its bits from the top down. Two
 * dead columns are `w`, three `x`, more are `y` and a digit for their number less 4; dead columns at a strip's end are
 * left out, and `z` begins the next strip. The name is the shortest text of all generations of a period in all eight
 * orientations, and among equally short ones the first in the alphabet (digits before letters).
 */

import { latticeSymmetries } from "../grids/lattice-group.ts";
import type { Points } from "./symmetry.ts";
import { imageOf } from "./symmetry.ts";

const DIGITS = "0123456789abcdefghijklmnopqrstuv";
const STRIP = 5;

/** The cells as text, in the best orientation. */
export function cellCode(points: Points): string {
  let best = "";
  for (const matrix of latticeSymmetries("moore"))
    best = better(best, encode(imageOf(points, matrix, "moore")));
  return best;
}

/** The shorter text, or the first of two equally long ones; an empty text is worse than any. */
export function better(a: string, b: string): string {
  if (a === "") return b;
  if (a.length !== b.length) return a.length < b.length ? a : b;
  return a < b ? a : b;
}

function encode(image: Float64Array): string {
  const strips: number[][] = [];
  for (const at of image) {
    const y = Math.floor(at / 2 ** 26);
    const x = at % 2 ** 26;
    const strip = Math.floor(y / STRIP);
    while (strips.length <= strip) strips.push([]);
    const columns = strips[strip] as number[];
    while (columns.length <= x) columns.push(0);
    columns[x] |= 1 << (y % STRIP);
  }
  return strips.map(stripText).join("z");
}

function stripText(columns: readonly number[]): string {
  let text = "";
  let dead = 0;
  for (const column of columns) {
    if (column === 0) {
      dead++;
      continue;
    }
    text += gapText(dead) + DIGITS[column];
    dead = 0;
  }
  return text;
}

function gapText(dead: number): string {
  let text = "";
  let rest = dead;
  // A digit stands for gaps of 4 to 39 columns.
  for (; rest > 39; rest -= 39) text += "yz";
  if (rest > 3) return `${text}y${"0123456789abcdefghijklmnopqrstuvwxyz"[rest - 4]}`;
  return text + ["", "0", "w", "x"][rest];
}
