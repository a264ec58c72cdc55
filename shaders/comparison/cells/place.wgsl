// A cell and the columns and rows beside it, in the numbering that `cell` takes.
struct Place {
  west: u32,
  x: u32,
  east: u32,
  north: u32,
  y: u32,
  south: u32,
}
