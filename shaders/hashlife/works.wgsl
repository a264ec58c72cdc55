// The stages of a row. A work of level L, a square with a result to compute, goes through these:
//
//   OPEN    its nine overlapping squares of level L-1 are looked up
//   NINE    lower rows compute those of their results that are not known
//   FOUR    the nine results, put together, are four squares of level L-1 ...
//   AGAIN   ... whose results lower rows compute, too; or
//   CENTRE  the middles of those four squares are taken as they are, for a part result that has no time left
//   CLOSE   the four squares of level L-2 are the result
//
// and on level 5 it is computed cell by cell: BASE. The room of a row of n works on the stack is 22 n words: nine squares a
// work, then four, then those that are pending. Words of one kind stand together, so that neighbouring threads read neighbours.

const OPEN = 0u;
const NINE = 1u;
const FOUR = 2u;
const AGAIN = 3u;
const CENTRE = 4u;
const CLOSE = 5u;
const BASE = 6u;
const FINISHED = 7u;
const HALT = 8u;

const ROW_WORDS = 22u;
struct Job {
  stage: u32,
  level: u32,
  mode: u32,
  nine: u32,
  four: u32,
  count: u32,
  base: u32,
  works: u32,
}

@group(0) @binding(5) var<storage, read_write> stack: array<u32>;

fn job_of(level: u32) -> Job {
  let row = &state.rows[level];
  return Job(
    (*row).stage,
    level,
    (*row).mode,
    (*row).nine,
    (*row).four,
    (*row).count,
    (*row).base,
    (*row).works,
  );
}

// Questions of a stage: squares to look up.
fn questions(job: Job) -> u32 {
  switch (job.stage) {
    case OPEN: { return 9u * job.count; }
    case FOUR, CENTRE: { return 4u * job.count; }
    default: { return job.count; }
  }
}

// The most slots that a stage takes.
fn candidates(job: Job) -> u32 {
  return select(questions(job), 5u * job.count, job.stage == OPEN);
}

fn list(job: Job, slot: u32) {
  let at = one_pending(job.level);
  stack[job.base + 13u * job.count + at] = slot;
}

// Puts a square on the row's list if it lacks a result that nobody else computes. `result`: as it was a moment ago.
fn want(job: Job, slot: u32, mode: u32, result: u32) {
  if (slot == 0u || result != NONE) {
    return;
  }
  loop {
    let claimed = atomicCompareExchangeWeak(&rest[4u * slot + mode], NONE, BUSY);
    if (claimed.exchanged) {
      list(job, slot);
      return;
    }
    if (claimed.old_value != NONE) {
      return;
    }
  }
}

// Square k of the nine, from the north-west to the south-east, of which the corners are children.
fn is_corner(k: u32) -> bool {
  return k == 0u || k == 2u || k == 6u || k == 8u;
}

fn corner(children: vec4u, k: u32) -> u32 {
  return children[(k >> 1u) - select(0u, 1u, k > 2u)];
}

fn overlapping(s: vec4u, k: u32) -> vec4u {
  switch (k) {
    case 1u: {
      let west = keys[s.x];
      let east = keys[s.y];
      return vec4u(west.y, east.x, west.w, east.z);
    }
    case 3u: {
      let north = keys[s.x];
      let south = keys[s.z];
      return vec4u(north.z, north.w, south.x, south.y);
    }
    case 4u: { return vec4u(keys[s.x].w, keys[s.y].z, keys[s.z].y, keys[s.w].x); }
    case 5u: {
      let north = keys[s.y];
      let south = keys[s.w];
      return vec4u(north.z, north.w, south.x, south.y);
    }
    default: {
      let west = keys[s.z];
      let east = keys[s.w];
      return vec4u(west.y, east.x, west.w, east.z);
    }
  }
}

// The results of four of a work's nine squares that meet in the middle of quarter k.
fn met(job: Job, i: u32, k: u32) -> vec4u {
  let first = k + (k >> 1u);
  let at = job.base + first * job.count + i;
  return vec4u(
    result_of(stack[at], job.nine),
    result_of(stack[at + job.count], job.nine),
    result_of(stack[at + 3u * job.count], job.nine),
    result_of(stack[at + 4u * job.count], job.nine),
  );
}

// A word of a leaf: two rows.
fn leaf_word(slot: u32, w: u32) -> u32 {
  if (w < 4u) {
    return keys[slot][w];
  }
  return atomicLoad(&rest[4u * slot + w - 4u]);
}

// Where a stage's question x is answered.
fn answer_at(job: Job, x: u32) -> u32 {
  return job.base + x + select(0u, 9u * job.count, job.stage == FOUR || job.stage == CENTRE);
}

// What a thread knows of an answer: its slot (NONE: it has to be looked up) with its result as it was a moment ago, or a candidate,
// and its words.
struct Answer {
  slot: u32,
  result: u32,
  fresh: bool,
  square: Square,
}

// Looks a square up, or writes a candidate.
fn look_up(job: Job, square: Square) -> Answer {
  let mode = needed(job);
  let found = find(square, mode);
  if (found.slot != NONE) {
    return Answer(found.slot, found.result, false, square);
  }
  let slot = take();
  // Whoever enters it lists it. Who loses to it need not ask.
  var results = vec2u(NONE);
  if (asks(job)) {
    results[mode] = BUSY;
  }
  write(slot, square, results);
  return Answer(slot, NONE, true, square);
}

// Whether a stage's answers are squares whose results the row needs.
fn asks(job: Job) -> bool {
  return job.stage == OPEN || job.stage == FOUR;
}

// Whether a stage's answers are leaves.
fn makes_leaves(job: Job) -> bool {
  return job.stage == BASE || (job.stage == CENTRE && job.level == LEAF + 2u);
}

// Which result a stage's answers need, where they do.
fn needed(job: Job) -> u32 {
  return select(job.mode, job.nine, job.stage == OPEN);
}

// Question x of a stage that knows no rule.
fn ask(job: Job, x: u32) -> Answer {
  let k = x / job.count;
  let i = x - k * job.count;
  var upper: vec4u;
  var lower: vec4u;
  switch (job.stage) {
    case OPEN: {
      let children = keys[stack[job.works + i]];
      if (is_corner(k)) {
        let slot = corner(children, k);
        return Answer(slot, result_of(slot, job.nine), false, Square());
      }
      upper = overlapping(children, k);
    }
    case FOUR: {
      upper = met(job, i, k);
    }
    case CENTRE: {
      let four = met(job, i, k);
      if (job.level > LEAF + 2u) {
        upper = vec4u(keys[four.x].w, keys[four.y].z, keys[four.z].y, keys[four.w].x);
      } else {
        // The middle of four leaves that meet in it.
        for (var w = 0u; w < 4u; w++) {
          upper[w] = beside(leaf_word(four.x, w + 4u), leaf_word(four.y, w + 4u));
          lower[w] = beside(leaf_word(four.z, w), leaf_word(four.w, w));
        }
      }
    }
    default: {
      let first = job.base + 9u * job.count + i;
      for (var j = 0u; j < 4u; j++) {
        upper[j] = stack[first + j * job.count];
        if (job.four != 0u) {
          upper[j] = result_of(upper[j], job.mode);
        }
      }
    }
  }
  return Answer(NONE, NONE, false, square_of(upper, lower, select(0u, 1u, makes_leaves(job))));
}

// The eastern half of two rows, followed by the western half of two others.
fn beside(west: u32, east: u32) -> u32 {
  return ((west >> 8u) & 0x00ff00ffu) | ((east << 8u) & 0xff00ff00u);
}

// The second pass: candidates are entered, and what is finished is told to the works.
fn confirm(job: Job, x: u32, answer: Answer) {
  var slot = answer.slot;
  if (answer.fresh) {
    slot = enter(answer.slot, answer.square);
    stack[answer_at(job, x)] = slot;
    if (slot == answer.slot && asks(job)) {
      list(job, slot);
    }
  }
  if (job.stage == CLOSE || job.stage == BASE) {
    atomicStore(&rest[4u * stack[job.works + x] + job.mode], slot);
  }
}
