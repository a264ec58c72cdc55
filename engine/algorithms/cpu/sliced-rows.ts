/**
 * How `sums` computes rows where sums on bit slices are the way (sliced-kernel.ts). The cells lie in a memory of WebAssembly's, a byte
 * each and without a ring; their rows of bits, with what lies beyond the edges, are made some at a time in front of the rows that are computed.
 */

import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import { isPlain } from "../../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../rules/rule.ts";
import type { SlicedPlan } from "../sliced-sums.ts";
import { MOST_TERMS, slicedPlan, slicedTerms } from "../sliced-sums.ts";
import type { Box } from "./reference-box.ts";
import type { SlicedShape } from "./sliced-kernel.ts";
import { COLUMN, emitPacking, emitWalk, MOST_SLICED_REACH } from "./sliced-kernel.ts";
import type { MemoryCells, SumMethod } from "./sum-rows.ts";
import { runOf } from "./sum-rows.ts";

const STEP = 16;
/** Rows that are computed at once. */
const BAND = 32;

const whole = (bytes: number): number => Math.ceil(bytes / STEP) * STEP;

/** Whether these rows are the fastest for a form. */
export function isForSlices(form: CountedForm): boolean {
  return isPlain(form) && form.range <= MOST_SLICED_REACH && slicedTerms(form) <= MOST_TERMS;
}

/** Where all lies in a memory. */
interface Layout {
  readonly shape: SlicedShape;
  readonly zeros: number;
  readonly padded: number;
  /** The row of bits of the row that lies 3 * reach + 2 above the first. */
  readonly bits: number;
  /** Digits of the last sums, a column after the other. */
  readonly sums: number;
  /** The next states of the rows of a band in a column that ends beyond the cells. */
  readonly strip: number;
  readonly present: number;
  readonly next: number;
  readonly bytes: number;
}

function layOut(plan: SlicedPlan, states: number, width: number, height: number): Layout {
  const { reach, digits } = plan;
  const columns = Math.ceil(width / COLUMN);
  // A walk reads the word behind its last one.
  const pitch = columns * STEP + 2 * STEP;
  let bytes = 0;
  const take = (size: number): number => {
    const at = bytes;
    bytes += whole(size) + 2 * STEP;
    return at;
  };
  const zeros = take(Math.max(whole(width), reach));
  const padded = take(width + 2 * reach);
  const bits = take(pitch * (height + 4 * reach + 3));
  const sums = take(columns * digits * STEP);
  const strip = take(BAND * COLUMN);
  const present = take(width * height);
  // Columns of the last rows read and write past their ends.
  bytes += COLUMN;
  const next = take(width * height);
  bytes += COLUMN;
  return { shape: { plan, states, width, pitch }, zeros, padded, bits, sums, strip, present, next, bytes };
}

export function slicedMethod(rule: Rule & { readonly form: CountedForm }, topology: Topology): SumMethod {
  const plan = slicedPlan(rule, topology);
  return {
    bytes: (width, height) => layOut(plan, rule.states, width, height).bytes,
    make: (width, height, memory) =>
      new SlicedRows(topology, layOut(plan, rule.states, width, height), height, memory),
  };
}

class SlicedRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly #layout: Layout;
  readonly #height: number;
  /** Whether the ends of rows and columns are joined. */
  readonly #joinsColumns: boolean;
  readonly #joinsRows: boolean;
  readonly #memory: Uint8Array<ArrayBuffer>;
  readonly #pack: ReturnType<typeof runOf>;
  readonly #begin: ReturnType<typeof runOf>;
  /** By the generation's parity. */
  readonly #walk: readonly ReturnType<typeof runOf>[];
  #from = 0;
  #to = 0;
  /** The last row of which there are bits. */
  #last = 0;
  /** The first row that is not computed. */
  #done = 0;

  constructor(topology: Topology, layout: Layout, height: number, memory: WebAssembly.Memory) {
    this.#layout = layout;
    this.#height = height;
    const { shape, present, next, bytes } = layout;
    const cells = shape.width * height;
    this.#memory = new Uint8Array(memory.buffer);
    this.present = new Uint8Array(memory.buffer, present, cells);
    this.next = new Uint8Array(memory.buffer, next, cells);
    this.bytes = bytes - 2 * cells;
    const isTorus = topology.kind === "torus";
    this.#joinsColumns = isTorus && gridWidth(topology) > 0;
    this.#joinsRows = isTorus && gridHeight(topology) > 0;
    this.#pack = runOf(emitPacking(shape), memory);
    this.#begin = runOf(emitWalk(shape, null), memory);
    const [even, odd] = shape.plan.sets;
    const walk = runOf(emitWalk(shape, even), memory);
    this.#walk = [walk, odd === even ? walk : runOf(emitWalk(shape, odd), memory)];
  }

  begin(box: Box): void {
    this.#from = box.present.byteOffset;
    this.#to = box.next.byteOffset;
    const { reach, digits } = this.#layout.shape.plan;
    const { sums, strip } = this.#layout;
    this.#memory.fill(0, sums, strip);
    this.#last = -reach - 2;
    this.#done = 0;
    this.#makeBits(reach - 1);
    for (let column = 0; column < this.#columns; column++)
      this.#begin(
        this.#bitsOf(-3 * reach - 2) + STEP * column,
        0,
        0,
        0,
        2 * reach + 1,
        sums + column * digits * STEP,
      );
  }

  /** Rows are asked for in order, and computed some at a time. */
  row(j: number, odd: boolean): void {
    if (j < this.#done) return;
    const { shape, sums, strip } = this.#layout;
    const { plan, width } = shape;
    const end = Math.min(this.#height, j + BAND);
    this.#makeBits(end - 1 + plan.reach);
    const walk = this.#walk[odd ? 1 : 0] as ReturnType<typeof runOf>;
    for (let column = 0; column < this.#columns; column++) {
      const left = column * COLUMN;
      const isWhole = left + COLUMN <= width;
      const at = j * width + left;
      walk(
        this.#bitsOf(j - plan.reach - 1) + STEP * column,
        this.#from + at,
        isWhole ? this.#to + at : strip,
        isWhole ? width : COLUMN,
        end - j,
        sums + column * plan.digits * STEP,
      );
      if (!isWhole) this.#takeStrip(this.#to + at, width - left, end - j);
    }
    this.#done = end;
  }

  get #columns(): number {
    return Math.ceil(this.#layout.shape.width / COLUMN);
  }

  #bitsOf(row: number): number {
    const { shape, bits } = this.#layout;
    return bits + (row + 3 * shape.plan.reach + 2) * shape.pitch;
  }

  #takeStrip(to: number, cells: number, rows: number): void {
    const { strip, shape } = this.#layout;
    for (let i = 0; i < rows; i++)
      this.#memory.copyWithin(to + i * shape.width, strip + i * COLUMN, strip + i * COLUMN + cells);
  }

  /** Makes rows of bits up to a row of the box or beyond its edge. */
  #makeBits(last: number): void {
    const { zeros, padded, shape } = this.#layout;
    const { width, plan } = shape;
    const { reach } = plan;
    const height = this.#height;
    for (let row = this.#last + 1; row <= last; ) {
      const inside = row >= 0 && row < height;
      const source = inside || this.#joinsRows ? (row + 2 * height) % height : -1;
      const rows = source < 0 ? 1 : Math.min(last - row + 1, height - source);
      const middle = source < 0 ? zeros : this.#from + source * width;
      const joins = this.#joinsColumns && source >= 0;
      this.#pack(
        joins ? middle + width - reach : zeros,
        middle,
        joins ? middle : zeros,
        joins ? width : 0,
        rows,
        padded,
        this.#bitsOf(row),
      );
      row += rows;
    }
    this.#last = Math.max(this.#last, last);
  }
}
