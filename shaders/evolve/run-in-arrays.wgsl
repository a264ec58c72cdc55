// A run as the paper has it: a thread walks along the row, a number a cell, from one array into another, and takes every step.

const row_places = cells + 2u;
var<private> rows: array<u32, 2u * row_places>;

fn run_in_arrays(individual: u32, index: u32) {
  let start = vector_start(index);
  var ones = 0u;
  var bits = 0u;
  for (var i = 0u; i < cells; i++) {
    if ((i & 31u) == 0u) {
      bits = vector_word(start, i >> 5u);
    }
    let cell = (bits >> (i & 31u)) & 1u;
    rows[i] = cell;
    ones += cell;
  }
  for (var half = 0u; half < 2u; half++) {
    rows[half * row_places + cells] = left_end;
    rows[half * row_places + cells + 1u] = right_end;
  }
  var now = 0u;
  for (var t = 0u; t < job.steps; t++) {
    let later = row_places - now;
    for (var i = 0u; i < cells; i++) {
      var neighbourhood = 0u;
      for (var d = 0u; d <= 2u * radius; d++) {
        neighbourhood = (neighbourhood << 1u) | rows[now + place_of(i32(i + d) - i32(radius))];
      }
      rows[later + i] = entry_of(individual, first_entry(i) + neighbourhood);
    }
    now = later;
    if (watches) {
      watch(individual, rows[now + middle], 1u);
    }
  }
  let last = rows[now + cells - 1u];
  var end = End(last, 0u, rows[now], last);
  for (var i = 0u; i < cells - 1u; i++) {
    end.live += rows[now + i];
    end.borders += rows[now + i] ^ rows[now + i + 1u];
  }
  run_ended(individual, ones, end);
}
