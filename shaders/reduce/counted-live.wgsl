// What a census counts: live cells.
@group(0) @binding(2) var<storage, read> cells: array<u32>;

fn counted_word(at: u32) -> u32 {
  return cells[at];
}
