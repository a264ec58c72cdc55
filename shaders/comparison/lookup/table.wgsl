// A table of the next states of so many cells an entry. WGSL reads whole words, so several entries share one.

override cells_an_entry: u32 = 4;

@group(0) @binding(1) var<storage, read> table: array<u32>;

fn look_up(index: u32) -> u32 {
  let entries_a_word = 32u / cells_an_entry;
  let first_bit = (index % entries_a_word) * cells_an_entry;
  return (table[index / entries_a_word] >> first_bit) & ((1u << cells_an_entry) - 1u);
}
