// A list of the cells that may change, in the order of the grid: cells are counted in chunks, an exclusive scan of the counts
// says where each chunk's part of the list begins, and a scan within the chunk where each thread's does. Behind the cells of the
// generation that is made lie a number for each chunk, the length of the list, and the list.

const scan_group = 256u;
const thread_cells = 16u;
const chunk_cells = scan_group * thread_cells;

fn all_cells() -> u32 {
  return grid.width * grid.height;
}

fn chunk_count() -> u32 {
  return (all_cells() + chunk_cells - 1u) / chunk_cells;
}

fn chunks_begin() -> u32 {
  return all_cells();
}

fn length_place() -> u32 {
  return chunks_begin() + chunk_count();
}

fn list_begin() -> u32 {
  return length_place() + 1u;
}

var<workgroup> sums: array<u32, scan_group>;

// The sum of the threads' numbers up to this one's. When all are back, the last of `sums` is that of all.
fn sum_until(own: u32, thread: u32) -> u32 {
  var sum = own;
  sums[thread] = sum;
  workgroupBarrier();
  for (var reach = 1u; reach < scan_group; reach *= 2u) {
    let earlier = select(0u, sums[max(thread, reach) - reach], thread >= reach);
    workgroupBarrier();
    sum += earlier;
    sums[thread] = sum;
    workgroupBarrier();
  }
  return sum;
}
