// The grid as the plainest kernels keep it: a whole word a cell, alive in the lowest bit, row after row from the top
// down and without gaps. It takes 32 times the room of packed cells, and threads write their cells without
// coordination. Its width, height and share of the pass are those of the packed grid (shaders/dense/grid-shape.wgsl).

fn index_of(x: u32, y: u32) -> u32 {
  return y * grid.width + x;
}

// The position of a workgroup among the others, in workgroups across and down. One direction of a dispatch takes
// 65,535 of them; a longer direction continues in further layers. No grid has room for two such directions.
fn tile_of(group: vec3u, groups: vec3u) -> vec2u {
  let layer = select(vec2u(0u, groups.y), vec2u(groups.x, 0u), groups.x == 65535u);
  return group.xy + group.z * layer;
}
