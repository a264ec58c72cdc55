/**
 * One text for a pattern and all its images: cells that are the same but moved, turned or mirrored, as the rule's lattice
 * allows, get the same text. The images are made with the editor's own matrices; the smallest text of them stands for
 * all.
 */

import type { Runs } from "../../engine/core/runs.ts";
import { atOnce } from "../../engine/core/slices.ts";
import type { SymmetryName } from "../../engine/grids/symmetry.ts";
import { SYMMETRIES, slicedTurn, symmetriesOf, turnAbout } from "../../engine/grids/symmetry.ts";
import { TRIANGLE } from "../../engine/grids/triangle.ts";
import type { Neighbourhood, RuleLattice } from "../../engine/rules/rule.ts";
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

/** The images of triangles are made by turning and flipping them about one of their corners. */
function formOnTriangles(cells: Runs): string {
  const moves = symmetriesOf(TRIANGLE.fresh().rule);
  const turned = (runs: Runs, name: SymmetryName): Runs =>
    atOnce(slicedTurn(turnAbout(moves[name], { x: 0n, y: 1n }), runs));
  const texts: string[] = [];
  for (let image = cells, turn = 0; turn < 6; turn++, image = turned(image, "rotate-clockwise"))
    for (const each of [image, turned(image, "flip-across")]) {
      const points = cellsOf(each).map(([x, y]) => [Number(x), Number(y)] as const);
      const top = Math.min(...points.map(([, y]) => y));
      const left = Math.min(...points.map(([x]) => x));
      const corner = left - Math.abs((left + top) % 2);
      texts.push(
        points
          .map(([x, y]) => (y - top) * 2 ** 24 + (x - corner))
          .sort((a, b) => a - b)
          .join(" "),
      );
    }
  return texts.sort()[0] ?? "";
}

export function canonicalForm(cells: Runs, lattice: RuleLattice): string {
  if (lattice === "triangle") return formOnTriangles(cells);
  const points = cellsOf(cells);
  let best: string | null = null;
  for (const [a, b, c, d] of symmetryGroup(lattice)) {
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
