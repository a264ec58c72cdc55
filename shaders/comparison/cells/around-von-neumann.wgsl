// Four neighbours, those that share an edge.
fn live_around(at: Place) -> u32 {
  return cell(at.x, at.north) + cell(at.west, at.y) + cell(at.east, at.y) + cell(at.x, at.south);
}
