// One generation by tables of rows, on packed planes, for rules that are too long to be written out as logic. A thread owns a
// word of 32 cells in each row of a chunk and walks down it. Of a row it takes the planes apart, finds each cell's kinds, numbers the rows of
// three cells around each of its cells, and adds the codes of those numbers to what it knows of the two rows above: that
// is the place of the next state of the cell one row up. (engine/rules/row-codes.ts explains codes.)
//
// Threads stand side by side, chunk after chunk, in one long line of places; a chunk has a place more at each side, whose cells lie beyond the
// edge. Each thread hands over the kinds of its first and its last cell, and the outer threads of a workgroup compute for
// their neighbours alone. The kernel's host writes out what is done for each of the 32 cells, where the tables lie, and puts `lanes` in front
// (engine/algorithms/gpu/dense/row-code-source.ts); tile-torus.wgsl and tile-bounded.wgsl know the cells beyond the edges.

struct Grid {
  width: u32,
  height: u32,
  columns: u32,
  stride: u32,
  // The shifts with which a torus is joined.
  shift_x: i32,
  shift_y: i32,
  // Rows that a thread walks down, and threads with work.
  chunk_rows: u32,
  places: u32,
  // The rows that are computed.
  first_row: u32,
  end_row: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> cells_after: array<u32>;
@group(0) @binding(3) var<storage, read> tables: array<u32>;

// The kinds of the first and the last cell of each thread, in two halves that take turns.
var<workgroup> first_kinds: array<u32, 2u * lanes>;
var<workgroup> last_kinds: array<u32, 2u * lanes>;

// The lowest `count` bits, clamped to 0 .. 32.
fn bits_below(count: i32) -> u32 {
  if (count >= 32) {
    return 0xffffffffu;
  }
  return (1u << u32(max(count, 0))) - 1u;
}

// The word of a plane from (x, y) on. Away from edges it lies there as it is.
fn load_word(x: i32, y: i32, plane: u32) -> u32 {
  if (x >= 0 && x + 32 <= i32(grid.width) && y >= 0 && y < i32(grid.height)) {
    return cells[plane + u32(y) * grid.stride + u32(x >> 5u)];
  }
  return load_cells(x, y, plane);
}
