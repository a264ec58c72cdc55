// Enters a tree of the host: level by level, each in two passes and a settling. The host numbers its squares from 1, leaves first;
// a leaf is two vectors, its rows, and any other square one, the numbers of its children.

struct Order {
  // The squares to enter, and how many leaves there are in all.
  first: u32,
  end: u32,
  leaves: u32,
  root: u32,
}

const FRESH = 0x80000000u;

// The slots of the host's squares.
@group(0) @binding(5) var<storage, read_write> names: array<u32>;
@group(0) @binding(6) var<storage, read> seeds: array<vec4u>;
@group(0) @binding(7) var<uniform> order: Order;

override group: u32 = 256u;

fn number_of(place: vec3u, groups: vec3u, lane: u32) -> u32 {
  return order.first + (place.y * groups.x + place.x) * group + lane;
}

@compute @workgroup_size(group)
fn plant_ask(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i >= order.end) {
    return;
  }
  let leaf = select(0u, 1u, i <= order.leaves);
  var upper: vec4u;
  var lower: vec4u;
  if (leaf != 0u) {
    upper = seeds[2u * i - 2u];
    lower = seeds[2u * i - 1u];
  } else {
    let seed = seeds[order.leaves + i - 1u];
    upper = vec4u(names[seed.x], names[seed.y], names[seed.z], names[seed.w]);
  }
  let square = square_of(upper, lower, leaf);
  var slot = find(square, FULL).slot;
  if (slot == NONE) {
    slot = take();
    write(slot, square, vec2u(NONE));
    slot |= FRESH;
  }
  names[i] = slot;
}

@compute @workgroup_size(group)
fn plant_confirm(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = number_of(place, groups, lane);
  if (i >= order.end || (names[i] & FRESH) == 0u) {
    return;
  }
  let slot = names[i] ^ FRESH;
  names[i] = enter(slot, written(slot, select(0u, 1u, i <= order.leaves)));
}

// Books what was taken and given back.
@compute @workgroup_size(1)
fn plant_settle() {
  let taken = atomicLoad(&state.taken);
  let listed = min(taken, state.free_count);
  state.next += taken - listed;
  state.free_count += atomicLoad(&state.lost) - listed;
  atomicStore(&state.taken, 0u);
  atomicStore(&state.lost, 0u);
  state.root = names[order.root];
}
