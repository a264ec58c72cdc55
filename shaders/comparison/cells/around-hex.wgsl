// Six neighbours: a hexagonal grid on square storage, where the north-eastern and south-western cells do not count.
fn live_around(at: Place) -> u32 {
  return cell(at.west, at.north) + cell(at.x, at.north) +
    cell(at.west, at.y) + cell(at.east, at.y) +
    cell(at.x, at.south) + cell(at.east, at.south);
}
