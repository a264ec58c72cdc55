/**
 * How the rows of a grid are shared out among ranks, and which universes can be.
 *
 * A rank's slab is a number of whole rows, one below the other. It is held as a universe of its own, of the same kind and width as the
 * whole one, with a halo of k rows above and below that are copies of the neighbours' rows. Such a universe may be stepped k
 * generations as it is: what is wrong at its ends (it joins them, or takes them for dead) comes one row nearer each generation,
 * and the halo is replaced in time (engine/model/halo.ts, "whole"). At an edge of a plane or of a frozen border there is no halo: there the
 * slab has the real edge.
 *
 * Whole words of 32 rows suit every algorithm, so where rows are whole words too, a slab gets some spare rows beyond a halo. Nothing in
 * them counts.
 */

import type { Algorithm, RowRange } from "../algorithms/algorithm.ts";
import { nameGrid } from "../algorithms/support.ts";
import { grouped } from "../core/integers.ts";
import type { BoundedTopology, Topology } from "../core/topology.ts";
import { isFinite2d } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import { refuseRankRule } from "./limits.ts";

/** The universe that holds a rank's rows of the whole grid: spare rows and a halo, its own rows, a halo and spare rows. */
export interface SlabPlan extends RowRange {
  /** Rows of a halo. */
  readonly halo: number;
  /** Rows above and below its own. */
  readonly lead: number;
  readonly trail: number;
  /** The ranks whose rows are next, or null at an edge. */
  readonly above: number | null;
  readonly below: number | null;
  readonly topology: BoundedTopology;
}

const WORD = 32;

/** A range a rank, from the top down, in proportion to the ranks' shares (default: equal ones), of at least one row each. */
export function splitRows(height: number, size: number, shares?: readonly number[]): readonly RowRange[] {
  const weights = shares ?? new Array<number>(size).fill(1);
  const total = weights.reduce((sum, share) => sum + share, 0);
  const ranges: RowRange[] = [];
  let sum = 0;
  let first = 0;
  for (const [rank, share] of weights.entries()) {
    sum += share;
    const wanted = Math.round((height * sum) / total);
    const end = Math.min(height - (size - 1 - rank), Math.max(first + 1, wanted));
    ranges.push({ first, rows: end - first });
    first = end;
  }
  return ranges;
}

export function planSlab(
  topology: BoundedTopology,
  ranges: readonly RowRange[],
  rank: number,
  halo: number,
): SlabPlan {
  const { first, rows } = ranges[rank];
  const size = ranges.length;
  if (size === 1) {
    return { first, rows, halo, lead: 0, trail: 0, above: null, below: null, topology };
  }
  const joined = topology.kind === "torus";
  const above = rank > 0 ? rank - 1 : joined ? size - 1 : null;
  const below = rank < size - 1 ? rank + 1 : joined ? 0 : null;
  let lead = above === null ? 0 : halo;
  let trail = below === null ? 0 : halo;
  const spare = topology.width % WORD === 0 ? (WORD - ((lead + rows + trail) % WORD)) % WORD : 0;
  if (below === null) lead += spare;
  else trail += spare;
  return {
    first,
    rows,
    halo,
    lead,
    trail,
    above,
    below,
    topology: likeness(topology, lead + rows + trail),
  };
}

/** The kind of universe that holds so many rows of the grid. */
export function likeness(topology: BoundedTopology, height: number): BoundedTopology {
  const { kind, width } = topology;
  if (kind === "torus") return { kind, width, height, shiftX: 0, shiftY: 0 };
  return kind === "frozen" ? { kind, width, height } : { kind: "plane", width, height };
}

/** `rows`, or as many more as the algorithm needs: some kernels ask for a height. At most the topology's. */
export function leastRows(algorithm: Algorithm, rule: Rule, topology: BoundedTopology, rows: number): number {
  let height = rows;
  while (height < topology.height && algorithm.refuses(rule, likeness(topology, height)) !== null)
    height *= 2;
  return Math.min(height, topology.height);
}

/**
 * null where so many ranks can hold the universe, else a sentence with what to take. `halo`: the rows asked for, 1 where they
 * are to be found.
 */
export function refuseRanks(
  algorithm: Algorithm,
  rule: Rule,
  topology: Topology,
  size: number,
  halo: number,
  shares?: readonly number[],
): string | null {
  if (!isFinite2d(topology))
    return `Ranks share the rows of a grid with an end on every side, which ${nameGrid(topology)} is not: take a torus (:T1000,1000) or a plane (:P1000,1000).`;
  const { kind } = topology;
  if (kind === "klein" || kind === "cross" || kind === "sphere")
    return `Ranks do not share a twisted grid (${nameGrid(topology)}): take a torus (T), a plane (P) or a frozen border (F).`;
  if (kind === "torus" && topology.shiftY !== 0)
    return `Ranks do not share a torus whose left and right edges meet shifted (${nameGrid(topology)}): shift the top and bottom, as in :T30+5,20.`;
  if (algorithm.leaps)
    return `The algorithm ${algorithm.id} keeps one quad-tree, which ranks do not share: use \`bitwise\`.`;
  const refusal = algorithm.refuses(rule, topology) ?? refuseRankRule(rule);
  if (refusal) return refusal;
  const { height } = topology;
  const most = Math.max(1, Math.floor(height / halo));
  if (size > most) {
    const slabs = halo > 1 ? `slabs of at least the halo's ${halo} rows` : "slabs of at least a row";
    return `${grouped(height)} rows make ${slabs} for at most ${most} ${most === 1 ? "rank" : "ranks"}, not for ${grouped(size)}.`;
  }
  const least = Math.min(...splitRows(height, size, shares).map(({ rows }) => rows));
  if (least < halo)
    return `The lowest slab has ${grouped(least)} rows, fewer than a halo of ${grouped(halo)}.`;
  return size === 1 ? null : algorithm.refuses(rule, likeness(topology, Math.ceil(height / size) + 2 * halo));
}
