/*
 * HashLife's base case: a 32 x 32 square stepped by up to eight generations at once, in SIMD registers, for its 16 x
 * 16 centre. The table holds no square smaller than a 16 x 16 leaf, which takes four levels off the quad-tree.
 *
 * A leaf is 16 rows of 16 bits, 32 bytes, lowest bit = lowest x. The square's 32 rows are dealt to eight vectors:
 * vector r holds rows r, r + 8, r + 16 and r + 24 in its four lanes. The row above a vector's rows is then simply the
 * vector before it, and lanes move only at the ends (vectors 0 and 7). Errors at the square's border creep inward by
 * one cell a generation and never reach the centre.
 *
 * Counting is bit-sliced as in bitwise.ts: of each row p, q are the two digits of left + right and a, b those of left
 * + centre + right; a row's neighbour count is a(above) + p + a(below) + 2 (b(above) + q + b(below)).
 */

import {
  leafAt, PARAMETERS, RULE_BYTES, RULES, signalsAt, squareAt, SQUARES, SQUARES_BYTES,
} from "./_hashlife-memory";
import { leaf } from "./_hashlife-table";

const Y: u32 = 160;

/** Kinds of counting. LIFE is Moore with the one rule that has code of its own. */
const MOORE: u32 = 0;
const HEX: u32 = 1;
const VON_NEUMANN: u32 = 2;
const LIFE: u32 = 3;
/** No counting: a decision diagram over the square of nine cells. */
const BY_SQUARES: u32 = 4;
/** The signal of a square's north-western cell. */
const FIRST_CELL: u32 = 2;
const FIRST_ANSWER: u32 = 11;

let counting: u32 = MOORE;
/** 1: generations alternate between the two phases (rules whose background strobes). */
let alternates: u32 = 0;

export function setRule(kind: u32, twoPhases: u32): void {
  counting = kind;
  alternates = twoPhases;
}

/** The rule, for other threads. */
export function lendRule(): void {
  store<u32>(PARAMETERS, counting);
  store<u32>(PARAMETERS, alternates, 4);
}

export function borrowRule(): void {
  setRule(load<u32>(PARAMETERS), load<u32>(PARAMETERS, 4));
}

@inline
function majority(a: v128, b: v128, c: v128): v128 {
  return v128.bitselect(c, a, v128.xor(a, b));
}

/** Rows of two leaves side by side, four at a time: 16 + 16 bits a lane. */
@inline
export function besideLow(west: v128, east: v128): v128 {
  return v128.shuffle<i16>(west, east, 0, 8, 1, 9, 2, 10, 3, 11);
}

@inline
export function besideHigh(west: v128, east: v128): v128 {
  return v128.shuffle<i16>(west, east, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Stores the transpose of four vectors as four vectors from `at` on. */
@inline
export function deal(at: u32, w0: v128, w1: v128, w2: v128, w3: v128): void {
  const x0 = v128.shuffle<i32>(w0, w1, 0, 4, 1, 5);
  const x1 = v128.shuffle<i32>(w2, w3, 0, 4, 1, 5);
  const x2 = v128.shuffle<i32>(w0, w1, 2, 6, 3, 7);
  const x3 = v128.shuffle<i32>(w2, w3, 2, 6, 3, 7);
  v128.store(at, v128.shuffle<i64>(x0, x1, 0, 2));
  v128.store(at, v128.shuffle<i64>(x0, x1, 1, 3), 16);
  v128.store(at, v128.shuffle<i64>(x2, x3, 0, 2), 32);
  v128.store(at, v128.shuffle<i64>(x2, x3, 1, 3), 48);
}

/**
 * Steps the square of four leaves (addresses) by 0 to 8 generations, the first from a generation of parity `parity`,
 * and leaves its centre at leafAt().
 */
export function base32(nw: u32, ne: u32, sw: u32, se: u32, generations: u32, parity: u32): void {
  const a0 = v128.load(nw), a1 = v128.load(nw, 16), b0 = v128.load(ne), b1 = v128.load(ne, 16);
  const c0 = v128.load(sw), c1 = v128.load(sw, 16), d0 = v128.load(se), d1 = v128.load(se, 16);
  const square = squareAt();
  deal(square, besideLow(a0, b0), besideLow(a1, b1), besideLow(c0, d0), besideLow(c1, d1));
  deal(square + 64, besideHigh(a0, b0), besideHigh(a1, b1), besideHigh(c0, d0), besideHigh(c1, d1));
  if (counting == LIFE) {
    for (; generations; generations--) countAll(LIFE, 0, square);
  } else if (counting == BY_SQUARES) {
    for (; generations; generations--) {
      askAll(SQUARES + parity * SQUARES_BYTES, square);
      parity ^= alternates;
    }
  } else {
    let rule = RULES + parity * RULE_BYTES;
    const other: u32 = alternates ? RULES ^ (RULES + RULE_BYTES) : 0;
    for (; generations; generations--) {
      if (counting == MOORE) countAll(MOORE, rule, square);
      else if (counting == HEX) countAll(HEX, rule, square);
      else countAll(VON_NEUMANN, rule, square);
      rule ^= other;
    }
  }
  middleLeaf(square);
}

/** Leaves the centre of a square that is dealt to eight vectors at leafAt(). */
@inline
export function middleLeaf(square: u32): void {
  // Columns 8..23 are bytes 1 and 2 of a lane; rows 8..15 are lane 1 of each vector, rows 16..23 lane 2.
  const r01 = middle(square), r23 = middle(square + 32), r45 = middle(square + 64), r67 = middle(square + 96);
  const upper = v128.shuffle<i32>(r01, r23, 0, 4, 0, 4), lower = v128.shuffle<i32>(r01, r23, 1, 5, 1, 5);
  const leaf = leafAt();
  v128.store(leaf, v128.shuffle<i32>(upper, v128.shuffle<i32>(r45, r67, 0, 4, 0, 4), 0, 1, 4, 5));
  v128.store(leaf, v128.shuffle<i32>(lower, v128.shuffle<i32>(r45, r67, 1, 5, 1, 5), 0, 1, 4, 5), 16);
}

@inline
function middle(at: u32): v128 {
  return v128.shuffle<i8>(
    v128.load(at), v128.load(at, 16), 5, 6, 21, 22, 9, 10, 25, 26, 5, 6, 21, 22, 9, 10, 25, 26,
  );
}

/** The leaf in the middle of four. Needs room for one. */
export function middleOfLeaves(nw: u32, ne: u32, sw: u32, se: u32): u32 {
  const cells = leafAt();
  v128.store(cells, v128.or(v128.shr<u16>(v128.load(nw, 16), 8), v128.shl<i16>(v128.load(ne, 16), 8)));
  v128.store(cells, v128.or(v128.shr<u16>(v128.load(sw), 8), v128.shl<i16>(v128.load(se), 8)), 16);
  return leaf();
}

/** One generation of the whole square by a decision diagram. */
function askAll(diagram: u32, square: u32): void {
  const signals = signalsAt();
  v128.store(signals, i32x4.splat(0));
  v128.store(signals, i32x4.splat(-1), 16);
  const first = v128.load(square), last = v128.load(square + 112);
  let up = v128.shuffle<i32>(last, last, 0, 0, 1, 2);
  let cell = first;
  for (let at: u32 = square; at < square + 128; at += 16) {
    const down = at == square + 112 ? v128.shuffle<i32>(first, first, 1, 2, 3, 3) : v128.load(at, 16);
    threeCells(signals + (FIRST_CELL << 4), up);
    threeCells(signals + ((FIRST_CELL + 3) << 4), cell);
    threeCells(signals + ((FIRST_CELL + 6) << 4), down);
    v128.store(at, answer(diagram, signals));
    up = cell;
    cell = down;
  }
}

@inline
function threeCells(at: u32, row: v128): void {
  v128.store(at, v128.shl<i32>(row, 1));
  v128.store(at, row, 16);
  v128.store(at, v128.shr<u32>(row, 1), 32);
}

@inline
function signal(signals: u32, number: u32): v128 { return v128.load(signals + (number << 4)); }

/** Asks all questions in turn. */
function answer(diagram: u32, signals: u32): v128 {
  const end = diagram + 8 + (load<u32>(diagram, 4) << 2);
  let to = signals + (FIRST_ANSWER << 4);
  for (let at = diagram + 8; at < end; at += 4) {
    const yes = signal(signals, load<u8>(at, 1)), no = signal(signals, load<u8>(at, 2));
    v128.store(to, v128.bitselect(yes, no, signal(signals, load<u8>(at))));
    to += 16;
  }
  return signal(signals, load<u32>(diagram));
}

@inline
function choose(rule: u32, n: u32, cell: v128): v128 {
  return v128.xor(v128.load(rule + (n << 4)), v128.and(v128.load(rule + (n << 4) + Y), cell));
}

@inline
function pair(rule: u32, n: u32, low: v128, cell: v128): v128 {
  return v128.bitselect(choose(rule, n + 1, cell), choose(rule, n, cell), low);
}

/** One generation of the whole square. `kind` is a constant at each call, so each kind has a loop of its own. */
@inline
function countAll(kind: u32, rule: u32, square: u32): void {
  const first = v128.load(square);
  const last = v128.load(square + 112);
  // The digits that a row hands to the rows below and above it: for Moore those of its triple, else its cells and a
  // side.
  let cell = first;
  let west = v128.shl<i32>(cell, 1);
  let east = v128.shr<u32>(cell, 1);
  let p = v128.xor(west, east);
  let q = v128.and(west, east);
  let a: v128, b: v128, upA: v128, upB: v128, endA: v128, endB: v128;
  if (kind == MOORE || kind == LIFE) {
    a = v128.xor(p, cell);
    b = v128.or(q, v128.and(p, cell));
    const lastWest = v128.shl<i32>(last, 1), lastEast = v128.shr<u32>(last, 1), lastP = v128.xor(lastWest, lastEast);
    upA = v128.xor(lastP, last);
    upB = v128.or(v128.and(lastWest, lastEast), v128.and(lastP, last));
    endA = a;
    endB = b;
  } else {
    a = cell;
    b = west;
    upA = last;
    upB = v128.shl<i32>(last, 1);
    endA = cell;
    endB = east;
  }
  upA = v128.shuffle<i32>(upA, upA, 0, 0, 1, 2);
  upB = v128.shuffle<i32>(upB, upB, 0, 0, 1, 2);
  endA = v128.shuffle<i32>(endA, endA, 1, 2, 3, 3);
  endB = v128.shuffle<i32>(endB, endB, 1, 2, 3, 3);
  for (let at: u32 = square; at < square + 112; at += 16) {
    const nextCell = v128.load(at, 16);
    const nextWest = v128.shl<i32>(nextCell, 1);
    const nextEast = v128.shr<u32>(nextCell, 1);
    const nextP = v128.xor(nextWest, nextEast);
    const nextQ = v128.and(nextWest, nextEast);
    if (kind == MOORE || kind == LIFE) {
      const nextA = v128.xor(nextP, nextCell);
      const nextB = v128.or(nextQ, v128.and(nextP, nextCell));
      v128.store(at, moore(kind, rule, cell, p, q, upA, upB, nextA, nextB));
      upA = a;
      upB = b;
      a = nextA;
      b = nextB;
      p = nextP;
      q = nextQ;
    } else {
      v128.store(at, few(kind, rule, cell, west, east, upA, upB, nextCell, nextEast));
      upA = cell;
      upB = west;
      west = nextWest;
      east = nextEast;
    }
    cell = nextCell;
  }
  if (kind == MOORE || kind == LIFE) v128.store(square + 112, moore(kind, rule, cell, p, q, upA, upB, endA, endB));
  else v128.store(square + 112, few(kind, rule, cell, west, east, upA, upB, endA, endB));
}

@inline
function moore(
  kind: u32, rule: u32, cell: v128, p: v128, q: v128, upA: v128, upB: v128, downA: v128, downB: v128,
): v128 {
  const t = v128.xor(upA, downA), u = v128.and(upA, downA);
  const n0 = v128.xor(t, p);
  const v = v128.or(u, v128.and(t, p));
  const w = v128.xor(upB, downB), y = v128.and(upB, downB);
  const e = v128.xor(w, q);
  const f = v128.or(y, v128.and(w, q));
  const n1 = v128.xor(e, v);
  const k = v128.and(e, v);
  if (kind == LIFE) return v128.and(v128.andnot(n1, v128.or(f, k)), v128.or(n0, cell));
  const n2 = v128.xor(f, k);
  const n3 = v128.and(f, k);
  const high = v128.bitselect(pair(rule, 6, n0, cell), pair(rule, 4, n0, cell), n1);
  const low = v128.bitselect(pair(rule, 2, n0, cell), pair(rule, 0, n0, cell), n1);
  return v128.bitselect(choose(rule, 8, cell), v128.bitselect(high, low, n2), n3);
}

/** Hex adds the cell up and west (NW) and the one down and east (SE) to the four of von Neumann. */
@inline
function few(
  kind: u32, rule: u32, cell: v128, west: v128, east: v128, up: v128, upWest: v128, down: v128, downEast: v128,
): v128 {
  const a0 = v128.xor(v128.xor(up, west), east);
  const a1 = majority(up, west, east);
  if (kind == HEX) {
    const b0 = v128.xor(v128.xor(upWest, down), downEast);
    const b1 = majority(upWest, down, downEast);
    const n0 = v128.xor(a0, b0);
    const c = v128.and(a0, b0);
    const n1 = v128.xor(v128.xor(a1, b1), c);
    const n2 = majority(a1, b1, c);
    const high = v128.bitselect(choose(rule, 6, cell), pair(rule, 4, n0, cell), n1);
    const low = v128.bitselect(pair(rule, 2, n0, cell), pair(rule, 0, n0, cell), n1);
    return v128.bitselect(high, low, n2);
  }
  const n0 = v128.xor(a0, down);
  const c = v128.and(a0, down);
  const n1 = v128.xor(a1, c);
  const n2 = v128.and(a1, c);
  return v128.bitselect(
    choose(rule, 4, cell), v128.bitselect(pair(rule, 2, n0, cell), pair(rule, 0, n0, cell), n1), n2,
  );
}
