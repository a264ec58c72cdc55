// One generation, a thread a cell, in which blocks of dead cells among dead blocks do nothing. A block is the cells
// of a workgroup. Behind the cells of a generation is a word for each of its blocks: 0 where the whole block is dead,
// 1 where a cell of it lives or may live.
//
// Doing nothing leaves the generation before the present one in the other buffer. That equals writing the dead cells
// only if the block was dead then too, so threads check its old word as well.

override group_width: u32 = 32;
override group_height: u32 = 8;

var<workgroup> awake: atomic<u32>;
var<workgroup> lives: atomic<u32>;

@compute @workgroup_size(group_width, group_height)
fn step_skip(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let size = vec2u(group_width, group_height);
  let blocks = (vec2u(grid.width, grid.height) + size - 1u) / size;
  let block = tile_of(group, groups);
  if (any(block >= blocks)) {
    return;
  }
  let marks = grid.width * grid.height;
  let mark = marks + block.y * blocks.x + block.x;
  // Nine threads read the words of the block and its eight neighbours, a tenth the word in the other buffer. Blocks
  // at an edge read those at the opposite one on a plane too: that may wake them for nothing, and does no harm.
  if (thread < 9u) {
    let near = (block + blocks + vec2u(thread % 3u, thread / 3u) - 1u) % blocks;
    if (cells[marks + near.y * blocks.x + near.x] != 0u) {
      atomicStore(&awake, 1u);
    }
  } else if (thread == 9u && (next_cells[mark] != 0u || rule.from_nothing != 0u)) {
    atomicStore(&awake, 1u);
  }
  if (workgroupUniformLoad(&awake) == 0u) {
    return;
  }
  let at = block * size + place.xy;
  if (at.x < grid.width && at.y < grid.height) {
    let next = next_at(at.x, at.y);
    next_cells[index_of(at.x, at.y)] = next;
    if (next == 1u) {
      atomicStore(&lives, 1u);
    }
  }
  workgroupBarrier();
  if (thread == 0u) {
    next_cells[mark] = atomicLoad(&lives);
  }
}
