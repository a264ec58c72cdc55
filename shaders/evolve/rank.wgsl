// The order of the individuals, the fittest first and of equals the first: a thread counts who comes before its own.

@compute @workgroup_size(64)
fn rank(@builtin(global_invocation_id) place: vec3u) {
  let i = place.x;
  if (search.over != 0u || i >= genetics.population) {
    return;
  }
  let mine = fitness[i];
  var before = 0u;
  for (var j = 0u; j < genetics.population; j++) {
    let other = fitness[j];
    before += u32(other > mine || (other == mine && j < i));
  }
  ranks[before] = i;
}
