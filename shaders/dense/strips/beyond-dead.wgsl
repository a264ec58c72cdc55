// Plane and frozen border: nothing lives beyond the edges.
fn beyond_edge(start: u32, cell: i32) -> u32 {
  return 0u;
}
