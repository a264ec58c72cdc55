// Torus: beyond an edge lies the opposite one.
fn beyond_edge(start: u32, cell: i32) -> u32 {
  let width = i32(strips.width);
  return cell_in(start, u32((cell + width) % width));
}
