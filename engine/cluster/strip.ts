/**
 * Rows around a slab's borders, to be stepped ahead of it: k rows that a neighbour needs, and k on either side of them as far as there are
 * any. What is wrong at their ends comes a row nearer each generation, so after k generations the middle is just what the neighbour needs.
 *
 * The rows of both borders lie in one universe, one part below the other, and each takes the other for wrong rows at its end. On a GPU, where
 * so few rows cost what the launch of a kernel costs, one universe takes half the time of two.
 */

import type { Algorithm, RowPort, Universe } from "../algorithms/algorithm.ts";
import type { BoundedTopology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import { rowPortOf } from "./block-rows.ts";
import type { RowRange, SlabPlan } from "./split.ts";
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

/** Rows on their way out of a strip; null where there is no neighbour. */
export interface StripRows {
  readonly top: Promise<Uint32Array<ArrayBuffer>> | null;
  readonly bottom: Promise<Uint32Array<ArrayBuffer>> | null;
}

/** Errors: those of `make`. */
export async function makeStrip(
  plan: SlabPlan,
  algorithm: Algorithm,
  rule: Rule,
  make: (height: number) => Promise<Universe>,
): Promise<Strip> {
  const strip = planStrip(plan, (topology, rows) => leastRows(algorithm, rule, topology, rows));
  const universe = await make(strip.height);
  return { ...strip, universe, port: rowPortOf(universe) };
}

function planStrip(
  { above, below, halo, lead, rows, topology }: SlabPlan,
  least: (topology: BoundedTopology, rows: number) => number,
): StripPlan {
  const [first, last] = [lead, lead + rows - halo];
  if (above !== null && below !== null) {
    // A slab with two neighbours has k rows of a halo on either side.
    const part = (sent: number, at: number): StripPart => ({
      from: { first: sent - halo, rows: 3 * halo },
      at,
      sent: at + halo,
    });
    const most = { ...topology, height: 2 * topology.height };
    return { height: least(most, 6 * halo), above: part(first, 0), below: part(last, 3 * halo) };
  }
  // At an edge the strip ends as the slab does. Where the algorithm needs more rows, they are the slab's own next ones.
  const sent = above === null ? last : first;
  const start = Math.max(0, sent - halo);
  const end = Math.min(topology.height, sent + 2 * halo);
  const height = least(topology, end - start);
  const from = above === null ? Math.max(0, end - height) : Math.min(start, topology.height - height);
  const part = { from: { first: from, rows: height }, at: 0, sent: sent - from };
  return { height, above: above === null ? null : part, below: above === null ? part : null };
}

/** Copies the slab's present rows into it. */
export async function fillStrip({ universe, port, above, below }: Strip, slab: Universe): Promise<void> {
  const from = rowPortOf(slab);
  for (const part of [above, below]) {
    if (!part) continue;
    const { first, rows } = part.from;
    if (from.queued && port.queued) await port.queued.copyFrom(from.queued, first, rows, part.at);
    else await port.write(part.at, await from.read(first, rows));
  }
  universe.setGeneration(slab.generation);
}

/** Takes out what the neighbours need. On a GPU that has begun when it resolves, before anything that the GPU is told afterwards. */
export async function takeRows({ port, above, below }: Strip, halo: number): Promise<StripRows> {
  const take = async (part: StripPart | null): Promise<Pick<StripRows, "top">> => {
    if (!part) return { top: null };
    const begun = await port.queued?.begin(part.sent, halo);
    return { top: begun ? begun.words : port.read(part.sent, halo) };
  };
  const [{ top }, { top: bottom }] = [await take(above), await take(below)];
  return { top, bottom };
}
