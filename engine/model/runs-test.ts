/**
 * Wald and Wolfowitz's runs test: are residuals scattered, or do they bend? Along the sizes, each residual lies above or below the
 * fit, and a run is a stretch of one sign. A line through points of a curve leaves few long runs, and so many or fewer would be
 * a rare accident of scattered ones.
 */

export interface RunsTest {
  readonly runs: number;
  /** The mean number of runs, if signs were shuffled. */
  readonly expected: number;
  /** The chance of so few runs, if signs were shuffled: below 0.05 something bends. */
  readonly chance: number;
}

/** Residuals in the order of their sizes; those within `rounding` of 0 do not count. null where all have one sign. */
export function runsTest(residuals: readonly number[], rounding: number): RunsTest | null {
  const above = residuals.filter((residual) => Math.abs(residual) > rounding).map((residual) => residual > 0);
  const a = above.filter((is) => is).length;
  const b = above.length - a;
  if (a === 0 || b === 0) return null;
  const runs = 1 + above.slice(1).filter((is, i) => is !== above[i]).length;
  let chance = 0;
  for (let count = 2; count <= runs; count++) chance += waysOf(count, a, b) / choose(a + b, a);
  return { runs, expected: 1 + (2 * a * b) / (a + b), chance: Math.min(1, chance) };
}

/** Rows of a signs + and b signs - that have so many runs. */
function waysOf(runs: number, a: number, b: number): number {
  const half = Math.floor(runs / 2);
  // a signs in n runs: choose(a - 1, n - 1) ways.
  if (runs % 2 === 0) return 2 * choose(a - 1, half - 1) * choose(b - 1, half - 1);
  return choose(a - 1, half) * choose(b - 1, half - 1) + choose(a - 1, half - 1) * choose(b - 1, half);
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}
