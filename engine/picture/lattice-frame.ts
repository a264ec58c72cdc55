/**
 * A lattice in numbers, read off its descriptor: cell centres form a lattice, so the centres of three
 * cells give the two vectors to the next cell of a row and of a column, and with them every other centre. Square
 * cells and hexagons are the same arithmetic with other vectors.
 */

import type { Lattice, Point } from "../grids/grid-kind.ts";

export interface LatticeFrame {
  /** From a cell to the next of its row, and to the next of its column, in drawing units. */
  readonly alongX: Point;
  readonly alongY: Point;
  /** The centre of cell (0, 0) in drawing units: the middle of a square, the origin itself for a hexagon. */
  readonly centre: Point;
  /** A cell's own width and height in drawing units. */
  readonly cell: Point;
  readonly determinant: number;
}

const FRAMES = new WeakMap<Lattice, LatticeFrame>();

export function latticeFrame(lattice: Lattice): LatticeFrame {
  const known = FRAMES.get(lattice);
  if (known) return known;
  const centre = lattice.centreOf(0, 0);
  const right = lattice.centreOf(1, 0);
  const below = lattice.centreOf(0, 1);
  const alongX = { x: right.x - centre.x, y: right.y - centre.y };
  const alongY = { x: below.x - centre.x, y: below.y - centre.y };
  const xs = lattice.outline.map((corner) => corner.x);
  const ys = lattice.outline.map((corner) => corner.y);
  const frame: LatticeFrame = {
    alongX,
    alongY,
    centre,
    cell: { x: Math.max(...xs) - Math.min(...xs), y: Math.max(...ys) - Math.min(...ys) },
    determinant: alongX.x * alongY.y - alongX.y * alongY.x,
  };
  FRAMES.set(lattice, frame);
  return frame;
}

/** Drawing units to cells, as fractions of a step along each axis. */
export function toLattice(frame: LatticeFrame, { x, y }: Point): Point {
  const { alongX, alongY, determinant } = frame;
  return {
    x: (x * alongY.y - y * alongY.x) / determinant,
    y: (y * alongX.x - x * alongX.y) / determinant,
  };
}

export function fromLattice(frame: LatticeFrame, { x, y }: Point): Point {
  const { alongX, alongY } = frame;
  return { x: x * alongX.x + y * alongY.x, y: x * alongX.y + y * alongY.y };
}
