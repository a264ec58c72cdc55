// The strips form. A row of the grid is cut into 32 strips of `columns` cells, and bit i of a word belongs to strip
// i: word w of a row holds the cells w, columns + w, 2 columns + w, ... The cells west and east of all 32 cells of a
// word are then just the word before and the word after it, and no bit is ever shifted.
//
// That would fail at the ends of the strips, so a row has a margin of eight words at both ends. The margin repeats
// the words that the strips' neighbours hold there: the word before the first one is the last one of all strips, each
// moved on by one strip. The join (dense/strips/join.wgsl) writes the margins, and with them the cells beyond the
// grid's edges, before each pass. A pass may then run for eight generations, in which the margin's cells become
// invalid from the outside in, one a generation.
//
// The grid's width need not be a multiple of 32 words: the last cells of the last strips are beyond its eastern edge
// and hold, like the margins, the cells joined to that edge.
struct Strips {
  // Cells in a row, and rows.
  width: u32,
  height: u32,
  // Words that hold the cells of a row; a multiple of four.
  columns: u32,
  // Words from one row to the next: columns and two margins.
  stride: u32,
  // The same for the packed form, and the number of words there that hold a row's cells.
  packed_stride: u32,
  packed_columns: u32,
  // Rows that a lane walks down: in the first, tall chunks, so many of them, and below; and vectors of four words in all chunks together.
  chunk_rows: u32,
  tall_chunks: u32,
  last_rows: u32,
  vectors: u32,
  // The rows that a conversion converts, or a join joins.
  first_row: u32,
  end_row: u32,
}

const margin = 8u;

@group(0) @binding(0) var<uniform> strips: Strips;
