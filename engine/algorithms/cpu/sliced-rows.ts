/**
 * How `sums` computes rows where sums on bit slices are the way (sliced-kernel.ts). The cells in state 1 lie in a memory of WebAssembly's
 * as rows of bits, with what lies beyond the edges around them, in two generations. Bytes, a state each, lie beside them; of two states
 * they are made when somebody asks for them, and from then on they are what counts.
 */

import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import { isWeighed, reachOf } from "../../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../rules/rule.ts";
import type { RimRun, SlicedPlan } from "../sliced-sums.ts";
import { digitsFor, MOST_TERMS, slicedPlan } from "../sliced-sums.ts";
import type { Box } from "./reference-box.ts";
import { cornerParity } from "./reference-box.ts";
import { biasedSets } from "./sliced-bias.ts";
import type { SlicedShape, SquareRows } from "./sliced-kernel.ts";
import { emitPacking, emitUnpacking, emitWalk, MOST_SLICED_REACH, squareRow } from "./sliced-kernel.ts";
import { emitRowSums, innerDigits } from "./sliced-row-sums.ts";
import { stripeDigits, stripesOf, stripeTerms } from "./sliced-stripes.ts";
import { COLUMN, STEP } from "./sliced-words.ts";
import type { MemoryCells, Run, SumMethod } from "./sum-rows.ts";
import { runOf } from "./sum-rows.ts";

/** Rows that are computed at once. */
const BAND = 64;

const whole = (bytes: number): number => Math.ceil(bytes / STEP) * STEP;

/** What a row takes, in terms of a walk; null where slices are not for a form. Terms of squares are those of a sum of a row. */
export function slicedEffort(rule: Rule & { readonly form: CountedForm }, topology: Topology): number | null {
  if (isWeighed(rule.form) || reachOf(rule.form) > MOST_SLICED_REACH) return null;
  const plan = slicedPlan(rule, topology);
  if (squareRow(plan)) return 0;
  const terms = stripeTerms(stripesOf(plan));
  return terms <= MOST_TERMS ? terms : null;
}

/** Where all lies in a memory. */
interface Layout {
  readonly shape: SlicedShape;
  /** The first column of the row of bits that lies 3 * reach + 2 above the first, in two generations. */
  readonly bits: readonly [number, number];
  /** The digits of each column's sums, one column after the other. */
  readonly kept: number;
  /** Of a square: the sums of rows, and what they are made with. */
  readonly square: SquareRows | null;
  readonly scratch: readonly number[];
  /** Of other shapes: the sums of stripes. */
  readonly keptStripes: KeptStripes | null;
  /** The next states of the rows of a band in a column that ends beyond the cells. */
  readonly strip: number;
  readonly present: number;
  readonly next: number;
  readonly bytes: number;
}

/** For each column, those of the rows of a band, and of the rows above that are still needed. */
interface KeptStripes {
  readonly start: number;
  readonly rowBytes: number;
  readonly columnBytes: number;
}

function layOut(
  { plan, stripes, states }: Pick<SlicedShape, "plan" | "stripes" | "states">,
  width: number,
  height: number,
): Layout {
  const columns = Math.ceil(width / COLUMN);
  // Sixteen bytes before a row for what lies to its left, and as many behind it.
  const pitch = (columns + 2) * STEP;
  let bytes = 0;
  const take = (size: number): number => {
    const at = bytes;
    bytes += whole(size) + STEP;
    return at;
  };
  const takeBits = (): number => take(pitch * (height + 4 * plan.reach + 3)) + STEP;
  const bits = [takeBits(), takeBits()] as const;
  const kept = take(STEP * keptDigits(plan) * columns);
  const run = squareRow(plan);
  const takeSquare = (length: number): SquareRows => {
    const digits = digitsFor(length);
    const rowBytes = STEP * digits * columns;
    // The rows of a band, and those that have come in and not gone out.
    const rows = BAND * Math.ceil((2 * plan.reach + 1) / BAND + 1);
    return { digits, pitch: rowBytes, bytes: rows * rowBytes, start: take(rows * rowBytes) };
  };
  const square = run && takeSquare(lengthOf(run));
  const inner = run ? innerDigits(lengthOf(run), run.first) : [];
  const scratch = inner.map((digits) => take(STEP + BAND * digits * pitch) + STEP);
  const takeStripes = (): KeptStripes => {
    const rowBytes = STEP * stripeDigits(stripes);
    const columnBytes = rowBytes * (BAND + 2 * plan.reach + 1);
    return { start: take(columnBytes * columns), rowBytes, columnBytes };
  };
  const keptStripes = run ? null : takeStripes();
  const strip = take(BAND * COLUMN);
  // Columns read and write past the ends of the last rows.
  const present = take(width * height + COLUMN);
  const next = take(width * height + COLUMN);
  return {
    shape: { plan, stripes, states, width, pitch },
    bits,
    kept,
    square,
    scratch,
    keptStripes,
    strip,
    present,
    next,
    bytes,
  };
}

/** Of the sums over a shape, or over two. */
function keptDigits({ digits, oddRim }: SlicedPlan): number {
  return oddRim ? 2 * digits : digits;
}

const lengthOf = ({ first, last }: RimRun): number => last - first + 1;

export function slicedMethod(rule: Rule & { readonly form: CountedForm }, topology: Topology): SumMethod {
  const plain = slicedPlan(rule, topology);
  const { bias, sets } = biasedSets(plain);
  const stripes = squareRow(plain) ? [] : stripesOf(plain);
  const walked = { plan: { ...plain, sets }, stripes, states: rule.states };
  return {
    bytes: (width, height) => layOut(walked, width, height).bytes,
    make: (width, height, memory) =>
      new SlicedRows(topology, layOut(walked, width, height), bias, height, memory),
  };
}

class SlicedRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly #layout: Layout;
  /** What all sums have too much, in what columns keep. */
  readonly #empty: Uint8Array<ArrayBuffer>;
  readonly #height: number;
  readonly #columns: number;
  /** Whether the ends of rows and columns are joined. */
  readonly #joinsColumns: boolean;
  readonly #joinsRows: boolean;
  readonly #memory: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #pack: Run;
  readonly #unpack: Run;
  readonly #begin: Run;
  /** The sums of rows that come into a square. */
  readonly #sumRows: Run | null;
  /** By the generation's parity: those for now, and for each kind of first cell, where cells of two kinds take turns. */
  #walk: readonly Run[] = [];
  readonly #walks: (readonly Run[])[] = [];
  readonly #emitWalks: (corner: 0 | 1) => readonly Run[];
  readonly #topology: Topology;
  /** Where the present states and the next ones begin. */
  #from: number;
  #to: number;
  /** The generation of bits that is the present one. */
  #side: 0 | 1 = 0;
  /** Whether the present bits are those of the present states, and whether these are still to be made from them. */
  #hasBits = false;
  #owesBytes = false;

  constructor(topology: Topology, layout: Layout, bias: number, height: number, memory: WebAssembly.Memory) {
    this.#topology = topology;
    this.#layout = layout;
    this.#height = height;
    const { shape, square, scratch, present, next, bytes } = layout;
    const cells = shape.width * height;
    this.#columns = Math.ceil(shape.width / COLUMN);
    const { digits } = shape.plan;
    this.#empty = new Uint8Array(STEP * keptDigits(shape.plan) * this.#columns).map((_, i) =>
      (bias >> (Math.floor(i / STEP) % digits)) & 1 ? 0xff : 0,
    );
    this.#memory = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.present = new Uint8Array(memory.buffer, present, cells);
    this.next = new Uint8Array(memory.buffer, next, cells);
    this.#from = present;
    this.#to = next;
    this.bytes = bytes - 2 * cells;
    const isTorus = topology.kind === "torus";
    this.#joinsColumns = isTorus && gridWidth(topology) > 0;
    this.#joinsRows = isTorus && gridHeight(topology) > 0;
    this.#pack = runOf(emitPacking(shape), memory);
    this.#unpack = runOf(emitUnpacking(shape), memory);
    this.#begin = runOf(emitWalk(shape, square, null), memory);
    const [even, odd] = shape.plan.sets;
    this.#emitWalks = (corner) => {
      const walk = runOf(emitWalk(shape, square, even, corner), memory);
      return [walk, odd === even ? walk : runOf(emitWalk(shape, square, odd, corner), memory)];
    };
    const run = squareRow(shape.plan);
    const code = run && emitRowSums(lengthOf(run), run.first, this.#columns, shape.pitch, scratch);
    this.#sumRows = code && runOf(code, memory);
  }

  release(): void {
    if (this.#owesBytes) this.#unpack(this.#bitsOf(this.#side, 0), this.#from, this.#height);
    this.#owesBytes = false;
    this.#hasBits = false;
  }

  begin(box: Box): void {
    this.#from = box.present.byteOffset;
    this.#to = box.next.byteOffset;
    const corner = this.#layout.shape.plan.oddRim ? cornerParity(box, this.#topology) : 0;
    this.#walks[corner] ??= this.#emitWalks(corner);
    this.#walk = this.#walks[corner];
    const { reach } = this.#layout.shape.plan;
    const height = this.#height;
    if (!this.#hasBits) {
      this.#pack(this.#from, this.#bitsOf(this.#side, 0), height);
      this.#joinRows(this.#side, 0, height);
      this.#hasBits = true;
    }
    if (this.#joinsRows) {
      for (let row = 1; row <= reach + 1; row++) this.#copyRow((2 * height - row) % height, -row);
      for (let row = 0; row < reach; row++) this.#copyRow(row % height, height + row);
    }
    this.#memory.set(this.#empty, this.#layout.kept);
    const before = 2 * reach + 1;
    const { keptStripes } = this.#layout;
    for (let row = -before; row < 0; row += BAND) this.#sumComing(row, Math.min(BAND, -row));
    for (let column = 0; column < this.#columns; column++) {
      const first = this.#bitsOf(this.#side, -3 * reach - 2) + STEP * column;
      if (keptStripes) {
        const at = keptStripes.start + keptStripes.columnBytes * column;
        this.#memory.fill(0, at, at + keptStripes.rowBytes * before);
      }
      this.#begin(first, 0, 0, 0, 0, before, ...this.#keptOf(column, -before));
      this.#moveStripes(column, before);
    }
  }

  rows(j: number, odd: boolean): number {
    const { shape, strip } = this.#layout;
    const { plan, width, states } = shape;
    const rows = Math.min(BAND, this.#height - j);
    const walk = this.#walk[odd ? 1 : 0] as Run;
    const other = this.#side === 0 ? 1 : 0;
    this.#sumComing(j, rows);
    for (let column = 0; column < this.#columns; column++) {
      const left = column * COLUMN;
      const isWhole = left + COLUMN <= width;
      const at = j * width + left;
      walk(
        this.#bitsOf(this.#side, j - plan.reach - 1) + STEP * column,
        this.#bitsOf(other, j) + STEP * column,
        this.#from + at,
        isWhole ? this.#to + at : strip,
        isWhole ? width : COLUMN,
        rows,
        ...this.#keptOf(column, j),
      );
      this.#moveStripes(column, rows);
      if (!isWhole && states > 2) this.#takeStrip(this.#to + at, width - left, rows);
    }
    this.#joinRows(other, j, rows);
    const end = j + rows;
    if (end < this.#height) return end;
    this.#side = other;
    this.#from = this.#to;
    this.#hasBits = true;
    this.#owesBytes = states === 2;
    return end;
  }

  /** Makes the sums of the rows that come in when a walk comes to row j, and to those below it. */
  #sumComing(j: number, rows: number): void {
    const { shape, square } = this.#layout;
    if (square)
      this.#sumRows?.(this.#bitsOf(this.#side, j + shape.plan.reach), this.#ringAt(square, j), rows);
  }

  /** Where the sums lie of the row that comes in when a walk comes to row j. */
  #ringAt({ start, pitch, bytes }: SquareRows, j: number): number {
    return start + ((j * pitch + 2 * bytes) % bytes);
  }

  /** Brings what the next walk down a column needs of the stripes' sums to where it looks for them. */
  #moveStripes(column: number, rows: number): void {
    const { shape, keptStripes } = this.#layout;
    if (!keptStripes) return;
    const at = keptStripes.start + keptStripes.columnBytes * column;
    const from = at + keptStripes.rowBytes * rows;
    this.#memory.copyWithin(at, from, from + keptStripes.rowBytes * (2 * shape.plan.reach + 1));
  }

  /** What a column keeps, and where its part lies of the rows that come in and go out when a walk comes to row j. */
  #keptOf(column: number, j: number): readonly [kept: number, coming: number, going: number] {
    const { shape, kept, square, keptStripes } = this.#layout;
    const { reach } = shape.plan;
    const own = kept + STEP * keptDigits(shape.plan) * column;
    if (keptStripes) return [own, keptStripes.start + keptStripes.columnBytes * column, 0];
    const ringOf = (row: number): number =>
      square ? this.#ringAt(square, row) + STEP * square.digits * column : 0;
    return [own, ringOf(j), ringOf(j - 2 * reach - 1)];
  }

  #bitsOf(side: 0 | 1, row: number): number {
    const { shape, bits } = this.#layout;
    return bits[side] + (row + 3 * shape.plan.reach + 2) * shape.pitch;
  }

  #copyRow(from: number, to: number): void {
    const { pitch } = this.#layout.shape;
    const at = this.#bitsOf(this.#side, from) - STEP;
    this.#memory.copyWithin(this.#bitsOf(this.#side, to) - STEP, at, at + pitch);
  }

  #takeStrip(to: number, cells: number, rows: number): void {
    const { strip, shape } = this.#layout;
    for (let i = 0; i < rows; i++)
      this.#memory.copyWithin(to + i * shape.width, strip + i * COLUMN, strip + i * COLUMN + cells);
  }

  /** Puts beside rows of bits what lies beyond their ends: 32 cells, more than any cell sees. */
  #joinRows(side: 0 | 1, first: number, rows: number): void {
    const words = this.#words;
    const { width, pitch } = this.#layout.shape;
    const [end, by] = [width >> 5, width & 31];
    const inside = 2 ** by - 1;
    for (let i = 0, at = this.#bitsOf(side, first) >> 2; i < rows; i++, at += pitch >> 2) {
      const start = this.#joinsColumns ? words[at] & (end === 0 ? inside : -1) : 0;
      const last = end === 0 ? 0 : by === 0 ? words[at + end - 1] : words[at + end - 1] >>> by;
      const ends = by === 0 ? 0 : words[at + end] << (32 - by);
      words[at - 1] = this.#joinsColumns ? last | ends : 0;
      words[at + end] = by === 0 ? start : (words[at + end] & inside) | (start << by);
      words[at + end + 1] = by === 0 ? 0 : start >>> (32 - by);
    }
  }
}
