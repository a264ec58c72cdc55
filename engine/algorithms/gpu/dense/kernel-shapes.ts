/**
 * The shapes of kernels that are worth trying on a grid, after measurements on an H200: tiles in workgroup memory where a pass ends
 * before it has paid for its start, strips where memory limits a pass, and both in between. No shader is loaded here, so kernels
 * can be listed by their names.
 */

import { planesFor } from "../../../core/block.ts";
import { isTriangular } from "../../../rules/counted-shapes.ts";
import type { Rule } from "../../../rules/rule.ts";
import { GPU_SLICED_REACH, MOST_TERMS, slicedTerms } from "../../sliced-sums.ts";
import { hasCircuit } from "../rules/diagram-expression.ts";

/** What kernels do with a rule: count nearest neighbours and fade, sum on slices or along lines, compute it as a circuit, or look it up. */
type KernelSort = "living" | "sums" | "lines" | "circuit" | "codes";

export function kernelSort({ form }: Pick<Rule, "form">): KernelSort {
  if (form.kind === "counted") {
    // Lines are for one shape.
    if (isTriangular(form)) return "sums";
    return form.range <= GPU_SLICED_REACH && slicedTerms(form) <= MOST_TERMS ? "sums" : "lines";
  }
  if (form.kind !== "diagram") return "living";
  return hasCircuit(form) ? "circuit" : "codes";
}

/** Whether the same kernels step both rules, on the same cells. */
export function isAlike(a: Rule, b: Rule): boolean {
  const sort = kernelSort(a);
  if (planesFor(a.states) !== planesFor(b.states) || sort !== kernelSort(b)) return false;
  return sort !== "lines" || shapeName(a) === shapeName(b);
}

/** Sums along lines are laid out for a shape. */
function shapeName({ form }: Rule): string {
  return form.kind === "counted" ? `${form.range} ${form.shape}` : "";
}

export interface TileShape {
  /** Words across and rows of a tile. */
  readonly words: number;
  readonly rows: number;
  /**
   * The most generations of a pass, and rows loaded above and below; at most 32, the cells of the word at each side.
   */
  readonly reach: number;
  /** Words that a thread owns; divides rows + 2 * reach. */
  readonly threadRows: number;
}

export interface StripsShape {
  /** Generations a pass, longest first, ending with 1; at most 8. */
  readonly lengths: readonly number[];
  readonly lanes: number;
  /** Rows that a lane walks down, and those where the grid ends (`lastShare`): at most as many. */
  readonly chunkRows: number;
  readonly lastRows: number;
  /** Rows under way from memory while one is computed. */
  readonly ahead: number;
}

/** A grid on which chunks of so many rows are the best has hundreds of them. */
const TALL_ROWS = 40;

/** The share of a grid's rows that lies in the lower chunks at its end, measured on an H200. */
export function lastShare({ chunkRows }: StripsShape): number {
  return chunkRows < TALL_ROWS ? 0.3 : 0.1;
}

/** One that is tried, on grids of so many cells. */
export type TriedKernel = { readonly id: string; readonly least: number; readonly most: number } & (
  | { readonly kind: "tile"; readonly shape: TileShape }
  | { readonly kind: "strips"; readonly shape: StripsShape }
  | { readonly kind: "vector" }
);

/**
 * Narrower rows are not padded to whole vectors (packed-layout.ts), and lower grids wrap more than once in a thread's
 * rows.
 */
export const LEAST_VECTOR_WIDTH = 225;
export const LEAST_VECTOR_HEIGHT = 16;

/** Rows that a thread of the sums walks down. */
const SUM_ROWS = [8, 16, 32, 64, 128, 256] as const;
/** Fewer threads leave a large GPU idle, and of more each walks less far. */
const SUM_THREADS = { least: 2 ** 13, wanted: 2 ** 16, most: 2 ** 19 } as const;

/** Rows to walk that are worth trying for sums on slices, the first choice first. */
export function sumRows(words: number, reach: number): readonly number[] {
  const threads = (rows: number): number => words / rows;
  const first =
    SUM_ROWS.findLast((rows) => threads(rows) >= SUM_THREADS.wanted && rows <= 128) ?? SUM_ROWS[0];
  const others = SUM_ROWS.filter(
    (rows) =>
      rows !== first &&
      rows >= reach &&
      threads(rows) >= SUM_THREADS.least &&
      threads(rows) <= SUM_THREADS.most,
  );
  return [first, ...others];
}

/** Narrower or lower grids go to kernels that do not walk down rows. */
export const LEAST_STRIPS_SIDE = 256;

export function tileId({ words, rows, reach, threadRows }: TileShape): string {
  return `tile-${words}x${rows}x${reach}-${threadRows}`;
}

export function stripsId({ lengths, lanes, chunkRows, lastRows, ahead }: StripsShape): string {
  const rows = chunkRows === lastRows ? chunkRows : `${chunkRows}+${lastRows}`;
  return `strips-${lengths[0]}x${lanes}x${rows}-${ahead}`;
}

/** Threads: at most 256, the number that every adapter allows. */
function tile(words: number, rows: number, reach: number, threadRows: number, most: number): TriedKernel {
  const shape = { words, rows, reach, threadRows };
  return { kind: "tile", id: tileId(shape), shape, least: 0, most };
}

/** Four generations a pass, or eight where memory is slow beside the arithmetic. */
function strips(
  length: number,
  lanes: number,
  [chunkRows, lastRows = chunkRows]: readonly [number, number?],
  least: number,
  most: number,
  ahead = length === 4 ? 4 : 2,
): TriedKernel {
  const shape = { lengths: [length, 1], lanes, chunkRows, lastRows, ahead };
  return { kind: "strips", id: stripsId(shape), shape, least, most };
}

const TILES: readonly TriedKernel[] = [
  tile(4, 16, 32, 4, 2 ** 18),
  tile(4, 64, 32, 4, 2 ** 22),
  tile(8, 32, 32, 4, 2 ** 22),
  tile(8, 64, 16, 4, 2 ** 25),
  tile(14, 64, 16, 8, 2 ** 25),
];

export const TRIED_KERNELS: readonly TriedKernel[] = [
  ...TILES,
  { kind: "vector", id: "vector-row", least: 2 ** 20, most: Number.POSITIVE_INFINITY },
  // The rows of a chunk decide how evenly a grid's chunks fall to the GPU's processors, whose number WebGPU does not
  // tell, and how long a low grid takes at least: 24 and 48 are a fifth apart on one grid and the other way round on the
  // next. Only the lanes are compiled in, so trying rows costs little.
  strips(4, 128, [8], 2 ** 22, 2 ** 27),
  strips(4, 128, [12], 2 ** 22, 2 ** 27),
  strips(4, 128, [16, 8], 2 ** 23, 2 ** 27),
  strips(4, 128, [20], 2 ** 23, 2 ** 28),
  strips(4, 128, [24, 12], 2 ** 23, 2 ** 28),
  strips(4, 128, [32, 12], 2 ** 24, 2 ** 28),
  strips(4, 128, [40, 12], 2 ** 24, 2 ** 30),
  strips(4, 128, [48, 20], 2 ** 25, 2 ** 30),
  strips(4, 128, [80, 24], 2 ** 26, Number.POSITIVE_INFINITY),
  strips(8, 32, [96, 32], 2 ** 23, 2 ** 30),
  strips(4, 128, [160, 24], 2 ** 28, Number.POSITIVE_INFINITY),
  strips(4, 128, [208, 24], 2 ** 30, Number.POSITIVE_INFINITY),
  strips(8, 32, [256, 64], 2 ** 28, Number.POSITIVE_INFINITY),
];

/**
 * For cells in several planes. A lane holds the planes of two rows for each generation under way, so the more planes the fewer
 * generations, and the fewer rows ahead: a thread has 255 registers at most.
 */
export function statedKernels(planes: number): readonly TriedKernel[] {
  const lengths = planes === 2 ? [4] : planes <= 4 ? [4, 3] : [3, 2];
  const ahead = planes === 2 ? 2 : 1;
  const ofLength = (length: number): readonly TriedKernel[] => [
    strips(length, 32, [20], 2 ** 23, 2 ** 26, ahead),
    strips(length, 64, [32, 12], 2 ** 24, 2 ** 30, ahead),
    strips(length, 32, [64, 16], 2 ** 26, Number.POSITIVE_INFINITY, ahead),
    strips(length, 32, [138, 24], 2 ** 28, Number.POSITIVE_INFINITY, ahead),
  ];
  return [...TILES, ...lengths.flatMap(ofLength)];
}
