// Makes the children: a thread a word of a child. Both children of a pair draw the same parents, the same cut and the same mask,
// so threads need not speak with each other.

fn draws_of(individual: u32) -> u32 {
  return chance_base(genetics.seed, search.generation, individual);
}

fn parent_by(draw: u32) -> u32 {
  if (genetics.tournament == 0u) {
    return ranks[whole_below(pcg(draw), genetics.keep)];
  }
  var best = whole_below(pcg(draw), genetics.population);
  for (var n = 1u; n < genetics.tournament; n++) {
    let other = whole_below(pcg(draw + n), genetics.population);
    if (fitness[other] > fitness[best]) {
      best = other;
    }
  }
  return best;
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
  if (child < genetics.elites) {
    children[at] = parents[ranks[child] * words + k];
    return;
  }
  if (child >= genetics.immigrants) {
    children[at] = random_word(draws_of(child), k);
    return;
  }
  let is_second = (child - genetics.elites) & 1u;
  let draws = draws_of(child - is_second);
  let first = parents[parent_by(draws) * words + k];
  let second = parents[parent_by(draws + second_parent_draw) * words + k];
  var mask = 0xffffffffu;
  if (happens(pcg(draws + cross_draw), genetics.crossover)) {
    mask = crossing_mask(draws, k);
  }
  let mine = select(first, second, is_second == 1u);
  let other = select(second, first, is_second == 1u);
  children[at] = ((mine & mask) | (other & ~mask)) ^ mutations(draws_of(child), k);
}
