// A thread a cell, and a barrier a step. As the paper has it (A, the method "cells"), a workgroup runs one vector of one
// individual. What the paper wished for (A x C, the method "combined"): several individuals share a workgroup, side by side, and
// it runs one vector after the other.

// Threads of an individual, which take several cells where there are more cells than threads; and individuals of a workgroup.
override lanes = 64u;
override together = 1u;

const row_places = cells + 2u;
var<workgroup> rows: array<u32, 2u * together * row_places>;
// The ones at the start of the run and at its end, and the borders between them.
const sums = 3u;
var<workgroup> ones: array<atomic<u32>, sums * together>;

@compute @workgroup_size(lanes, together)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) place: vec3u) {
  if (job.over != 0u) {
    return;
  }
  let lane = place.x;
  // The last workgroup may have more places than individuals are left; what they compute is not counted.
  let wanted = batch.first_individual + group.y * together + place.y;
  let individual = min(wanted, batch.end_individual - 1u);
  let speaks = lane == 0u && wanted < batch.end_individual;
  let first = batch.first + group.x * batch.share;
  let end = min(first + batch.share, batch.end);
  let here = 2u * place.y * row_places;
  if (lane < 2u) {
    rows[here + lane * row_places + cells] = left_end;
    rows[here + lane * row_places + cells + 1u] = right_end;
  }
  for (var index = first; index < end; index++) {
    let start = vector_start(index);
    if (lane < sums) {
      atomicStore(&ones[sums * place.y + lane], 0u);
    }
    workgroupBarrier();
    for (var i = lane; i < cells; i += lanes) {
      let cell = (vector_word(start, i >> 5u) >> (i & 31u)) & 1u;
      rows[here + i] = cell;
      atomicAdd(&ones[sums * place.y], cell);
    }
    workgroupBarrier();
    var now = 0u;
    for (var t = 0u; t < job.steps; t++) {
      let later = row_places - now;
      for (var i = lane; i < cells; i += lanes) {
        var neighbourhood = 0u;
        for (var d = 0u; d <= 2u * radius; d++) {
          neighbourhood = (neighbourhood << 1u) | rows[here + now + place_of(i32(i + d) - i32(radius))];
        }
        rows[here + later + i] = entry_of(individual, first_entry(i) + neighbourhood);
      }
      now = later;
      workgroupBarrier();
      if (watches && speaks) {
        watch(individual, rows[here + now + middle], 1u);
      }
    }
    for (var i = lane; i < cells; i += lanes) {
      let cell = rows[here + now + i];
      atomicAdd(&ones[sums * place.y + 1u], cell);
      if (i + 1u < cells) {
        atomicAdd(&ones[sums * place.y + 2u], cell ^ rows[here + now + i + 1u]);
      }
    }
    workgroupBarrier();
    if (speaks) {
      let live = atomicLoad(&ones[sums * place.y + 1u]);
      let borders = atomicLoad(&ones[sums * place.y + 2u]);
      let end = End(live, borders, rows[here + now], rows[here + now + cells - 1u]);
      run_ended(individual, atomicLoad(&ones[sums * place.y]), end);
    }
    workgroupBarrier();
  }
}
