// The method "sliced": a word holds one cell of 32 vectors, so that a step needs no shifts, and each cell may have a rule of
// its own. A thread runs 32 vectors at once, in an array with a word a cell, and ends when a step changes none of them.

override threads = 64u;

// The cells, and behind them those beyond the right end.
var<private> row: array<u32, cells + radius>;

// Which of the 32 vectors `start_of` calls 1, and which 2; a bit each.
struct Starts {
  ones: u32,
  twos: u32,
}

// Puts the vectors first .. first + 31 into `row`.
fn make_vectors(first: u32) -> Starts {
  var ones: array<u32, 32>;
  for (var word = 0u; word < words; word++) {
    let mask = select(0xffffffffu, last_mask, word == words - 1u);
    for (var j = 0u; j < 32u; j++) {
      let made = vector_word(vector_start(first + j), word) & mask;
      square[j] = made;
      ones[j] += countOneBits(made);
    }
    transpose_square();
    for (var i = 32u * word; i < min(32u * word + 32u, cells); i++) {
      row[i] = square[i & 31u];
    }
  }
  var found = Starts();
  for (var j = 0u; j < 32u; j++) {
    let start = start_of(ones[j]);
    found.ones |= u32(start == 1u) << j;
    found.twos |= u32(start == 2u) << j;
  }
  return found;
}

fn count_ends(individual: u32, start: u32, vectors: u32, all_0: u32, all_1: u32) {
  count(individual, 3u * start, countOneBits(vectors & all_0));
  count(individual, 3u * start + 1u, countOneBits(vectors & all_1));
  count(individual, 3u * start + 2u, countOneBits(vectors & ~(all_0 | all_1)));
}

@compute @workgroup_size(threads)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (job.over != 0u) {
    return;
  }
  let individual = batch.first_individual + group.y;
  let first = batch.first + group.x * batch.share;
  let end = min(first + batch.share, batch.end);
  for (var index = first + 32u * thread; index < end; index += 32u * threads) {
    let valid = 0xffffffffu >> (32u - min(end - index, 32u));
    let found = make_vectors(index);
    for (var left = job.steps; left > 0u; left--) {
      let changed = step(individual);
      if (early_stop && changed == 0u) {
        break;
      }
    }
    var all_1 = 0xffffffffu;
    var some_1 = 0u;
    for (var i = 0u; i < cells; i++) {
      all_1 &= row[i];
      some_1 |= row[i];
    }
    count_ends(individual, 0u, valid & ~(found.ones | found.twos), ~some_1, all_1);
    count_ends(individual, 1u, valid & found.ones, ~some_1, all_1);
    count_ends(individual, 2u, valid & found.twos, ~some_1, all_1);
  }
  hand_in(individual, thread);
}
