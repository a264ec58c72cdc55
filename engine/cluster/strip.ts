/**
 * Rows around a slab's borders, to be stepped some generations ahead of it: k rows that a neighbour needs, and as many as those generations on
 * either side of them, as far as there are any. What is wrong at their ends comes a row nearer each generation, so after these the middle is
 * just what the neighbour needs. They are as many as the rows need to travel, and at most a block's k: strips cost a GPU little more than
 * the launches of their kernels, and so in proportion to their generations.
 *
 * The rows of both borders lie in one universe, one part below the other, and each takes the other for wrong rows at its end. On a GPU, where
 * so few rows cost what the launch of a kernel costs, one universe takes half the time of two.
 */

import type {
  Algorithm,
  BegunRows,
  MovedRows,
  RowPort,
  RowRange,
  Universe,
} from "../algorithms/algorithm.ts";
import { now } from "../core/clock.ts";
import type { BoundedTopology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import { rowPortOf } from "./block-rows.ts";
import type { SlabPlan } from "./split.ts";
import { leastRows } from "./split.ts";

/** Rows of one border. */
interface StripPart {
  /** Where they come from, counted from the slab's first row. */
  readonly from: RowRange;
  /** Where they lie in the strip. */
  readonly at: number;
  /** The row of the strip from which on a halo of rows is what the neighbour needs. */
  readonly sent: number;
}

interface StripPlan {
  readonly height: number;
  readonly above: StripPart | null;
  readonly below: StripPart | null;
}

/** A strip without cells yet. */
export interface Strip extends StripPlan {
  readonly universe: Universe;
  readonly port: RowPort;
}

/** Milliseconds that finding the fastest kernel may take, and generations between two looks at the clock. */
const MOST_SEARCH = 1000;
const SEARCHED_AT_ONCE = 256n;

/**
 * `searches`: whether it finds the fastest kernel now, while it has no cells. A block's few generations of so few rows are too short to
 * tell kernels apart by, and a GPU took the slowest now and then. Errors: those of `make`, of stepping.
 */
export async function makeStrip(
  plan: SlabPlan,
  ahead: number,
  algorithm: Algorithm,
  rule: Rule,
  make: (height: number) => Promise<Universe>,
  searches: boolean,
): Promise<Strip> {
  const strip = planStrip(plan, ahead, (topology, rows) => leastRows(algorithm, rule, topology, rows));
  const universe = await make(strip.height);
  const end = now() + MOST_SEARCH;
  while (searches && universe.searching && now() < end)
    await universe.step(universe.generation + SEARCHED_AT_ONCE);
  return { ...strip, universe, port: rowPortOf(universe) };
}

function planStrip(
  { above, below, halo, lead, rows, topology }: SlabPlan,
  ahead: number,
  least: (topology: BoundedTopology, rows: number) => number,
): StripPlan {
  const [first, last] = [lead, lead + rows - halo];
  if (above !== null && below !== null) {
    // A slab with two neighbours has k rows of a halo on either side.
    const height = halo + 2 * ahead;
    const part = (sent: number, at: number): StripPart => ({
      from: { first: sent - ahead, rows: height },
      at,
      sent: at + ahead,
    });
    const most = { ...topology, height: 2 * topology.height };
    return { height: least(most, 2 * height), above: part(first, 0), below: part(last, height) };
  }
  // At an edge the strip ends as the slab does. Where the algorithm needs more rows, they are the slab's own next ones.
  const sent = above === null ? last : first;
  const start = Math.max(0, sent - ahead);
  const end = Math.min(topology.height, sent + halo + ahead);
  const height = least(topology, end - start);
  const from = above === null ? Math.max(0, end - height) : Math.min(start, topology.height - height);
  const part = { from: { first: from, rows: height }, at: 0, sent: sent - from };
  return { height, above: above === null ? null : part, below: above === null ? part : null };
}

/** Copies the slab's present rows into it. */
export async function fillStrip({ universe, port, above, below }: Strip, slab: Universe): Promise<void> {
  const from = rowPortOf(slab);
  const moved: MovedRows[] = [];
  for (const part of [above, below]) if (part) moved.push({ ...part.from, to: part.at });
  if (from.queued && port.queued) await port.queued.copyFrom(from.queued, moved);
  else
    await port.write(
      moved.map(({ to, rows }) => ({ first: to, rows })),
      await from.read(moved),
    );
  universe.setGeneration(slab.generation);
}

/**
 * Takes out what the neighbours need, above and then below. On a GPU that has begun when it resolves, before anything that the GPU is
 * told afterwards.
 */
export async function takeRows(
  { port, above, below }: Strip,
  rows: number,
  into: Uint32Array<ArrayBuffer>,
): Promise<BegunRows> {
  const ranges: RowRange[] = [];
  for (const part of [above, below]) if (part) ranges.push({ first: part.sent, rows });
  return (await port.queued?.begin(ranges, into)) ?? { words: port.read(ranges, into) };
}
