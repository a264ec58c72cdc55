// asc: --importMemory --initialMemory 4 --maximumMemory 65536

// The cells of soups in two states, four at a time. engine/core/soup.ts says what they are and is this kernel's oracle; the
// constants are frozen there.

const FIRST: u32 = 0x85ebca6b;
const SECOND: u32 = 0xc2b2ae35;
const SEED: u32 = 0x9e3779b9;
const DOWN: u32 = 0x27d4eb2f;
const ACROSS: u32 = 0x165667b1;

/** The finaliser of MurmurHash3 (Austin Appleby, public domain). */
@inline
function mix(value: u32): u32 {
  let hash = (value ^ (value >> 16)) * FIRST;
  hash = (hash ^ (hash >> 13)) * SECOND;
  return hash ^ (hash >> 16);
}

/**
 * All bits of a lane where its cell lives: the hash of `cells`, of which each lane has the row's and the column's part, is below
 * the bound. Comparisons of numbers with a sign are shorter, so the highest bit of both is turned over.
 */
@inline
function lives(cells: v128, bound: v128): v128 {
  let hash = i32x4.mul(v128.xor(cells, i32x4.shr_u(cells, 16)), i32x4.splat(FIRST));
  hash = i32x4.mul(v128.xor(hash, i32x4.shr_u(hash, 13)), i32x4.splat(SECOND));
  hash = v128.xor(v128.xor(hash, i32x4.splat(0x80000000)), i32x4.shr_u(hash, 16));
  return i32x4.lt_s(hash, bound);
}

/**
 * Packs `rows` rows of `columns` words, one behind the other, from cell (x, y) of the soup on. A cell lives where its hash is below
 * `threshold`; `all` has the bits that live anyhow, and `last` those of a row's last word that are cells.
 */
export function soup(
  address: usize,
  columns: u32,
  rows: u32,
  last: u32,
  seed: u32,
  x: u32,
  y: u32,
  threshold: u32,
  all: u32,
): void {
  const bound = i32x4.splat(threshold ^ 0x80000000);
  const four = i32x4.splat(4 * ACROSS);
  const start = i32x4.mul(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(ACROSS));
  const seeded = mix(seed ^ SEED);
  for (let j: u32 = 0; j < rows; j++) {
    const row = i32x4.splat(mix(seeded ^ ((y + j) * DOWN)));
    let place = start;
    for (let k: u32 = 0; k < columns; k++) {
      let word: u32 = 0;
      for (let half: u32 = 0; half < 32; half += 16) {
        const a = lives(v128.xor(row, place), bound);
        place = i32x4.add(place, four);
        const b = lives(v128.xor(row, place), bound);
        place = i32x4.add(place, four);
        const c = lives(v128.xor(row, place), bound);
        place = i32x4.add(place, four);
        const d = lives(v128.xor(row, place), bound);
        place = i32x4.add(place, four);
        // Narrowed with a sign, all bits stay all bits.
        const bytes = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
        word |= (i8x16.bitmask(bytes) as u32) << half;
      }
      store<u32>(address, word | all);
      address += 4;
    }
    if (columns > 0) store<u32>(address - 4, load<u32>(address - 4) & last);
  }
}
