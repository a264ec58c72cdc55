// Cells with a list of those that may change. A generation's buffer holds its cells, then room for the places of as
// many cells, then the number of those in use. Bit 0 of a cell is its state; bit 1 is set while the cell is on the
// list, so that it is entered only once. Many threads may want to set it, so all accesses are atomic.

@group(0) @binding(2) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<atomic<u32>>;

// Threads of a workgroup that works on a list.
const list_group = 256u;

const alive_bit = 1u;
const listed_bit = 2u;

fn list_begin() -> u32 {
  return grid.width * grid.height;
}

fn count_place() -> u32 {
  return 2u * grid.width * grid.height;
}

fn stored_cell(index: u32) -> u32 {
  return atomicLoad(&cells[index]) & alive_bit;
}
