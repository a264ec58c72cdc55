// Cells in more than two states: a plane for each bit of a state, one after the other. Neighbours see the cells in state 1,
// and the rule says which cells live in the next generation. The number of planes is data: one shader serves all.

struct States {
  // The highest state.
  last: u32,
  planes: u32,
  // Words from one plane to the next.
  plane_words: u32,
}

@group(0) @binding(4) var<uniform> states: States;

fn seen_at(at: u32) -> u32 {
  var higher = 0u;
  for (var plane = 1u; plane < states.planes; plane++) {
    higher |= cells[plane * states.plane_words + at];
  }
  return cells[at] & ~higher;
}

// Stores a word of each plane. The dead are born into state 1 or stay dead; cells in state 1 that live stay there; all others
// go on to the next state, by adding 1 from the lowest plane upward, and from the last one to 0.
fn store_cells(column: u32, row: u32, inside: u32, here: u32, lives: u32) {
  let start = row * grid.stride + column;
  var any = 0u;
  var last = 0xffffffffu;
  for (var plane = 0u; plane < states.planes; plane++) {
    let word = cells[plane * states.plane_words + start];
    any |= word;
    last &= select(0xffffffffu, word, ((states.last >> plane) & 1u) == 1u);
  }
  let aging = any & ~(here & lives);
  let ending = aging & last;
  var carry = aging;
  var born = lives & ~any;
  for (var plane = 0u; plane < states.planes; plane++) {
    let at = plane * states.plane_words + start;
    let word = cells[at];
    let next = ((word ^ carry) & ~ending) | born;
    carry &= word;
    born = 0u;
    next_cells[at] = settle_border(column, row, word, next) & inside;
  }
}
