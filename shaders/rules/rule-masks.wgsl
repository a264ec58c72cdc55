// From a count of live neighbours to the next state, for 32 cells at once and any rule.
//
// The count is bit-sliced: bit i of `ones`, `twos`, `fours` and `eights` together is the binary number for cell i.
struct Count {
  ones: u32,
  twos: u32,
  fours: u32,
  eights: u32,
}

// The rule is data: changing it needs no new pipeline. For each count 0 .. 8 there is a word that is all ones where a
// dead cell is born, and a word that is all ones where a live cell's next state differs from a dead one's. Count n
// lies in component n % 4 of vector n / 4; components without a count are zero.
struct Rule {
  birth: array<vec4u, 3>,
  otherwise: array<vec4u, 3>,
}

@group(0) @binding(1) var<uniform> rule: Rule;

// The next states of the cells for four counts in a row, whichever of them each cell has.
fn states_for(birth: vec4u, otherwise: vec4u, alive: u32) -> vec4u {
  return birth ^ (vec4u(alive) & otherwise);
}

// Bit by bit: `yes` where `which` is set, `no` elsewhere.
fn choose(which: u32, yes: u32, no: u32) -> u32 {
  return no ^ (which & (yes ^ no));
}

// A knockout tournament: the lowest digit of the count decides between neighbours, the next one between the winners,
// and so on. Each neighbourhood enters at the round that its largest count needs.
fn choose_of_4(count: Count, states: vec4u) -> u32 {
  let low = choose(count.ones, states.y, states.x);
  let high = choose(count.ones, states.w, states.z);
  return choose(count.twos, high, low);
}

fn next_up_to_4(count: Count, alive: u32) -> u32 {
  let few = choose_of_4(count, states_for(rule.birth[0], rule.otherwise[0], alive));
  return choose(count.fours, states_for(rule.birth[1], rule.otherwise[1], alive).x, few);
}

fn next_up_to_7(count: Count, alive: u32) -> u32 {
  let few = choose_of_4(count, states_for(rule.birth[0], rule.otherwise[0], alive));
  let many = choose_of_4(count, states_for(rule.birth[1], rule.otherwise[1], alive));
  return choose(count.fours, many, few);
}

fn next_up_to_8(count: Count, alive: u32) -> u32 {
  let eight = states_for(rule.birth[2], rule.otherwise[2], alive).x;
  return choose(count.eights, eight, next_up_to_7(count, alive));
}
