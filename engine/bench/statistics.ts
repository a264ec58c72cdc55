/** The middle value; of an even number the upper of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** How ratios are averaged: twice as fast here and half as fast there make 1. NaN for none. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** The mean and its standard error; undefined where there is too little for them. */
export function meanOf(values: readonly number[]): {
  readonly mean?: number;
  readonly standardError?: number;
} {
  const n = values.length;
  if (n === 0) return {};
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (n - 1) / n) };
}
