// Plane: every cell of the grid follows the rule, and nothing lives beyond.
const frozen_cells = 0;

fn kept(before: Cells, inside: Cells) -> Cells {
  return Cells();
}
