// What a row of cells hands to the rows above and below it where nothing is added up beforehand: each cell and the two
// beside it.
struct Row {
  west: Cells,
  here: Cells,
  east: Cells,
}

fn row_of(west: Cells, here: Cells, east: Cells) -> Row {
  return Row(west, here, east);
}
