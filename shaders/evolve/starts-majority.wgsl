// For the task majority: 1 where most cells of the start are 1, 0 where most are 0, 2 where as many are.
fn start_of(ones: u32) -> u32 {
  return select(u32(2u * ones > cells), 2u, 2u * ones == cells);
}
