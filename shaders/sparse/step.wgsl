// Rows of a tile for a rule of the nearest neighbours. `neighbours-...` counts.

// A row of 64 cells: the cell to the west, two words, the cell to the east.
fn load_row(west: u32, tile: u32, east: u32, row: u32) -> vec4u {
  let here = cells[tile * 64u + row];
  return vec4u(cells[west * 64u + row].y >> 31u, here, cells[east * 64u + row].x & 1u);
}

fn left_half(row: vec4u) -> BitRow {
  return bit_row(row.x, row.y, row.z & 1u, 31u);
}

fn right_half(row: vec4u) -> BitRow {
  return bit_row(row.y >> 31u, row.z, row.w, 31u);
}

fn step_rows(tile: u32, first: u32) {
  let around = tile * 8u;
  let west = neighbours[around + 3u];
  let east = neighbours[around + 4u];
  var above: vec4u;
  if (first == 0u) {
    above = load_row(neighbours[around], neighbours[around + 1u], neighbours[around + 2u], 63u);
  } else {
    above = load_row(west, tile, east, first - 1u);
  }
  var middle = load_row(west, tile, east, first);
  var sight = 0u;
  for (var row = first; row < first + thread_rows; row++) {
    var below: vec4u;
    if (row == 63u) {
      below = load_row(neighbours[around + 5u], neighbours[around + 6u], neighbours[around + 7u], 0u);
    } else {
      below = load_row(west, tile, east, row + 1u);
    }
    let next = vec2u(
      next_state(left_half(above), left_half(middle), left_half(below)),
      next_state(right_half(above), right_half(middle), right_half(below)),
    );
    let at = tile * 64u + row;
    sight |= edges_of(row, next ^ next_cells[at]) | (edges_of(row, next) << first_alive);
    sight |= select(0u, seen_before, any(middle.yz != vec2u(0u)));
    next_cells[at] = next;
    above = middle;
    middle = below;
  }
  if (sight != 0u) {
    atomicOr(&sights[tile], sight);
  }
}
