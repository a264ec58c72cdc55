/**
 * What Shift and Alt make of a drag. Shift: lines follow the lattice, and boxes are as high as they are wide. Alt: the
 * shape grows from the middle outward. Only the far corner (or end) moves; everything else works as without them.
 */

import { HEX_ROW, TRIANGLE_ROW } from "../../../engine/grids/grid-kind.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { hasTriangles } from "./cell-lattice.ts";

/**
 * The end that makes the line straight: on squares along a row, a column or a diagonal; on hexagons along one of the
 * three axes of the lattice, on triangles along one of theirs or straight up and down. Among those it picks the end nearest to `to`.
 */
export function straightEnd(from: Cell, to: Cell, lattice: CellLattice): Cell {
  const x = Number(to.x - from.x);
  const y = Number(to.y - from.y);
  if (lattice === "hex" || hasTriangles(lattice)) return moved(from, ...nearestAxis(x, y, lattice));
  const [wide, high] = [Math.abs(x), Math.abs(y)];
  // The boundary between an axis and a diagonal is tan(22.5 degrees).
  const limit = Math.SQRT2 - 1;
  if (high <= wide * limit) return moved(from, x, 0);
  if (wide <= high * limit) return moved(from, 0, y);
  const side = Math.max(wide, high);
  return moved(from, Math.sign(x) * side, Math.sign(y) * side);
}

/** The end along an axis of the lattice: on squares a row or a column, elsewhere what `straightEnd` says. */
export function axisEnd(from: Cell, to: Cell, lattice: CellLattice): Cell {
  if (lattice === "hex" || hasTriangles(lattice)) return straightEnd(from, to, lattice);
  const [x, y] = [to.x - from.x, to.y - from.y];
  return x * x >= y * y ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
}

const HEX_AXES = [
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
/** Rows, both ways in which sides climb, and the way from tip to tip. */
const TRIANGLE_AXES = [
  [1, 0],
  [1, 1],
  [1, -1],
  [0, 1],
] as const;

function nearestAxis(x: number, y: number, lattice: CellLattice): [number, number] {
  const [axes, slant, row] =
    lattice === "hex" ? ([HEX_AXES, 0.5, HEX_ROW] as const) : ([TRIANGLE_AXES, 0, TRIANGLE_ROW] as const);
  let best = { far: -1, step: [0, 0] as [number, number] };
  for (const [ax, ay] of axes) {
    const [right, down] = [ax - slant * ay, ay * row];
    const long = Math.hypot(right, down);
    // The distance along that axis.
    const along = ((x - slant * y) * right + y * row * down) / long;
    const steps = Math.round(along / long);
    if (Math.abs(along) > best.far) best = { far: Math.abs(along), step: [ax * steps || 0, ay * steps || 0] };
  }
  return best.step;
}

/** The corner that makes the box a square on the screen, and so an ellipse in it a circle. */
export function squareCorner(from: Cell, to: Cell, lattice: CellLattice): Cell {
  const x = Number(to.x - from.x);
  const y = Number(to.y - from.y);
  if (hasTriangles(lattice)) {
    // Sides are two columns long, and neighbours overlap by half.
    const side = Math.max(Math.abs(x) + 2, (Math.abs(y) + 1) * TRIANGLE_ROW);
    const rows = Math.max(1, Math.round(side / TRIANGLE_ROW));
    return moved(from, signOf(x) * Math.max(0, Math.round(side) - 2), signOf(y) * (rows - 1));
  }
  if (lattice !== "hex") {
    const side = Math.max(Math.abs(x), Math.abs(y));
    return moved(from, signOf(x) * side, signOf(y) * side);
  }
  const across = x - y / 2;
  const side = Math.max(Math.abs(across), Math.abs(y) * HEX_ROW);
  const rows = signOf(y) * Math.round(side / HEX_ROW);
  const column = signOf(across) * side + rows / 2;
  // Between two columns take the nearer one, so that a circle does not reach beyond the pointer.
  return moved(from, across < 0 ? Math.floor(column + 0.5) : Math.ceil(column - 0.5), rows);
}

/** The corner opposite to `to`, with `from` in the middle. */
export function mirrored(from: Cell, to: Cell): Cell {
  return { x: 2n * from.x - to.x, y: 2n * from.y - to.y };
}

function signOf(value: number): 1 | -1 {
  return value < 0 ? -1 : 1;
}

function moved({ x, y }: Cell, dx: number, dy: number): Cell {
  return { x: x + BigInt(dx), y: y + BigInt(dy) };
}
