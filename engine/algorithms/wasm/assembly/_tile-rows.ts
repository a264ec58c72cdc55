/*
 * One generation of some rows of a tile, 128 cells (four rows) at a time.
 *
 * Counting is bit-sliced: bit i of a lane belongs to cell i, and sums are kept as binary digits in separate vectors. For
 * a row of three cells (left, centre, right) the digits are l = parity and h = majority; three such rows give
 *   s0 = parity(l), c1 = majority(l), hx = parity(h), hm = majority(h),   sum = s0 + 2 (c1 + hx) + 4 hm.
 * The rule is two bits a sum: a cell with sum s becomes X[s] ^ (Y[s] & cell), picked by a tree of multiplexers.
 * This runs any rule. The tests compare it with the loops that the host emits for one rule
 * (engine/algorithms/cpu/rule-kernel.ts); where a policy forbids emitting, it does all the work.
 */

import { BAND, HEX, MOORE } from "./_tile-layout";

/**
 * Results of stepBands: the rows where the new plane differs from the one it overwrote, and OR-ed over them the
 * columns.
 */
export let changedRows: u32 = 0;
export let changedColumns: u32 = 0;
/** The cells that changed in a tile's outer rows, where the loop tells them: in more than two states. */
export let changedTop: u32 = 0;
export let changedBottom: u32 = 0;

@inline
function majority(a: v128, b: v128, c: v128): v128 {
  return v128.bitselect(c, a, v128.xor(a, b));
}

@inline
function majority32(a: u32, b: u32, c: u32): u32 {
  return (a & b) | (c & (a | b));
}

@inline
function leftOf(c: v128, west: v128): v128 {
  return v128.or(v128.shl<i32>(c, 1), v128.shr<u32>(west, 31));
}

@inline
function rightOf(c: v128, east: v128): v128 {
  return v128.or(v128.shr<u32>(c, 1), v128.shl<i32>(east, 31));
}

/** The vector one row up: lane 3 of the vector before, then lanes 0..2. */
@inline
function rowUp(before: v128, here: v128): v128 {
  return v128.shuffle<i32>(before, here, 3, 4, 5, 6);
}

@inline
function rowDown(here: v128, after: v128): v128 {
  return v128.shuffle<i32>(here, after, 1, 2, 3, 4);
}

/** The entries for sums n and n + 1 of the rule, chosen by the lowest digit. */
@inline
function pair(rule: u32, n: u32, s0: v128, cell: v128): v128 {
  return v128.bitselect(leaf(rule, n + 1, cell), leaf(rule, n, cell), s0);
}

@inline
function leaf(rule: u32, n: u32, cell: v128): v128 {
  return v128.xor(v128.load(rule + (n << 4)), v128.and(v128.load(rule + 160 + (n << 4)), cell));
}

/** OR of the four lanes. */
@inline
function fold(v: v128): u32 {
  const pairs = v128.or(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) | i32x4.extract_lane(pairs, 1);
}

/**
 * One generation of the bands from byte `first` to byte `last`. `centre`, `west`, `east` and `target` are addresses
 * of 32 words; the six single words are the rows just above and below those bands. Moore keeps the digits of the row
 * above (pa, pb), here (qa, qb) and below (na, nb); hex and von Neumann keep the rows themselves and a shifted one.
 * `kind` is a constant at each call.
 */
@inline
export function stepBands(
  first: u32, last: u32, centre: u32, west: u32, east: u32, target: u32, mask: u32, rule: u32,
  nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32, kind: u32,
): void {
  const nl = (n << 1) | (nw >> 31);
  const nr = (n >> 1) | (ne << 31);
  const sl = (s << 1) | (sw >> 31);
  const sr = (s >> 1) | (se << 31);
  // p: of the row above, q: here. a and b are l and h for Moore; for the others the cells and their left (hex)
  // neighbours.
  let pa: v128, pb: v128, qa: v128, qb: v128;
  let cell = v128.load(centre + first);
  let left = leftOf(cell, v128.load(west + first));
  let right = rightOf(cell, v128.load(east + first));
  if (kind == MOORE) {
    pa = i32x4.splat(nl ^ n ^ nr);
    pb = i32x4.splat(majority32(nl, n, nr));
    qa = v128.xor(v128.xor(left, cell), right);
    qb = majority(left, cell, right);
  } else {
    pa = i32x4.splat(n);
    pb = i32x4.splat(nl);
    qa = cell;
    qb = left;
  }
  let columns = i32x4.splat(0);
  let rows: u32 = 0;
  for (let k = first; k <= last; k += BAND) {
    let na: v128, nb: v128, cellN: v128, leftN: v128, rightN: v128;
    if (k < last) {
      cellN = v128.load(centre + k + BAND);
      leftN = leftOf(cellN, v128.load(west + k + BAND));
      rightN = rightOf(cellN, v128.load(east + k + BAND));
      if (kind == MOORE) {
        na = v128.xor(v128.xor(leftN, cellN), rightN);
        nb = majority(leftN, cellN, rightN);
      } else {
        na = cellN;
        nb = rightN;
      }
    } else {
      cellN = i32x4.splat(s);
      leftN = cellN;
      rightN = i32x4.splat(sr);
      if (kind == MOORE) {
        na = i32x4.splat(sl ^ s ^ sr);
        nb = i32x4.splat(majority32(sl, s, sr));
      } else {
        na = cellN;
        nb = rightN;
      }
    }
    let next: v128;
    if (kind == MOORE) {
      const lu = rowUp(pa, qa), ld = rowDown(qa, na), hu = rowUp(pb, qb), hd = rowDown(qb, nb);
      const s0 = v128.xor(v128.xor(lu, qa), ld);
      const c1 = majority(lu, qa, ld);
      const hx = v128.xor(v128.xor(hu, qb), hd);
      const hm = majority(hu, qb, hd);
      const t1 = v128.xor(c1, hx);
      const carry = v128.and(c1, hx);
      const t2 = v128.xor(carry, hm);
      const t3 = v128.and(carry, hm);
      const high = v128.bitselect(pair(rule, 6, s0, cell), pair(rule, 4, s0, cell), t1);
      const low = v128.bitselect(pair(rule, 2, s0, cell), pair(rule, 0, s0, cell), t1);
      next = v128.bitselect(pair(rule, 8, s0, cell), v128.bitselect(high, low, t2), t3);
    } else {
      const up = rowUp(pa, qa), down = rowDown(qa, na);
      // Digits of up + left + right, then the rest.
      const a0 = v128.xor(v128.xor(up, left), right);
      const a1 = majority(up, left, right);
      if (kind == HEX) {
        // Hex adds up-left (NW) and down-right (SE).
        const upLeft = rowUp(pb, qb);
        const downRight = rowDown(right, nb);
        const b0 = v128.xor(v128.xor(upLeft, down), downRight);
        const b1 = majority(upLeft, down, downRight);
        const s0 = v128.xor(a0, b0);
        const c = v128.and(a0, b0);
        const t1 = v128.xor(v128.xor(a1, b1), c);
        const t2 = majority(a1, b1, c);
        const high = v128.bitselect(leaf(rule, 6, cell), pair(rule, 4, s0, cell), t1);
        const low = v128.bitselect(pair(rule, 2, s0, cell), pair(rule, 0, s0, cell), t1);
        next = v128.bitselect(high, low, t2);
      } else {
        const s0 = v128.xor(a0, down);
        const c = v128.and(a0, down);
        const t1 = v128.xor(a1, c);
        const t2 = v128.and(a1, c);
        const low = v128.bitselect(pair(rule, 2, s0, cell), pair(rule, 0, s0, cell), t1);
        next = v128.bitselect(leaf(rule, 4, cell), low, t2);
      }
    }
    next = v128.and(next, v128.load(mask + k));
    const diff = v128.xor(next, v128.load(target + k));
    v128.store(target + k, next);
    columns = v128.or(columns, diff);
    rows |= (i32x4.bitmask(v128.eq<i32>(diff, i32x4.splat(0))) ^ 15) << (k >> 2);
    if (kind == MOORE) {
      pa = qa;
      pb = qb;
      qa = na;
      qb = nb;
    } else {
      pa = qa;
      pb = qb;
      qa = na;
      qb = leftN;
    }
    cell = cellN;
    left = leftN;
    right = rightN;
  }
  changedRows = rows;
  changedColumns = fold(columns);
}


/** The same through the loop that the host emitted for the present rule (engine/algorithms/cpu/rule-kernel.ts). */
@inline
export function stepBandsEmitted(
  phase: u32, first: u32, last: u32, centre: u32, west: u32, east: u32, target: u32, mask: u32,
  nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32,
): void {
  const changes = call_indirect<u64>(
    1 + phase, first, last, centre, west, east, target, mask, nw, n, ne, sw, s, se,
  );
  changedRows = u32(changes);
  changedColumns = u32(changes >> 32);
}

/** The same in more than two states: of the rows above and below it takes the addresses. */
@inline
export function stepBandsStated(
  phase: u32, first: u32, last: u32, centre: u32, west: u32, east: u32, target: u32, mask: u32,
  nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32,
): void {
  const changes = call_indirect<v128>(
    1 + phase, first, last, centre, west, east, target, mask, nw, n, ne, sw, s, se,
  );
  changedRows = i32x4.extract_lane(changes, 0);
  changedColumns = i32x4.extract_lane(changes, 1);
  changedTop = i32x4.extract_lane(changes, 2);
  changedBottom = i32x4.extract_lane(changes, 3);
}
