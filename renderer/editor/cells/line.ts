/**
 * The cells of a straight stroke from one cell to another, each a neighbour of the one before.
 *
 * On the square array this is Bresenham's line (J. E. Bresenham, 1965): as many steps as the longer side, with the
 * shorter coordinate rounded at each. On hexagons the same idea needs a third axis: of the axes x, -y and y - x, which
 * sum to zero, a step changes two, so the number of steps is the largest difference along any of them. Each step rounds
 * all three and then corrects the one that was rounded furthest from the other two. All arithmetic is on integers.
 * triangle-line.ts has the way through triangles.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { downFrom, hasTriangles } from "./cell-lattice.ts";
import { triangleSteps } from "./triangle-line.ts";

/** Longer than any screen; a stroke is drawn at a pixel a cell or more. */
const MOST_STEPS = 2 ** 20;

/** The line includes both ends. Errors: `too-large` for ends more than 2^20 steps apart. */
export function lineBetween(from: Cell, to: Cell, lattice: CellLattice): Runs {
  const dx = Number(to.x - from.x);
  const dy = Number(to.y - from.y);
  const steps =
    lattice === "hex"
      ? Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx - dy))
      : Math.max(Math.abs(dx), Math.abs(dy));
  if (steps > MOST_STEPS) {
    throw new TessellaError(
      "too-large",
      `A stroke of ${grouped(steps)} cells is too long to be drawn at once.`,
    );
  }
  const out = new RunsBuilder();
  if (hasTriangles(lattice)) {
    for (const { x, y } of triangleSteps(dx, dy, downFrom(lattice, from))) out.add(x, y, 1);
    return out.build(from.x, from.y);
  }
  for (let i = 0; i <= steps; i++) {
    const { x, y } = lattice === "hex" ? hexStep(dx, dy, i, steps) : squareStep(dx, dy, i, steps);
    out.add(x, y, 1);
  }
  return out.build(from.x, from.y);
}

interface Step {
  readonly x: number;
  readonly y: number;
}

function squareStep(dx: number, dy: number, i: number, steps: number): Step {
  return { x: nearest(dx * i, steps), y: nearest(dy * i, steps) };
}

function hexStep(dx: number, dy: number, i: number, steps: number): Step {
  // Along the third axis the sum is kept at zero: a + b + c = 0.
  let a = nearest(dx * i, steps);
  let b = nearest(-dy * i, steps);
  const c = nearest((dy - dx) * i, steps);
  const offA = Math.abs(a * steps - dx * i);
  const offB = Math.abs(b * steps + dy * i);
  const offC = Math.abs(c * steps - (dy - dx) * i);
  if (offA > offB && offA > offC) a = -b - c;
  else if (offB > offC) b = -a - c;
  return { x: a || 0, y: -b || 0 };
}

/** value / steps to the nearest whole number, halves upward. */
function nearest(value: number, steps: number): number {
  return steps === 0 ? 0 : Math.floor((2 * value + steps) / (2 * steps));
}
