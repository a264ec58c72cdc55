// Whole runs of the genetic algorithm for counters: a workgroup holds a run, and a thread an individual, whose genome is one word.
// A dispatch takes each run some generations further, so that it does not last too long.

struct Counters {
  // The value that a ring begins with, and how many steps it makes.
  start: u32,
  steps: u32,
  // Generations of a run: of this dispatch, and at most.
  slice: u32,
  limit: u32,
  runs: u32,
}

struct Run {
  // The first one that is not scored yet; at the end the one that reached the goal.
  generation: u32,
  status: u32,
}

const going_on = 0u;
const solved = 1u;
const unsolved = 2u;

@group(0) @binding(1) var<uniform> counters: Counters;
@group(0) @binding(2) var<storage, read_write> runs: array<Run>;
@group(0) @binding(3) var<storage, read_write> populations: array<u32>;
@group(0) @binding(4) var<storage, read_write> going: atomic<u32>;

override lanes = 32u;

// Individuals of this generation and of the last one take turns, so that a thread that is ahead disturbs none.
var<workgroup> genomes: array<u32, 2u * lanes>;
// The fitness of each, above the place from the end: of equals the first has the highest.
var<workgroup> keys: array<u32, 2u * lanes>;
// The individuals, the fittest first.
var<workgroup> ranks: array<u32, lanes>;
var<workgroup> status_before: u32;

const low = (1u << cells) - 1u;
const beyond = (1u << radius) - 1u;
const lane_bits = 10u;

// The value after a value; cell 0 has the highest bit.
fn value_after(genome: u32, value: u32) -> u32 {
  var left = left_end * beyond;
  var right = right_end * beyond;
  if (ends_meet) {
    left = value & beyond;
    right = value >> (cells - radius);
  } else if (ends_repeat) {
    left = (value >> (cells - 1u)) * beyond;
    right = (value & 1u) * beyond;
  }
  let padded = (left << (cells + radius)) | (value << radius) | right;
  var next = 0u;
  for (var i = 0u; i < cells; i++) {
    let shift = cells - 1u - i;
    let entry = select(0u, i * entries, rule_a_cell) + ((padded >> shift) & (entries - 1u));
    next |= ((genome >> entry) & 1u) << shift;
  }
  return next;
}

// One, and the steps after which the value is right.
fn fitness_of(genome: u32) -> u32 {
  var value = counters.start;
  var fitness = 1u;
  for (var t = 1u; t <= counters.steps; t++) {
    value = value_after(genome, value);
    fitness += u32(value == ((counters.start + t) & low));
  }
  return fitness;
}

// The place of a parent, in the half of the arrays that begins at `here`.
fn parent_by(draw: u32, here: u32) -> u32 {
  if (genetics.tournament == 0u) {
    return ranks[whole_below(pcg(draw), genetics.keep)];
  }
  var best = whole_below(pcg(draw), lanes);
  for (var n = 1u; n < genetics.tournament; n++) {
    let other = whole_below(pcg(draw + n), lanes);
    if ((keys[here + other] >> lane_bits) > (keys[here + best] >> lane_bits)) {
      best = other;
    }
  }
  return best;
}

fn child_of(seed: u32, generation: u32, lane: u32, here: u32) -> u32 {
  if (lane < genetics.elites) {
    return genomes[here + ranks[lane]];
  }
  let draws = chance_base(seed, generation, lane);
  if (lane >= genetics.immigrants) {
    return random_word(draws, 0u);
  }
  let is_second = (lane - genetics.elites) & 1u;
  let pair = select(draws, chance_base(seed, generation, lane - 1u), is_second == 1u);
  let first = genomes[here + parent_by(pair, here)];
  let second = genomes[here + parent_by(pair + second_parent_draw, here)];
  var mask = 0xffffffffu;
  if (happens(pcg(pair + cross_draw), genetics.crossover)) {
    mask = crossing_mask(pair, 0u);
  }
  let mine = select(first, second, is_second == 1u);
  let other = select(second, first, is_second == 1u);
  return ((mine & mask) | (other & ~mask)) ^ mutations(draws, 0u);
}

@compute @workgroup_size(lanes)
fn go_on(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let run = group.y * groups.x + group.x;
  if (lane == 0u) {
    status_before = unsolved;
    if (run < counters.runs) {
      status_before = runs[run].status;
    }
  }
  if (workgroupUniformLoad(&status_before) != going_on) {
    return;
  }
  let seed = genetics.seed + run;
  var generation = runs[run].generation;
  var genome = populations[run * lanes + lane];
  if (generation == 0u) {
    genome = random_word(chance_base(seed, 0u, lane), 0u);
  }
  var status = going_on;
  for (var turn = 0u; turn < counters.slice; turn++) {
    let here = (turn & 1u) * lanes;
    let key = (fitness_of(genome) << lane_bits) | (lanes - 1u - lane);
    genomes[here + lane] = genome;
    keys[here + lane] = key;
    workgroupBarrier();
    var best = 0u;
    var before = 0u;
    for (var i = 0u; i < lanes; i++) {
      best = max(best, keys[here + i]);
      before += u32(keys[here + i] > key);
    }
    ranks[before] = lane;
    workgroupBarrier();
    // A run that is over waits here for the end of its slice; its population stays.
    if (status == going_on) {
      if ((best >> lane_bits) >= genetics.goal) {
        status = solved;
      } else if (generation + 1u >= counters.limit) {
        status = unsolved;
      } else {
        generation++;
        genome = child_of(seed, generation, lane, here);
      }
    }
  }
  populations[run * lanes + lane] = genome;
  if (lane == 0u) {
    runs[run] = Run(generation, status);
    atomicAdd(&going, u32(status == going_on));
  }
}
