/** The ticks of a logarithmic axis. */

/** 10, 100, 1000 ... from `low` to `high`, both above 0. */
export function powersOfTen(low: number, high: number): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) powers.push(10 ** power);
  return powers;
}
