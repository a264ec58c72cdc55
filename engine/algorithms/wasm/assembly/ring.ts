// asc: --importMemory --initialMemory 8 --maximumMemory 8

// Rings with one rule for all cells (engine/rings): eight cells by one look-up of the 8 + 2r around them, and runs that end
// early where a state comes again. The caller writes the rule's table, calls `setRule`, writes a state and calls `run`.
//
// A state is packed as in engine/rings/ring.ts. Around it lie words of zeros, into which a step writes the cells beyond the ends.

/** The rule: a byte a neighbourhood, whose highest bit is the leftmost cell. */
const TABLE: usize = 16;
/** The same with the lowest bit as the leftmost cell, as states have it. */
const MIRRORED: usize = TABLE + 128;
/** What becomes of four cells, and of eight. */
const FOUR: usize = 1024;
const EIGHT: usize = 4096;
/** The caller's state, its successor, and the state that others are compared with. */
const STATE: usize = 65536;
const ROOM: usize = 131072 + 64;

let radius: u64 = 0;
let low: u64 = 0;

export function setRule(newRadius: u32): void {
  radius = newRadius;
  const window: u32 = 2 * newRadius + 1;
  const entries: u32 = 1 << window;
  for (let k: u32 = 0; k < entries; k++) {
    let mirrored: u32 = 0;
    for (let i: u32 = 0; i < window; i++) mirrored |= ((k >> i) & 1) << (window - 1 - i);
    store<u8>(MIRRORED + k, load<u8>(TABLE + mirrored));
  }
  const fours: u32 = 1 << (4 + 2 * newRadius);
  for (let k: u32 = 0; k < fours; k++) {
    let four: u32 = 0;
    for (let i: u32 = 0; i < 4; i++) four |= <u32>load<u8>(MIRRORED + ((k >> i) & (entries - 1))) << i;
    store<u8>(FOUR + k, <u8>four);
  }
  const eights: u32 = 1 << (8 + 2 * newRadius);
  for (let k: u32 = 0; k < eights; k++)
    store<u8>(EIGHT + k, load<u8>(FOUR + (k & (fours - 1))) | (load<u8>(FOUR + (k >> 4)) << 4));
  low = eights - 1;
}

/** What lies beyond the ends: the other end, the end cell again, or always the same. */
const CYCLIC: u32 = 0;
const REPLICATE: u32 = 1;

/**
 * Replaces the state by that after so many steps. `left` and `right` are the cells beyond the ends, 0 or 1, unless `kind`
 * says otherwise.
 */
export function run(cells: u32, kind: u32, left: u32, right: u32, steps: u32): void {
  if (cells <= 64) runShort(cells, kind, left, right, steps);
  else runLong(cells, kind, left, right, steps);
}

// @ts-ignore: decorator
@inline
function eight(window: u64): u64 {
  return load<u8>(EIGHT + <usize>(window & low));
}

/** Up to 64 cells, in registers. */
function runShort(cells: u32, kind: u32, left: u32, right: u32, steps: u32): void {
  const n = <u64>cells;
  const beyond = ((<u64>1) << radius) - 1;
  const all = u64.MAX_VALUE >> (64 - n);
  const fixedBefore = (0 - <u64>left) & beyond;
  const fixedBehind = (0 - <u64>right) & beyond;
  /** Cells behind the last are seen by the first seven look-ups only where the ring is short enough to hold them. */
  const seen = n + radius < 64 ? beyond : 0;
  let state = load<u64>(STATE) & all;
  let met = state;
  let metAt: u32 = 0;
  let end = steps;
  for (let t: u32 = 1; t <= end; t++) {
    let before = fixedBefore;
    let behind = fixedBehind;
    if (kind == CYCLIC) {
      before = state >> (n - radius);
      behind = state & beyond;
    } else if (kind == REPLICATE) {
      before = (0 - (state & 1)) & beyond;
      behind = (0 - (state >> (n - 1))) & beyond;
    }
    const around = (state << radius) | before | ((behind & seen) << (n + radius));
    const last = (state >> (56 - radius)) | (behind << (n + radius - 56));
    const next =
      (eight(around) |
        (eight(around >> 8) << 8) |
        (eight(around >> 16) << 16) |
        (eight(around >> 24) << 24) |
        (eight(around >> 32) << 32) |
        (eight(around >> 40) << 40) |
        (eight(around >> 48) << 48) |
        (eight(last) << 56)) &
      all;
    const changed = next != state;
    state = next;
    if (end < steps) continue;
    if (!changed) break;
    if (state == met) end = t + ((steps - t) % (t - metAt));
    if (t == 1 || t == 2 * metAt) {
      met = state;
      metAt = t;
    }
  }
  store<u64>(STATE, state);
}

function runLong(cells: u32, kind: u32, left: u32, right: u32, steps: u32): void {
  const words = (cells + 31) >> 5;
  const size = <usize>words << 2;
  const last = <u32>(((<u64>1) << (((cells - 1) & 31) + 1)) - 1);
  const beyond = ((<u64>1) << radius) - 1;
  /** Where the first cell behind the last lies, and the last `radius` cells. */
  const behindAt = (<usize>cells >> 5) << 2;
  const behindShift = <u64>(cells & 31);
  const tail = cells - <u32>radius;
  const tailAt = (<usize>tail >> 5) << 2;
  const tailShift = <u64>(tail & 31);
  const met = STATE + 2 * ROOM;
  let from = STATE;
  let to = STATE + ROOM;
  store<u32>(from - 4, 0);
  store<u64>(from + size, 0);
  store<u64>(to + size, 0);
  memory.copy(met, from, size);
  let metAt: u32 = 0;
  let end = steps;
  for (let t: u32 = 1; t <= end; t++) {
    let before: u64;
    let behind: u64;
    if (kind == CYCLIC) {
      before = (load<u64>(from + tailAt) >> tailShift) & beyond;
      behind = load<u32>(from) & beyond;
    } else if (kind == REPLICATE) {
      before = (0 - <u64>(load<u32>(from) & 1)) & beyond;
      behind = (0 - ((load<u64>(from + tailAt) >> (tailShift + radius - 1)) & 1)) & beyond;
    } else {
      before = (0 - <u64>left) & beyond;
      behind = (0 - <u64>right) & beyond;
    }
    const kept = load<u64>(from + behindAt);
    store<u64>(from + behindAt, kept | (behind << behindShift));
    let changed: u32 = 0;
    let unlike: u32 = 0;
    let word: u32 = 0;
    for (let at: usize = 0; at < size; at += 4) {
      const here = load<u64>(from + at);
      const around = before | (here << radius);
      before = (here & 0xffffffff) >> (32 - radius);
      word =
        <u32>load<u8>(EIGHT + <usize>(around & low)) |
        ((<u32>load<u8>(EIGHT + <usize>((around >> 8) & low))) << 8) |
        ((<u32>load<u8>(EIGHT + <usize>((around >> 16) & low))) << 16) |
        ((<u32>load<u8>(EIGHT + <usize>((around >> 24) & low))) << 24);
      if (at + 4 == size) {
        store<u64>(from + behindAt, kept);
        word &= last;
      }
      store<u32>(to + at, word);
      changed |= word ^ load<u32>(from + at);
      unlike |= word ^ load<u32>(met + at);
    }
    const next = to;
    to = from;
    from = next;
    if (end < steps) continue;
    if (changed == 0) break;
    if (unlike == 0) end = t + ((steps - t) % (t - metAt));
    if (t == 1 || t == 2 * metAt) {
      memory.copy(met, from, size);
      metAt = t;
    }
  }
  if (from != STATE) memory.copy(STATE, from, size);
}
