/** Random scenarios on grids that ranks share, and how ranks hold them: how many, how high their halos are, whose slab is how high. */

import fc from "fast-check";
import type { RankPlan } from "../../engine/cluster/cluster-universe.ts";
import { splitRows } from "../../engine/cluster/split.ts";
import type { BoundedTopology, Topology } from "../../engine/core/topology.ts";
import { plane, torus } from "../../engine/core/topology.ts";
import type { Scenario } from "./scenario.ts";
import { anyScenario, anySide } from "./scenario.ts";

export interface RankedScenario {
  readonly scenario: Scenario;
  readonly plan: Omit<RankPlan, "open"> & { readonly halo: number };
}

const MOST_RANKS = 7;
const MOST_HALO = 64;

const size = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(anySide, anySide) },
  { weight: 1, arbitrary: fc.constantFrom([300, 777] as const, [4097, 33] as const) },
);

/** Those that ranks share. */
const anyTopology: fc.Arbitrary<Topology> = size.chain(([width, height]) =>
  fc.oneof(
    fc.constant(torus(width, height)),
    fc.integer({ min: 1 - width, max: width - 1 }).map((shift) => torus(width, height, shift, 0)),
    fc.constant(plane(width, height)),
    fc.constant<Topology>({ kind: "frozen", width, height }),
  ),
);

export const anyRankedScenario: fc.Arbitrary<RankedScenario> = fc
  .record({
    drawn: anyScenario,
    topology: anyTopology,
    ranks: fc.integer({ min: 1, max: MOST_RANKS }),
    /** Of what is possible. */
    depth: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    overlap: fc.boolean(),
    /** The share of a block in which rows travel. */
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    shares: fc.option(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: MOST_RANKS, maxLength: MOST_RANKS }),
    ),
  })
  .map(({ drawn, topology, ranks, depth, overlap, share, shares }) => {
    const { height } = topology as BoundedTopology;
    const size = Math.min(ranks, height);
    const own = shares?.slice(0, size);
    const least = Math.min(...splitRows(height, size, own).map(({ rows }) => rows));
    const halo = Math.max(1, Math.round(depth * Math.min(MOST_HALO, least)));
    return {
      scenario: { ...drawn, topology, centre: [0n, 0n] },
      plan: {
        size,
        halo,
        overlap,
        ahead: Math.max(1, Math.round(share * halo)),
        ...(own && { shares: own }),
      },
    };
  });
