// What comes after a pass: one thread of the narrow kernel decides it, between two barriers. It has the row under way at hand, and
// nobody else looks at rows before the kernel ends.

// Slots that stay free for what the control itself makes between two looks at the room.
const MARGIN = 64u;

// The most passes and turns of one dispatch, so that none takes long.
override most_fuel: u32 = 256u;
var<private> fuel: u32;

var<private> status: u32;
// The level of the row under way, 0 between two steps.
var<private> current: u32;
// That row, but for what is pending, which all threads add to.
var<private> row: Job;
var<private> begun: u32;
// Whether the row's stage is left to the wide kernels.
var<private> left: bool;
var<private> passes: u32;
// What does not change meanwhile.
var<private> capacity: u32;
var<private> threshold: u32;
var<private> width: u32;
var<private> stack_words: u32;

// Slots that may be handed out.
fn room() -> u32 {
  return own_listed + (capacity - own_unused);
}

fn open_control() {
  fuel = most_fuel;
  status = state.status;
  current = state.current;
  open_books();
  if (current != 0u) {
    open_row(current);
  }
  left = state.wide != 0u;
  capacity = state.capacity;
  threshold = state.threshold;
  width = state.width;
  stack_words = state.stack_words;
}

fn close_control() {
  state.status = status;
  state.current = current;
  state.wide = select(0u, 1u, left);
  state.wide_passes += select(0u, 1u, left);
  state.passes += passes;
  close_books();
  if (current != 0u) {
    close_row();
  }
}

fn open_row(level: u32) {
  row = job_of(level);
  begun = state.rows[level].begun;
  atomicStore(&own_pending, atomicLoad(&state.rows[level].pending));
  current = level;
}

fn close_row() {
  let kept = &state.rows[current];
  (*kept).stage = row.stage;
  (*kept).mode = row.mode;
  (*kept).nine = row.nine;
  (*kept).four = row.four;
  (*kept).count = row.count;
  (*kept).base = row.base;
  (*kept).works = row.works;
  (*kept).begun = begun;
  atomicStore(&(*kept).pending, atomicLoad(&own_pending));
}

// A square of these four, found or made.
fn make(children: vec4u) -> u32 {
  if (all(children == vec4u())) {
    return 0u;
  }
  let square = square_of(children, vec4u(), 0u);
  let slot = take();
  write(slot, square, vec2u(NONE));
  let entered = enter(slot, square);
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
    status = SHORT;
    return;
  }
  let answered = state.answer_level != 0u;
  if (!answered && (state.steps_left == 0u || state.root == 0u)) {
    status = DONE;
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
    status = DEEP;
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
  var flags = 0u;
  if (mode == PART) {
    flags = state.levels[level];
  }
  row = Job(
    select(OPEN, BASE, level == LEAF + 1u),
    level,
    mode,
    select(FULL, PART, (flags & NINE_PART) != 0u),
    select(1u, 0u, mode == PART && (flags & HAS_FOUR) == 0u),
    count,
    base,
    works,
  );
  begun = 0u;
  atomicStore(&own_pending, 0u);
  current = level;
}

// Hands pending squares to a row below, or goes on to the next stage when none is left.
fn descend() {
  let nine = row.stage == NINE;
  let pending = atomicLoad(&own_pending);
  if (begun == pending) {
    atomicStore(&own_pending, 0u);
    begun = 0u;
    row.stage = select(CLOSE, select(CENTRE, FOUR, row.four != 0u), nine);
    return;
  }
  let base = row.base + ROW_WORDS * row.count;
  let works = row.base + 13u * row.count + begun;
  // Every level below gets an equal share of the stack.
  let share = (stack_words - base) / (ROW_WORDS * (current - 1u - LEAF));
  let count = min(min(pending - begun, width), share);
  begun += count;
  close_row();
  start_row(current - 1u, select(row.mode, row.nine, nine), count, works, base);
}

// A stage's passes are done.
fn pass_done() {
  switch (row.stage) {
    case OPEN: { row.stage = NINE; }
    case FOUR: { row.stage = AGAIN; }
    case CENTRE: { row.stage = CLOSE; }
    default: { row.stage = FINISHED; }
  }
}

// The next stage for this workgroup, or HALT where there is none.
fn next_job() -> Job {
  while (status == RUNNING && fuel > 0u) {
    fuel--;
    if (current == 0u) {
      between();
      continue;
    }
    if (row.stage == NINE || row.stage == AGAIN) {
      descend();
      continue;
    }
    if (row.stage == FINISHED) {
      if (row.works == 0u) {
        state.answer = result_of(stack[0], row.mode);
        state.answer_level = current - 1u;
        current = 0u;
      } else {
        open_row(current + 1u);
      }
      continue;
    }
    if (room() < candidates(row) + MARGIN) {
      state.stack_used = row.base + ROW_WORDS * row.count;
      status = SHORT;
      break;
    }
    let asked = questions(row);
    if (select(asked, SIDE * asked, row.stage == BASE) > threshold) {
      left = true;
      break;
    }
    passes++;
    return row;
  }
  return Job(HALT, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
}
