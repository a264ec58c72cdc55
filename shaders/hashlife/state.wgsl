// HashLife wholly on the GPU: what the kernels and the host agree on. docs/HASHLIFE-GPU.md explains the algorithm.
//
// A square of level L has 2^L x 2^L cells. Equal squares are one *slot*, named by its number; 0 is the empty square of every
// size. Leaves have level 4. A square's *full* result is its middle 2^(L-2) generations later; its *part* result, as many
// generations later as the present step has for that level.

const RUNNING = 0u;
const DONE = 1u;
// Short of slots: the host makes room and says RUNNING again.
const SHORT = 2u;
// The pattern has grown beyond the highest level.
const DEEP = 3u;

const LEAF = 4u;
const HIGHEST = 2048u;

// What a level's part result is made of (engine/algorithms/hashlife/schedule.ts).
const NINE_PART = 1u;
const HAS_FOUR = 2u;

// Works of one level that go through the stages together. Their squares and answers lie on the stack.
struct WorkRow {
  stage: u32,
  // Which result they are for, and which one their nine squares need.
  mode: u32,
  nine: u32,
  // Whether the four squares made of the nine results are computed, too.
  four: u32,
  count: u32,
  // Where the row's room on the stack begins, and where its works' squares lie.
  base: u32,
  works: u32,
  // Squares without the result that is needed, and how many of them lower rows have taken.
  pending: atomic<u32>,
  begun: u32,
}

struct State {
  status: u32,
  // The last complete generation.
  root: u32,
  level: u32,
  steps_left: u32,
  steps_done: u32,
  // The lowest level of a root for the present step, and the one on which it is a full result (0 for none).
  least: u32,
  full: u32,
  // The torus's level, or 0 for the plane.
  torus: u32,
  // The level of the row under way, 0 between two steps, and that of the step's square.
  current: u32,
  top: u32,
  // Slots that can be handed out: a list of those given back, and all from `next` on.
  free_count: u32,
  next: u32,
  capacity: u32,
  mask: u32,
  // Generations of a base case's part result, and whether the step begins at an odd generation.
  residue: u32,
  odd: u32,
  // The most works of a row, and the most threads' work that one workgroup does alone.
  width: u32,
  threshold: u32,
  stack_words: u32,
  // Whether the row's stage is left to a dispatch of many workgroups.
  wide: u32,
  passes: u32,
  wide_passes: u32,
  // Since they were last settled: slots handed out and given back.
  taken: atomic<u32>,
  lost: atomic<u32>,
  picked: atomic<u32>,
  // Words of the stack that are in use, told when the work halts for want of slots.
  stack_used: u32,
  // The root on its way to the square of the next step, and the answer of the last one (of level 0: none).
  shaped: u32,
  shaped_level: u32,
  answer: u32,
  answer_level: u32,
  levels: array<u32, 2056>,
  rows: array<WorkRow, 2056>,
}

@group(0) @binding(0) var<storage, read_write> state: State;
