// Copies a buffer, 16 bytes a thread: the best that a kernel can do that reads and writes each cell once.

override group_size: u32 = 256;

@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> copy: array<vec4u>;

@compute @workgroup_size(group_size)
fn copy_words(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  if (index < arrayLength(&copy)) {
    copy[index] = source[index];
  }
}
