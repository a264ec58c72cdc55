/**
 * The stripes of a shape: its columns that come into a sum in the same rows and go out in the same rows, as those do in a disc that lie equally
 * far to the left and right. A row's cells in a stripe are added up once, where they come in first, and kept for the rows where they go
 * out or come in again; in a checkerboard, that is in all.
 */

import type { RimRun, SlicedPlan } from "../sliced-sums.ts";
import { digitsFor } from "../sliced-sums.ts";

/** Where a stripe's sum of a row comes in or goes out: so far below the cell of the first shape or of the second one. */
export interface StripeUse {
  readonly shape: number;
  readonly dy: number;
  readonly gains: boolean;
}

export interface Stripe {
  readonly runs: readonly RimRun[];
  /** Of the sum of a row's cells in it. */
  readonly digits: number;
  readonly uses: readonly StripeUse[];
  /** The lowest row in which it is used, where its cells are added up. */
  readonly first: number;
}

export function stripesOf({ reach, rim, oddRim }: Omit<SlicedPlan, "digits" | "sets">): readonly Stripe[] {
  const alike = new Map<string, { readonly columns: number[]; readonly uses: readonly StripeUse[] }>();
  for (let x = -reach; x <= reach; x++) {
    const uses = [rim, oddRim ?? []].flatMap((rows, shape) =>
      rows.flatMap(({ dy, runs }) =>
        runs
          .filter(({ first, last }) => first <= x && x <= last)
          .map(({ gains }): StripeUse => ({ shape, dy, gains })),
      ),
    );
    if (uses.length === 0) continue;
    const key = JSON.stringify(uses);
    const known = alike.get(key);
    if (known) known.columns.push(x);
    else alike.set(key, { columns: [x], uses });
  }
  return [...alike.values()].map(({ columns, uses }) => ({
    runs: runsOf(columns),
    digits: digitsFor(columns.length),
    uses,
    first: Math.max(...uses.map(({ dy }) => dy)),
  }));
}

/** Of columns in ascending order. */
function runsOf(columns: readonly number[]): readonly RimRun[] {
  const starts = columns.filter((x, i) => columns[i - 1] !== x - 1);
  const ends = columns.filter((x, i) => columns[i + 1] !== x + 1);
  return starts.map((first, i) => ({ first, last: ends[i] as number, gains: true }));
}

/** Digits of all sums that are kept of a row. */
export function stripeDigits(stripes: readonly Stripe[]): number {
  return stripes.reduce((sum, { digits }) => sum + digits, 0);
}

/** What a walk adds in a row: the cells of each stripe once, and its sum wherever it is used. */
export function stripeTerms(stripes: readonly Stripe[]): number {
  return stripes.reduce(
    (sum, { runs, digits, uses }) =>
      sum + digits * uses.length + runs.reduce((cells, { first, last }) => cells + last - first + 1, 0),
    0,
  );
}
