// One generation, a thread for each cell of the list, which also makes the list of the next generation. A cell enters
// it if it lives now or has a live neighbour, since only those can live a generation later. It also enters if it has
// just died: then the other buffer still shows it alive, and a thread has to write there that it is dead.
//
// Nine threads may want the same cell on the list. The first to set its mark enters it, at the place that a counter
// gives, which all threads of the GPU share.

fn list_cell(x: u32, y: u32) {
  // Only on a plane, where columns and rows beyond the edge have these numbers too.
  if (x >= grid.width || y >= grid.height) {
    return;
  }
  let index = index_of(x, y);
  if ((atomicOr(&next_cells[index], listed_bit) & listed_bit) == 0u) {
    let entry = atomicAdd(&next_cells[count_place()], 1u);
    atomicStore(&next_cells[list_begin() + entry], index);
  }
}

@compute @workgroup_size(list_group)
fn step_list(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let entry = (group.y * groups.x + group.x) * list_group + place;
  if (entry >= atomicLoad(&cells[count_place()])) {
    return;
  }
  let index = atomicLoad(&cells[list_begin() + entry]);
  let y = index / grid.width;
  let x = index - y * grid.width;
  let next = next_at(x, y);
  // The mark is no longer needed, and must be gone when this buffer is written again.
  let alive = atomicAnd(&cells[index], ~listed_bit) & alive_bit;
  // Neighbours may be setting the mark in the same word, so this changes only the bit of the state.
  if (next == 1u) {
    atomicOr(&next_cells[index], alive_bit);
    let west = west_of(x);
    let east = east_of(x);
    let north = north_of(y);
    let south = south_of(y);
    list_cell(west, north);
    list_cell(x, north);
    list_cell(east, north);
    list_cell(west, y);
    list_cell(x, y);
    list_cell(east, y);
    list_cell(west, south);
    list_cell(x, south);
    list_cell(east, south);
  } else {
    atomicAnd(&next_cells[index], ~alive_bit);
    if (alive == 1u) {
      list_cell(x, y);
    }
  }
}
