// Cells in more than two states: behind the palette of live cells lies one for each state from 1 on, as many as `colours` says; states
// beyond them look like the last.

const palette_words = 5u * (full + 1u);

fn palette_of(state: u32) -> u32 {
  return min(state, colours()) * palette_words;
}
