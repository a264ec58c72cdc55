// Loading a vector of four packed words with the cells beside them. What lies beyond the eastern and western edge is put
// there by `beyond_west` and `beyond_east` (step/vector-torus.wgsl, vector-dead.wgsl).

override group_width: u32 = 32;
override group_height: u32 = 4;
override odd_generation: bool = false;

struct Grid {
  // Cells in a row, rows, words that hold a row's cells, and words from one row to the next: a multiple of four.
  width: u32,
  height: u32,
  columns: u32,
  stride: u32,
  // Workgroups that stand side by side across a row.
  groups_across: u32,
  // A pass computes the rows first_row .. end_row - 1; a large grid takes several passes a generation.
  first_row: u32,
  end_row: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> cells: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> next_grid: array<vec4u>;

// What a thread's column has to do with the western and eastern edge.
struct Edges {
  first: bool,
  last: bool,
}

fn edges_at(column: u32) -> Edges {
  return Edges(column == 0u, column * 128u + 128u >= grid.width);
}

// The bits of four words from `start` on that are places first .. end - 1 of a row.
fn places(start: u32, first: u32, end: u32) -> Cells {
  let starts = vec4u(start, start + 32u, start + 64u, start + 96u);
  let low = clamp(vec4u(first), starts, starts + 32u) - starts;
  let high = clamp(vec4u(end), starts, starts + 32u) - starts;
  return bits_below(high) & ~bits_below(low);
}

// The lowest `count` bits, 0 .. 32: a shift by 32 is none, so it is done in two.
fn bits_below(count: vec4u) -> Cells {
  let half = count / 2u;
  return ~((vec4u(0xffffffffu) << half) << (count - half));
}

fn word_at(row: u32, word: u32) -> u32 {
  let index = row * grid.stride + word;
  return cells[index / 4u][index % 4u];
}

fn load_row(edges: Edges, column: u32, row: u32) -> Row {
  let vector = row * (grid.stride / 4u) + column;
  let here = cells[vector];
  var before = 0u;
  if (edges.first) {
    before = beyond_west(row);
  } else {
    before = cells[vector - 1u].w >> 31u;
  }
  let west = (here << vec4u(1u)) | Cells(before, here.xyz >> vec3u(31u));
  var east = here >> vec4u(1u);
  if (edges.last) {
    // The cell after the last one, which need not stand at the end of a word.
    let last = (grid.width - 1u) & 127u;
    let after = select(Cells(), Cells(beyond_east(row) << (last & 31u)), vec4u(0u, 1u, 2u, 3u) == vec4u(last / 32u));
    east |= Cells(here.yzw << vec3u(31u), 0u) | after;
  } else {
    east |= Cells(here.yzw << vec3u(31u), cells[vector + 1u].x << 31u);
  }
  return row_of(west, here, east);
}
