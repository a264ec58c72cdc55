// Frozen border: the outermost cells never change.
const frozen_cells = 1;

fn kept(before: Cells, inside: Cells) -> Cells {
  return before & ~inside;
}
