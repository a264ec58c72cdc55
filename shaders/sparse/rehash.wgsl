// Builds the directory anew from the existing tiles, a thread a tile; its slots are empty before.

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> places: array<vec2i>;
@group(0) @binding(3) var<storage, read_write> slots: array<atomic<u32>>;

@compute @workgroup_size(64)
fn rehash_tiles(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = (group.y * groups.x + group.x) * 64u + thread;
  if (tile >= turn.capacity || (atomicLoad(&flags[tile]) & flag_exists) == 0u) {
    return;
  }
  var slot = first_slot(places[tile]);
  loop {
    let exchange = atomicCompareExchangeWeak(&slots[slot], slot_empty, tile);
    if (exchange.exchanged) {
      return;
    }
    if (exchange.old_value != slot_empty) {
      slot = (slot + 1u) & turn.slot_mask;
    }
  }
}
