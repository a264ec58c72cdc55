// What all kernels share that score rules: the work, the rules, and where the outcomes go.
//
// A rule is a genome: `genome_words` words, whose bit b is entry b of the table; with a rule a cell, the tables of all cells
// one behind the other. Entry k is what becomes of the neighbourhood k, whose highest bit is the leftmost cell.

struct Job {
  // Of the vectors.
  seed: u32,
  steps: u32,
  density: u32,
  // Not 0: there is nothing left to do.
  over: u32,
}

// What one dispatch does: some vectors for some individuals.
struct Batch {
  // Vectors first .. end - 1.
  first: u32,
  end: u32,
  // How many of them a workgroup takes.
  share: u32,
  // Individuals first_individual .. end_individual - 1.
  first_individual: u32,
  end_individual: u32,
}

@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> job: Job;
@group(0) @binding(2) var<storage, read> genomes: array<u32>;
// `outcome_kinds` numbers an individual: how many vectors had each outcome.
@group(0) @binding(3) var<storage, read_write> outcomes: array<atomic<u32>>;

// Whether a state is compared with earlier ones, to end the run of one that repeats itself.
override early_stop = true;

// What tasks ask of the state in which a run ends.
struct End {
  // Cells that are 1.
  live: u32,
  // Neighbours that differ, from the left end to the right one.
  borders: u32,
  // The cells at the ends.
  first: u32,
  last: u32,
}

fn entry_of(individual: u32, entry: u32) -> u32 {
  return (genomes[individual * genome_words + (entry >> 5u)] >> (entry & 31u)) & 1u;
}

// The first entry of the table of a cell.
fn first_entry(cell: u32) -> u32 {
  return select(0u, cell * entries, rule_a_cell);
}
