// Cells in more than two states, a plane for each bit of a state: those of a word that are not 0. `planes` returns the number of
// planes and the words from one to the next.
fn live_word(at: u32) -> u32 {
  var live = cells[at];
  for (var plane = 1u; plane < planes().x; plane++) {
    live |= cells[plane * planes().y + at];
  }
  return live;
}
