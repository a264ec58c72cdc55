// Between two generations, one thread: how many workgroups the list asks for, and an empty list for the next generation.
// The CPU never learns how long a list is; the GPU tells itself.

@group(0) @binding(1) var<storage, read_write> dispatch: array<u32, 3>;

@compute @workgroup_size(1)
fn count_groups() {
  let groups = (atomicLoad(&cells[count_place()]) + list_group - 1u) / list_group;
  dispatch[0] = min(groups, 65535u);
  dispatch[1] = (groups + 65534u) / 65535u;
  dispatch[2] = 1u;
  atomicStore(&next_cells[count_place()], 0u);
}
