// asc: --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * The stepping kernel of the `bitwise` algorithm (engine/algorithms/cpu/bitwise.ts owns the memory and explains tiles;
 * engine/algorithms/cpu/tile-layout.ts is the TypeScript half of the layout below: change both together).
 *
 * A tile is 32 x 32 cells, one u32 a row, lowest bit = lowest x. It has two planes: plane g & 1 holds generation g, the
 * other one generation g - 1 until it is overwritten by g + 1. That is the whole trick of skipping: a tile whose new
 * plane equals what it overwrites repeats with period 1 or 2, and if that holds for everything it looks at, the plane
 * already holds the right answer for ever. So only tiles near a change are queued; still lifes, blinkers and empty
 * space cost nothing.
 *
 * Counting is bit-sliced: bit i of a lane belongs to cell i, and sums are kept as binary digits in separate vectors. For
 * a row of three cells (left, centre, right) the digits are l = parity and h = majority; three such rows give
 *   s0 = parity(l), c1 = majority(l), hx = parity(h), hm = majority(h),   sum = s0 + 2 (c1 + hx) + 4 hm.
 * The rule is two bits a sum: a cell with sum s becomes X[s] ^ (Y[s] & cell), picked by a tree of multiplexers.
 */

// Memory map, in bytes. Tile records are 320 bytes from TILES on.
const EMPTY: u32 = 1024; // stands for a neighbour that may be created
const VOID: u32 = 1344; // stands for a neighbour that can never exist (outside a bounded plane)
const RULES: u32 = 2048; // 2 phases x 20 vectors (X[0..9], Y[0..9])
const RULE_BYTES: u32 = 320;
const SCRATCH: u32 = 3072; // a gathered window: 34 left words, 34 centre words, 34 right words
const COLUMN: u32 = 136;
const REQUESTS: u32 = 8192;
const MAX_REQUESTS: u32 = 4096;

// A tile record.
const PLANE: u32 = 128; // bytes a plane
const LINKS: u32 = 256; // eight neighbours: N NE E SE S SW W NW
const QUEUE: u32 = 288; // next tile in the queue, one word a parity; 0 = not queued
const FLAGS: u32 = 296;
const MASK: u32 = 300; // address of 32 words: which cells exist
const PLAN: u32 = 304; // gathered tiles: address of the plan, its number of pieces and of sources
const PIECES: u32 = 308;
const SOURCES: u32 = 312;

const FORCE: u32 = 1; // cells were written: compute it in the next two steps, changed or not
const GATHER: u32 = 2; // the window wraps around a seam: copy it piece by piece

const END: u32 = 1; // end of a queue (never an address)

const N: u32 = 0;
const NE: u32 = 1;
const E: u32 = 2;
const SE: u32 = 3;
const S: u32 = 4;
const SW: u32 = 5;
const W: u32 = 6;
const NW: u32 = 7;
const ALL: u32 = 8; // request: every missing source of a gathered tile

const MOORE: u32 = 0;
const HEX: u32 = 1;

let parity: u32 = 0;
let neighbourhood: u32 = MOORE;
let current: u32 = END; // tiles still to do in this generation
let upcoming: u32 = END; // tiles to do in the next one
let requests: u32 = 0;
let generations: u32 = 0;
let computed: u32 = 0;
let started: u32 = 0; // whether this generation has tiles that are already done

export function getRequests(): u32 { return requests; }
export function clearRequests(): void { requests = 0; }
export function getGenerations(): u32 { return generations; }
/** Whether anything can change in the generations to come. */
export function isIdle(): u32 { return u32(current == END && upcoming == END && !started); }

export function configure(kind: u32, generationParity: u32): void {
  neighbourhood = kind;
  parity = generationParity;
}

/** Forgets both queues; the caller clears the tiles' queue words. */
export function resetQueues(): void {
  current = END;
  upcoming = END;
  started = 0;
  requests = 0;
}

/** Queues a tile for the generation that is about to be (or being) computed. */
export function enqueue(tile: u32): void {
  const at = tile + QUEUE + (parity << 2);
  if (load<u32>(at)) return;
  store<u32>(at, current);
  current = tile;
}

/** Queues a tile for the generation after that. */
export function enqueueUpcoming(tile: u32): void {
  wake(tile);
}

/** Whether a generation is under way: some of its tiles are done, others are not. */
export function isStarted(): u32 { return started; }

@inline
function wake(tile: u32): void {
  const at = tile + QUEUE + ((parity ^ 1) << 2);
  if (load<u32>(at)) return;
  store<u32>(at, upcoming);
  upcoming = tile;
}

@inline
function wakeLink(tile: u32, direction: u32): void {
  const neighbour = load<u32>(tile + LINKS + (direction << 2));
  if (neighbour > VOID) wake(neighbour);
  // Also where cells only died: other cells that look at the missing tile may now give birth in it.
  else if (neighbour == EMPTY) request(tile | direction);
}

@inline
function request(entry: u32): void {
  store<u32>(REQUESTS + (requests << 2), entry);
  requests++;
}

/**
 * Computes up to `maxTiles` tiles and at most `maxGenerations` whole generations. Returns early when a tile asks for a
 * neighbour that does not exist yet (answer the requests, then call again) and when nothing is left to change.
 * getGenerations() tells how many generations were completed.
 */
export function run(maxGenerations: u32, maxTiles: u32): void {
  generations = 0;
  computed = 0;
  while (generations < maxGenerations) {
    const rule = RULES + parity * RULE_BYTES;
    if (neighbourhood == MOORE) drain(rule, maxTiles, MOORE);
    else if (neighbourhood == HEX) drain(rule, maxTiles, HEX);
    else drain(rule, maxTiles, 2);
    if (current != END) return;
    current = upcoming;
    upcoming = END;
    parity ^= 1;
    started = 0;
    generations++;
    if (requests || current == END) return;
  }
}

/** Works off the current queue. `kind` is a constant at each call, so each neighbourhood has its own loop. */
@inline
function drain(rule: u32, maxTiles: u32, kind: u32): void {
  const slot = QUEUE + (parity << 2);
  while (current != END) {
    // A tile can make eight requests.
    if (computed >= maxTiles || requests + 8 > MAX_REQUESTS) return;
    const tile = current;
    current = load<u32>(tile + slot);
    store<u32>(tile + slot, 0);
    started = 1;
    computed++;
    stepTile(tile, rule, kind);
  }
}

// --- one tile -------------------------------------------------------------------------------------------------------

// What stepRows found, for the wake-up that follows: new ^ old of the first row, the last row, and all rows OR-ed.
let changedRows: u32 = 0;
let changedTop: u32 = 0;
let changedBottom: u32 = 0;

@inline
function stepTile(tile: u32, rule: u32, kind: u32): void {
  const now = parity * PLANE;
  const target = tile + (now ^ PLANE);
  const flags = load<u32>(tile + FLAGS);
  if (flags & GATHER) {
    gather(tile, now);
    const left = SCRATCH, centre = SCRATCH + COLUMN, right = SCRATCH + 2 * COLUMN;
    stepRows(
      centre + 4, left + 4, right + 4, target, load<u32>(tile + MASK), rule,
      load<u32>(left), load<u32>(centre), load<u32>(right),
      load<u32>(left + 132), load<u32>(centre + 132), load<u32>(right + 132), kind,
    );
  } else {
    const north = load<u32>(tile + LINKS) + now + 124;
    const south = load<u32>(tile + LINKS + 16) + now;
    const n = load<u32>(north);
    const s = load<u32>(south);
    const ne = load<u32>(load<u32>(tile + LINKS + 4) + now + 124);
    const nw = load<u32>(load<u32>(tile + LINKS + 28) + now + 124);
    const se = load<u32>(load<u32>(tile + LINKS + 12) + now);
    const sw = load<u32>(load<u32>(tile + LINKS + 20) + now);
    const east = load<u32>(tile + LINKS + 8) + now;
    const west = load<u32>(tile + LINKS + 24) + now;
    stepRows(tile + now, west, east, target, load<u32>(tile + MASK), rule, nw, n, ne, sw, s, se, kind);
  }
  if (flags & FORCE) {
    // The plane that the step after this one overwrites was not computed but written: it proves nothing.
    store<u32>(tile + FLAGS, flags & ~FORCE);
    wake(tile);
  }
  if (changedRows) spread(tile, flags);
}

/** Wakes the tile and every neighbour that looks at a cell of it that changed. */
@inline
function spread(tile: u32, flags: u32): void {
  wake(tile);
  if (flags & GATHER) {
    wakeSources(tile);
    return;
  }
  if (changedRows & 1) wakeLink(tile, W);
  if (changedRows >> 31) wakeLink(tile, E);
  if (changedTop) {
    wakeLink(tile, N);
    if (changedTop & 1) wakeLink(tile, NW);
    if (changedTop >> 31) wakeLink(tile, NE);
  }
  if (changedBottom) {
    wakeLink(tile, S);
    if (changedBottom & 1) wakeLink(tile, SW);
    if (changedBottom >> 31) wakeLink(tile, SE);
  }
}

/** A tile at a seam wakes every tile its window reaches: that relation is symmetric. */
function wakeSources(tile: u32): void {
  let at = load<u32>(tile + PLAN) + (load<u32>(tile + PIECES) << 4);
  const end = at + (load<u32>(tile + SOURCES) << 2);
  let missing = false;
  for (; at < end; at += 4) {
    const source = load<u32>(at);
    if (source > VOID) wake(source);
    else missing = true;
  }
  if (missing) request(tile | ALL);
}

/**
 * Copies the 34 x 34 window of a tile at a seam into SCRATCH: pieces of 16 bytes (target, source, shift, mask), where a
 * positive shift moves left. Sources are addresses in plane 0 of some tile.
 */
function gather(tile: u32, now: u32): void {
  memory.fill(SCRATCH, 0, 3 * COLUMN);
  let piece = load<u32>(tile + PLAN);
  const end = piece + (load<u32>(tile + PIECES) << 4);
  for (; piece < end; piece += 16) {
    const target = load<u32>(piece);
    const shift = load<i32>(piece + 8);
    const word = load<u32>(load<u32>(piece + 4) + now);
    const moved = shift >= 0 ? word << shift : word >> -shift;
    store<u32>(target, load<u32>(target) | (moved & load<u32>(piece + 12)));
  }
}

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

/**
 * One generation of 32 rows. `centre`, `west`, `east` are addresses of 32 words; the six single words are the rows above
 * and below. Moore keeps the digits of the row above (lp, hp), here (l, h) and below (ln, hn); hex and von Neumann keep
 * the rows themselves and the left-shifted row above.
 */
@inline
function stepRows(
  centre: u32, west: u32, east: u32, target: u32, mask: u32, rule: u32,
  nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32, kind: u32,
): void {
  const nl = (n << 1) | (nw >> 31);
  const nr = (n >> 1) | (ne << 31);
  const sl = (s << 1) | (sw >> 31);
  const sr = (s >> 1) | (se << 31);
  // p: of the row above, q: here. a and b are l and h for Moore; the cells and their left (hex) for the others.
  let pa: v128, pb: v128, qa: v128, qb: v128;
  let cell = v128.load(centre);
  let left = leftOf(cell, v128.load(west));
  let right = rightOf(cell, v128.load(east));
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
  let changed = i32x4.splat(0);
  let firstDiff = changed, lastDiff = changed;
  for (let k: u32 = 0; k < 128; k += 16) {
    let na: v128, nb: v128, cellN: v128, leftN: v128, rightN: v128;
    if (k < 112) {
      cellN = v128.load(centre + k + 16);
      leftN = leftOf(cellN, v128.load(west + k + 16));
      rightN = rightOf(cellN, v128.load(east + k + 16));
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
    changed = v128.or(changed, diff);
    if (k == 0) firstDiff = diff;
    lastDiff = diff;
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
  changedRows = fold(changed);
  changedTop = i32x4.extract_lane(firstDiff, 0);
  changedBottom = i32x4.extract_lane(lastDiff, 3);
}

/** OR of the four lanes. */
@inline
function fold(v: v128): u32 {
  const pairs = v128.or(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) | i32x4.extract_lane(pairs, 1);
}

/** Live cells of one plane of a tile. */
export function population(tile: u32, plane: u32): u32 {
  let sum = i32x4.splat(0);
  const at = tile + plane * PLANE;
  for (let k: u32 = 0; k < PLANE; k += 16) {
    const bytes = v128.popcnt<i8>(v128.load(at + k));
    sum = v128.add<i32>(sum, v128.extadd_pairwise<i16>(v128.extadd_pairwise<u8>(bytes)));
  }
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** Whether both planes of a tile are empty and it is in no queue, so that it can be given back. */
export function isDisposable(tile: u32): u32 {
  if (load<u64>(tile + QUEUE)) return 0;
  let any = v128.load(tile);
  for (let k: u32 = 16; k < 256; k += 16) any = v128.or(any, v128.load(tile + k));
  return u32(!v128.any_true(any));
}
