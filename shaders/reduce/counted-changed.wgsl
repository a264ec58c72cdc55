// What a census counts: cells that are otherwise than they were.
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> earlier_cells: array<u32>;

fn counted_word(at: u32) -> u32 {
  return cells[at] ^ earlier_cells[at];
}
