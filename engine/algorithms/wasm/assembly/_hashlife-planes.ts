/*
 * Cells in more than two states: a level-4 square is then no leaf but a node over *plane leaves*. Plane leaf b is a leaf whose cells
 * are bit b of the states, and 0 where that bit is set nowhere. Up to four planes are the children of the square itself. Five to
 * eight are those of two *groups* of four, which are its first two children. So equal squares are one slot as ever, each plane is
 * kept once whatever squares it belongs to, and nothing above level 4 knows of states.
 *
 * The base case is a function that the host puts into the table of functions: it steps a 32 x 32 square that lies as planes at
 * PLANES. Of each plane there are ten vectors of 16 bytes: rows as base32 deals them to eight vectors, with one vector before and
 * one after, which are the function's own.
 */

import { deal, besideHigh, besideLow, middleLeaf } from "./_hashlife-base";
import { leafAt, MARGIN, PARAMETERS, PLANE_BYTES, planesAt, POPULATION, setMargin } from "./_hashlife-memory";
import { child, leaf, middleOfLeaves, node } from "./_hashlife-table";

/** Where the function of the base case stands in the table of functions. */
const BASE: u32 = 1;
/** States of 256 values at most. */
const MOST_PLANES: u32 = 8;
/** A census is a count of cells, with the lowest of their states from this bit on. */
const LOWEST: u64 = 56;

/** Bits of a cell. */
let planes: u32 = 1;

/** How cells are kept from here on. The trees that the host names have to be of that kind. */
export function setPlanes(count: u32): void {
  planes = count;
  // For each of the thirteen level-4 squares that a work makes: its planes, groups and itself.
  const slots = count > 4 ? count + 3 : count > 1 ? count + 1 : 1;
  setMargin(MARGIN + (slots - 1) * 13 * 16);
}

/** How cells are kept, for other threads. */
export function lendPlanes(): void { store<u32>(PARAMETERS, planes, 56); }

export function borrowPlanes(): void { setPlanes(load<u32>(PARAMETERS, 56)); }

@inline
export function isStated(): bool { return planes > 1; }

/** Levels of slots below a level-4 square. */
export function slotsBelow(): u32 { return planes > 4 ? 2 : planes > 1 ? 1 : 0; }

/** Plane leaf b of a level-4 square. */
@inline
function planeOf(n: u32, b: u32): u32 { return child(planes > 4 ? child(n, b >> 2) : n, b & 3); }

@inline
function setPlane(b: u32, square: u32): void { store<u32>(planesAt() + MOST_PLANES * PLANE_BYTES + (b << 2), square); }

@inline
function plane(b: u32): u32 { return b < planes ? load<u32>(planesAt() + MOST_PLANES * PLANE_BYTES + (b << 2)) : 0; }

@inline
function group(first: u32): u32 { return node(plane(first), plane(first + 1), plane(first + 2), plane(first + 3)); }

/** The level-4 square of the planes that were set. */
function squareOfPlanes(): u32 { return planes > 4 ? node(group(0), group(4), 0, 0) : group(0); }

/** The middle of a level-5 square, so many generations later. Needs room for a square and its planes. */
export function baseOfStates(n: u32, generations: u32): u32 {
  const nw = child(n, 0), ne = child(n, 1), sw = child(n, 2), se = child(n, 3);
  const square = planesAt();
  for (let b: u32 = 0; b < planes; b++) {
    const at = square + b * PLANE_BYTES + 16;
    const pw = planeOf(nw, b), pe = planeOf(ne, b), qw = planeOf(sw, b), qe = planeOf(se, b);
    deal(
      at, besideLow(v128.load(pw), v128.load(pe)), besideLow(v128.load(pw, 16), v128.load(pe, 16)),
      besideLow(v128.load(qw), v128.load(qe)), besideLow(v128.load(qw, 16), v128.load(qe, 16)),
    );
    deal(
      at + 64, besideHigh(v128.load(pw), v128.load(pe)), besideHigh(v128.load(pw, 16), v128.load(pe, 16)),
      besideHigh(v128.load(qw), v128.load(qe)), besideHigh(v128.load(qw, 16), v128.load(qe, 16)),
    );
  }
  if (generations) call_indirect<void>(BASE, square, generations);
  for (let b: u32 = 0; b < planes; b++) {
    middleLeaf(square + b * PLANE_BYTES + 16);
    setPlane(b, leaf());
  }
  return squareOfPlanes();
}

/** The level-4 square in the middle of four. Needs room for it and its planes. */
export function middleOfStates(nw: u32, ne: u32, sw: u32, se: u32): u32 {
  for (let b: u32 = 0; b < planes; b++) setPlane(b, middleOfLeaves(planeOf(nw, b), planeOf(ne, b), planeOf(sw, b), planeOf(se, b)));
  return squareOfPlanes();
}

/**
 * Of a square of level 27 or less: how many of its cells are in a state above 0, in the low 56 bits, and from there on the lowest of
 * these states (0 for none). Counts the parts not counted before.
 */
export function census(n: u32, level: u32): u64 {
  if (!n) return 0;
  const known = load<u64>(n, POPULATION);
  if (known) return known;
  let sum: u64 = 0;
  let lowest: u64 = 256;
  if (level == 4) {
    sum = livingOf(n);
    lowest = lowestOf(n);
  } else {
    for (let k: u32 = 0; k < 4; k++) {
      const part = census(child(n, k), level - 1);
      if (!part) continue;
      sum += part & (((<u64>1) << LOWEST) - 1);
      lowest = min(lowest, part >> LOWEST);
    }
  }
  sum |= lowest << LOWEST;
  store<u64>(n, sum, POPULATION);
  return sum;
}

function livingOf(n: u32): u64 {
  let sum: u64 = 0;
  for (let k: u32 = 0; k < 32; k += 8) {
    let any: u64 = 0;
    for (let b: u32 = 0; b < planes; b++) any |= load<u64>(planeOf(n, b) + k);
    sum += popcnt(any);
  }
  return sum;
}

function lowestOf(n: u32): u64 {
  const leaf = leafAt();
  let state: u64 = 0;
  // The cells that live; then, from the highest bit on, those without it, where there are any.
  for (let k: u32 = 0; k < 32; k += 8) {
    let any: u64 = 0;
    for (let b: u32 = 0; b < planes; b++) any |= load<u64>(planeOf(n, b) + k);
    store<u64>(leaf + k, any);
  }
  for (let b = planes - 1; i32(b) >= 0; b--) {
    const bits = planeOf(n, b);
    const low = v128.andnot(v128.load(leaf), v128.load(bits)), high = v128.andnot(v128.load(leaf, 16), v128.load(bits, 16));
    if (v128.any_true(v128.or(low, high))) {
      v128.store(leaf, low);
      v128.store(leaf, high, 16);
    } else state |= (<u64>1) << b;
  }
  return state;
}
