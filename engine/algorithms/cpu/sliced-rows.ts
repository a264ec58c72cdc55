/**
 * How `sums` computes rows where sums on bit slices are the way (sliced-kernel.ts). The cells in state 1 lie in a memory of WebAssembly's
 * as rows of bits, with what lies beyond the edges around them, in two generations. Bytes, a state each, lie beside them; of two states
 * they are made when somebody asks for them, and from then on they are what counts.
 */

import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import { isWeighed, reachOf } from "../../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../rules/rule.ts";
import type { RimRun } from "../sliced-sums.ts";
import { MOST_TERMS, slicedPlan } from "../sliced-sums.ts";
import type { Run } from "./compiled-loops.ts";
import { ofWidth } from "./compiled-loops.ts";
import type { Box } from "./reference-box.ts";
import { cornerParity } from "./reference-box.ts";
import { biasedSets } from "./sliced-bias.ts";
import { TileChanges } from "./sliced-changes.ts";
import type { SquareRows } from "./sliced-kernel.ts";
import { emitPacking, emitUnpacking, emitWalk, MOST_SLICED_REACH, squareRow } from "./sliced-kernel.ts";
import type { KeptStripes, Layout } from "./sliced-layout.ts";
import { BAND, keptDigits, layOut, layOutRow, lengthOf } from "./sliced-layout.ts";
import { emitRowSums } from "./sliced-row-sums.ts";
import { SleepingTiles } from "./sliced-sleep.ts";
import { stripesOf, stripeTerms } from "./sliced-stripes.ts";
import { COLUMN, STEP } from "./sliced-words.ts";
import type { MemoryCells, SumMethod } from "./sum-rows.ts";

/** Of more than two states: that no cell of a tile fades is known of both generations before it sleeps. */
const SETTLING = 3;

/** What a row takes, in terms of a walk; null where slices are not for a form. Terms of squares are those of a sum of a row. */
export function slicedEffort(rule: Rule & { readonly form: CountedForm }, topology: Topology): number | null {
  if (isWeighed(rule.form) || reachOf(rule.form) > MOST_SLICED_REACH) return null;
  const plan = slicedPlan(rule, topology);
  if (squareRow(plan)) return 0;
  const terms = stripeTerms(stripesOf(plan));
  return terms <= MOST_TERMS ? terms : null;
}

export function slicedMethod(rule: Rule & { readonly form: CountedForm }, topology: Topology): SumMethod {
  const plain = slicedPlan(rule, topology);
  const { bias, sets } = biasedSets(plain);
  const stripes = squareRow(plain) ? [] : stripesOf(plain);
  const walked = { plan: { ...plain, sets }, stripes, states: rule.states };
  const rowOf = ofWidth((width) => layOutRow(walked, width));
  return {
    granule: BigInt(COLUMN),
    bytes: (width, height) => layOut(rowOf(width), height).bytes,
    make: (width, height, memory) =>
      new SlicedRows(topology, layOut(rowOf(width), height), bias, height, memory),
  };
}

class SlicedRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly #layout: Layout;
  /** What all sums have too much, in what a column keeps. */
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
  readonly #sum: Run | null;
  /** By the parity of the generation and of the box's corner. */
  readonly #walks: Run[] = [];
  readonly #emitWalk: (odd: boolean, corner: 0 | 1) => Run;
  readonly #topology: Topology;
  readonly #tiles: SleepingTiles;
  readonly #changes: TileChanges;
  /** Of more than two states, for both generations of bytes: the tiles in which cells may be in states above 1, which are others in each generation. */
  readonly #fading: readonly [Uint8Array, Uint8Array];
  /** The row for which a column's sums are ready. */
  readonly #ready: Int32Array;
  /** Whether a generation has begun, and which kind was the last one. */
  #isMidway = false;
  #odd: boolean | null = null;
  #corner: 0 | 1 = 0;
  /** Where the present states and the next ones begin. */
  #from: number;
  #to: number;
  /** The generation of bits that is the present one. */
  #side: 0 | 1 = 0;
  /** Whether the present bits are those of the present states, and whether these are still to be made from them. */
  #hasBits = false;
  #owesBytes = false;
  readonly #isEndless: readonly [width: boolean, height: boolean];
  /** Whether a cell in state 1, which others see, lies within reach of an endless side's ends; in the present generation and the next. */
  #nearEnds = false;
  #comesNearEnds = false;

  constructor(topology: Topology, layout: Layout, bias: number, height: number, memory: WebAssembly.Memory) {
    this.#topology = topology;
    this.#layout = layout;
    this.#height = height;
    const { shape, square, scratch, present, next, bytes, loops } = layout;
    const cells = shape.width * height;
    this.#columns = Math.ceil(shape.width / COLUMN);
    const { digits } = shape.plan;
    this.#empty = new Uint8Array(STEP * keptDigits(shape.plan)).map((_, i) =>
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
    this.#isEndless = [gridWidth(topology) === 0, gridHeight(topology) === 0];
    this.#pack = loops.start(memory, "pack", () => emitPacking(shape));
    this.#unpack = loops.start(memory, "unpack", () => emitUnpacking(shape));
    this.#begin = loops.start(memory, "begin", () => emitWalk(shape, square, null));
    const [even, odd] = shape.plan.sets;
    this.#emitWalk = (isOdd, corner) => {
      const at = (isOdd && odd !== even ? 2 : 0) + corner;
      this.#walks[at] ??= loops.start(memory, `walk ${at}`, () =>
        emitWalk(shape, square, isOdd ? odd : even, corner),
      );
      return this.#walks[at];
    };
    this.#changes = new TileChanges(loops, memory, { ...shape, at: layout.notes });
    const { reach } = shape.plan;
    const { width, states } = shape;
    const [joinsColumns, joinsRows] = [this.#joinsColumns, this.#joinsRows];
    this.#tiles = new SleepingTiles(
      { reach, width, height, joinsColumns, joinsRows },
      BAND,
      states > 2 ? SETTLING : 1,
    );
    const fading = (): Uint8Array =>
      new Uint8Array(shape.states > 2 ? this.#columns * Math.ceil(height / BAND) : 0).fill(1);
    this.#fading = [fading(), fading()];
    this.#ready = new Int32Array(this.#columns);
    const run = squareRow(shape.plan);
    const emitSums = (run: RimRun): Uint8Array<ArrayBuffer> =>
      emitRowSums(lengthOf(run), run.first, this.#columns, shape.pitch, scratch);
    this.#sum = run && loops.start(memory, "sum", () => emitSums(run));
  }

  settle(): void {
    if (this.#owesBytes) this.#unpack(this.#bitsOf(this.#side, 0), this.#from, this.#height);
    this.#owesBytes = false;
  }

  release(): void {
    this.settle();
    this.#hasBits = false;
  }

  edgeLives(box: Box): boolean {
    this.#from = box.present.byteOffset;
    this.#makeBits();
    return this.#nearEnds;
  }

  alternates(odd: boolean): boolean {
    return this.#hasBits && !this.#isMidway && this.#tiles.allSleep && !this.#isOutOfTurn(odd);
  }

  /** Whether what came two generations before came by another set. */
  #isOutOfTurn(odd: boolean): boolean {
    const [even, its] = this.#layout.shape.plan.sets;
    return even !== its && odd === this.#odd;
  }

  #makeBits(): void {
    if (this.#hasBits) return;
    this.#pack(this.#from, this.#bitsOf(this.#side, 0), this.#height);
    this.#comesNearEnds = false;
    this.#joinRows(this.#side, 0, this.#height);
    this.#nearEnds = this.#comesNearEnds;
    this.#hasBits = true;
    // Cells that were written may fade, which their bits do not tell.
    for (const fading of this.#fading) fading.fill(1);
    this.#tiles.wakeAll();
  }

  begin(box: Box): void {
    this.#from = box.present.byteOffset;
    this.#to = box.next.byteOffset;
    this.#corner = this.#layout.shape.plan.oddRim ? cornerParity(box, this.#topology) : 0;
    const { reach } = this.#layout.shape.plan;
    const height = this.#height;
    this.#makeBits();
    // A generation that was left is partly written over the one before.
    if (this.#isMidway) this.#tiles.wakeAll();
    this.#isMidway = true;
    if (this.#joinsRows) {
      for (let row = 1; row <= reach + 1; row++) this.#copyRow((2 * height - row) % height, -row);
      for (let row = 0; row < reach; row++) this.#copyRow(row % height, height + row);
    }
    this.#ready.fill(-1);
  }

  rows(j: number, odd: boolean): number {
    const rows = Math.min(BAND, this.#height - j);
    const other = this.#side === 0 ? 1 : 0;
    if (j === 0) {
      if (this.#isOutOfTurn(odd)) this.#tiles.wakeAll();
      this.#odd = odd;
      // A tile that sleeps has had no cell near an end: the cells would have been laid out anew.
      this.#comesNearEnds = false;
      this.#tiles.begin();
    }
    if (this.#tiles.isBandAwake(j / BAND)) this.#computeBand(j, rows, odd);
    const end = j + rows;
    if (end < this.#height) return end;
    this.#isMidway = false;
    this.#nearEnds = this.#comesNearEnds;
    this.#side = other;
    this.#from = this.#to;
    this.#hasBits = true;
    this.#owesBytes = this.#layout.shape.states === 2;
    return end;
  }

  #computeBand(j: number, rows: number, odd: boolean): void {
    const { shape, strip } = this.#layout;
    const { plan, width, states } = shape;
    const tiles = this.#tiles;
    const walk = this.#emitWalk(odd, this.#corner);
    const other = this.#side === 0 ? 1 : 0;
    const [bits, after] = [this.#bitsOf(this.#side, j - plan.reach - 1), this.#bitsOf(other, j)];
    const { kept, coming, going, keptStep, step } = this.#placesOf(j);
    this.#sumComing(j, rows);
    for (let column = 0; column < this.#columns; column++) {
      if (!tiles.isAwake(column, j / BAND)) continue;
      if (this.#ready[column] !== j) this.#beginColumn(column, j);
      const left = column * COLUMN;
      const isWhole = left + COLUMN <= width;
      const at = j * width + left;
      const [next, nextPitch] = isWhole ? [this.#to + at, width] : [strip, COLUMN];
      const isCompared = tiles.compares(column, j / BAND);
      if (isCompared) this.#changes.keep(after + STEP * column, rows);
      walk(
        bits + STEP * column,
        after + STEP * column,
        this.#from + at,
        next,
        nextPitch,
        rows,
        kept + keptStep * column,
        coming + step * column,
        going + step * column,
      );
      this.#moveStripes(column, rows);
      this.#ready[column] = j + rows;
      if (!isWhole && states > 2) this.#takeStrip(this.#to + at, width - left, rows);
      if (isCompared) this.#noteChanges(column, j, rows);
    }
    if (!tiles.notes)
      this.#fading[other]?.fill(1, (j / BAND) * this.#columns, (j / BAND + 1) * this.#columns);
    this.#joinRows(other, j, rows);
  }

  /** Begins a walk down a column above row j: with the sums of the row before. */
  #beginColumn(column: number, j: number): void {
    const { shape, keptStripes } = this.#layout;
    const before = 2 * shape.plan.reach + 1;
    const { kept, coming, going, keptStep, step } = this.#placesOf(j - before);
    this.#memory.set(this.#empty, kept + keptStep * column);
    if (keptStripes) {
      const at = keptStripes.start + keptStripes.columnBytes * column;
      this.#memory.fill(0, at, at + keptStripes.rowBytes * before);
    }
    const bits = this.#bitsOf(this.#side, j - before - shape.plan.reach - 1) + STEP * column;
    const places = [kept + keptStep * column, coming + step * column, going + step * column];
    this.#begin(bits, 0, 0, 0, 0, before, ...places);
    this.#moveStripes(column, before);
  }

  /** Wakes those that see what a walk down a column's band changed, and the tile itself where cells fade. */
  #noteChanges(column: number, j: number, rows: number): void {
    const { shape } = this.#layout;
    const tiles = this.#tiles;
    const other = this.#side === 0 ? 1 : 0;
    const left = column * COLUMN;
    const bits = this.#bitsOf(other, j) + STEP * column;
    const change = this.#changes.since(bits, rows, Math.min(COLUMN, shape.width - left));
    const fades = (): boolean =>
      this.#changes.hasFading(this.#to + j * shape.width + left, rows, column === this.#columns - 1);
    const changes = change !== null || (shape.states > 2 && fades());
    if (!tiles.notes) {
      if (!changes) tiles.sampleIsStill();
      return;
    }
    if (change) tiles.wake(left + change.left, left + change.right, j + change.top, j + change.bottom);
    if (shape.states === 2) return;
    const tile = (j / BAND) * this.#columns + column;
    const fading = this.#fading[other] as Uint8Array;
    if (changes || fading[tile] === 1) tiles.stayAwake(column, j / BAND);
    fading[tile] = changes ? 1 : 0;
  }

  /** Makes the sums of the rows that come into a square when walks come to row j, and to those below it; before them those with which a walk begins. */
  #sumComing(j: number, rows: number): void {
    const { square, shape } = this.#layout;
    if (!square) return;
    const before = 2 * shape.plan.reach + 1;
    for (let first = 0; first < this.#columns; ) {
      const needs = this.#needsOf(first, j);
      let end = first + 1;
      while (end < this.#columns && this.#needsOf(end, j) === needs) end++;
      if (needs === "all") this.#sumRows(square, j - before, before, first, end);
      if (needs !== "none") this.#sumRows(square, j, rows, first, end);
      first = end;
    }
  }

  /** Which sums of rows a column needs in the band from row j on, of those that come in and those with which it begins. */
  #needsOf(column: number, j: number): "none" | "coming" | "all" {
    if (!this.#tiles.isAwake(column, j / BAND)) return "none";
    return this.#ready[column] === j ? "coming" : "all";
  }

  /** Those of the rows from the one on that comes in when a walk comes to `row`, in columns from the first to before the end. */
  #sumRows(square: SquareRows, row: number, rows: number, first: number, end: number): void {
    const bits = this.#bitsOf(this.#side, row + this.#layout.shape.plan.reach) + STEP * first;
    const to = this.#ringAt(square, row) + STEP * square.digits * first;
    this.#sum?.(bits, to, rows, STEP * (end - first));
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

  /**
   * What the first column keeps, and where its part lies of the rows that come in and go out when a walk comes to row j; and how far
   * behind those of the next column lie.
   */
  #placesOf(j: number): Record<"kept" | "coming" | "going" | "keptStep" | "step", number> {
    const { shape, kept, square, keptStripes } = this.#layout;
    const keptStep = STEP * keptDigits(shape.plan);
    if (!square) {
      const { start, columnBytes } = keptStripes as KeptStripes;
      return { kept, coming: start, going: 0, keptStep, step: columnBytes };
    }
    const going = this.#ringAt(square, j - 2 * shape.plan.reach - 1);
    return { kept, coming: this.#ringAt(square, j), going, keptStep, step: STEP * square.digits };
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

  /** Puts beside rows of bits what lies beyond their ends: 32 cells, more than any cell sees. Looks for cells near endless sides' ends. */
  #joinRows(side: 0 | 1, first: number, rows: number): void {
    const words = this.#words;
    const { width, pitch, plan } = this.#layout.shape;
    const { reach } = plan;
    const [end, by] = [width >> 5, width & 31];
    const inside = 2 ** by - 1;
    const [isWide, isTall] = this.#isEndless;
    const seen = 2 ** reach - 1;
    let near = 0;
    for (let i = 0, at = this.#bitsOf(side, first) >> 2; i < rows; i++, at += pitch >> 2) {
      const outer = isTall && (first + i < reach || first + i >= this.#height - reach) ? -1 : 0;
      if (outer) for (let k = 0; k < end; k++) near |= words[at + k];
      const left = words[at] & (end === 0 ? inside : -1);
      const start = this.#joinsColumns ? left : 0;
      const last = end === 0 ? 0 : by === 0 ? words[at + end - 1] : words[at + end - 1] >>> by;
      const ends = by === 0 ? 0 : words[at + end] << (32 - by);
      near |= ends & outer;
      if (isWide) near |= (left & seen) | ((last | ends) >>> (32 - reach));
      words[at - 1] = this.#joinsColumns ? last | ends : 0;
      words[at + end] = by === 0 ? start : (words[at + end] & inside) | (start << by);
      words[at + end + 1] = by === 0 ? 0 : start >>> (32 - by);
    }
    if (near !== 0) this.#comesNearEnds = true;
  }
}
