// Puts the tiles in order after a generation: forgets those that became empty and makes the wanted ones.
//
// One workgroup does it all, because WGSL has barriers only within a workgroup: a new tile's place must be in the
// directory before any thread looks it up. There is little to do here, for only tiles at the edge of life come and
// go.
//
// Several tiles may want the same place. Each first claims a slot of the directory with the number of its wish. A
// thread that meets a claim compares the places, and stops where they are the same. So the pass makes no tile before
// it knows how many it needs, and where there is no room for all of them it makes none: the turn halts, the wishes
// stay, and the generation before is whole. The CPU then finds more room, builds the directory anew, and runs this
// once more.
//
// `wanted_count`, `is_wanted` and `wanted_place` are another piece: wishes of tiles, or a list of places.

@group(0) @binding(4) var<storage, read_write> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read_write> places: array<vec2i>;
@group(0) @binding(6) var<storage, read_write> slots: array<atomic<u32>>;

// A software adapter pays for every thread at each barrier.
override threads: u32 = 256;

// Tiles lie less far out than this, which keeps sums of coordinates within 32 bits.
override reach: i32 = 0x40000000;

struct Verdict {
  halted: u32,
  made: u32,
}

struct Task {
  halted: u32,
  empties: u32,
  wanted: u32,
}

var<workgroup> task: Task;
var<workgroup> forgotten: atomic<u32>;
var<workgroup> claims: atomic<u32>;
var<workgroup> too_far: atomic<u32>;
var<workgroup> verdict: Verdict;

@compute @workgroup_size(threads)
fn manage_tiles(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    task = Task(state.halted, atomicLoad(&state.empties), wanted_count());
  }
  let given = workgroupUniformLoad(&task);
  if (given.halted != 0u) {
    return;
  }
  for (var i = thread; i < given.empties; i += threads) {
    forget(lists[place_in(list_empties, i)]);
  }
  storageBarrier();
  for (var i = thread; i < given.wanted; i += threads) {
    if (is_wanted(i)) {
      claim(i);
    }
  }
  storageBarrier();
  workgroupBarrier();
  if (thread == 0u) {
    state.free += atomicLoad(&forgotten);
    state.live -= atomicLoad(&forgotten);
    atomicStore(&state.empties, 0u);
    verdict = judge(atomicLoad(&claims));
  }
  let judged = workgroupUniformLoad(&verdict);
  if (judged.halted == 0u && judged.made > 0u) {
    let next = 1u - turn.current;
    let awake = atomicLoad(&state.awake[next]);
    for (var i = thread; i < judged.made; i += threads) {
      make(i, awake);
    }
    storageBarrier();
    for (var i = thread; i < judged.made * 8u; i += threads) {
      link(lists[place_in(list_empties, i >> 3u)], i & 7u);
    }
  }
  storageBarrier();
  if (judged.halted == 0u) {
    for (var i = thread; i < given.wanted; i += threads) {
      grant(i);
    }
  }
  storageBarrier();
  if (thread == 0u) {
    conclude(judged);
  }
}

// Frees an empty tile, unless something woke it.
fn forget(tile: u32) {
  if ((atomicLoad(&flags[tile]) & flag_listed(1u - turn.current)) != 0u) {
    return;
  }
  var slot = first_slot(places[tile]);
  while (atomicLoad(&slots[slot]) != tile) {
    slot = (slot + 1u) & turn.slot_mask;
  }
  atomicStore(&slots[slot], slot_gone);
  for (var side = 0u; side < 8u; side++) {
    let neighbour = neighbours[tile * 8u + side];
    if (neighbour != 0u) {
      neighbours[neighbour * 8u + 7u - side] = 0u;
    }
  }
  atomicStore(&flags[tile], 0u);
  lists[place_in(list_free, state.free + atomicAdd(&forgotten, 1u))] = tile;
}

// Claims a slot for a wanted place unless another wish already has.
fn claim(wish: u32) {
  let place = wanted_place(wish);
  if (any(abs(place) >= vec2i(reach))) {
    atomicStore(&too_far, 1u);
    return;
  }
  var slot = first_slot(place);
  for (var tries = 0u; tries <= turn.slot_mask;) {
    var found = atomicLoad(&slots[slot]);
    if (found == slot_empty) {
      let exchange = atomicCompareExchangeWeak(&slots[slot], slot_empty, slot_claimed | wish);
      if (exchange.exchanged) {
        let made = atomicAdd(&claims, 1u);
        if (made < turn.capacity) {
          lists[place_in(list_empties, made)] = slot;
        }
        return;
      }
      // It may fail for no reason; then the loop looks at the slot again.
      found = exchange.old_value;
    }
    if (found == slot_empty) {
      continue;
    }
    if (found != slot_gone) {
      if (found >= slot_claimed) {
        if (all(wanted_place(found ^ slot_claimed) == place)) {
          return;
        }
      } else if (all(places[found] == place)) {
        return;
      }
    }
    slot = (slot + 1u) & turn.slot_mask;
    tries++;
  }
  // Not one slot is left, so there is no room for all of them; it counts all the same, for the CPU needs the number.
  atomicAdd(&claims, 1u);
}

// Whether there is room for that many tiles.
fn judge(made: u32) -> Verdict {
  let room = state.free + turn.capacity - state.fresh;
  let slots_for_use = (turn.slot_mask >> 2u) * 3u;
  var halted = 0u;
  if (atomicLoad(&too_far) != 0u) {
    halted = halt_far;
  } else if (made > room) {
    halted = halt_full;
  } else if (state.used_slots + made > slots_for_use) {
    halted = halt_directory;
  }
  return Verdict(halted, made);
}

// Puts a tile into a claimed slot: a freed one or a fresh one. Both are empty.
fn make(index: u32, awake: u32) {
  let slot = lists[place_in(list_empties, index)];
  var tile = state.fresh + index - state.free;
  if (index < state.free) {
    tile = lists[place_in(list_free, state.free - 1u - index)];
  }
  places[tile] = wanted_place(atomicLoad(&slots[slot]) ^ slot_claimed);
  atomicStore(&slots[slot], tile);
  let next = 1u - turn.current;
  atomicStore(&flags[tile], flag_exists | flag_listed(next));
  lists[place_in(next, awake + index)] = tile;
  lists[place_in(list_empties, index)] = tile;
}

// Links a new tile and the one on that side of it, both ways.
fn link(tile: u32, side: u32) {
  let neighbour = find(beside(places[tile], side));
  neighbours[tile * 8u + side] = neighbour;
  if (neighbour != 0u) {
    neighbours[neighbour * 8u + 7u - side] = tile;
  }
}

fn conclude(judged: Verdict) {
  let next = 1u - turn.current;
  state.generations += turn.advances;
  if (turn.advances == 1u) {
    atomicStore(&state.awake[turn.current], 0u);
  }
  if (judged.halted == 0u) {
    let reused = min(judged.made, state.free);
    state.free -= reused;
    state.fresh += judged.made - reused;
    state.live += judged.made;
    state.used_slots += judged.made;
    atomicAdd(&state.awake[next], judged.made);
    all_granted();
  }
  state.halted = judged.halted;
  state.needed = judged.made;
}
