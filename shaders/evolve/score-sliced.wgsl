// The method "sliced": a word holds one cell of 32 vectors, so that a step needs no shifts, and each cell may have a rule of
// its own. A thread runs 32 vectors at once, in an array with a word a cell, and ends when a step changes none of them.

override threads = 64u;

// The cells, and behind them those beyond the right end.
var<private> row: array<u32, cells + radius>;

// How many ones each of the 32 vectors has at its start, and the states in which they end.
var<private> ones: array<u32, 32>;
var<private> ends: array<End, 32>;

// Puts the vectors first .. first + 31 into `row`.
fn make_vectors(first: u32) {
  for (var word = 0u; word < words; word++) {
    let mask = select(0xffffffffu, last_mask, word == words - 1u);
    for (var j = 0u; j < 32u; j++) {
      let made = vector_word(vector_start(first + j), word) & mask;
      square[j] = made;
      ones[j] = select(ones[j], 0u, word == 0u) + countOneBits(made);
    }
    transpose_square();
    for (var i = 32u * word; i < min(32u * word + 32u, cells); i++) {
      row[i] = square[i & 31u];
    }
  }
}

// Takes the states out of `row` again.
fn take_ends() {
  for (var word = 0u; word < words; word++) {
    let here = min(32u, cells - 32u * word);
    for (var i = 0u; i < 32u; i++) {
      square[i] = 0u;
      if (i < here) {
        square[i] = row[32u * word + i];
      }
    }
    transpose_square();
    for (var j = 0u; j < 32u; j++) {
      let cells_here = square[j];
      if (word == 0u) {
        ends[j] = End(0u, 0u, cells_here & 1u, cells_here & 1u);
      }
      // Each cell beside the one to its left; the very first is beside itself.
      let borders = (cells_here ^ ((cells_here << 1u) | ends[j].last)) & (0xffffffffu >> (32u - here));
      ends[j].live += countOneBits(cells_here);
      ends[j].borders += countOneBits(borders);
      ends[j].last = (cells_here >> (here - 1u)) & 1u;
    }
  }
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
    make_vectors(index);
    for (var left = job.steps; left > 0u; left--) {
      let changed = step(individual);
      if (watches) {
        watch(individual, row[middle], valid);
      } else if (early_stop && changed == 0u) {
        break;
      }
    }
    take_ends();
    for (var j = 0u; j < min(end - index, 32u); j++) {
      run_ended(individual, ones[j], ends[j]);
    }
  }
  hand_in(individual, thread);
}
