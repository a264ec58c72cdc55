// Makes the children: a thread a word of a child. Both children of a pair draw the same parents, the same cut and the same mask,
// so threads need not speak with each other.

fn draws_of(individual: u32) -> u32 {
  return chance_base(genetics.seed, search.generation, individual);
}

// A place of the ring of individuals, less than once around it further on than `place` is.
fn further_on(place: u32, by: u32) -> u32 {
  return (place + by) % genetics.population;
}

fn contestant(bits: u32, place: u32) -> u32 {
  if (genetics.deme == 0u) {
    return whole_below(bits, genetics.population);
  }
  return further_on(place, genetics.population - genetics.deme + whole_below(bits, 2u * genetics.deme + 1u));
}

// A parent of the pair at that place.
fn parent_by(draw: u32, place: u32) -> u32 {
  if (genetics.tournament == 0u) {
    return ranks[whole_below(pcg(draw), genetics.keep)];
  }
  var best = contestant(pcg(draw), place);
  for (var n = 1u; n < genetics.tournament; n++) {
    let other = contestant(pcg(draw + n), place);
    if (fitness[other] > fitness[best]) {
      best = other;
    }
  }
  return best;
}

// Whether fewer than there are elites are fitter in its deme; of equals those at its left count.
fn stays_in_deme(i: u32) -> bool {
  var before = 0u;
  for (var d = 1u; d <= genetics.deme; d++) {
    before += u32(fitness[further_on(i, genetics.population - d)] >= fitness[i]);
    before += u32(fitness[further_on(i, d)] > fitness[i]);
  }
  return before < genetics.elites;
}

@compute @workgroup_size(64)
fn breed(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * groups.x + group.x) * 64u + thread;
  let words = genetics.genome_words;
  if (search.over != 0u || at >= genetics.population * words) {
    return;
  }
  let child = at / words;
  let k = at % words;
  if (child >= genetics.immigrants) {
    children[at] = random_word(draws_of(child), k);
    return;
  }
  var is_second = child & 1u;
  if (genetics.deme > 0u) {
    if (stays_in_deme(child)) {
      children[at] = parents[at];
      return;
    }
  } else {
    if (child < genetics.elites) {
      children[at] = parents[ranks[child] * words + k];
      return;
    }
    is_second = (child - genetics.elites) & 1u;
  }
  let pair = child - is_second;
  let draws = draws_of(pair);
  let first = parents[parent_by(draws, pair) * words + k];
  let second = parents[parent_by(draws + second_parent_draw, pair) * words + k];
  var mask = 0xffffffffu;
  if (happens(pcg(draws + cross_draw), genetics.crossover)) {
    mask = crossing_mask(draws, k);
  }
  let mine = select(first, second, is_second == 1u);
  let other = select(second, first, is_second == 1u);
  children[at] = ((mine & mask) | (other & ~mask)) ^ mutations(draws_of(child), k);
}
