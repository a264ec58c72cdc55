// Gives the words first .. end - 1 one value.

struct Fill {
  first: u32,
  end: u32,
  value: u32,
}

const group_size = 256u;

@group(0) @binding(0) var<uniform> fill: Fill;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(group_size)
fn fill_words(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let at = fill.first + (group.y * groups.x + group.x) * group_size + place;
  if (at < fill.end) {
    words[at] = fill.value;
  }
}
