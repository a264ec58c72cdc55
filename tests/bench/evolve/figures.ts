/** What follows from kept figures: rates, and how many times as fast as the serial program. */

import type { EvolveResult, SearchPoint, Series } from "./result.ts";
import { microseconds } from "./result.ts";

/** Of the serial program: of the longest search, or of the table of methods; null where it was not run. */
export function serialMicroseconds({ searches, methods }: EvolveResult): number | null {
  const points = searches.find(({ where }) => where === "serial")?.points ?? [];
  const point = points.findLast(({ done }) => done > 0) ?? methods.find(({ where }) => where === "serial");
  return point ? microseconds(point) : null;
}

export function pointAt(
  list: readonly Series[],
  contender: string,
  evaluations: number,
): SearchPoint | undefined {
  const series = list.find((one) => one.contender === contender);
  return series?.points.find((point) => point.evaluations === evaluations && point.done > 0);
}

/** How many times as fast as the serial program at the same task; null where one of them is missing. */
export function timesOf(result: EvolveResult, contender: string, evaluations: number): number | null {
  const serial = serialMicroseconds(result);
  const point = pointAt(result.searches, contender, evaluations);
  const own = point && microseconds(point);
  return serial && own ? serial / own : null;
}

/** The same for a rule that is only run. */
export function simulationTimes({ simulation }: EvolveResult, contender: string): number | null {
  const [serial, own] = ["serial", contender].map((id) => {
    const point = simulation.find((one) => one.contender === id)?.points[0];
    return point ? microseconds(point) : null;
  });
  return serial && own ? serial / own : null;
}

/** Sizes at which anything was searched, in evaluations. */
export function sizesOf({ searches }: EvolveResult): readonly number[] {
  const sizes = searches.flatMap(({ points }) => points.map(({ evaluations }) => evaluations));
  return [...new Set(sizes)].sort((a, b) => a - b);
}
