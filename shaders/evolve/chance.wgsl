// All chance is a hash: the same 32 bits for the same numbers on every machine (engine/rings/random-state.ts).

fn pcg(x: u32) -> u32 {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}
