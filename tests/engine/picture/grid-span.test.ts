// Where a grid ends in a view, also one of a single column, and one that has no end in a direction.

import { expect, it } from "vitest";
import { parseTopology } from "../../../engine/core/topology.ts";
import { gridSpan } from "../../../engine/picture/layers.ts";

const FAR = Number.POSITIVE_INFINITY;

it.each([
  ["T1,1", [0, 1, 0, 1]],
  ["T1,0", [0, 1, -FAR, FAR]],
  ["T0,1", [-FAR, FAR, 0, 1]],
  ["T5,4", [-2, 3, -2, 2]],
  ["P8,3", [-4, 4, -1, 2]],
  ["P0,0", [-FAR, FAR, -FAR, FAR]],
] as const)(":%s", (text, [left, right, top, bottom]) => {
  const topology = parseTopology(text);
  expect(gridSpan(topology, { x: 0n, y: 0n })).toEqual({ left, right, top, bottom });
  expect(gridSpan(topology, { x: 10n, y: -7n })).toEqual({
    left: left - 10,
    right: right - 10,
    top: top + 7,
    bottom: bottom + 7,
  });
});
