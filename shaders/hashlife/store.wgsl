// Squares by content. A slot is a key of four words and four words more: a node's children are its key, its two results lie
// behind it; a leaf's rows, two a word, fill both. The index is a table with linear probing whose entries hold a slot and five
// bits that tell most other squares apart.
//
// Many threads look up at the same time, and WGSL orders nothing between two workgroups of one dispatch: a thread may see
// another's entry, but not what the entry refers to. So a new square is entered in two steps. In one pass a thread looks its key
// up among the squares of earlier passes, and writes a *candidate* if it finds none. In the next pass, when all candidates are
// written, it claims an index entry for it by compare-and-exchange; who finds an equal one in its way gives the slot back.

const NONE = 0xffffffffu;
// Somebody has taken it upon himself to compute it.
const BUSY = 0xfffffffeu;
const FULL = 0u;
const PART = 1u;

@group(0) @binding(1) var<storage, read_write> keys: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> rest: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> index: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> spare: array<u32>;

fn result_of(slot: u32, mode: u32) -> u32 {
  return atomicLoad(&rest[4u * slot + mode]);
}

fn rest_of(slot: u32) -> vec4u {
  let at = 4u * slot;
  return vec4u(
    atomicLoad(&rest[at]),
    atomicLoad(&rest[at + 1u]),
    atomicLoad(&rest[at + 2u]),
    atomicLoad(&rest[at + 3u]),
  );
}

// The rounds and the end of MurmurHash3 (Appleby, 2011).
fn scrambled(h: u32, word: u32) -> u32 {
  var k = word * 0xcc9e2d51u;
  k = ((k << 15u) | (k >> 17u)) * 0x1b873593u;
  let g = h ^ k;
  return ((g << 13u) | (g >> 19u)) * 5u + 0xe6546b64u;
}

fn scrambled4(h: u32, words: vec4u) -> u32 {
  return scrambled(scrambled(scrambled(scrambled(h, words.x), words.y), words.z), words.w);
}

fn finished(h: u32) -> u32 {
  let g = (h ^ (h >> 16u)) * 0x85ebca6bu;
  let f = (g ^ (g >> 13u)) * 0xc2b2ae35u;
  return f ^ (f >> 16u);
}

// `leaf` is 1 for a leaf, and 0 for a node, of which only the upper half is its key.
fn hash_of(upper: vec4u, lower: vec4u, leaf: u32) -> u32 {
  var hash = scrambled4(leaf, upper);
  if (leaf != 0u) {
    hash = scrambled4(hash, lower);
  }
  return finished(hash);
}

// The five bits of an index entry: four of the hash, and whether it is a leaf.
fn tag_of(hash: u32, leaf: u32) -> u32 {
  return (((hash * 0x9e3779b1u) >> 28u) << 1u) | leaf;
}

// The words of a square that is looked up. A node's four lower ones are 0.
struct Square {
  upper: vec4u,
  lower: vec4u,
  leaf: u32,
  hash: u32,
}

fn square_of(upper: vec4u, lower: vec4u, leaf: u32) -> Square {
  return Square(upper, lower, leaf, hash_of(upper, lower, leaf));
}

fn entry_of(slot: u32, square: Square) -> u32 {
  return (slot << 5u) | tag_of(square.hash, square.leaf);
}

// A square of earlier passes: its slot, or NONE, and its result for that mode if it is a node.
struct Found {
  slot: u32,
  result: u32,
}

fn find(square: Square, mode: u32) -> Found {
  if (all((square.upper | square.lower) == vec4u())) {
    return Found(0u, NONE);
  }
  let tag = entry_of(0u, square);
  var at = square.hash & state.mask;
  loop {
    let entry = atomicLoad(&index[at]);
    if (entry == 0u) {
      return Found(NONE, NONE);
    }
    if ((entry & 31u) == tag) {
      let slot = entry >> 5u;
      // Asked for together with the key, which is as far away.
      var result = NONE;
      if (square.leaf == 0u) {
        result = result_of(slot, mode);
      }
      if (all(keys[slot] == square.upper) && (square.leaf == 0u || all(rest_of(slot) == square.lower))) {
        return Found(slot, result);
      }
    }
    at = (at + 1u) & state.mask;
  }
}

// A slot for a candidate. The host and the control see to it that there are enough.
fn take() -> u32 {
  let turn = one_taken();
  let listed = listed_slots();
  if (turn < listed) {
    return spare[listed - 1u - turn];
  }
  return first_unused() + turn - listed;
}

// Gives a candidate back. None is handed out in the same pass.
fn give_back(slot: u32) {
  let listed = listed_slots();
  let left = listed - min(taken_slots(), listed);
  spare[left + one_lost()] = slot;
}

// `results`: a node's.
fn write(slot: u32, square: Square, results: vec2u) {
  keys[slot] = square.upper;
  let at = 4u * slot;
  if (square.leaf != 0u) {
    for (var k = 0u; k < 4u; k++) {
      atomicStore(&rest[at + k], square.lower[k]);
    }
    return;
  }
  atomicStore(&rest[at], results.x);
  atomicStore(&rest[at + 1u], results.y);
}

// Claims an empty index entry; returns what stands there instead, 0 if the claim succeeded.
fn claim(at: u32, entry: u32) -> u32 {
  loop {
    let claimed = atomicCompareExchangeWeak(&index[at], 0u, entry);
    if (claimed.exchanged) {
      return 0u;
    }
    if (claimed.old_value != 0u) {
      return claimed.old_value;
    }
  }
}

// Enters a candidate of an earlier pass; returns it, or the equal one that was faster.
fn enter(slot: u32, square: Square) -> u32 {
  let tag = entry_of(0u, square);
  var at = square.hash & state.mask;
  loop {
    let entry = claim(at, (slot << 5u) | tag);
    if (entry == 0u) {
      return slot;
    }
    let other = entry >> 5u;
    if (
      (entry & 31u) == tag
        && all(keys[other] == square.upper)
        && (square.leaf == 0u || all(rest_of(other) == square.lower))
    ) {
      give_back(slot);
      return other;
    }
    at = (at + 1u) & state.mask;
  }
}

// A candidate as it was written.
fn written(slot: u32, leaf: u32) -> Square {
  let lower = rest_of(slot);
  return square_of(keys[slot], select(vec4u(), lower, leaf != 0u), leaf);
}
