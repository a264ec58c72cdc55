// Plane: every cell of the grid follows the rule, and no cell beyond it lives.
const frozen_cells = 0;

fn kept(before: Cells, inside: Cells) -> Cells {
  return Cells();
}
