// A census of a box of the grid, band of rows by band of rows: how many cells live in each and how far apart. A
// workgroup walks a part of one band, adds its threads up in its own memory, and only then touches the band's
// numbers, which several workgroups share. Counting by bands needs no number beyond a word, however large the grid
// is.

struct Box {
  // In words and rows of the grid.
  column: u32,
  row: u32,
  columns: u32,
  rows: u32,
  stride: u32,
  // The bits of a row's first and last word that belong to the box.
  head: u32,
  tail: u32,
  band_rows: u32,
  // Words of a row that a workgroup takes, and log2 of its threads side by side.
  segment: u32,
  across: u32,
  // Of cells in more than two states: how many, and words from one to the next.
  planes: u32,
  plane_words: u32,
}

// All 0 where no cell lives. `left` and `top` count from the far end, so only maxima are needed.
struct Band {
  population: atomic<u32>,
  // Cells from the leftmost live one to the end of the box's last word, and rows from the topmost one to the box's end.
  left: atomic<u32>,
  top: atomic<u32>,
  // Cells from the beginning of the box's first word up to the rightmost live one, and rows down to the lowest one.
  right: atomic<u32>,
  bottom: atomic<u32>,
}

@group(0) @binding(0) var<uniform> box: Box;
@group(0) @binding(1) var<storage, read_write> bands: array<Band>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;

fn planes() -> vec2u {
  return vec2u(box.planes, box.plane_words);
}

const threads = 64u;
var<workgroup> found: Band;

@compute @workgroup_size(threads)
fn take_census(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let first = group.x * box.segment;
  let end = min(first + box.segment, box.columns);
  let end_row = min((group.y + 1u) * box.band_rows, box.rows);
  let step = 1u << box.across;
  var population = 0u;
  var reach = vec4u();
  for (var row = group.y * box.band_rows + (thread >> box.across); row < end_row; row += threads >> box.across) {
    let start = (box.row + row) * box.stride + box.column;
    for (var column = first + (thread & (step - 1u)); column < end; column += step) {
      var word = live_word(start + column);
      if (column == 0u) {
        word &= box.head;
      }
      if (column == box.columns - 1u) {
        word &= box.tail;
      }
      if (word != 0u) {
        population += countOneBits(word);
        let left = 32u * (box.columns - column) - countTrailingZeros(word);
        let right = 32u * (column + 1u) - countLeadingZeros(word);
        reach = max(reach, vec4u(left, box.rows - row, right, row + 1u));
      }
    }
  }
  if (population > 0u) {
    atomicAdd(&found.population, population);
    atomicMax(&found.left, reach.x);
    atomicMax(&found.top, reach.y);
    atomicMax(&found.right, reach.z);
    atomicMax(&found.bottom, reach.w);
  }
  workgroupBarrier();
  if (thread > 0u || atomicLoad(&found.population) == 0u) {
    return;
  }
  let band = &bands[group.y];
  atomicAdd(&band.population, atomicLoad(&found.population));
  atomicMax(&band.left, atomicLoad(&found.left));
  atomicMax(&band.top, atomicLoad(&found.top));
  atomicMax(&band.right, atomicLoad(&found.right));
  atomicMax(&band.bottom, atomicLoad(&found.bottom));
}
