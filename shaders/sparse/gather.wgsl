// Copies the cells of listed tiles one after the other, for reading back only those. A workgroup a tile.

@group(0) @binding(0) var<storage, read> wanted: array<u32>;
@group(0) @binding(1) var<storage, read> cells: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> gathered: array<vec2u>;

@compute @workgroup_size(64)
fn gather_tile(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) row: u32,
) {
  let index = group.y * groups.x + group.x;
  if (index < arrayLength(&wanted)) {
    gathered[index * 64u + row] = cells[wanted[index] * 64u + row];
  }
}
