// All live cells of the soup are in state 1, and the grid has one plane.

fn add_cells(at: u32, live: u32, x: u32, y: u32) {
  cells[at] |= live;
}
