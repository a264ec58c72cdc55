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
// A candidate on the stack: not yet entered.
const FRESH = 0x80000000u;

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

// What the wide kernels have to do.
fn wide_job() -> Job {
  if (state.wide == 0u) {
    return Job(HALT, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
  }
  return job_of(state.current);
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

// Puts a square on the row's list if it lacks a result that nobody else computes.
fn want(job: Job, slot: u32, mode: u32) {
  if (slot == 0u || result_of(slot, mode) != NONE) {
    return;
  }
  loop {
    let claimed = atomicCompareExchangeWeak(&rest[4u * slot + mode], NONE, BUSY);
    if (claimed.exchanged) {
      let at = atomicAdd(&state.rows[job.level].pending, 1u);
      stack[job.base + 13u * job.count + at] = slot;
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

// Looks a square up for the answer at that place; returns it if it is known, else 0, and a candidate is there.
fn look_up(at: u32, upper: vec4u, lower: vec4u, leaf: u32) -> u32 {
  let known = find(upper, lower, leaf);
  if (known != NONE) {
    stack[at] = known;
    return known;
  }
  let slot = take();
  write(slot, upper, lower, leaf);
  stack[at] = slot | FRESH;
  return 0u;
}

// Whether a stage's answers are leaves.
fn makes_leaves(job: Job) -> bool {
  return job.stage == BASE || (job.stage == CENTRE && job.level == LEAF + 2u);
}

// Which result a stage's answers need, where they do.
fn needed(job: Job) -> u32 {
  return select(job.mode, job.nine, job.stage == OPEN);
}

// The first pass of a stage, for one of its questions: its answer is known afterwards, or a candidate.
fn ask(job: Job, x: u32) {
  let k = x / job.count;
  let i = x - k * job.count;
  let at = answer_at(job, x);
  var upper: vec4u;
  var lower: vec4u;
  switch (job.stage) {
    case OPEN: {
      let children = keys[stack[job.works + i]];
      if (is_corner(k)) {
        let slot = corner(children, k);
        stack[at] = slot;
        want(job, slot, job.nine);
        return;
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
  let known = look_up(at, upper, lower, select(0u, 1u, makes_leaves(job)));
  if (job.stage == OPEN || job.stage == FOUR) {
    want(job, known, needed(job));
  }
}

// The eastern half of two rows, followed by the western half of two others.
fn beside(west: u32, east: u32) -> u32 {
  return ((west >> 8u) & 0x00ff00ffu) | ((east << 8u) & 0xff00ff00u);
}

// The second pass: candidates are entered, and what is finished is told to the works.
fn confirm(job: Job, x: u32) {
  let at = answer_at(job, x);
  var slot = stack[at];
  let fresh = (slot & FRESH) != 0u;
  if (fresh) {
    slot = enter(slot ^ FRESH, select(0u, 1u, makes_leaves(job)));
    stack[at] = slot;
  }
  if (job.stage == CLOSE || job.stage == BASE) {
    atomicStore(&rest[4u * stack[job.works + x] + job.mode], slot);
  } else if (fresh && job.stage != CENTRE) {
    want(job, slot, needed(job));
  }
}
