// What goes over the whole store: collecting what nothing needs, forgetting results, picking a tree out for the host. Each kernel has
// a thread for each slot, index entry, word of the stack or word of a bitmap.
//
// Four bitmaps with a bit a slot: whether it is in the index, whether it is a leaf, whether it is wanted, and whether what it refers
// to is marked as wanted, too. Marking spreads by a level in each dispatch, since children and results lie one level below.

struct Order {
  // How many things there are to go over.
  count: u32,
  flags: u32,
}

// For `mark`: also what a step has under way, with the results of what lies on the stack. For `spread`: results, too. For `note`: all is wanted.
const WITH_STACK = 1u;
const WITH_RESULTS = 2u;
const EVERYTHING = 4u;
// For `forget`: which results.
const FORGET_FULL = 8u;
const FORGET_PART = 16u;

// A leaf among what is picked.
const PICKED_LEAF = 0x80000000u;

const KNOWN = 0u;
const LEAVES = 1u;
const WANTED = 2u;
const SPREAD = 3u;

@group(0) @binding(5) var<storage, read_write> stack: array<u32>;
@group(0) @binding(6) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(7) var<uniform> order: Order;

override group: u32 = 256u;

fn word_of(map: u32, slot: u32) -> u32 {
  return map * (state.capacity / 32u + 1u) + slot / 32u;
}

fn has(map: u32, slot: u32) -> bool {
  return ((atomicLoad(&marks[word_of(map, slot)]) >> (slot % 32u)) & 1u) != 0u;
}

fn put(map: u32, slot: u32) {
  atomicOr(&marks[word_of(map, slot)], 1u << (slot % 32u));
}

// Numbers on the stack may be of former rows: only squares in the index count.
fn wish(slot: u32) {
  if (slot != 0u && slot < state.next && has(KNOWN, slot)) {
    put(WANTED, slot);
  }
}

fn wish_results(slot: u32) {
  wish(result_of(slot, FULL));
  wish(result_of(slot, PART));
}

fn number_of(place: vec3u, groups: vec3u, lane: u32) -> u32 {
  return (place.y * groups.x + place.x) * group + lane;
}

@compute @workgroup_size(group)
fn note(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i >= order.count) {
    return;
  }
  let entry = atomicLoad(&index[i]);
  if (entry == 0u) {
    return;
  }
  put(KNOWN, entry >> 5u);
  if ((entry & 1u) != 0u) {
    put(LEAVES, entry >> 5u);
  }
  if ((order.flags & EVERYTHING) != 0u) {
    put(WANTED, entry >> 5u);
  }
}

@compute @workgroup_size(group)
fn mark(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i == 0u) {
    wish(state.root);
    if ((order.flags & WITH_STACK) != 0u) {
      wish(state.shaped);
      wish(state.answer);
    }
  }
  if (i >= order.count || (order.flags & WITH_STACK) == 0u) {
    return;
  }
  let slot = stack[i];
  wish(slot);
  // Rows that are under way read the results of their squares later.
  if (slot < state.next && has(KNOWN, slot) && !has(LEAVES, slot)) {
    wish_results(slot);
  }
}

@compute @workgroup_size(group)
fn spread(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i >= order.count) {
    return;
  }
  let wanted = atomicLoad(&marks[word_of(WANTED, 32u * i)]);
  let at = word_of(SPREAD, 32u * i);
  var left = wanted & ~atomicLoad(&marks[at]);
  atomicOr(&marks[at], left);
  left &= ~atomicLoad(&marks[word_of(LEAVES, 32u * i)]);
  while (left != 0u) {
    let slot = 32u * i + countTrailingZeros(left);
    left &= left - 1u;
    let children = keys[slot];
    wish(children.x);
    wish(children.y);
    wish(children.z);
    wish(children.w);
    if ((order.flags & WITH_RESULTS) != 0u) {
      wish_results(slot);
    }
  }
}

fn drop_result(slot: u32, mode: u32) {
  let result = result_of(slot, mode);
  if (result != 0u && result < BUSY && !has(WANTED, result)) {
    atomicStore(&rest[4u * slot + mode], NONE);
  }
}

// Into an empty index and an empty list of free slots: what is wanted is entered, the rest given back.
@compute @workgroup_size(group)
fn sweep(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let slot = number_of(place, groups, lane);
  if (slot == 0u || slot >= order.count) {
    return;
  }
  if (!has(WANTED, slot)) {
    spare[atomicAdd(&state.lost, 1u)] = slot;
    return;
  }
  let leaf = select(0u, 1u, has(LEAVES, slot));
  if (leaf == 0u) {
    drop_result(slot, FULL);
    drop_result(slot, PART);
  }
  let hash = hash_of(keys[slot], rest_of(slot), leaf);
  var at = hash & state.mask;
  while (claim(at, (slot << 5u) | tag_of(hash, leaf)) != 0u) {
    at = (at + 1u) & state.mask;
  }
}

// Takes results back, and always the word that somebody computes one.
@compute @workgroup_size(group)
fn forget(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i >= order.count) {
    return;
  }
  let entry = atomicLoad(&index[i]);
  if (entry == 0u || (entry & 1u) != 0u) {
    return;
  }
  let at = 4u * (entry >> 5u);
  for (var mode = FULL; mode <= PART; mode++) {
    if ((order.flags & (FORGET_FULL << mode)) != 0u || atomicLoad(&rest[at + mode]) == BUSY) {
      atomicStore(&rest[at + mode], NONE);
    }
  }
}

// Writes every wanted slot and its eight words where else the stack is, nine words each, as far as it reaches, and counts them.
@compute @workgroup_size(group)
fn pick(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let slot = number_of(place, groups, lane);
  if (slot >= order.count || !has(WANTED, slot)) {
    return;
  }
  let at = 9u * atomicAdd(&state.picked, 1u);
  if (at + 9u > arrayLength(&stack)) {
    return;
  }
  stack[at] = slot | select(0u, PICKED_LEAF, has(LEAVES, slot));
  let upper = keys[slot];
  let lower = rest_of(slot);
  for (var k = 0u; k < 4u; k++) {
    stack[at + 1u + k] = upper[k];
    stack[at + 5u + k] = lower[k];
  }
}
