/*
 * What squares are found by: a node by its four children, two in each half of its key, a leaf by its cells. The low bits of a hash say where in the index
 * the search begins, others are the entry's tag.
 */

/** Two children as one half of a node's key. */
@inline
export function key(a: u32, b: u32): u64 { return u64(a) | (u64(b) << 32); }

@inline
export function hashNode(k0: u64, k1: u64): u64 {
  let h = k0 * 0x9e3779b97f4a7c15;
  h ^= h >> 32;
  h += k1;
  h *= 0xd6e8feb86659fd93;
  return h ^ (h >> 32);
}

@inline
export function hashLeaf(a: u64, b: u64, c: u64, d: u64): u64 {
  let h = a * 0x9e3779b97f4a7c15 + rotl<u64>(b * 0xd6e8feb86659fd93, 31);
  const g = c * 0xa0761d6478bd642f + rotl<u64>(d * 0xe7037ed1a0b428db, 29);
  h ^= h >> 32;
  h = (h + g) * 0x8ebc6af09c88c6e3;
  h ^= h >> 29;
  h *= 0x589965cc75374cc3;
  return h ^ (h >> 32);
}

@inline
export function nodeTag(h: u64): u32 { return u32(h >> 40) & 30; }

@inline
export function leafTag(h: u64): u32 { return (u32(h >> 40) & 30) | 1; }
