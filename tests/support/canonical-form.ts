/**
 * One text for a pattern and all its images: cells that are the same but moved, turned or mirrored, as the rule's lattice
 * allows, get the same text. The images are made with the editor's own matrices; the smallest text of them stands for
 * all.
 */

import type { Runs } from "../../engine/core/runs.ts";
import { SYMMETRIES } from "../../engine/grids/symmetry.ts";
import type { Neighbourhood } from "../../engine/rules/rule.ts";
import { cellsOf } from "./pattern-claims.ts";

type Matrix = readonly [number, number, number, number];

function product([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix {
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
}

/** All symmetries of the lattice: 8 of the square, 12 of hexagons. */
export function symmetryGroup(neighbourhood: Neighbourhood): readonly Matrix[] {
  const generators = Object.values(SYMMETRIES[neighbourhood]).map((symmetry) => symmetry.matrix);
  const group = new Map<string, Matrix>([["1,0,0,1", [1, 0, 0, 1]]]);
  for (const element of group.values()) {
    for (const generator of generators) {
      const next = product(generator, element);
      group.set(next.join(), next);
    }
  }
  return [...group.values()];
}

export function canonicalForm(cells: Runs, neighbourhood: Neighbourhood): string {
  const points = cellsOf(cells);
  let best: string | null = null;
  for (const [a, b, c, d] of symmetryGroup(neighbourhood)) {
    const image = points.map(([x, y]) => [a * x + b * y, c * x + d * y] as const);
    const left = Math.min(...image.map(([x]) => x));
    const top = Math.min(...image.map(([, y]) => y));
    // Row by row, each cell as one number.
    const text = Float64Array.from(image, ([x, y]) => (y - top) * 2 ** 24 + (x - left))
      .sort()
      .join(" ");
    if (best === null || text < best) best = text;
  }
  return best ?? "";
}
