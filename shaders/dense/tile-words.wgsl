// Several generations of a tile in workgroup memory, on packed cells. A workgroup loads its tile with as much of its
// surroundings as can reach it in time, computes all of that for `generations` generations, in which the outermost
// word and rows become invalid bit by bit, and stores the tile. A small grid has too little work for a pass to pay
// for its start; many generations a pass are what makes it fast.
//
// A thread owns `thread_rows` words below each other. In each generation it hands them over to the others, waits, and
// takes the words around its own; two halves of the memory take turns, so no thread overwrites words that another has
// yet to read. Of cells in more than two states it keeps the planes to itself, and hands over those in state 1.
//
// The kernel's host puts the sizes in front as constants: tile_words x tile_rows words to store, `reach` rows more
// above and below and a word more at each side. tile-torus.wgsl and tile-bounded.wgsl load the cells beyond the edges
// and settle those on them; engine/algorithms/gpu/rules/state-planes.ts writes out what becomes of states.

const across = tile_words + 2u;
const down = tile_rows + 2u * reach;
const threads = across * (down / thread_rows);

struct Grid {
  width: u32,
  height: u32,
  columns: u32,
  stride: u32,
  tiles_across: u32,
  // The shifts with which a torus is joined.
  shift_x: i32,
  shift_y: i32,
  // Of this pass, at most `reach`; and 1 where it begins at an odd generation.
  generations: u32,
  odd_start: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> cells_after: array<u32>;

var<workgroup> words: array<u32, 2u * across * down>;

// The lowest `count` bits, clamped to 0 .. 32.
fn bits_below(count: i32) -> u32 {
  if (count >= 32) {
    return 0xffffffffu;
  }
  return (1u << u32(max(count, 0))) - 1u;
}

fn row_at(half: u32, place: u32, row: u32) -> Row {
  let start = half + row * across;
  let here = words[start + place];
  let west = words[start + max(place, 1u) - 1u];
  let east = words[start + min(place + 1u, across - 1u)];
  return row_of((here << 1u) | (west >> 31u), here, (here >> 1u) | (east << 31u));
}

@compute @workgroup_size(threads)
fn step_tile_words(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = group.y * groups.x + group.x;
  let tile_row = tile / grid.tiles_across;
  let tile_column = tile - tile_row * grid.tiles_across;
  let place = thread % across;
  let first = (thread / across) * thread_rows;
  let column = i32(tile_column * tile_words + place) - 1;
  let top = i32(tile_row * tile_rows + first) - i32(reach);
  let edges = edges_at(column * 32);

  var mine: array<Planes, thread_rows>;
  for (var i = 0u; i < thread_rows; i++) {
    mine[i] = load_planes(column * 32, top + i32(i));
  }
  for (var turn = 0u; turn < grid.generations; turn++) {
    let half = (turn & 1u) * across * down;
    for (var i = 0u; i < thread_rows; i++) {
      words[half + (first + i) * across + place] = living(mine[i]);
    }
    workgroupBarrier();
    let odd = ((turn + grid.odd_start) & 1u) == 1u;
    var above = row_at(half, place, max(first, 1u) - 1u);
    var middle = row_at(half, place, first);
    for (var i = 0u; i < thread_rows; i++) {
      let below = row_at(half, place, min(first + i + 1u, down - 1u));
      let next = after(mine[i], next_cells(odd, above, middle, below));
      mine[i] = settle_planes(edges, top + i32(i), mine[i], next);
      above = middle;
      middle = below;
    }
  }

  if (place == 0u || place > tile_words || column >= i32(grid.columns)) {
    return;
  }
  let inside = bits_below(i32(grid.width) - column * 32);
  for (var i = 0u; i < thread_rows; i++) {
    let row = top + i32(i);
    if (first + i >= reach && first + i < reach + tile_rows && row < i32(grid.height)) {
      store_planes(u32(row) * grid.stride + u32(column), inside, mine[i]);
    }
  }
}
