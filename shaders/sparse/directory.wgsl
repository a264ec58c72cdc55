// The directory: which tile lies at a place. An open hash table whose slots hold tiles. The place is compared through
// the tile, since WGSL compares and exchanges one word at a time and a place has two.

const slot_empty = 0u;
// The slot of a former tile: a search must go on past it.
const slot_gone = 0xffffffffu;
// Claimed for the wanted place with the number in the other bits (manage.wgsl).
const slot_claimed = 0x80000000u;

fn first_slot(place: vec2i) -> u32 {
  var hash = (bitcast<u32>(place.x) * 0x9e3779b1u) ^ (bitcast<u32>(place.y) * 0x85ebca77u);
  hash = (hash ^ (hash >> 15u)) * 0x2c1b3c6du;
  return (hash ^ (hash >> 13u)) & turn.slot_mask;
}

// The tile at a place, 0 where there is none. Not while slots are claimed.
fn find(place: vec2i) -> u32 {
  var slot = first_slot(place);
  for (var tries = 0u; tries <= turn.slot_mask; tries++) {
    let found = atomicLoad(&slots[slot]);
    if (found == slot_empty) {
      return 0u;
    }
    if (found != slot_gone && all(places[found] == place)) {
      return found;
    }
    slot = (slot + 1u) & turn.slot_mask;
  }
  return 0u;
}
