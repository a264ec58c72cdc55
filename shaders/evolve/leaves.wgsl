// The method "mux": the table as a tree of choices, each made for 32 cells at once. A choice between a and b by the bits of
// x is a ^ ((a ^ b) & x). Leaf k of the tree is entry k of the table, a word that says it for 32 cells: all bits alike under
// one rule for all cells, entry k of 32 tables with a rule a cell. The workgroup makes the leaves once.

var<workgroup> leaves: array<u32, leaf_sets * entries>;

fn make_rule(individual: u32, thread: u32) {
  for (var k = thread; k < leaf_sets * entries; k += threads) {
    if (!rule_a_cell) {
      leaves[k] = 0u - entry_of(individual, k);
    } else {
      let first = (k / entries) * 32u;
      var word = 0u;
      for (var i = 0u; i < min(32u, cells - first); i++) {
        word |= entry_of(individual, (first + i) * entries + k % entries) << i;
      }
      leaves[k] = word;
    }
  }
  workgroupBarrier();
}
