/**
 * Flips and rotations of the lattices, as integer matrices on cells.
 *
 * On the square array x grows to the right and y downward, so a quarter turn clockwise takes (1, 0) to (0, 1): cells
 * (x, y) go to (-y, x). Hexagons are the same array sheared (engine/grids/hex.ts): the six neighbours in clockwise
 * order are (1,0) (1,1) (0,1) (-1,0) (-1,-1) (0,-1), so a sixth of a turn takes (1,0) to (1,1) and (0,1) to (-1,0),
 * that is (x, y) to (x - y, x). The two flips are those whose axes run along and across the cells' diagonal, (y, x) and
 * (-y, -x).
 *
 * Cells turn about their own centre, which lies on a cell, an edge or a corner; centres are therefore counted in half
 * cells. Not every such point is a centre of that symmetry: hexagons can only turn about a cell. The nearest valid
 * point is used instead. `nudges` gives the offset of half a cell to it, chosen for each kind of centre so that turning
 * all the way round, or there and back, ends exactly where it began.
 *
 * Triangles lie in the square's array and point down and up by turns (engine/grids/triangle.ts). Left to right they mirror
 * about a column of cells, top to bottom about a line between two rows, and they turn by half about a point between two
 * cells. A sixth of a turn is about one of their corners and bends rows (triangle-turn.ts): its matrix gives twice the image.
 * The centre moves onto that corner and stays there.
 */

import type { LatticeSymmetry } from "../core/block-turn.ts";
import { minBig } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { RunsBuilder } from "../core/runs.ts";
import type { Sliced } from "../core/slices.ts";
import { within } from "../core/slices.ts";
import type { Topology } from "../core/topology.ts";
import { UNBOUNDED } from "../core/topology.ts";
import { slicedTransposition } from "../core/transposed.ts";
import type { Neighbourhood, Rule } from "../rules/rule.ts";
import { isOnTriangles, upOn } from "./triangle.ts";
import type { UpParity } from "./triangle-turn.ts";
import { cornerNear, sixthAbout, slicedZip } from "./triangle-turn.ts";

/** A point in half cells: the centre of cell (x, y) is (2x, 2y). */
export interface HalfPoint {
  readonly x: bigint;
  readonly y: bigint;
}

type Pair = readonly [number, number];

export interface Symmetry {
  readonly name: string;
  /** Cell (x, y) goes to (a x + b y, c x + d y). */
  readonly matrix: LatticeSymmetry;
  /** Subtracted from a centre to get a point that this can turn about, by the centre's parities: odd x, odd y, both. */
  readonly nudges: readonly [oddX: Pair, oddY: Pair, both: Pair];
  /** Of triangles: along which axes the centre counts, and whether what it is there has to be odd; else it is moved along the first. */
  readonly between?: { readonly axes: Pair; readonly odd: boolean };
  /** Of triangles that turn by a sixth: x + y modulo 2 of those that point up. The image is half of what the matrix says, rounded down. */
  readonly sixth?: UpParity;
}

export type SymmetryName = "flip-across" | "flip-down" | "rotate-clockwise" | "rotate-anticlockwise";

const NONE: Pair = [0, 0];
const STAYS = [NONE, NONE, NONE] as const;

const SQUARE: Readonly<Record<SymmetryName, Symmetry>> = {
  "flip-across": { name: "Flip left to right", matrix: [-1, 0, 0, 1], nudges: STAYS },
  "flip-down": { name: "Flip top to bottom", matrix: [1, 0, 0, -1], nudges: STAYS },
  "rotate-clockwise": {
    name: "Rotate clockwise",
    matrix: [0, -1, 1, 0],
    nudges: [[0, -1], [0, 1], NONE],
  },
  "rotate-anticlockwise": {
    name: "Rotate anticlockwise",
    matrix: [0, 1, -1, 0],
    nudges: [[-1, 0], [1, 0], NONE],
  },
};

const HEX: Readonly<Record<SymmetryName, Symmetry>> = {
  "flip-across": {
    name: "Flip left to right",
    matrix: [0, 1, 1, 0],
    nudges: [[1, 0], [0, 1], NONE],
  },
  "flip-down": {
    name: "Flip top to bottom",
    matrix: [0, -1, -1, 0],
    nudges: [[1, 0], [0, -1], NONE],
  },
  "rotate-clockwise": {
    name: "Rotate clockwise",
    matrix: [1, -1, 1, 0],
    nudges: [
      [1, 0],
      [0, 1],
      [-1, -1],
    ],
  },
  "rotate-anticlockwise": {
    name: "Rotate anticlockwise",
    matrix: [0, 1, -1, 1],
    nudges: [
      [-1, 0],
      [0, -1],
      [1, 1],
    ],
  },
};

/** Of triangles, which keeps their rows. */
export const HALF_TURN: Symmetry = {
  name: "Turn by half",
  matrix: [-1, 0, 0, -1],
  nudges: STAYS,
  between: { axes: [1, 1], odd: true },
};

const TRIANGLE = [onTriangles(0), onTriangles(1)] as const;

function onTriangles(sixth: UpParity): Readonly<Record<SymmetryName, Symmetry>> {
  return {
    "flip-across": { ...SQUARE["flip-across"], between: { axes: [1, 0], odd: false } },
    "flip-down": { ...SQUARE["flip-down"], between: { axes: [0, 1], odd: true } },
    "rotate-clockwise": { ...SQUARE["rotate-clockwise"], matrix: [1, -3, 1, 1], nudges: STAYS, sixth },
    "rotate-anticlockwise": {
      ...SQUARE["rotate-anticlockwise"],
      matrix: [1, 3, -1, 1],
      nudges: STAYS,
      sixth,
    },
  };
}

/** The symmetries that map the lattice to itself, by the rule's neighbourhood, where cells are no triangles. */
export const SYMMETRIES: Readonly<Record<Neighbourhood, Readonly<Record<SymmetryName, Symmetry>>>> = {
  moore: SQUARE,
  hex: HEX,
  "von-neumann": SQUARE,
};

/** The symmetries of the lattice on which a rule lies on that grid. */
export function symmetriesOf(
  rule: Pick<Rule, "form" | "neighbourhood">,
  topology: Topology = UNBOUNDED,
): Readonly<Record<SymmetryName, Symmetry>> {
  return isOnTriangles(rule) ? TRIANGLE[upOn(topology)] : SYMMETRIES[rule.neighbourhood];
}

/** The inverse of each. */
export const INVERSE: Readonly<Record<SymmetryName, SymmetryName>> = {
  "flip-across": "flip-across",
  "flip-down": "flip-down",
  "rotate-clockwise": "rotate-anticlockwise",
  "rotate-anticlockwise": "rotate-clockwise",
};

/** Where cells go: cell c goes to matrix * c + (dx, dy), and in a sixth of a turn of triangles to half of that, rounded down. */
export interface PlacedMatrix {
  readonly symmetry: Pick<Symmetry, "matrix" | "sixth">;
  readonly dx: bigint;
  readonly dy: bigint;
}

/** A symmetry about a place. */
export interface PlacedSymmetry extends PlacedMatrix {
  readonly symmetry: Symmetry;
  /** Of a sixth of a turn of triangles: the corner that it is about. */
  readonly corner?: HalfPoint;
}

/** The symmetry about a centre, or about the nearest point that it can turn about. */
export function turnAbout(symmetry: Symmetry, centre: HalfPoint): PlacedSymmetry {
  if (symmetry.sixth !== undefined) {
    const corner = cornerNear(centre, symmetry.sixth);
    return { symmetry, corner, ...sixthAbout(corner, wayOf(symmetry)) };
  }
  const { x, y } = pivotFor(symmetry, centre);
  const image = applied(symmetry, x, y);
  return { symmetry, dx: (x - image.x) / 2n, dy: (y - image.y) / 2n };
}

/** Which way a sixth of a turn goes: 1 clockwise, -1 anticlockwise. */
function wayOf({ matrix }: Pick<Symmetry, "matrix">): 1 | -1 {
  return matrix[2] === 1 ? 1 : -1;
}

/** Whether a symmetry about that centre lays triangles on triangles; on the other lattices it does. */
export function keepsTriangles({ between }: Symmetry, { x, y }: HalfPoint): boolean {
  if (!between) return true;
  const [alongX, alongY] = between.axes;
  return ((BigInt(alongX) * x + BigInt(alongY) * y) & 1n) === (between.odd ? 1n : 0n);
}

function pivotFor(symmetry: Symmetry, { x, y }: HalfPoint): HalfPoint {
  if (symmetry.between) {
    if (keepsTriangles(symmetry, { x, y })) return { x, y };
    // To the next point on that side on which the turned centre has it, too.
    const aside = (at: bigint): bigint => at + ((at & 2n) === 0n ? 1n : -1n);
    return symmetry.between.axes[0] === 1 ? { x: aside(x), y } : { x, y: aside(y) };
  }
  const oddX = (x & 1n) === 1n;
  const oddY = (y & 1n) === 1n;
  if (!oddX && !oddY) return { x, y };
  const [nx, ny] = symmetry.nudges[oddX && oddY ? 2 : oddX ? 0 : 1];
  return { x: x - BigInt(nx), y: y - BigInt(ny) };
}

function applied({ matrix }: Pick<Symmetry, "matrix">, x: bigint, y: bigint): HalfPoint {
  const [a, b, c, d] = matrix;
  return { x: BigInt(a) * x + BigInt(b) * y, y: BigInt(c) * x + BigInt(d) * y };
}

/** One after the other, as one. */
export function afterTurn(first: PlacedMatrix, then: PlacedMatrix): PlacedMatrix {
  const [a, b, c, d] = first.symmetry.matrix;
  const [p, q, r, s] = then.symmetry.matrix;
  const matrix: LatticeSymmetry = [p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d];
  const moved = applied(then.symmetry, first.dx, first.dy);
  return { symmetry: { matrix }, dx: moved.x + then.dx, dy: moved.y + then.dy };
}

/** Whether boxes stay boxes. */
export function keepsBoxes(matrix: LatticeSymmetry): boolean {
  const [a, b, c, d] = matrix;
  return a * b === 0 && c * d === 0;
}

/** The symmetry that keeps boxes and brings one of them to the place where its upper left cell is (x, y). */
export function turnOnto(matrix: LatticeSymmetry, box: Rect, x: bigint, y: bigint): PlacedMatrix {
  const image = imageOfBox({ symmetry: { matrix }, dx: 0n, dy: 0n }, box);
  return { symmetry: { matrix }, dx: x - image.x, dy: y - image.y };
}

/** The image of a box under a symmetry that keeps boxes. */
export function imageOfBox(turn: PlacedMatrix, { x, y, w, h }: Rect): Rect {
  const [one, other] = [imageOfCell(turn, x, y), imageOfCell(turn, x + w - 1n, y + h - 1n)];
  const swaps = turn.symmetry.matrix[0] === 0;
  return {
    x: minBig(one.x, other.x),
    y: minBig(one.y, other.y),
    w: swaps ? h : w,
    h: swaps ? w : h,
  };
}

/** The image of a cell. */
export function imageOfCell(
  { symmetry, dx, dy }: PlacedMatrix,
  x: bigint,
  y: bigint,
): { readonly x: bigint; readonly y: bigint } {
  const image = applied(symmetry, x, y);
  const [right, down] = [image.x + dx, image.y + dy];
  return symmetry.sixth === undefined ? { x: right, y: down } : { x: right >> 1n, y: down >> 1n };
}

/** The image of a centre; a corner that triangles turn about is their centre from then on. */
export function turnCentre(
  turn: PlacedMatrix & Pick<PlacedSymmetry, "corner">,
  { x, y }: HalfPoint,
): HalfPoint {
  if (turn.corner) return turn.corner;
  const image = applied(turn.symmetry, x, y);
  return { x: image.x + 2n * turn.dx, y: image.y + 2n * turn.dy };
}

/**
 * The image of cells. Maps that keep rows rows are cheap; the others are one such map, a transposition, and another: [a
 * b; c d] = [s a; 0 c'] T [1 q; 0 1] with q = c d, s = b - a c d. In slices, for millions of cells. Errors: `too-large`
 * past 2^24 runs.
 */
export function* slicedTurn(turn: PlacedMatrix, runs: Runs): Sliced<Runs> {
  if (turn.symmetry.sixth !== undefined) {
    const way = wayOf(turn.symmetry);
    const slanted = yield* within(0, 0.1, mapRows(runs, 1, way, 1));
    const upright = yield* within(0.1, 0.7, slicedTransposition(slanted));
    return yield* within(0.7, 1, slicedZip(upright, turn.dx, turn.dy, way));
  }
  const [a, b, c, d] = turn.symmetry.matrix;
  let image: Runs;
  if (c === 0) {
    image = yield* mapRows(runs, a, b, d);
  } else {
    const slanted = yield* within(0, 0.1, mapRows(runs, 1, c * d, 1));
    const upright = yield* within(0.1, 0.8, slicedTransposition(slanted));
    image = yield* within(0.8, 1, mapRows(upright, b - a * c * d, a, c));
  }
  return { ...image, x: image.x + turn.dx, y: image.y + turn.dy };
}

/** Runs processed between two looks at the clock. */
const RUNS_A_GO = 8192;

/** Cells (x, y) to (p x + q y, r y), with p and r 1 or -1. */
function* mapRows(runs: Runs, p: number, q: number, r: number): Sliced<Runs> {
  if (p === 1 && q === 0 && r === 1) return runs;
  const out = new RunsBuilder();
  const { rows, starts, states } = runs;
  const add = (x: number, y: number, length: number, state: number): void => {
    // `|| 0` turns a negative zero into 0.
    out.add((p === 1 ? x : -(x + length - 1)) + q * y || 0, r * y || 0, length, state);
  };
  let due = RUNS_A_GO;
  // In reading order of the result, so nothing needs sorting.
  for (let k = 0; k < rows.length; k++) {
    const row = r === 1 ? k : rows.length - 1 - k;
    const first = starts[row];
    const count = starts[row + 1] - first;
    for (let i = 0; i < count; i++) {
      const at = first + (p === 1 ? i : count - 1 - i);
      add(runs.spans[at * 2], rows[row], runs.spans[at * 2 + 1], states ? states[at] : 1);
    }
    due -= count;
    if (due > 0) continue;
    due = RUNS_A_GO;
    yield k / rows.length;
  }
  const image = out.build(0n, 0n);
  return { ...image, x: BigInt(p) * runs.x + BigInt(q) * runs.y, y: BigInt(r) * runs.y };
}
