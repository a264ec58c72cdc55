// What comes after a pass: one thread of the narrow kernel decides it, between two barriers.

// Slots that stay free for what the control itself makes between two looks at the room.
const MARGIN = 64u;

// The most passes and turns of one dispatch, so that none takes long.
override most_fuel: u32 = 256u;
var<private> fuel: u32;

// A square of these four, found or made.
fn make(children: vec4u) -> u32 {
  if (all(children == vec4u())) {
    return 0u;
  }
  let slot = take();
  write(slot, children, vec4u(), 0u);
  let entered = enter(slot, 0u);
  settle();
  return entered;
}

// How a square becomes that of a step, and an answer the torus.
const AS_IT_IS = 0u;
const TRIM = 1u;
const PAD = 2u;
const TILE = 3u;
const UNTILE = 4u;

// The middle of a square, half its side wide; the square with a border; four of it; its quarters swapped.
fn reshaped(how: u32, square: u32) -> u32 {
  let quarters = keys[square];
  var children = vec4u(square);
  if (how == TRIM) {
    children = vec4u(keys[quarters.x].w, keys[quarters.y].z, keys[quarters.z].y, keys[quarters.w].x);
  } else if (how == UNTILE) {
    children = quarters.wzyx;
  }
  // A border takes four squares more, which come first. There is one call, as compilers would copy `make` for each.
  for (var k = select(4u, 0u, how == PAD); k < 4u; k++) {
    var part = vec4u();
    part[3u - k] = quarters[k];
    children[k] = make(part);
  }
  return make(children);
}

// How many levels in a row, from the root's quarters on, have cells only towards the middle; 3 at the most.
fn empty_borders(root: u32) -> u32 {
  var inner = keys[root];
  for (var depth = 0u; depth < 3u; depth++) {
    for (var k = 0u; k < 4u; k++) {
      var children = keys[inner[k]];
      inner[k] = children[3u - k];
      children[3u - k] = 0u;
      if (any(children != vec4u())) {
        return depth;
      }
    }
  }
  return 3u;
}

// A root's cells must lie in its middle, a quarter of the side wide, so that the result holds all that comes of them. A torus is
// repeated for as long as the step is (engine/algorithms/hashlife/torus.ts).
fn shape_for_step(square: u32, level: u32) -> u32 {
  if (state.torus != 0u) {
    return select(AS_IT_IS, TILE, level < state.least);
  }
  if (level < state.least) {
    return PAD;
  }
  let borders = empty_borders(square);
  if (borders < 2u) {
    return PAD;
  }
  return select(AS_IT_IS, TRIM, borders == 3u && level > state.least);
}

// A turn between two steps: the answer of the last becomes the root, or the root gets nearer to the square of the next one, or
// that step begins.
fn between() {
  if (room() < MARGIN) {
    state.stack_used = 0u;
    state.status = SHORT;
    return;
  }
  let answered = state.answer_level != 0u;
  if (!answered && (state.steps_left == 0u || state.root == 0u)) {
    state.status = DONE;
    return;
  }
  var square = select(state.shaped, state.answer, answered);
  var level = select(state.shaped_level, state.answer_level, answered);
  var how = AS_IT_IS;
  if (!answered) {
    how = shape_for_step(square, level);
  } else if (state.torus == level) {
    how = UNTILE;
  } else if (state.torus != 0u) {
    for (; level > state.torus; level--) {
      square = keys[square].x;
    }
  }
  if (how != AS_IT_IS) {
    square = reshaped(how, square);
    level = level + select(0u, 1u, how == PAD || how == TILE) - select(0u, 1u, how == TRIM);
  }
  state.shaped = square;
  state.shaped_level = level;
  if (answered || state.torus == 0u) {
    state.root = square;
    state.level = level;
  }
  if (answered) {
    state.answer_level = 0u;
    state.steps_left--;
    state.steps_done++;
  } else if (level >= HIGHEST) {
    state.status = DEEP;
  } else if (how == AS_IT_IS) {
    start_step(square, level);
  }
}

fn start_step(square: u32, level: u32) {
  let mode = select(PART, FULL, level == state.full);
  let known = result_of(square, mode);
  if (known < BUSY) {
    state.answer = known;
    state.answer_level = level - 1u;
    return;
  }
  state.top = level;
  stack[0] = square;
  start_row(level, mode, 1u, 0u, 1u);
}

fn start_row(level: u32, mode: u32, count: u32, works: u32, base: u32) {
  let row = &state.rows[level];
  let flags = state.levels[level];
  let part = mode == PART;
  (*row).stage = select(OPEN, BASE, level == LEAF + 1u);
  (*row).mode = mode;
  (*row).nine = select(FULL, PART, part && (flags & NINE_PART) != 0u);
  (*row).four = select(1u, 0u, part && (flags & HAS_FOUR) == 0u);
  (*row).count = count;
  (*row).base = base;
  (*row).works = works;
  (*row).begun = 0u;
  atomicStore(&(*row).pending, 0u);
  state.current = level;
}

// Hands pending squares to a row below, or goes on to the next stage when none is left.
fn descend(level: u32, stage: u32) {
  let row = &state.rows[level];
  let begun = (*row).begun;
  let pending = atomicLoad(&(*row).pending);
  if (begun == pending) {
    atomicStore(&(*row).pending, 0u);
    (*row).begun = 0u;
    (*row).stage = select(CLOSE, select(CENTRE, FOUR, (*row).four != 0u), stage == NINE);
    return;
  }
  let base = (*row).base + ROW_WORDS * (*row).count;
  let works = (*row).base + 13u * (*row).count + begun;
  // Every level below gets an equal share of the stack.
  let share = (state.stack_words - base) / (ROW_WORDS * (level - 1u - LEAF));
  let count = min(min(pending - begun, state.width), share);
  (*row).begun = begun + count;
  start_row(level - 1u, select((*row).mode, (*row).nine, stage == NINE), count, works, base);
}

// A stage's passes are done.
fn pass_done() {
  let row = &state.rows[state.current];
  switch ((*row).stage) {
    case OPEN: { (*row).stage = NINE; }
    case FOUR: { (*row).stage = AGAIN; }
    case CENTRE: { (*row).stage = CLOSE; }
    default: { (*row).stage = FINISHED; }
  }
}

// The next stage for this workgroup, or HALT where there is none.
fn next_job() -> Job {
  while (state.status == RUNNING && fuel > 0u) {
    fuel--;
    let level = state.current;
    if (level == 0u) {
      between();
      continue;
    }
    let stage = state.rows[level].stage;
    if (stage == NINE || stage == AGAIN) {
      descend(level, stage);
      continue;
    }
    if (stage == FINISHED) {
      if (level == state.top) {
        state.answer = result_of(stack[0], state.rows[level].mode);
        state.answer_level = level - 1u;
        state.current = 0u;
      } else {
        state.current = level + 1u;
      }
      continue;
    }
    let job = job_of(level);
    if (room() < candidates(job) + MARGIN) {
      state.stack_used = job.base + ROW_WORDS * job.count;
      state.status = SHORT;
      break;
    }
    let asked = questions(job);
    if (select(asked, SIDE * asked, job.stage == BASE) > state.threshold) {
      state.wide = 1u;
      state.wide_passes++;
      break;
    }
    state.passes++;
    return job;
  }
  return Job(HALT, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
}
