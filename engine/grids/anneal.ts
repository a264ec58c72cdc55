import { torus } from "../core/topology.ts";
import { parseRule } from "../rules/universe-rule.ts";
import type { GridKind } from "./grid-kind.ts";
import { SQUARE } from "./square.ts";

/** ANNEAL: square geometry with its own start: the twisted majority rule on a torus filled with half-density soup. */
export const ANNEAL: GridKind = {
  ...SQUARE,
  id: "anneal",
  name: "ANNEAL",
  summary: "Twisted majority on a torus: a random start separates into slowly melting blobs.",
  // The square kind shows it: a file with this rule is a square universe like any other.
  shows: () => false,
  fresh: () => ({
    rule: parseRule("B4678/S35678"),
    topology: torus(256, 256),
    soup: { seed: 1, density: 0.5, width: 256, height: 256 },
  }),
};
