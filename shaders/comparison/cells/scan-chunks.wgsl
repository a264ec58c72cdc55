// Second, one workgroup: from the chunks' numbers to the sums of those before each, and from their sum to the workgroups of
// the last pass, which the CPU never learns.

@group(0) @binding(1) var<storage, read_write> dispatch: array<u32, 3>;

@compute @workgroup_size(scan_group)
fn scan_chunks(@builtin(local_invocation_index) thread: u32) {
  var before = 0u;
  for (var first = 0u; first < chunk_count(); first += scan_group) {
    let chunk = first + thread;
    let place = chunks_begin() + chunk;
    var own = 0u;
    if (chunk < chunk_count()) {
      own = next_cells[place];
    }
    let sum = sum_until(own, thread);
    if (chunk < chunk_count()) {
      next_cells[place] = before + sum - own;
    }
    before += sums[scan_group - 1u];
    workgroupBarrier();
  }
  if (thread == 0u) {
    next_cells[length_place()] = before;
    let groups = (before + scan_group - 1u) / scan_group;
    dispatch[0] = min(groups, 65535u);
    dispatch[1] = (groups + 65534u) / 65535u;
    dispatch[2] = 1u;
  }
}
