// A thread runs vector after vector with all cells in registers, 32 a word. A workgroup belongs to one individual, so its
// threads share what `make_rule` puts into workgroup memory.
//
// Most rules that are any good settle long before the last step. So every eighth state is compared with the one eight steps
// before: if they are the same the run repeats itself every 8 steps (or 4, 2 or 1), and only the remainder is left to do. A
// thread whose run is over takes the next vector at once, while its neighbours are still in the middle of theirs.

const stretch = 8u;

override threads = 256u;

@compute @workgroup_size(threads)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (job.over != 0u) {
    return;
  }
  let individual = batch.first_individual + group.y;
  make_rule(individual, thread);
  let end = min(batch.first + (group.x + 1u) * batch.share, batch.end);
  var index = batch.first + group.x * batch.share + thread;
  if (index < end) {
    var state = vector(index);
    var ones = ones_in(state);
    var left = job.steps;
    loop {
      let before = state;
      for (var k = min(left, stretch); k > 0u; k--) {
        state = next(state);
        if (watches) {
          watch(individual, middle_of(state), 1u);
        }
      }
      left -= min(left, stretch);
      if (early_stop && !watches && same(before, state)) {
        left %= stretch;
      }
      if (left == 0u) {
        run_ended(individual, ones, end_of(state));
        index += threads;
        if (index >= end) {
          break;
        }
        state = vector(index);
        ones = ones_in(state);
        left = job.steps;
      }
    }
  }
  hand_in(individual, thread);
}
