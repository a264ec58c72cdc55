/**
 * Diagrams without their regular domains, so that what moves between these shows: particles, in the sense of Hanson and
 * Crutchfield ("The attractor-basin portrait of a cellular automaton", 1992). They filter by the domains of one rule, which
 * somebody has to know. This filter knows none. A stretch of a row is taken as regular where it repeats itself: a cell is in a domain if it
 * lies in a stretch in which each cell is that p cells further on, for some period p of at most 14 (that of rule 110), and which is
 * longer than chance makes such stretches. The ends of a stretch stay visible, so two domains side by side show their wall.
 * Domains that do not repeat (those of rule 18) are not found.
 */

import type { Boundary } from "./ring.ts";
import { lastMask, ringWords } from "./ring.ts";

const LONGEST_PERIOD = 14;
/** Cells, beside two periods, that a stretch has at least: by chance one in 2^(p + 6) is one. */
const SPARE = 6;
/** Cells at each end of a stretch that stay. */
const RIM = 1;

/** Rows of a ring's states with only the cells outside of domains: 1 there, whatever their state, and 0 elsewhere. */
export function outsideDomains(
  rows: Uint32Array,
  cells: number,
  boundary: Boundary,
): Uint32Array<ArrayBuffer> {
  const words = ringWords(cells);
  const left = Uint32Array.from(rows);
  const row = new Uint8Array(cells);
  const inside = new Uint8Array(cells);
  const cyclic = boundary === "cyclic";
  for (let at = 0; at < rows.length; at += words) {
    for (let i = 0; i < cells; i++) row[i] = (rows[at + (i >>> 5)] >>> (i & 31)) & 1;
    inside.fill(0);
    for (let period = 1; period <= LONGEST_PERIOD && 2 * period + SPARE <= cells; period++)
      markStretches(row, period, cyclic, inside);
    left.fill(0xffffffff, at, at + words);
    left[at + words - 1] = lastMask(cells);
    for (let i = 0; i < cells; i++) left[at + (i >>> 5)] &= ~(inside[i] << (i & 31));
  }
  return left;
}

function markStretches(row: Uint8Array, period: number, cyclic: boolean, inside: Uint8Array): void {
  const cells = row.length;
  const alike = (i: number): boolean => row[i % cells] === row[(i + period) % cells];
  // Where the ends meet, stretches are counted from a cell at which none goes on.
  let from = 0;
  if (cyclic) while (from < cells && alike(from)) from++;
  if (cyclic && from === cells) {
    inside.fill(1);
    return;
  }
  const pairs = cyclic ? cells : cells - period;
  for (let n = 0, length = 0; n <= pairs; n++) {
    if (n < pairs && alike(from + n)) {
      length++;
      continue;
    }
    // `length` pairs that are alike make a stretch of `period` cells more.
    if (length >= period + SPARE) {
      const begin = from + n - length;
      const end = begin + length + period;
      const first = cyclic || begin > 0 ? begin + RIM : begin;
      const last = cyclic || end < cells ? end - RIM : end;
      for (let i = first; i < last; i++) inside[i % cells] = 1;
    }
    length = 0;
  }
}
