// The fittest individuals in their order, of equals the first before the others: a thread counts who comes before its own, and gives up
// once as many do as are ever asked for.

// Individuals between two looks at that.
const stretch = 64u;

@compute @workgroup_size(64)
fn rank(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let i = (group.y * groups.x + group.x) * 64u + thread;
  if (search.over != 0u || i >= genetics.population) {
    return;
  }
  let wanted = max(genetics.elites, select(genetics.keep, 0u, genetics.tournament > 0u));
  let mine = fitness[i];
  var before = 0u;
  for (var begun = 0u; begun < genetics.population && before < wanted; begun += stretch) {
    let end = min(begun + stretch, genetics.population);
    for (var j = begun; j < end; j++) {
      let other = fitness[j];
      before += u32(other > mine || (other == mine && j < i));
    }
  }
  if (before < wanted) {
    ranks[before] = i;
  }
}
