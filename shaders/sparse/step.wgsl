// One generation of the awake tiles. A thread computes `thread_rows` rows of a tile one below the other, two words
// each, and reports changes and live edges; the next pass (follow.wgsl), which begins when all threads have reported,
// draws the consequences. `neighbours-...` counts.
//
// No thread waits for another one here. Rows at a tile's edge are loaded straight from the neighbour's memory, which
// costs less than passing them on within a workgroup.

// On a GPU many threads with little work each, on a software adapter few with much.
override thread_rows: u32 = 4;
override group_size: u32 = 64;

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(2) var<storage, read> cells: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<vec2u>;
@group(0) @binding(4) var<storage, read> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read_write> sights: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read> state: PlainState;

// A row of 64 cells: the cell to the west, two words, the cell to the east.
fn load_row(west: u32, tile: u32, east: u32, row: u32) -> vec4u {
  let here = cells[tile * 64u + row];
  return vec4u(cells[west * 64u + row].y >> 31u, here, cells[east * 64u + row].x & 1u);
}

fn left_half(row: vec4u) -> BitRow {
  return bit_row(row.x, row.y, row.z & 1u, 31u);
}

fn right_half(row: vec4u) -> BitRow {
  return bit_row(row.y >> 31u, row.z, row.w, 31u);
}

@compute @workgroup_size(group_size)
fn step_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let parts = 64u / thread_rows;
  let work = select(0u, state.awake[turn.current] * parts, state.halted == 0u);
  // The CPU guesses the number of threads; where the guess is too low they take another round.
  for (var i = thread.x; i < work; i += groups.x * group_size) {
    step_rows(lists[place_in(turn.current, i / parts)], (i % parts) * thread_rows);
  }
}

fn step_rows(tile: u32, first: u32) {
  let around = tile * 8u;
  let west = neighbours[around + 3u];
  let east = neighbours[around + 4u];
  var above: vec4u;
  if (first == 0u) {
    above = load_row(neighbours[around], neighbours[around + 1u], neighbours[around + 2u], 63u);
  } else {
    above = load_row(west, tile, east, first - 1u);
  }
  var middle = load_row(west, tile, east, first);
  var sight = 0u;
  for (var row = first; row < first + thread_rows; row++) {
    var below: vec4u;
    if (row == 63u) {
      below = load_row(neighbours[around + 5u], neighbours[around + 6u], neighbours[around + 7u], 0u);
    } else {
      below = load_row(west, tile, east, row + 1u);
    }
    let next = vec2u(
      next_state(left_half(above), left_half(middle), left_half(below)),
      next_state(right_half(above), right_half(middle), right_half(below)),
    );
    let at = tile * 64u + row;
    sight |= edges_of(row, next ^ next_cells[at]) | (edges_of(row, next) << first_alive);
    sight |= select(0u, seen_before, any(middle.yz != vec2u(0u)));
    next_cells[at] = next;
    above = middle;
    middle = below;
  }
  if (sight != 0u) {
    atomicOr(&sights[tile], sight);
  }
}
