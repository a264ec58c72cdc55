// The rule as a table of one bit an entry. The hexagonal work's table `next[live + 7 * alive]` has 14 entries in
// memory; here they are the bits of two words, and a look-up is a shift.

struct Rule {
  // Bit n: the next state of a dead cell, and of a live one, with n live neighbours.
  birth: u32,
  survival: u32,
  // 1 where a dead cell among dead ones is born, which forbids skipping.
  from_nothing: u32,
}

@group(0) @binding(1) var<uniform> rule: Rule;

fn next_cell(live: u32, alive: u32) -> u32 {
  return (select(rule.birth, rule.survival, alive == 1u) >> live) & 1u;
}
