/**
 * How many cases a test of random input tries. `npm test` takes the numbers as the tests give them; `npm run fuzz` takes
 * fifty times as many, where a test asks here.
 */

/** npm names the script that it runs. */
export const isLongRun: boolean = process.env.npm_lifecycle_event === "fuzz";

/** Options of `fc.assert` with so many cases. */
export function cases(count: number): { readonly numRuns: number } {
  return { numRuns: isLongRun ? 50 * count : count };
}

/** A limit in milliseconds for a test that takes as long as `npm run fuzz` lets it. */
export function patience(milliseconds: number): { readonly timeout: number } {
  return { timeout: isLongRun ? 3_600_000 : milliseconds };
}
