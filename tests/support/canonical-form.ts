/**
 * One text for a pattern and all its images: cells that are the same but moved, turned or mirrored, as the rule's lattice
 * allows, get the same text. The images are made with the editor's own matrices. The first of them stands for all: the
 * smallest as a list of numbers, and on triangles the smallest as a text.
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
  let best: Float64Array | null = null;
  for (const matrix of symmetryGroup(lattice)) {
    const image = imageOf(points, matrix);
    if (best === null || comesFirst(image, best)) best = image;
  }
  // Text takes far longer than all of the above, and only the chosen image needs one.
  return best?.join(" ") ?? "";
}

/** The image of the cells, moved to the corner, row by row: each cell as one number. */
function imageOf(points: readonly (readonly [number, number])[], [a, b, c, d]: Matrix): Float64Array {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [x, y] of points) {
    left = Math.min(left, a * x + b * y);
    top = Math.min(top, c * x + d * y);
  }
  const image = new Float64Array(points.length);
  for (const [i, [x, y]] of points.entries())
    image[i] = (c * x + d * y - top) * 2 ** 24 + (a * x + b * y - left);
  return image.sort();
}

/** Of two images with as many cells: whether the first place in which they differ has the smaller number in `a`. */
function comesFirst(a: Float64Array, b: Float64Array): boolean {
  const at = a.findIndex((cell, i) => cell !== b[i]);
  return at >= 0 && a[at] < b[at];
}
