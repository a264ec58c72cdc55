// Which sides of a tile one of its rows touches: bit n is set where a cell of the row is seen by cells on side n (tiles.wgsl), and
// bit 8 where there is any cell at all.
const any_cell = 0x100u;

// How far cells see, 1..16.
override sight_reach: u32 = 1;

fn edges_of(row: u32, cells: vec2u) -> u32 {
  if ((cells.x | cells.y) == 0u) {
    return 0u;
  }
  let west = select(0u, 1u, (cells.x & ((1u << sight_reach) - 1u)) != 0u);
  let east = select(0u, 1u, (cells.y >> (32u - sight_reach)) != 0u);
  var edges = any_cell | (west << 3u) | (east << 4u);
  if (row < sight_reach) {
    edges |= 2u | west | (east << 2u);
  }
  if (row >= 64u - sight_reach) {
    edges |= 64u | (west << 5u) | (east << 7u);
  }
  return edges;
}

// The report on a computed tile: edges_of the changes since two generations ago, edges_of the live cells from this
// bit on, and whether any cell lived before.
const first_alive = 9u;
const seen_before = 1u << 18u;
