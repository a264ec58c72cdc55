// Rows of a tile for a rule that counts over a shape. A thread walks down each of a tile's two columns of words with the sums of their
// cells, a word for each digit (dense/sums.wgsl does so on grids).

// The cells that a word's cells see up to `reach` (1..16) to either side, as 64 cells from the first one's farthest neighbour on.
struct Pair {
  low: u32,
  high: u32,
}

// A column of words of a tile, 0 or 1.
struct Place {
  tile: u32,
  column: u32,
}

fn pair_of(west: u32, here: u32, east: u32) -> Pair {
  let by = u32(reach);
  return Pair((west >> (32u - by)) | (here << by), (here >> (32u - by)) | (east << by));
}

// A row of the tile, or of those above (below 0) and below (from 64 on).
fn cells_beside(place: Place, row: i32) -> Pair {
  let at = u32(row & 63);
  var here = place.tile;
  // The side on the west of that row; the one on the east is the next, or the one after where the tile's own is between.
  var west_side = 3u;
  var east_side = 4u;
  let around = place.tile * 8u;
  if (row < 0) {
    here = neighbours[around + 1u];
    west_side = 0u;
    east_side = 2u;
  } else if (row > 63) {
    here = neighbours[around + 6u];
    west_side = 5u;
    east_side = 7u;
  }
  let words = cells[here * 64u + at];
  if (place.column == 0u) {
    return pair_of(cells[neighbours[around + west_side] * 64u + at].y, words.x, words.y);
  }
  return pair_of(words.x, words.y, cells[neighbours[around + east_side] * 64u + at].x);
}

fn step_rows(tile: u32, first_row: u32) {
  let first = i32(first_row);
  var sight = 0u;
  for (var column = 0u; column < 2u; column++) {
    let place = Place(tile, column);
    var sums = sums_before(place, first);
    for (var row = first - rows_before; row < first + i32(thread_rows); row++) {
      sums = sums_in(sums, place, row, first - reach);
      if (row < first) {
        continue;
      }
      let at = tile * 64u + u32(row);
      let here = cells[at][column];
      let next = lives_next(sums, here, u32(row));
      let before = next_cells[at][column];
      sight |= edges_of(u32(row), in_column(column, next ^ before));
      sight |= edges_of(u32(row), in_column(column, next)) << first_alive;
      sight |= select(0u, seen_before, here != 0u);
      next_cells[at][column] = next;
    }
  }
  if (sight != 0u) {
    atomicOr(&sights[tile], sight);
  }
}

fn in_column(column: u32, word: u32) -> vec2u {
  return select(vec2u(word, 0u), vec2u(0u, word), column == 1u);
}
