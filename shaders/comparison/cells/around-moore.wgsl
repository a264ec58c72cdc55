// All eight neighbours.
fn live_around(at: Place) -> u32 {
  return cell(at.west, at.north) + cell(at.x, at.north) + cell(at.east, at.north) +
    cell(at.west, at.y) + cell(at.east, at.y) +
    cell(at.west, at.south) + cell(at.x, at.south) + cell(at.east, at.south);
}
