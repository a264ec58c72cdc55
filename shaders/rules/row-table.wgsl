// A row of cells as a rule by squares sees it: each cell and the two beside it.
struct Row {
  west: Cells,
  here: Cells,
  east: Cells,
}

fn row_of(west: Cells, here: Cells, east: Cells) -> Row {
  return Row(west, here, east);
}

fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  return rule(
    odd_generation,
    above.west,
    above.here,
    above.east,
    middle.west,
    middle.here,
    middle.east,
    below.west,
    below.here,
    below.east,
  );
}
