// Diversity and hash of the children, a workgroup a word of the genome: for each of its bits the individuals that differ from most
// of them, and two sums of hashes (engine/evolve/figures.ts). Sums may be made in any order.

const threads = 256u;

// The first digits of pi.
const salts = vec2u(0x243f6a88u, 0x85a308d3u);

var<workgroup> is_over: u32;
var<workgroup> ones: array<atomic<u32>, 32>;
var<workgroup> hash_first: atomic<u32>;
var<workgroup> hash_second: atomic<u32>;

@compute @workgroup_size(threads)
fn take_census(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    is_over = search.over;
  }
  if (workgroupUniformLoad(&is_over) != 0u) {
    return;
  }
  let words = genetics.genome_words;
  let k = group.x;
  // A thread looks at one bit, of every eighth individual.
  let bit = thread & 31u;
  var mine = 0u;
  for (var i = thread >> 5u; i < genetics.population; i += threads / 32u) {
    mine += (children[i * words + k] >> bit) & 1u;
  }
  atomicAdd(&ones[bit], mine);
  var first = 0u;
  var second = 0u;
  for (var i = thread; i < genetics.population; i += threads) {
    let place = i * words + k;
    first += pcg(pcg(salts.x + place) ^ children[place]);
    second += pcg(pcg(salts.y + place) ^ children[place]);
  }
  atomicAdd(&hash_first, first);
  atomicAdd(&hash_second, second);
  workgroupBarrier();
  let row = row_of_figures();
  if (thread < 32u) {
    let live = atomicLoad(&ones[thread]);
    atomicAdd(&figures[row + diversity_word], min(live, genetics.population - live));
  }
  if (thread == 0u) {
    atomicAdd(&figures[row + hash_word], atomicLoad(&hash_first));
    atomicAdd(&figures[row + hash_word + 1u], atomicLoad(&hash_second));
  }
}
