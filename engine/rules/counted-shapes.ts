/**
 * The shapes that counted rules count over, by the letters of Golly 5 and LifeViewer. In three of them cells have weights: a cell then
 * sums the weights of the cells in state 1, and under W each state may have a weight of its own besides.
 */

import { Recent } from "../core/recent.ts";
import type { CountedForm, CountRange, Neighbourhood } from "./rule.ts";

/** How far the cells of a rule may look. */
export const MOST_REACH = 500;

/** Cells relative to one, and what each of them adds to its sum. */
export interface Weights {
  readonly dx: Int32Array;
  readonly dy: Int32Array;
  readonly weight: Int32Array;
}

type InShape = (x: number, y: number, range: number) => boolean;

/** The shapes without weights, whose squares of 2 * range + 1 cells a side hold these cells. The centre is none of them. */
const SHAPES: Readonly<Record<string, InShape>> = {
  M: () => true,
  N: (x, y, range) => Math.abs(x) + Math.abs(y) <= range,
  C: (x, y, range) => x * x + y * y <= range * range + range,
  "2": (x, y, range) => x * x + y * y <= range * range,
  "+": (x, y) => x === 0 || y === 0,
  X: (x, y) => Math.abs(x) === Math.abs(y),
  "*": (x, y) => x === 0 || y === 0 || Math.abs(x) === Math.abs(y),
  B: (x, y) => (x + y) % 2 !== 0,
  D: (x, y) => (x + y) % 2 === 0,
  "#": (x, y) => Math.abs(x) === 1 || Math.abs(y) === 1,
  H: (x, y, range) => Math.abs(x - y) <= range,
  A: (x, y) => x === 0 || y === 0 || x === y,
  "3": (x, y) => (x === 0 && y < 0) || (y === 0 && x < 0) || (x === y && x > 0),
};

/** Each letter after which a spelling's N may go on. */
export const SHAPE_LETTERS: readonly string[] = [...Object.keys(SHAPES), "L", "G", "F", "W", "@"];
/** What people call them, as LifeViewer does. The last two bring digits of their own. */
export const SHAPE_NAMES: Readonly<Record<string, string>> = {
  M: "Moore",
  N: "von Neumann",
  C: "circular",
  "2": "L2",
  "+": "cross",
  X: "saltire",
  "*": "star",
  B: "checkerboard",
  D: "aligned checkerboard",
  "#": "hash",
  H: "hexagonal",
  A: "asterisk",
  "3": "tripod",
  L: "triangular",
  G: "gaussian",
  F: "corner and edge",
  W: "weighted",
  "@": "drawn",
};
/** Those that are the same after every symmetry of their lattice. */
const SYMMETRIC = "MNC2+X*BD#HAGLF";

/** The largest range of a shape. */
export function mostRange(shape: string): number {
  return shape === "G" ? 50 : shape === "L" ? MOST_REACH / 2 : MOST_REACH;
}

/** How far cells look: triangles reach twice as far to the sides as up and down. */
export function reachOf({ shape, range }: CountedForm): number {
  return shape === "L" ? 2 * range : range;
}

/** Four cells at corners and four at the middles of edges, of two squares. */
export interface FarCells {
  /** How far from the cell in their middle. */
  readonly corner: number;
  readonly edge: number;
}

const FAR = /^F(?:C(?<corner>\d+))?(?:E(?<edge>\d+))?$/;

/** Null for other shapes. What is not said is the range. */
export function farCellsOf(shape: string, range: number): FarCells | null {
  const found = FAR.exec(shape)?.groups;
  return found ? { corner: Number(found.corner ?? range), edge: Number(found.edge ?? range) } : null;
}

/** The canonical spelling, as LifeViewer has it: the range is left out, and is at least the larger one. */
export function farShape({ corner, edge }: FarCells, range: number): string {
  return `F${corner === range ? "" : `C${corner}`}${edge === range ? "" : `E${edge}`}`;
}

/** The digits behind W and @, what follows them, and the weights of states. */
const DIGITS = /^(?<letter>[W@])(?<digits>[\dA-F]*)(?<lattice>[HL]?)(?:,(?<states>[\dA-F]+))?$/;

function partsOf(shape: string): Record<"letter" | "digits" | "lattice" | "states", string | undefined> {
  if (FAR.test(shape)) return { letter: "F", digits: undefined, lattice: undefined, states: undefined };
  const found = DIGITS.exec(shape)?.groups;
  return (found ?? { letter: shape }) as ReturnType<typeof partsOf>;
}

/** The lattice on which a shape is at home: that of hexagons, or of squares with eight or four nearest cells. */
export function latticeOf(shape: string): Neighbourhood {
  const { letter = "", lattice } = partsOf(shape);
  if ("HA3".includes(letter) || lattice === "H") return "hex";
  return letter === "N" || letter === "+" ? "von-neumann" : "moore";
}

/** The weights for cells whose column and row, from the grid's corner on, add up to an even number and to an odd one. */
export function weightsOf({ shape, range }: CountedForm): readonly [Weights, Weights] {
  const { letter = "", digits = "", lattice } = partsOf(shape);
  const side = 2 * range + 1;
  const inShape = SHAPES[letter];
  if (inShape)
    return alike(weigh(range, range, (x, y) => (inShape(x, y, range) && (x !== 0 || y !== 0) ? 1 : 0)));
  const rim = range + 1;
  if (letter === "G") return alike(weigh(range, range, (x, y) => (rim - Math.abs(x)) * (rim - Math.abs(y))));
  const far = farCellsOf(shape, range);
  if (far) {
    const reach = Math.max(range, far.corner, far.edge);
    return alike(
      weigh(reach, reach, (x, y) => {
        const [ax, ay] = [Math.abs(x), Math.abs(y)];
        return (ax === ay && ax === far.corner) || (ax * ay === 0 && ax + ay === far.edge) ? 1 : 0;
      }),
    );
  }
  if (letter === "L") {
    const triangle = (x: number, y: number): number =>
      Math.abs(x) <= (y < 0 ? 2 * range + 1 + y : 2 * range - y) && (x !== 0 || y !== 0) ? 1 : 0;
    return upAndDown(2 * range, range, triangle);
  }
  if (letter === "W") {
    const size = digits.length / (side * side);
    const sign = 16 ** size / 2;
    const own = (x: number, y: number): number => {
      const at = size * ((y + range) * side + x + range);
      const number = Number.parseInt(digits.slice(at, at + size), 16);
      return number < sign ? number : sign - number;
    };
    return lattice === "L" ? upAndDown(range, range, own) : alike(weigh(range, range, own));
  }
  const middle = (side * side - 1) / 2;
  const drawn = (x: number, y: number): number => {
    const place = (y + range) * side + x + range;
    if (place === middle) return 0;
    const bit = place < middle ? place : place - 1;
    return (Number.parseInt(digits[bit >> 2] as string, 16) >> (3 - (bit & 3))) & 1;
  };
  return lattice === "L" ? upAndDown(range, range, drawn) : alike(weigh(range, range, drawn));
}

function alike(weights: Weights): readonly [Weights, Weights] {
  return [weights, weights];
}

function upAndDown(
  across: number,
  down: number,
  of: (x: number, y: number) => number,
): readonly [Weights, Weights] {
  return [weigh(across, down, of), weigh(across, down, (x, y) => of(x, -y))];
}

/** In the order of reading; cells without a weight are left out. */
function weigh(across: number, down: number, of: (x: number, y: number) => number): Weights {
  const most = (2 * across + 1) * (2 * down + 1);
  const [dx, dy, weight] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let found = 0;
  for (let y = -down; y <= down; y++) {
    for (let x = -across; x <= across; x++) {
      const each = of(x, y);
      if (each === 0) continue;
      dx[found] = x;
      dy[found] = y;
      weight[found++] = each;
    }
  }
  return { dx: dx.slice(0, found), dy: dy.slice(0, found), weight: weight.slice(0, found) };
}

/** What a cell in each state counts, times its place's weight. */
export function stateWeights({ shape }: CountedForm, states: number): Uint8Array<ArrayBuffer> {
  const given = partsOf(shape).states;
  return Uint8Array.from({ length: states }, (_, state) =>
    given === undefined ? Number(state === 1) : Number.parseInt(given[state] ?? "0", 16),
  );
}

/** Whether places or states have weights of their own, instead of 1 for each cell in state 1. */
export function isWeighed({ shape }: CountedForm): boolean {
  const letter = shape[0] as string;
  return "WG".includes(letter);
}

/** Whether all cells in state 1 count 1 wherever they are, and every cell counts over the same shape. */
export function isPlain(form: CountedForm): boolean {
  return !isWeighed(form) && !isTriangular(form);
}

/** Whether cells are triangles. */
export function isTriangular({ shape }: Pick<CountedForm, "shape">): boolean {
  const { letter, lattice } = partsOf(shape);
  return letter === "L" || lattice === "L";
}

/** Of a shape's weights, what those above 0 add up to, and those below. */
interface Extent {
  readonly most: number;
  readonly least: number;
}

/** Of shapes that were asked for last: a wide one has a million cells. */
const extents = new Recent<string, Extent>(16);

function extentOf(form: CountedForm): Extent {
  const key = `${form.range} ${form.shape}`;
  const known = extents.get(key);
  if (known) return known;
  let [most, least] = [0, 0];
  for (const each of weightsOf(form)[0].weight) {
    if (each > 0) most += each;
    else least += each;
  }
  return extents.keep(key, { most, least });
}

/** What a cell sums up far from everything: 0, unless state 0 has a weight. */
export function emptySum(form: CountedForm, states: number): number {
  const { most, least } = extentOf(form);
  return (most + least) * (stateWeights(form, states)[0] as number);
}

/** The largest sum that there can be, at least 0. */
export function mostSum(form: CountedForm, states: number): number {
  return extentOf(form).most * Math.max(...stateWeights(form, states));
}

/** The smallest one, at most 0. */
export function leastSum(form: CountedForm, states: number): number {
  return extentOf(form).least * Math.max(...stateWeights(form, states));
}

/** Of each sum 0..n whether it gives birth, and whether it lets a cell in state 1 stay. What is negative does neither. */
export interface SumTables {
  readonly birth: Uint8Array<ArrayBuffer>;
  readonly survival: Uint8Array<ArrayBuffer>;
}

/** The tables of the rule as it is spelled. */
export function sumTables(form: CountedForm, states: number): SumTables {
  const size = mostSum(form, states) + 1;
  const table = (ranges: readonly CountRange[]): Uint8Array<ArrayBuffer> => {
    const out = new Uint8Array(size);
    for (const [first, last] of ranges) out.fill(1, first, last + 1);
    return out;
  };
  return { birth: table(form.birth), survival: table(form.survival) };
}

export function isIn(ranges: readonly CountRange[], count: number): boolean {
  return ranges.some(([first, last]) => first <= count && count <= last);
}

/** Whether a shape looks the same from all sides. */
export function isSymmetric({ shape }: CountedForm): boolean {
  return SYMMETRIC.includes(partsOf(shape).letter ?? "");
}
