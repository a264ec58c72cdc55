/**
 * Where all that `sums` keeps on bit slices lies in a memory of WebAssembly's (sliced-rows.ts). wasm/assembly/_sum-layout.ts is the other half: change
 * both together.
 */

import type { RimRun } from "../sliced-sums.ts";
import { digitsFor } from "../sliced-sums.ts";
import { CompiledLoops } from "./compiled-loops.ts";
import { NOTE_BYTES } from "./sliced-changes.ts";
import type { ColumnBytes, SlicedShape, SquareRows } from "./sliced-kernel.ts";
import { squareRow } from "./sliced-kernel.ts";
import { innerDigits } from "./sliced-row-sums.ts";
import { stripeDigits } from "./sliced-stripes.ts";
import { COLUMN, STEP } from "./sliced-words.ts";

/** Rows that are computed at once. */
export const BAND = 64;

/** What stays as it is when a memory is cleared for other cells: by these words a helper that wakes late learns that it is to go. */
export const GATE_BYTES = 768;
/** The kernel's table: a walk for even generations and one for odd ones, what begins walks, joins the ends of rows and sums rows. */
export const FIRST_LOOP = 1;
export const LOOPS = 6;
const PLAN = GATE_BYTES;
/** Where the first thread's part begins. */
const START = 3072;

/** The words that tell the kernel where things lie and what to do, in the order in which they lie. */
const PLAN_WORDS = [
  "width",
  "height",
  "reach",
  "states",
  "pitch",
  "isTall",
  "area",
  "kept",
  "keptBytes",
  "coming",
  "comingBytes",
  "ringPitch",
  "ringRows",
  "ready",
  "strip",
  "older",
  "awake",
  "notes",
  "bits",
  "after",
  "from",
  "to",
  "walk",
  "corner",
  "isNoted",
  "sample",
] as const;

export type BandsPlan = Readonly<Record<(typeof PLAN_WORDS)[number], number>>;

/** Writes some of those words. */
export function writePlan(words: Uint32Array, plan: Partial<BandsPlan>): void {
  for (const [i, name] of PLAN_WORDS.entries())
    if (name in plan) words[(PLAN >> 2) + i] = plan[name] as number;
}

const whole = (bytes: number): number => Math.ceil(bytes / STEP) * STEP;

/** Rows of a width: where what belongs to no row of the cells lies in a memory, of the first thread, and the loops, in which those places are fixed. */
export interface RowLayout {
  readonly shape: SlicedShape;
  /** The digits of each column's sums, one column after the other. */
  readonly kept: number;
  readonly columnBytes: ColumnBytes;
  /** Of a square: the sums of rows, and what they are made with. */
  readonly square: SquareRows | null;
  readonly scratch: readonly number[];
  /** Of other shapes: for each column, the sums of stripes in the rows of a band, and in the rows above that are still needed. */
  readonly keptStripes: number | null;
  /** The next states of the rows of a band in a column that ends beyond the cells. */
  readonly strip: number;
  /** The bits of a tile that a walk writes over. */
  readonly older: number;
  /** Of each column, the row for which its sums are ready. */
  readonly ready: number;
  /** How far another thread's part lies from the one before, and where that of the first one ends. */
  readonly area: number;
  readonly loops: CompiledLoops;
}

/** Where all lies in a memory. */
export interface Layout extends RowLayout {
  /** The first column of the row of bits that lies 3 * reach + 2 above the first, in two generations. */
  readonly bits: readonly [number, number];
  readonly present: number;
  readonly next: number;
  /** What is said of each tile: whether it is computed, and what a walk changed (sliced-changes.ts). */
  readonly awake: number;
  readonly notes: number;
  readonly bytes: number;
}

/** Gives out places in a memory. */
class Places {
  /** The first byte that is left. */
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  take(size: number): number {
    const at = this.end;
    this.end += whole(size) + STEP;
    return at;
  }
}

export function layOutRow(
  { plan, stripes, states, shared }: Pick<SlicedShape, "plan" | "stripes" | "states" | "shared">,
  width: number,
): RowLayout {
  const columns = Math.ceil(width / COLUMN);
  // Sixteen bytes before a row for what lies to its left, and as many behind it.
  const pitch = (columns + 2) * STEP;
  const places = new Places(START);
  const keptBytes = STEP * (plan.oddRim ? 2 : 1) * plan.digits;
  const kept = places.take(keptBytes * columns);
  const run = squareRow(plan);
  const takeSquare = (length: number): SquareRows => {
    const digits = digitsFor(length);
    const rowBytes = STEP * digits * columns;
    // The rows of a band, and those that have come in and not gone out.
    const rows = BAND * Math.ceil((2 * plan.reach + 1) / BAND + 1);
    return { digits, pitch: rowBytes, bytes: rows * rowBytes, start: places.take(rows * rowBytes) };
  };
  const square = run && takeSquare(lengthOf(run));
  const inner = run ? innerDigits(lengthOf(run), run.first) : [];
  const scratch = inner.map((digits) => places.take(STEP + BAND * digits * pitch) + STEP);
  const stripeBytes = STEP * stripeDigits(stripes) * (BAND + 2 * plan.reach + 1);
  const keptStripes = run ? null : places.take(stripeBytes * columns);
  const columnBytes = { kept: keptBytes, sums: square ? STEP * square.digits : stripeBytes };
  const strip = places.take(BAND * COLUMN);
  const older = places.take(STEP * BAND);
  const ready = places.take(4 * columns);
  const shape = { plan, stripes, states, width, pitch, shared };
  const loops = new CompiledLoops();
  return {
    shape,
    kept,
    columnBytes,
    square,
    scratch,
    keptStripes,
    strip,
    older,
    ready,
    area: places.end - START,
    loops,
  };
}

export function layOut(row: RowLayout, height: number, threads: number): Layout {
  const { width, pitch, plan } = row.shape;
  const places = new Places(START + threads * row.area);
  const takeBits = (): number => places.take(pitch * (height + 4 * plan.reach + 3)) + STEP;
  const bits = [takeBits(), takeBits()] as const;
  // Columns read and write past the ends of the last rows.
  const present = places.take(width * height + COLUMN);
  const next = places.take(width * height + COLUMN);
  const tiles = Math.ceil(width / COLUMN) * Math.ceil(height / BAND);
  const awake = places.take(tiles);
  const notes = places.take(NOTE_BYTES * tiles);
  return { ...row, bits, present, next, awake, notes, bytes: places.end };
}

export const lengthOf = ({ first, last }: RimRun): number => last - first + 1;
