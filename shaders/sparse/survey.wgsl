// A survey, a thread a tile: its place, its live cells, and the smallest box that holds them (first and last column,
// first and last row, a byte each). Only this travels to the CPU where cells are counted or searched.

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<storage, read> flags: array<u32>;
@group(0) @binding(2) var<storage, read> places: array<vec2u>;
@group(0) @binding(3) var<storage, read> cells: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> found: array<vec4u>;

@compute @workgroup_size(16)
fn survey_tiles(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = (group.y * groups.x + group.x) * 16u + thread;
  if (tile >= arrayLength(&found)) {
    return;
  }
  if ((flags[tile] & flag_exists) == 0u) {
    found[tile] = vec4u(0u);
    return;
  }
  var population = 0u;
  var columns = vec2u(0u);
  var first_row = 64u;
  var last_row = 0u;
  for (var row = 0u; row < 64u; row++) {
    let here = cells[tile * 64u + row];
    if (any(here != vec2u(0u))) {
      let live = countOneBits(here);
      population += live.x + live.y;
      columns |= here;
      first_row = min(first_row, row);
      last_row = row;
    }
  }
  let first = select(firstTrailingBit(columns.x), 32u + firstTrailingBit(columns.y), columns.x == 0u);
  let last = select(32u + firstLeadingBit(columns.y), firstLeadingBit(columns.x), columns.y == 0u);
  let box = (first & 63u) | ((last & 63u) << 8u) | ((first_row & 63u) << 16u) | (last_row << 24u);
  found[tile] = vec4u(places[tile], population, box);
}
