// Writes cells into tiles, a thread a tile. Places without a tile are skipped: an earlier pass has made tiles where
// cells are born. A tile whose cells change is computed next time and counts as changed in that generation, and the
// neighbours that read it are woken or wanted.

@group(0) @binding(4) var<storage, read> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read_write> places: array<vec2i>;
@group(0) @binding(6) var<storage, read_write> slots: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> cells: array<vec2u>;
// For each tile 66 pairs of words: its place; the covered box and the mode; 64 rows.
@group(0) @binding(8) var<storage, read> edits: array<vec2u>;

const pairs = 66u;

const mode_or = 0u;
const mode_clear = 1u;
const mode_xor = 2u;
// Covered cells become those of the rows.
const mode_copy = 3u;

// The bits first .. last of a word that begins at bit `begin` of the row.
fn bits_between(first: i32, last: i32, begin: i32) -> u32 {
  let begins = max(first - begin, 0);
  let ends = min(last - begin, 31);
  if (begins > ends) {
    return 0u;
  }
  return (0xffffffffu >> u32(31 - ends)) & (0xffffffffu << u32(begins));
}

// `box` holds the first and last column and the first and last row, a byte each.
fn covered(box: u32, row: u32) -> vec2u {
  if (row < ((box >> 16u) & 0xffu) || row > (box >> 24u)) {
    return vec2u(0u);
  }
  let first = i32(box & 0xffu);
  let last = i32((box >> 8u) & 0xffu);
  return vec2u(bits_between(first, last, 0), bits_between(first, last, 32));
}

fn merged(before: vec2u, written: vec2u, box: vec2u, mode: u32) -> vec2u {
  switch mode {
    case mode_or: {
      return before | written;
    }
    case mode_clear: {
      return before & ~written;
    }
    case mode_xor: {
      return before ^ written;
    }
    default: {
      return (before & ~box) | written;
    }
  }
}

@compute @workgroup_size(16)
fn edit_tiles(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let begin = ((group.y * groups.x + group.x) * 16u + thread) * pairs;
  if (begin >= arrayLength(&edits)) {
    return;
  }
  let tile = find(bitcast<vec2i>(edits[begin]));
  if (tile == 0u) {
    return;
  }
  let about = edits[begin + 1u];
  var changed = 0u;
  for (var row = 0u; row < 64u; row++) {
    let box = covered(about.x, row);
    let before = cells[tile * 64u + row];
    let after = merged(before, edits[begin + 2u + row] & box, box, about.y);
    changed |= edges_of(row, before ^ after);
    cells[tile * 64u + row] = after;
  }
  if (changed == 0u) {
    return;
  }
  atomicOr(&flags[tile], flag_touched);
  wake(tile);
  for (var side = 0u; side < 8u; side++) {
    if (((changed >> side) & 1u) == 0u) {
      continue;
    }
    let neighbour = neighbours[tile * 8u + side];
    if (neighbour == 0u) {
      want(tile, side);
    } else {
      wake(neighbour);
    }
  }
}
