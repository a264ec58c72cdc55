/**
 * One short text for a pattern and all its images: patterns with the same cells, but moved, turned or mirrored as the
 * rule's lattice allows (8 ways on squares, 12 on hexagons and triangles), get the same text. Different patterns practically never
 * do.
 *
 * The code moves each image so that its box begins at (0, 0) and sums up its cells: it scrambles every cell into two
 * 32-bit numbers and adds these, so the order of the cells does not matter and no sort is needed. Box, number of cells
 * and the two sums make a text; the smallest text of all images stands for the pattern. Two different patterns with the
 * same box and number of cells collide with a chance of 1 in 2^64.
 *
 * The work is one pass over the cells for each image: 0.1 s for a million cells.
 */

import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun, runsPopulation } from "../../engine/core/runs.ts";
import type { Matrix } from "../../engine/grids/lattice-group.ts";
import { cornerAside, latticeSymmetries, placeOf } from "../../engine/grids/lattice-group.ts";
import type { Rule, RuleLattice } from "../../engine/rules/rule.ts";

/** Larger patterns are not compared. */
export const MOST_CANONICAL_CELLS = 2 ** 20;

/** Cells as x, y, x, y ... from any origin, all x larger by `aside`; null for more cells than the limit. */
export function cellList({ rows, starts, spans }: Runs, aside = 0): Float64Array | null {
  let count = 0;
  for (let i = 1; i < spans.length; i += 2) count += spans[i] as number;
  if (count > MOST_CANONICAL_CELLS) return null;
  const cells = new Float64Array(count * 2);
  let at = 0;
  for (let r = 0; r < rows.length; r++) {
    for (let i = starts[r] as number; i < (starts[r + 1] as number); i++) {
      const x = (spans[i * 2] as number) + aside;
      for (let k = 0; k < (spans[i * 2 + 1] as number); k++) {
        cells[at++] = x + k;
        cells[at++] = rows[r] as number;
      }
    }
  }
  return cells;
}

/** The states of the cells of `cellList`, in its order; null for a rule of two. */
export function stateList(runs: Runs, { states }: Rule): Uint8Array | null {
  if (states === 2) return null;
  const list = new Uint8Array(Number(runsPopulation(runs)));
  let at = 0;
  forEachRun(runs, (_x, _y, length, state) => void list.fill(state, at, (at += length)));
  return list;
}

const AS_IT_IS: readonly Matrix[] = [[1, 0, 0, 1]];

/** The text of the cells (in these states; default 1) and of all their images, or of the cells as they lie; "" for none. */
export function canonicalForm(
  cells: Float64Array,
  lattice: RuleLattice,
  turned = true,
  states: ArrayLike<number> | null = null,
): string {
  if (cells.length === 0) return "";
  const places = lattice === "triangle" ? placesOf(cells, lattice) : cells;
  let best: string | null = null;
  for (const matrix of turned ? latticeSymmetries(lattice) : AS_IT_IS) {
    const text = imageText(places, matrix, lattice, states);
    if (best === null || text < best) best = text;
  }
  return best as string;
}

function placesOf(cells: Float64Array, lattice: RuleLattice): Float64Array {
  const places = new Float64Array(cells.length);
  for (let i = 0; i < cells.length; i += 2) {
    const { x, y } = placeOf(lattice, cells[i] as number, cells[i + 1] as number);
    places[i] = x;
    places[i + 1] = y;
  }
  return places;
}

function imageText(
  cells: Float64Array,
  [a, b, c, d]: Matrix,
  lattice: RuleLattice,
  states: ArrayLike<number> | null,
): string {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < cells.length; i += 2) {
    const x = cells[i] as number;
    const y = cells[i + 1] as number;
    const u = a * x + b * y;
    const v = c * x + d * y;
    if (u < left) left = u;
    if (u > right) right = u;
    if (v < top) top = v;
    if (v > bottom) bottom = v;
  }
  left -= cornerAside(lattice, left, top);
  let first = 0;
  let second = 0;
  for (let i = 0; i < cells.length; i += 2) {
    const x = cells[i] as number;
    const y = cells[i + 1] as number;
    const u = a * x + b * y - left;
    const v = c * x + d * y - top;
    const beyond = Math.imul((states?.[i / 2] ?? 1) - 1, 0x2545f491);
    first = (first + scrambled(u, v, 0x9e3779b1 ^ beyond)) | 0;
    second = (second + scrambled(u, v, 0x85ebca6b ^ beyond)) | 0;
  }
  return `${right - left + 1}x${bottom - top + 1}:${cells.length / 2}:${hex(first)}${hex(second)}`;
}

/**
 * Two coordinates as one number that looks random: multiplied, shifted and xored until each bit depends on all of them.
 */
function scrambled(u: number, v: number, seed: number): number {
  let h = Math.imul(u ^ Math.floor(u / 2 ** 32) ^ seed, 0xcc9e2d51);
  h = Math.imul(h ^ (h >>> 15), 0x1b873593) ^ Math.imul(v ^ Math.floor(v / 2 ** 32), 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(n: number): string {
  return (n >>> 0).toString(16).padStart(8, "0");
}
