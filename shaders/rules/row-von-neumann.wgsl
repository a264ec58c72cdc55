// The contribution of a row of cells to the rows above and below it, for the four neighbours that share an edge.
struct Row {
  west: Cells,
  here: Cells,
  east: Cells,
}

fn row_of(west: Cells, here: Cells, east: Cells) -> Row {
  return Row(west, here, east);
}

fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  let odd = odd_of(above.here, middle.west, middle.east);
  let pair = majority_of(above.here, middle.west, middle.east);
  let both = odd & below.here;
  return rule(odd_generation, odd ^ below.here, pair ^ both, pair & both, middle.here);
}
