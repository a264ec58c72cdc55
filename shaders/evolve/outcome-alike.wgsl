// For tasks that ask whether all cells end alike: an outcome is 3 times what `start_of` says of the start, and 1 where all cells end
// as 1, 0 where all end as 0, otherwise 2.

const outcome_kinds = 9u;

fn outcome_of(ones: u32, end: End) -> u32 {
  return 3u * start_of(ones) + select(select(2u, 1u, end.live == cells), 0u, end.live == 0u);
}
