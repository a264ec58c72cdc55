// The fitness of the children, what is told of their generation, and whether the search is over; then everything is ready for the
// next one. One workgroup does it for all individuals.

const threads = 256u;

// What a part of the individuals comes to.
struct Summary {
  best: u32,
  // The first of the fittest.
  champion: u32,
  worst: u32,
  sum_low: u32,
  sum_high: u32,
}

var<workgroup> is_over: u32;
var<workgroup> summaries: array<Summary, threads>;

fn together(a: Summary, b: Summary) -> Summary {
  let b_leads = b.best > a.best || (b.best == a.best && b.champion < a.champion);
  let low = a.sum_low + b.sum_low;
  return Summary(
    max(a.best, b.best),
    select(a.champion, b.champion, b_leads),
    min(a.worst, b.worst),
    low,
    a.sum_high + b.sum_high + u32(low < a.sum_low),
  );
}

@compute @workgroup_size(threads)
fn judge(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    is_over = search.over;
  }
  if (workgroupUniformLoad(&is_over) != 0u) {
    return;
  }
  let row = row_of_figures();
  if (thread == 0u) {
    // All individuals had the same vectors.
    atomicStore(&figures[row + ties_word], outcomes[6] + outcomes[7] + outcomes[8]);
  }
  var mine = Summary(0u, 0xffffffffu, 0xffffffffu, 0u, 0u);
  for (var i = thread; i < genetics.population; i += threads) {
    let first = i * outcome_kinds;
    // Those that had more zeros and ended as 0, those that had more ones and ended as 1, and perhaps ties that ended as 0.
    let right = outcomes[first] + outcomes[first + 4u] + select(0u, outcomes[first + 6u], genetics.zero_ties != 0u);
    for (var k = 0u; k < outcome_kinds; k++) {
      outcomes[first + k] = 0u;
    }
    fitness[i] = right;
    mine = together(mine, Summary(right, i, right, right, 0u));
  }
  summaries[thread] = mine;
  for (var half = threads / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (thread < half) {
      summaries[thread] = together(summaries[thread], summaries[thread + half]);
    }
  }
  workgroupBarrier();
  let all = summaries[0];
  for (var k = thread; k < genetics.genome_words; k += threads) {
    atomicStore(&figures[row + figure_words + k], children[all.champion * genetics.genome_words + k]);
  }
  if (thread == 0u) {
    atomicStore(&figures[row + best_word], all.best);
    atomicStore(&figures[row + sum_word], all.sum_low);
    atomicStore(&figures[row + sum_word + 1u], all.sum_high);
    atomicStore(&figures[row + worst_word], all.worst);
    search.over = u32(all.best >= genetics.goal);
    search.made++;
    search.generation++;
    let draws = chance_base(genetics.seed, select(0u, search.generation, genetics.fresh != 0u), everybody);
    search.seed = pcg(draws);
  }
}
