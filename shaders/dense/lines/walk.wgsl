// One generation of a rule that looks far. A thread walks down a column of two cells with their sums, and collects which counts give birth
// and which let stay; sixteen of them make a word of sixteen rows each. `eight_rows` knows the shape and the rule (line-source.ts).

override lanes: u32 = 128;

var<workgroup> births: array<u32, lanes>;
var<workgroup> stays: array<u32, lanes>;

@compute @workgroup_size(lanes)
fn step_lines(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let number = group.y * groups.x + group.x;
  let down = number / part.groups_across;
  let across = number - down * part.groups_across;
  let first = part.first_row + down * part.walk_rows;
  let end = min(first + part.walk_rows, part.end_row);
  var base = (first - part.first_row) * part.pitch + across * lanes + lane;
  var sums_now = sums_before(base);
  let column = part.column + across * (lanes / 16u) + lane / 16u;
  let row_in_block = lane & 15u;
  for (var block = first; block < end; block += 16u) {
    let upper = eight_rows(base, sums_now);
    let lower = eight_rows(base + 8u * part.pitch, upper.sums);
    sums_now = lower.sums;
    base += 16u * part.pitch;
    births[lane] = upper.births | (lower.births << 16u);
    stays[lane] = upper.stays | (lower.stays << 16u);
    workgroupBarrier();
    var born = 0u;
    var kept = 0u;
    for (var i = 0u; i < 16u; i++) {
      let thread = (lane & ~15u) + i;
      born |= ((births[thread] >> (2u * row_in_block)) & 3u) << (2u * i);
      kept |= ((stays[thread] >> (2u * row_in_block)) & 3u) << (2u * i);
    }
    workgroupBarrier();
    let row = block + row_in_block;
    if (row < end && column < part.end_column) {
      let here = seen_at(row * grid.stride + column);
      store_cells(column, row, cell_bits(column), here, (here & kept) | (born & ~here));
    }
  }
}
