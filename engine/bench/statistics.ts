/** The middle value; of an even number the upper of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** How ratios are averaged: twice as fast here and half as fast there make 1. NaN for none. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
