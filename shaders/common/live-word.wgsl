// Cells in two states: those of a word that live.
fn live_word(at: u32) -> u32 {
  return cells[at];
}
