// For the task sorting: an outcome is 1 where there are as many ones as at the start, and 2 more where these lie side by side
// (engine/evolve/tasks/sorting.ts).

const outcome_kinds = 4u;

fn outcome_of(ones: u32, end: End) -> u32 {
  var gathered = end.borders == 0u || (end.borders == 1u && end.last == 1u);
  if (ends_meet) {
    gathered = end.borders + (end.first ^ end.last) <= 2u;
  }
  return u32(end.live == ones) + 2u * u32(gathered);
}
