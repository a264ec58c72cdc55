// The wanted tiles: those beside others, by their flags. Wish n is side n % 8 of the tile n / 8 on the list.

fn wanted_count() -> u32 {
  return atomicLoad(&state.wants) * 8u;
}

fn is_wanted(wish: u32) -> bool {
  let tile = lists[place_in(list_wants, wish >> 3u)];
  let side = wish & 7u;
  let wants = ((atomicLoad(&flags[tile]) >> (first_want + side)) & 1u) != 0u;
  return wants && neighbours[tile * 8u + side] == 0u;
}

fn wanted_place(wish: u32) -> vec2i {
  return beside(places[lists[place_in(list_wants, wish >> 3u)]], wish & 7u);
}

fn grant(wish: u32) {
  if ((wish & 7u) == 0u) {
    atomicAnd(&flags[lists[place_in(list_wants, wish >> 3u)]], ~all_wants);
  }
}

fn all_granted() {
  atomicStore(&state.wants, 0u);
}
