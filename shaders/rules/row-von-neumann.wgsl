// The four neighbours that share an edge.
fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  let odd = odd_of(above.here, middle.west, middle.east);
  let pair = majority_of(above.here, middle.west, middle.east);
  let both = odd & below.here;
  return rule(odd_generation, odd ^ below.here, pair ^ both, pair & both, middle.here);
}
