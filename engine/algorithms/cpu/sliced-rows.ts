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
import { emitBands } from "./sliced-bands.ts";
import { biasedSets } from "./sliced-bias.ts";
import { TileChanges } from "./sliced-changes.ts";
import { emitJoining } from "./sliced-edges.ts";
import type { SquareRows } from "./sliced-kernel.ts";
import {
  emitBeginning,
  emitPacking,
  emitUnpacking,
  emitWalk,
  MOST_SLICED_REACH,
  squareRow,
} from "./sliced-kernel.ts";
import type { Layout } from "./sliced-layout.ts";
import { BAND, layOut, layOutRow, lengthOf } from "./sliced-layout.ts";
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

/** A walk down columns, and the loop over bands that are computed as a whole by it. */
interface Walk {
  readonly walk: Run;
  readonly bands: Run;
}

class SlicedRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly #layout: Layout;
  readonly #height: number;
  readonly #columns: number;
  /** Whether the ends of rows and columns are joined. */
  readonly #joinsColumns: boolean;
  readonly #joinsRows: boolean;
  readonly #memory: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #pack: Run;
  readonly #unpack: Run;
  readonly #joinEnds: Run;
  readonly #begin: Run;
  /** The sums of rows that come into a square. */
  readonly #sum: Run | null;
  /** By the parity of the generation and of the box's corner. */
  readonly #walks: Walk[] = [];
  readonly #startWalk: (odd: boolean) => Walk;
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
  /** Whether bands may be computed as a whole. */
  readonly #takesBands: boolean;
  /** Whether a cell in state 1, which others see, lies within reach of an endless side's ends. */
  #nearEnds = false;

  constructor(topology: Topology, layout: Layout, bias: number, height: number, memory: WebAssembly.Memory) {
    this.#topology = topology;
    this.#layout = layout;
    this.#height = height;
    const { shape, square, columnBytes, scratch, present, next, bytes, loops } = layout;
    const cells = shape.width * height;
    this.#columns = Math.ceil(shape.width / COLUMN);
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
    const edged = {
      ...shape,
      reach: shape.plan.reach,
      joins: this.#joinsColumns,
      isWide: this.#isEndless[0],
    };
    this.#joinEnds = loops.start(memory, "join", () => emitJoining(edged, layout.near));
    this.#begin = loops.start(memory, "begin", () => emitBeginning(shape, square, columnBytes, bias));
    const run = squareRow(shape.plan);
    const emitSums = (row: RimRun): Uint8Array<ArrayBuffer> =>
      emitRowSums(lengthOf(row), row.first, this.#columns, shape.pitch, scratch);
    this.#sum = run && loops.start(memory, "sum", () => emitSums(run));
    const [even, odd] = shape.plan.sets;
    this.#startWalk = (isOdd) => {
      const corner = this.#corner;
      const at = (isOdd && odd !== even ? 2 : 0) + corner;
      const sets = isOdd ? odd : even;
      const start = (): Walk => {
        const walk = loops.start(memory, `walk ${at}`, () =>
          emitWalk(shape, square, columnBytes, sets, corner),
        );
        const calls = { walk, join: this.#joinEnds, ...(this.#sum && { sum: this.#sum }) };
        const bands = loops.start(memory, "bands", () => emitBands(layout, this.#columns), calls);
        return { walk, bands };
      };
      this.#walks[at] ??= start();
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
    this.#takesBands = !this.#isEndless[1] && (states === 2 || width % COLUMN === 0);
    const fading = (): Uint8Array =>
      new Uint8Array(shape.states > 2 ? this.#columns * Math.ceil(height / BAND) : 0).fill(1);
    this.#fading = [fading(), fading()];
    this.#ready = new Int32Array(this.#columns);
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
    const near = this.#layout.near >> 2;
    this.#words[near] = 0;
    this.#joinRows(this.#side, 0, this.#height);
    this.#nearEnds = this.#words[near] !== 0;
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
      this.#copyRows(height - reach - 1, -reach - 1, reach + 1);
      this.#copyRows(0, height, reach);
    }
    this.#ready.fill(-1);
  }

  rows(j: number, odd: boolean, end: number): number {
    if (j === 0) {
      if (this.#isOutOfTurn(odd)) this.#tiles.wakeAll();
      this.#odd = odd;
      // A tile that sleeps has had no cell near an end: the cells would have been laid out anew.
      this.#words[this.#layout.near >> 2] = 0;
      this.#tiles.begin();
    }
    const band = j / BAND;
    const wanted = Math.ceil((end - j) / BAND);
    const busy = this.#takesBands ? Math.min(this.#tiles.busyBands(band), wanted) : 0;
    const rows = Math.min(BAND * Math.max(1, busy), this.#height - j);
    if (busy > 0) this.#computeBands(j, rows, odd);
    else if (this.#tiles.isBandAwake(band)) this.#computeBand(j, rows, odd);
    const past = j + rows;
    if (past < this.#height) return past;
    this.#isMidway = false;
    this.#nearEnds = this.#words[this.#layout.near >> 2] !== 0;
    this.#side = this.#side === 0 ? 1 : 0;
    this.#from = this.#to;
    this.#hasBits = true;
    this.#owesBytes = this.#layout.shape.states === 2;
    return past;
  }

  #computeBand(j: number, rows: number, odd: boolean): void {
    const { shape, strip } = this.#layout;
    const { width, states } = shape;
    const tiles = this.#tiles;
    const { walk } = this.#startWalk(odd);
    const band = j / BAND;
    const other = this.#side === 0 ? 1 : 0;
    this.#sumComing(j, rows);
    for (let column = 0; column < this.#columns; column++) {
      if (!tiles.isAwake(column, band)) continue;
      if (this.#ready[column] !== j) this.#beginColumns(column, 1, j);
      const left = column * COLUMN;
      const isWhole = left + COLUMN <= width;
      const at = j * width + left;
      const places = this.#placesOf(j, column);
      const isCompared = tiles.compares(column, band);
      if (isCompared) this.#changes.keep(places.after, rows);
      walk(
        places.bits,
        places.after,
        this.#from + at,
        isWhole ? this.#to + at : strip,
        isWhole ? width : COLUMN,
        rows,
        places.kept,
        places.coming,
        places.going,
        1,
      );
      this.#ready[column] = j + rows;
      if (!isWhole && states > 2) this.#takeStrip(this.#to + at, width - left, rows);
      if (isCompared) this.#noteChanges(column, j, rows);
    }
    if (!tiles.notes) this.#mayFade(j, rows);
    this.#joinRows(other, j, rows);
  }

  /** Computes all tiles of bands from row j on, and compares none. */
  #computeBands(j: number, rows: number, odd: boolean): void {
    const { square, shape } = this.#layout;
    if (this.#ready[0] !== j) {
      const before = 2 * shape.plan.reach + 1;
      if (square) this.#sumRows(square, j - before, before, 0, this.#columns);
      this.#beginColumns(0, this.#columns, j);
    }
    const { bits, after, coming, going } = this.#placesOf(j, 0);
    const at = j * shape.width;
    this.#startWalk(odd).bands(bits, after, this.#from + at, this.#to + at, rows, coming, going);
    this.#ready.fill(j + rows);
    this.#mayFade(j, rows);
  }

  /** Notes that of more than two states cells may fade in the next generation's bands. */
  #mayFade(j: number, rows: number): void {
    const tile = (row: number): number => Math.ceil(row / BAND) * this.#columns;
    this.#fading[this.#side === 0 ? 1 : 0]?.fill(1, tile(j), tile(j + rows));
  }

  /** Begins walks down so many columns above row j: with the sums of the row before. */
  #beginColumns(column: number, count: number, j: number): void {
    const before = 2 * this.#layout.shape.plan.reach + 1;
    const { bits, kept, coming } = this.#placesOf(j - before, column);
    this.#begin(bits, 0, 0, 0, 0, before, kept, coming, 0, count);
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

  /** Where a walk down a column from row j on finds what it needs, and where it writes bits. */
  #placesOf(j: number, column: number): Record<"bits" | "after" | "kept" | "coming" | "going", number> {
    const { shape, kept, columnBytes, square, keptStripes } = this.#layout;
    const { reach } = shape.plan;
    const sums = columnBytes.sums * column;
    return {
      bits: this.#bitsOf(this.#side, j - reach - 1) + STEP * column,
      after: this.#bitsOf(this.#side === 0 ? 1 : 0, j) + STEP * column,
      kept: kept + columnBytes.kept * column,
      coming: (square ? this.#ringAt(square, j) : (keptStripes as number)) + sums,
      going: square ? this.#ringAt(square, j - 2 * reach - 1) + sums : 0,
    };
  }

  #bitsOf(side: 0 | 1, row: number): number {
    const { shape, bits } = this.#layout;
    return bits[side] + (row + 3 * shape.plan.reach + 2) * shape.pitch;
  }

  #copyRows(from: number, to: number, rows: number): void {
    const at = this.#bitsOf(this.#side, from) - STEP;
    this.#memory.copyWithin(this.#bitsOf(this.#side, to) - STEP, at, at + this.#layout.shape.pitch * rows);
  }

  #takeStrip(to: number, cells: number, rows: number): void {
    const { strip, shape } = this.#layout;
    for (let i = 0; i < rows; i++)
      this.#memory.copyWithin(to + i * shape.width, strip + i * COLUMN, strip + i * COLUMN + cells);
  }

  /** Puts beside rows of bits what lies beyond their ends. Looks for cells near endless sides' ends. */
  #joinRows(side: 0 | 1, first: number, rows: number): void {
    const { reach } = this.#layout.shape.plan;
    const past = first + rows;
    // All cells of the rows above and below these are near an end.
    const [top, bottom] = this.#isEndless[1] ? [reach, this.#height - reach] : [0, this.#height];
    const inner = Math.min(Math.max(first, top), past);
    const outer = Math.max(inner, Math.min(past, bottom));
    for (const [from, to, isOuter] of [
      [first, inner, -1],
      [inner, outer, 0],
      [outer, past, -1],
    ] as const)
      if (from < to) this.#joinEnds(this.#bitsOf(side, from), to - from, isOuter);
  }
}
