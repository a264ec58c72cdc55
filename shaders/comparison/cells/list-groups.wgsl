// Between two generations, one thread: writes the number of workgroups for the list, and empties the list of the next
// generation. The CPU never learns how long a list is.

@group(0) @binding(1) var<storage, read_write> dispatch: array<u32, 3>;

@compute @workgroup_size(1)
fn count_groups() {
  let groups = (atomicLoad(&cells[count_place()]) + list_group - 1u) / list_group;
  dispatch[0] = min(groups, 65535u);
  dispatch[1] = (groups + 65534u) / 65535u;
  dispatch[2] = 1u;
  atomicStore(&next_cells[count_place()], 0u);
}
