// Loads a vector of four packed words with the cells beside them. There are no branches: where a row ends it reads
// other words and puts their bits in other places, but all rows of a thread are under way from memory at once.

override odd_generation: bool = false;

@group(0) @binding(1) var<storage, read> cells: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> next_grid: array<vec4u>;

// The cells beside a thread's column.
struct Beside {
  column: u32,
  // The word that holds the cell to the west, and that cell's distance from the word's lowest bit.
  west_word: u32,
  west_shift: u32,
  // The word whose lowest bit is the cell to the east, and the place of that cell: after the last cell of the vector,
  // which in a row's last one need not be at the end of a word.
  east_word: u32,
  east_place: Cells,
  first: bool,
  last: bool,
}

fn beside(column: u32) -> Beside {
  let first = column == 0u;
  let last = column * 128u + 128u >= grid.width;
  let end = grid.width - 1u;
  let end_place = select(Cells(), Cells(1u << (end & 31u)), vec4u(0u, 1u, 2u, 3u) == vec4u((end & 127u) / 32u));
  return Beside(
    column,
    select(column * 4u - 1u, end / 32u, first),
    select(31u, end & 31u, first),
    select(column * 4u + 4u, 0u, last),
    select(Cells(0u, 0u, 0u, 0x80000000u), end_place, last),
    first,
    last,
  );
}

// The bits of four words from `start` on that are places first .. end - 1 of a row.
fn places(start: u32, first: u32, end: u32) -> Cells {
  let starts = vec4u(start, start + 32u, start + 64u, start + 96u);
  let low = clamp(vec4u(first), starts, starts + 32u) - starts;
  let high = clamp(vec4u(end), starts, starts + 32u) - starts;
  return bits_below(high) & ~bits_below(low);
}

// The lowest `count` bits, 0 .. 32: a shift by 32 does nothing, so it takes two.
fn bits_below(count: vec4u) -> Cells {
  let half = count / 2u;
  return ~((vec4u(0xffffffffu) << half) << (count - half));
}

fn word_at(row: u32, word: u32) -> u32 {
  let index = row * grid.stride + word;
  return cells[index / 4u][index % 4u];
}

fn load_row(place: Beside, row: u32) -> Row {
  let here = cells[row * (grid.stride / 4u) + place.column];
  let before = beyond_west(place, (word_at(row, place.west_word) >> place.west_shift) & 1u);
  let after = beyond_east(place, word_at(row, place.east_word) & 1u);
  let west = (here << vec4u(1u)) | Cells(before, here.xyz >> vec3u(31u));
  let east = (here >> vec4u(1u)) | Cells(here.yzw << vec3u(31u), 0u) | (Cells(0u - after) & place.east_place);
  return row_of(west, here, east);
}
