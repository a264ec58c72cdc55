// The base case: 32 x 32 cells, up to eight generations, by 32 threads with a row each. What comes in from outside is unknown and
// taken as dead; after g generations the outermost g cells are wrong, and the middle 16 x 16 are right.

override group: u32 = 256u;

const SIDE = 32u;
// Generations of a full result.
const GENERATIONS = 8u;

// Two turns of rows: threads write one while others may still read the other.
var<workgroup> shelf: array<u32, 2u * group>;

// The squares of works first .. first + group / 32 - 1, all threads of the workgroup together.
fn base(job: Job, first: u32, lane: u32) {
  let i = first + lane / SIDE;
  let y = lane % SIDE;
  var cells = 0u;
  if (i < job.count) {
    let children = keys[stack[job.works + i]];
    let south = y >= SIDE / 2u;
    let word = (y & 15u) >> 1u;
    let shift = 16u * (y & 1u);
    let west = (leaf_word(select(children.x, children.z, south), word) >> shift) & 0xffffu;
    let east = (leaf_word(select(children.y, children.w, south), word) >> shift) & 0xffffu;
    cells = west | (east << 16u);
  }
  // As many turns for all threads of the device.
  for (var g = 0u; g < GENERATIONS; g++) {
    let turn = (g & 1u) * group;
    shelf[turn + lane] = cells;
    workgroupBarrier();
    if (job.mode == FULL || g < state.residue) {
      var above = 0u;
      var below = 0u;
      if (y > 0u) {
        above = shelf[turn + lane - 1u];
      }
      if (y < SIDE - 1u) {
        below = shelf[turn + lane + 1u];
      }
      let odd = ((state.odd ^ g) & 1u) == 1u;
      cells = next_cells(
        odd,
        row_of(above << 1u, above, above >> 1u),
        row_of(cells << 1u, cells, cells >> 1u),
        row_of(below << 1u, below, below >> 1u),
      );
    }
  }
  shelf[lane] = (cells >> 8u) & 0xffffu;
  workgroupBarrier();
  if (y == 0u && i < job.count) {
    var upper: vec4u;
    var lower: vec4u;
    for (var w = 0u; w < 4u; w++) {
      let at = lane + 8u + 2u * w;
      upper[w] = shelf[at] | (shelf[at + 1u] << 16u);
      lower[w] = shelf[at + 8u] | (shelf[at + 9u] << 16u);
    }
    look_up(job.base + i, upper, lower, 1u);
  }
  workgroupBarrier();
}
