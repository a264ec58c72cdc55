/*
 * Cells in more than two states. The leaves are then smaller: a *plane leaf* is 8 x 8 cells, of which it holds up to four bits as
 * planes of 64 bits, eight rows of a byte, lowest bit = lowest x. So a slot is as full as one of 16 x 16 cells in two states. With
 * up to four bits a level-3 square is a plane leaf. Five to eight are those of two, which are then the first two children of a node
 * that is the square. Equal squares are one slot as ever, 0 where they are empty, and nothing above level 3 knows of states.
 *
 * Such cells repeat in small parts: wires, arms and tapes are a few cells wide and the same everywhere. So the base case is a 16 x 16
 * square, four generations at most, and squares of level 4 have results that are found again.
 *
 * The base case is a function that the host puts into the table of functions: it steps a square that lies as planes at PLANES, and leaves
 * the planes of its middle there. Of each plane there are two vectors of 16 bytes: the even rows and the odd ones, 16 bits each. The row
 * above an odd one is then the even one in the same lane.
 */

import {
  batchAt, leafAt, leafQuestionsAt, MARGIN, PARAMETERS, PLANE_BYTES, planesAt, POPULATION, setMargin, storeShared, WIDTH,
} from "./_hashlife-memory";
import { hashLeaf, key, leafTag } from "./_hashlife-keys";
import { ANSWER, answerAll, ask } from "./_hashlife-questions";
import { child, leaf, lookUpLeaf, node, placeInIndex } from "./_hashlife-table";

/** Where the function of the base case stands in the table of functions. */
const BASE: u32 = 1;
/** Bits of a cell that a plane leaf holds. */
const LEAF_PLANES: u32 = 4;
/** A census is a count of cells, with the lowest of their states from this bit on. */
const LOWEST: u64 = 56;

/** Bits of a cell. */
let planes: u32 = 1;
/** The level of the rows whose nine sub-squares are base cases. */
let lowestRow: u32 = 6;

/** How cells are kept from here on. The trees that the host names have to be of that kind. */
export function setPlanes(count: u32): void {
  planes = count;
  lowestRow = count > 1 ? 5 : 6;
  // For each of the thirteen results of the base case that a work makes: two leaves and the node over them.
  setMargin(MARGIN + (count > LEAF_PLANES ? 2 * 13 * 16 : 0));
}

/** How cells are kept, for other threads. */
export function lendPlanes(): void { store<u32>(PARAMETERS, planes, 56); }

export function borrowPlanes(): void { setPlanes(load<u32>(PARAMETERS, 56)); }

@inline
export function isStated(): bool { return planes > 1; }

@inline
export function getPlanes(): u32 { return planes; }

@inline
export function getLowestRow(): u32 { return lowestRow; }

/** Levels of slots below a level-4 square. */
export function slotsBelow(): u32 { return planes > LEAF_PLANES ? 2 : planes > 1 ? 1 : 0; }

/** Where plane b of a level-3 square lies. */
@inline
export function planeOf(n: u32, b: u32): u32 {
  return planes > LEAF_PLANES ? child(n, b >> 2) + ((b & 3) << 3) : n + (b << 3);
}

/** The level-3 square whose planes lie one after the other at planesAt(). */
function squareOfPlanes(): u32 {
  const first = leafOfPlanes(0);
  return planes > LEAF_PLANES ? node(first, leafOfPlanes(LEAF_PLANES), 0, 0) : first;
}

/** The plane leaf of planes `first` to `first` + 3. Those beyond the last are 0. */
@inline
function leafOfPlanes(first: u32): u32 {
  const from = planesAt() + (first << 3), to = leafAt();
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  return leaf();
}

/** The middle of a level-4 square, so many generations later. Needs room for a square and its planes. */
export function baseOfStates(n: u32, generations: u32): u32 {
  stepPlanes(n, generations);
  return squareOfMiddles();
}

/** Leaves the middle of a level-4 square, so many generations later, at planesAt(): eight bytes a plane. */
function stepPlanes(n: u32, generations: u32): void {
  const nw = child(n, 0), ne = child(n, 1), sw = child(n, 2), se = child(n, 3);
  const square = planesAt();
  for (let b: u32 = 0; b < planes; b++) {
    const at = square + b * PLANE_BYTES;
    const north = i64x2.replace_lane(v128.load64_zero(planeOf(nw, b)), 1, load<u64>(planeOf(ne, b)));
    const south = i64x2.replace_lane(v128.load64_zero(planeOf(sw, b)), 1, load<u64>(planeOf(se, b)));
    v128.store(at, v128.shuffle<i8>(north, south, 0, 8, 2, 10, 4, 12, 6, 14, 16, 24, 18, 26, 20, 28, 22, 30));
    v128.store(at, v128.shuffle<i8>(north, south, 1, 9, 3, 11, 5, 13, 7, 15, 17, 25, 19, 27, 21, 29, 23, 31), 16);
  }
  if (generations) call_indirect<void>(BASE, square, generations);
  else takeMiddles(square);
  for (let b = planes; b & 3; b++) store<u64>(square + (b << 3), 0);
}

/** Planes of a square become those of its middle. */
function takeMiddles(square: u32): void {
  // A middle takes less room than its plane, so it is written where no later plane lies.
  for (let b: u32 = 0; b < planes; b++) {
    const at = square + b * PLANE_BYTES;
    const even = v128.shr<u16>(v128.load(at), 4), odd = v128.shr<u16>(v128.load(at, 16), 4);
    const middle = v128.shuffle<i8>(even, odd, 4, 20, 6, 22, 8, 24, 10, 26, 4, 20, 6, 22, 8, 24, 10, 26);
    store<u64>(square + (b << 3), i64x2.extract_lane(middle, 0));
  }
}

// A question for a leaf is its 32 bytes, the place in the index, the tag, the entry there, and the answer.

const LEAF_PLACE: u32 = 32;
const LEAF_WANTED: u32 = 36;
const LEAF_ENTRY: u32 = 40;
const LEAF_ANSWER: u32 = 44;
const LEAF_QUESTION: u32 = 48;

/** Makes a question of the 32 bytes at `at`. */
@inline
function askLeaf(at: u32): void {
  const h = hashLeaf(load<u64>(at), load<u64>(at, 8), load<u64>(at, 16), load<u64>(at, 24));
  store<u32>(at, placeInIndex(h), LEAF_PLACE);
  store<u32>(at, leafTag(h), LEAF_WANTED);
}

/** Answers the questions from `from` up to `end`. Needs room for as many leaves. Like answerAll, it fetches first what it will look at. */
function answerLeaves(from: u32, end: u32): void {
  let touched: u32 = 0;
  for (let at = from; at < end; at += LEAF_QUESTION) store<u32>(at, load<u32>(load<u32>(at, LEAF_PLACE)), LEAF_ENTRY);
  for (let at = from; at < end; at += LEAF_QUESTION) touched += load<u32>(load<u32>(at, LEAF_ENTRY) & ~31);
  store<u32>(batchAt() - 32, touched);
  for (let at = from; at < end; at += LEAF_QUESTION) {
    const a = load<u64>(at), b = load<u64>(at, 8), c = load<u64>(at, 16), d = load<u64>(at, 24);
    const made = a | b | c | d ? lookUpLeaf(a, b, c, d, load<u32>(at, LEAF_PLACE), load<u32>(at, LEAF_WANTED)) : 0;
    store<u32>(at, made, LEAF_ANSWER);
  }
}

/**
 * Computes the results of the level-4 squares listed from `list` up to `end` and stores them in their slots. The look-ups of up to WIDTH
 * of them are then under way at once. Needs room for each square and its planes.
 */
export function basesOfStates(list: u32, end: u32, slot: u32, generations: u32): void {
  for (let from = list; from < end; from += WIDTH << 2) basesTogether(from, min(from + (WIDTH << 2), end), slot, generations);
}

function basesTogether(list: u32, end: u32, slot: u32, generations: u32): void {
  const questions = leafQuestionsAt(), batch = batchAt();
  const isSplit = planes > LEAF_PLANES;
  // Touches all planes before reading the first, so their cache misses overlap.
  let touched: u32 = 0;
  for (let at = list; at < end; at += 4) {
    const n = load<u32>(at);
    for (let k: u32 = 0; k < 4; k++) touched += load<u32>(isSplit ? child(child(n, k), 0) : child(n, k));
  }
  store<u32>(batch - 32, touched);
  let to = questions;
  for (let at = list; at < end; at += 4) {
    stepPlanes(load<u32>(at), generations);
    for (let first = planesAt(), b: u32 = 0; b < planes; b += LEAF_PLANES) {
      v128.store(to, v128.load(first));
      v128.store(to, v128.load(first, 16), 16);
      askLeaf(to);
      first += LEAF_PLANES << 3;
      to += LEAF_QUESTION;
    }
  }
  answerLeaves(questions, to);
  to = questions;
  if (!isSplit) {
    for (let at = list; at < end; at += 4) {
      storeShared(load<u32>(at) + slot, load<u32>(to, LEAF_ANSWER));
      to += LEAF_QUESTION;
    }
    return;
  }
  let asked = batch;
  for (let at = list; at < end; at += 4) {
    ask(asked, key(load<u32>(to, LEAF_ANSWER), load<u32>(to, LEAF_QUESTION + LEAF_ANSWER)), 0);
    to += 2 * LEAF_QUESTION;
    asked += 32;
  }
  answerAll(asked);
  asked = batch;
  for (let at = list; at < end; at += 4) {
    storeShared(load<u32>(at) + slot, load<u32>(asked, ANSWER));
    asked += 32;
  }
}

/** The level-3 square in the middle of four. Needs room for it and its planes. */
export function middleOfStates(nw: u32, ne: u32, sw: u32, se: u32): u32 {
  const square = planesAt();
  for (let b: u32 = 0; b < planes; b++) {
    const north = beside(load<u64>(planeOf(nw, b)), load<u64>(planeOf(ne, b)));
    const south = beside(load<u64>(planeOf(sw, b)), load<u64>(planeOf(se, b)));
    store<u64>(square + (b << 3), (north >> 32) | (south << 32));
  }
  return squareOfMiddles();
}

/** The eastern half of a plane's columns, and the western half of another's. */
@inline
function beside(west: u64, east: u64): u64 {
  return ((west >> 4) & 0x0f0f0f0f0f0f0f0f) | ((east << 4) & 0xf0f0f0f0f0f0f0f0);
}

/** The level-3 square of the planes that lie at planesAt(), eight bytes each. */
export function squareOfMiddles(): u32 {
  const square = planesAt();
  for (let b = planes; b & 3; b++) store<u64>(square + (b << 3), 0);
  return squareOfPlanes();
}

/**
 * Of a square of level 27 or less: how many of its cells are in a state above 0, in the low 56 bits, and from there on the lowest of
 * these states (0 for none). Counts the parts not counted before.
 */
export function census(n: u32, level: u32): u64 {
  if (!n) return 0;
  if (level == 3) return censusOfPlanes(n);
  const known = load<u64>(n, POPULATION);
  if (known) return known;
  let sum: u64 = 0;
  let lowest: u64 = 256;
  for (let k: u32 = 0; k < 4; k++) {
    const part = census(child(n, k), level - 1);
    if (!part) continue;
    sum += part & (((<u64>1) << LOWEST) - 1);
    lowest = min(lowest, part >> LOWEST);
  }
  sum |= lowest << LOWEST;
  store<u64>(n, sum, POPULATION);
  return sum;
}

/** Which cells of a level-3 square are in a state above 0. */
@inline
function livingOf(n: u32): u64 {
  let living: u64 = 0;
  for (let b: u32 = 0; b < planes; b++) living |= load<u64>(planeOf(n, b));
  return living;
}

/**
 * How far the nearest cell of a square, which is not empty and of level 31 or less, lies from its side: 0 left, 1 right, 2 top,
 * 3 bottom. Looks at a square as often as it is there, so it is for small ones.
 */
export function edgeOf(n: u32, level: u32, side: u32): u32 {
  if (level == 3) {
    const living = livingOf(n);
    if (side == 2) return u32(ctz(living)) >> 3;
    if (side == 3) return u32(clz(living)) >> 3;
    let columns = living | (living >> 32);
    columns |= columns >> 16;
    const row = u32(columns | (columns >> 8)) & 0xff;
    return side ? clz(row) - 24 : ctz(row);
  }
  // The two children at that side, then those beyond.
  const first = side == 1 ? 1 : side == 3 ? 2 : 0, apart = side < 2 ? 2 : 1;
  const one = child(n, first), other = child(n, first + apart);
  if (one | other) return nearer(one, other, level - 1, side);
  const beyond = first ^ (3 - apart);
  return (1 << (level - 1)) + nearer(child(n, beyond), child(n, beyond + apart), level - 1, side);
}

function nearer(one: u32, other: u32, level: u32, side: u32): u32 {
  if (!one) return edgeOf(other, level, side);
  const near = edgeOf(one, level, side);
  return near && other && other != one ? min(near, edgeOf(other, level, side)) : near;
}

function censusOfPlanes(n: u32): u64 {
  const living = livingOf(n);
  // From the highest bit on, those without it, where there are any.
  let rest = living, lowest: u64 = 0;
  for (let b = planes - 1; i32(b) >= 0; b--) {
    const without = rest & ~load<u64>(planeOf(n, b));
    if (without) rest = without;
    else lowest |= (<u64>1) << b;
  }
  return popcnt(living) | (lowest << LOWEST);
}
