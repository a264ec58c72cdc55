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

// A chunk of rows, from the first one on.
struct Chunk {
  first_row: u32,
  rows: u32,
}

fn chunk_at(index: u32) -> Chunk {
  if (index < strips.tall_chunks) {
    return Chunk(index * strips.chunk_rows, strips.chunk_rows);
  }
  let above = strips.tall_chunks * strips.chunk_rows;
  return Chunk(above + (index - strips.tall_chunks) * strips.last_rows, strips.last_rows);
}

// Chunks of rows lie one after the other in one long line of vectors, margins included, and workgroups take their
// pieces from that line. Neighbouring pieces overlap by twice `halo` vectors, since the cells of the outer lanes
// become invalid.
fn place_at(group: u32, lane: u32) -> i32 {
  return i32(group * (lanes - 2u * halo) + lane) - i32(halo);
}

// The rows that a workgroup walks down: those of its first chunk, as no later one has more.
fn rows_of_group(group: u32) -> i32 {
  let vector = u32(max(place_at(group, 0u), 0));
  return i32(chunk_at(vector / (strips.stride / 4u)).rows);
}

fn lane_at(group: u32, lane: u32) -> Lane {
  let place = place_at(group, lane);
  let vectors_across = strips.stride / 4u;
  let vector = u32(clamp(place, 0, i32(strips.vectors) - 1));
  let index = vector / vectors_across;
  let column = vector - index * vectors_across;
  let chunk = chunk_at(index);
  let stores = lane >= halo && lane < lanes - halo && place < i32(strips.vectors)
    && column >= margin / 4u && column < vectors_across - margin / 4u;
  let rows = select(0u, min(chunk.rows, strips.height - chunk.first_row), stores);
  // The first words of the strips come again behind the last ones, and the last ones before the first.
  let inner = vectors_across - margin / 2u;
  let to_margin = select(0, i32(inner), column < margin / 2u) - select(0, i32(inner), column >= inner);
  return Lane(column, chunk.first_row, rows, to_margin);
}

// What a margin repeats: a vector of words at the strips' other ends, moved on by one strip.
fn moved_on(cells: Cells, to_margin: i32) -> Cells {
  if (to_margin > 0) {
    return (cells >> Cells(1u)) | around(cells << Cells(31u));
  }
  return (cells << Cells(1u)) | around(cells >> Cells(31u));
}
