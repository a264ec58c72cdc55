// The parts of the streaming kernel besides adding: the place of a lane's words, the next row, and the cells at the
// edges. (engine/algorithms/gpu/dense/stream-source.ts writes out the kernel itself.)

@group(0) @binding(1) var<storage, read> cells: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> cells_after: array<vec4u>;

// A lane's share: a vector of four words in each of the rows first_row .. first_row + rows - 1.
struct Lane {
  // The vector's place in a row, margins included.
  column: u32,
  first_row: u32,
  // The number of rows that it stores; none in the margins and where another lane stores them.
  rows: u32,
  // How far from each vector that it stores the margin's vector lies that repeats it; 0 for none.
  margin: i32,
}

// Chunks of rows lie one after the other in one long line of vectors, margins included, and workgroups take their
// pieces from that line. Neighbouring pieces overlap by twice `halo` vectors, since the cells of the outer lanes
// become invalid.
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
  // The first words of the strips come again behind the last ones, and the last ones before the first.
  let inner = vectors_across - margin / 2u;
  let to_margin = select(0, i32(inner), column < margin / 2u) - select(0, i32(inner), column >= inner);
  return Lane(column, first_row, rows, to_margin);
}

// What a margin repeats: a vector of words at the strips' other ends, moved on by one strip.
fn moved_on(cells: Cells, to_margin: i32) -> Cells {
  if (to_margin > 0) {
    return (cells >> Cells(1u)) | around(cells << Cells(31u));
  }
  return (cells << Cells(1u)) | around(cells >> Cells(31u));
}
