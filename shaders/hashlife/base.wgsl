// The base case: 32 x 32 cells, up to eight generations, by 32 threads with a row each. What comes in from outside is unknown and
// taken as dead; after g generations the outermost g cells are wrong, and the middle 16 x 16 are right.

override group: u32 = 256u;

const SIDE = 32u;
// Generations of a full result.
const GENERATIONS = 8u;

// Two turns of rows: threads write one while others may still read the other.
var<workgroup> shelf: array<u32, 2u * group>;

// The squares of works first .. first + group / 32 - 1, all threads of the workgroup together. The first thread of each work gets its leaf.
fn base(job: Job, first: u32, lane: u32) -> Square {
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
  let generations = select(state.residue, GENERATIONS, job.mode == FULL);
  let parity = state.odd;
  // As many turns for all threads of the device.
  for (var g = 0u; g < GENERATIONS; g++) {
    let turn = (g & 1u) * group;
    shelf[turn + lane] = cells;
    workgroupBarrier();
    if (g < generations) {
      var above = 0u;
      var below = 0u;
      if (y > 0u) {
        above = shelf[turn + lane - 1u];
      }
      if (y < SIDE - 1u) {
        below = shelf[turn + lane + 1u];
      }
      let odd = ((parity ^ g) & 1u) == 1u;
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
  var upper: vec4u;
  var lower: vec4u;
  if (y == 0u) {
    for (var w = 0u; w < 4u; w++) {
      let at = lane + 8u + 2u * w;
      upper[w] = shelf[at] | (shelf[at + 1u] << 16u);
      lower[w] = shelf[at + 8u] | (shelf[at + 9u] << 16u);
    }
  }
  workgroupBarrier();
  return square_of(upper, lower, 1u);
}

// How many questions a workgroup puts at once.
fn together(job: Job) -> u32 {
  return select(group, group / SIDE, job.stage == BASE);
}

// The question of a thread among those from `first` on; NONE: it has none.
fn question_of(job: Job, first: u32, lane: u32) -> u32 {
  let is_base = job.stage == BASE;
  let x = first + select(lane, lane / SIDE, is_base);
  return select(x, NONE, x >= questions(job) || (is_base && lane % SIDE != 0u));
}

// The first pass of a stage for these questions, all threads of the workgroup together.
fn put(job: Job, first: u32, lane: u32) -> Answer {
  let x = question_of(job, first, lane);
  var answer = Answer(NONE, NONE, false, Square());
  if (job.stage == BASE) {
    answer.square = base(job, first, lane);
  } else if (x != NONE) {
    answer = ask(job, x);
  }
  if (x == NONE) {
    return answer;
  }
  if (answer.slot == NONE) {
    answer = look_up(job, answer.square);
  }
  if (!answer.fresh) {
    stack[answer_at(job, x)] = answer.slot;
    if (asks(job)) {
      want(job, answer.slot, needed(job), answer.result);
    }
  }
  return answer;
}
