// The cells that a word's cells see up to `reach` (1..16) to either side, as 64 cells from the first one's farthest neighbour on.
// `far-torus` and `far-dead` know which rows there are and what lies beyond the ends of one.

struct Pair {
  low: u32,
  high: u32,
}

struct Place {
  column: u32,
  // The first cell that is seen.
  x: i32,
  // Whether all that are seen lie in the row.
  inside: bool,
}

fn place_of(column: u32) -> Place {
  let x = i32(column * 32u) - reach;
  return Place(column, x, x >= 0 && x + 32 + 2 * reach <= i32(grid.width));
}

fn cells_beside(place: Place, row: i32) -> Pair {
  if (!has_row(row)) {
    return Pair(0u, 0u);
  }
  let start = row_of(row) * grid.stride;
  if (!place.inside) {
    return Pair(cells_from(start, place.x), cells_from(start, place.x + 32));
  }
  let at = start + place.column;
  let west = seen_at(at - 1u);
  let here = seen_at(at);
  let east = seen_at(at + 1u);
  return Pair((west >> (32u - u32(reach))) | (here << u32(reach)), (here >> (32u - u32(reach))) | (east << u32(reach)));
}
