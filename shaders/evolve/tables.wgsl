// Tries tables of radius 2 on every necklace of a ring, one table a thread and 32 necklaces a word. A table is given up as soon as it
// is wrong for more configurations than the best table of its piece that is known so far; so how many tables are as good as the
// best is exact, whatever runs first. A table is its entries as bits.

struct Batch {
  // Numbers of tables: the piece's place, and behind it the bits that the inner entries have.
  first: u32,
  end: u32,
}

override threads = 64u;

@group(0) @binding(0) var<uniform> batch: Batch;
// For each word of necklaces its cells, then which of them have a majority of ones, then the binary digits of how many
// configurations each stands for: `weight_planes` words, all 0 where there is no necklace.
@group(0) @binding(1) var<storage, read> necklaces: array<u32>;
// Of each piece its outer entries.
@group(0) @binding(2) var<storage, read> pieces: array<u32>;
// Of each piece the fewest configurations that a table is wrong for, and behind it how many tables are wrong for 0, 1, ... `spare`.
@group(0) @binding(3) var<storage, read_write> results: array<atomic<u32>>;

@compute @workgroup_size(threads)
fn try_tables(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = batch.first + (group.y * groups.x + group.x) * threads + thread;
  if (number >= batch.end) {
    return;
  }
  let piece = number >> inner_bits;
  let table = pieces[piece] | inner_entries(number);
  let result = piece * result_words;
  var wrong = 0u;
  for (var word = 0u; word < words; word++) {
    let at = word * (cells + 1u + weight_planes);
    let missed = run_word(table, at);
    for (var plane = 0u; plane < weight_planes; plane++) {
      wrong += countOneBits(missed & necklaces[at + cells + 1u + plane]) << plane;
    }
    if (wrong > atomicLoad(&results[result])) {
      return;
    }
  }
  atomicMin(&results[result], wrong);
  atomicAdd(&results[result + 1u + wrong], 1u);
}
