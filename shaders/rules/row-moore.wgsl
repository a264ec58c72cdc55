// The contribution of a row of cells to the rows above and below it, for all eight neighbours: each cell and the two
// beside it, added up. A row is added up once and counts three times. The sum includes the cell itself; the rule
// allows for that.
struct Row {
  odd: Cells,
  majority: Cells,
  here: Cells,
}

fn row_of(west: Cells, here: Cells, east: Cells) -> Row {
  return Row(odd_of(west, here, east), majority_of(west, here, east), here);
}

fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  return rule(
    odd_generation,
    odd_of(above.odd, middle.odd, below.odd),
    majority_of(above.odd, middle.odd, below.odd),
    odd_of(above.majority, middle.majority, below.majority),
    majority_of(above.majority, middle.majority, below.majority),
    middle.here,
  );
}
