// Frozen border: the outermost cells keep the state they have.
const frozen_cells = 1;

fn kept(before: Cells, inside: Cells) -> Cells {
  return before & ~inside;
}
