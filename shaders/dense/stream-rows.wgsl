// What a lane of the streaming kernel knows and does besides adding: where its words lie, which row comes next, and what
// becomes of cells at the edges. (The kernel itself is written out by engine/algorithms/gpu/dense/stream-source.ts.)

@group(0) @binding(1) var<storage, read> cells: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> cells_after: array<vec4u>;

// A lane's share: a vector of four words in each of the rows first_row .. first_row + rows - 1.
struct Lane {
  // The vector's place in a row, margins included.
  column: u32,
  first_row: u32,
  // How many rows it stores; none in the margins and where another lane does.
  rows: u32,
}

// Chunks of rows lie one after the other in one long line of vectors, margins included, and workgroups take their pieces from
// that line. Neighbouring pieces overlap by twice `halo` vectors, since the cells of the outer lanes go bad.
fn lane_at(group: u32, lane: u32) -> Lane {
  let place = i32(group * (lanes - 2u * halo) + lane) - i32(halo);
  let vectors_across = strips.stride / 4u;
  let vector = u32(clamp(place, 0, i32(strips.vectors) - 1));
  let chunk = vector / vectors_across;
  let column = vector - chunk * vectors_across;
  let first_row = chunk * strips.chunk_rows;
  let stores = lane >= halo && lane < lanes - halo && place < i32(strips.vectors)
    && column >= margin / 4u && column < vectors_across - margin / 4u;
  let rows = select(0u, min(strips.chunk_rows, strips.height - first_row), stores);
  return Lane(column, first_row, rows);
}
