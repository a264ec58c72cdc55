// The rule as data, so that changing it needs no new pipeline. For each count of live neighbours 0 .. 8 a word for dead
// and one for live cells, all ones where such a cell lives on in the next generation and zero where not. Count n lies in
// component n % 4 of vector n / 4.
struct Rule {
  birth: array<vec4u, 3>,
  survival: array<vec4u, 3>,
}

@group(0) @binding(1) var<uniform> rule: Rule;

// The next state of cells that all have the same count.
fn with_count(n: u32, alive: u32) -> u32 {
  let birth = rule.birth[n / 4u][n % 4u];
  let survival = rule.survival[n / 4u][n % 4u];
  return birth ^ (alive & (birth ^ survival));
}

// Bit by bit: `yes` where `which` is set, `no` elsewhere.
fn choose(which: u32, yes: u32, no: u32) -> u32 {
  return no ^ (which & (yes ^ no));
}

// A knockout tournament: the lowest digit of the count decides between neighbours, the next one between the winners, and
// so on. Each neighbourhood enters where its largest count asks for it.
fn choose_below_4(count: Count, first: u32, alive: u32) -> u32 {
  let low = choose(count.ones, with_count(first + 1u, alive), with_count(first, alive));
  let high = choose(count.ones, with_count(first + 3u, alive), with_count(first + 2u, alive));
  return choose(count.twos, high, low);
}

fn next_of_4(count: Count, alive: u32) -> u32 {
  return choose(count.fours, with_count(4u, alive), choose_below_4(count, 0u, alive));
}

fn next_of_6(count: Count, alive: u32) -> u32 {
  // With four or more of six: 4, 5 or 6. The masks of 7 are zero and no cell has that count.
  return choose(count.fours, choose_below_4(count, 4u, alive), choose_below_4(count, 0u, alive));
}

fn next_of_8(count: Count, alive: u32) -> u32 {
  return choose(count.eights, with_count(8u, alive), next_of_6(count, alive));
}
