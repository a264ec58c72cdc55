/** Small universes for tests of what is built on top of algorithms. */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import type { UniverseRequest } from "../../engine/algorithms/load.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import type { Block } from "../../engine/core/block.ts";
import { rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { RunsBuilder, runsToBlock } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";

/** Cells drawn as text: `O` is live, anything else dead. */
export function cellsOf(rows: readonly string[], x = 0n, y = 0n): Runs {
  const out = new RunsBuilder();
  rows.forEach((row, j) => {
    for (let i = 0; i < row.length; i++) if (row[i] === "O") out.add(i, j, 1);
  });
  return out.build(x, y);
}

/** The other way round, for a region. */
export function drawn(cells: Runs, x: number, y: number, w: number, h: number): string[] {
  const block = runsToBlock(cells, rect(x, y, w, h));
  const stride = (w + 31) >>> 5;
  return Array.from({ length: h }, (_, j) =>
    Array.from({ length: w }, (_, i) =>
      (block.words[j * stride + (i >>> 5)] >>> (i & 31)) & 1 ? "O" : ".",
    ).join(""),
  );
}

export const GLIDER = [".O.", "..O", "OOO"];
export const R_PENTOMINO = [".OO", "OO.", ".O."];

/** A square whose cells all live, of an odd side, around the origin. */
export function liveSquare(side: number): Block {
  const corner = BigInt(-(side >> 1));
  return { ...soupBlock({ seed: 1, density: 1, width: side, height: side }), x: corner, y: corner };
}

/** Life on the unbounded plane under `reference`, unless told otherwise. */
export async function universeWith(
  cells: Runs | undefined,
  rest: Partial<UniverseRequest> = {},
): Promise<Universe> {
  const request = { rule: LIFE, topology: UNBOUNDED, algorithm: "reference", cells, ...rest };
  return (await createUniverse(request, {})).universe;
}
