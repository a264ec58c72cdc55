/**
 * How `sums` computes rows: the sums of one row follow from those of the row above by what comes in and what goes out (sum-lines.ts), sixteen
 * cells at a time (sum-kernel.ts). The cells lie in a memory of WebAssembly's, a byte each and without a ring. Running sums are kept of
 * the rows around the one that is computed; those know what lies beyond the edges, and slide down the universe.
 */

import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import { leastSum, mostSum, stateWeights } from "../../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../rules/rule.ts";
import { shapePlan } from "../shape-plan.ts";
import type { SlicedPlan, SumSets } from "../sliced-sums.ts";
import { sumSets } from "../sliced-sums.ts";
import type { LinePlan, Stride, SumLine } from "../sum-lines.ts";
import { costOf, STRIDES } from "../sum-lines.ts";
import type { LaneBytes } from "../wasm/emit.ts";
import { MOST_PAGES } from "../wasm/emit.ts";
import type { Run } from "./compiled-loops.ts";
import { CompiledLoops, ofWidth } from "./compiled-loops.ts";
import type { Box } from "./reference-box.ts";
import { cornerParity } from "./reference-box.ts";
import type { RowSteps } from "./reference-rows.ts";
import type { SumShape } from "./sum-kernel.ts";
import { biasOf, emitAdding, emitJudging, emitRunning } from "./sum-kernel.ts";

/** Cells of a step of the loops: what is read or written past the end of a row. */
const STEP = 16;
/** So many terms are written out in a loop; more are added one after the other. */
const MOST_WRITTEN = 64;
/** Rows that are computed at once. */
const BAND = 32;
const PAGE = 65536;

/** What follows from a rule alone. */
interface Plan {
  readonly lane: LaneBytes;
  readonly weighs: boolean;
  /** For cells whose column and row add up to an even number, and to an odd one where those differ. */
  readonly shapes: readonly LinePlan[];
  /** The shapes' own rows, for the first sums of a generation. */
  readonly rows: readonly (readonly SumLine[])[];
  readonly strides: readonly Stride[];
  readonly counts: Uint8Array;
  /** For steps from even and odd generations. */
  readonly sets: SlicedPlan["sets"];
}

function planOf(rule: Rule & { readonly form: CountedForm }, topology: Topology): Plan {
  const { form, states } = rule;
  const { centre, shapes, rows, weighs } = shapePlan(rule);
  const counts = stateWeights(form, states);
  const used = new Set(shapes.flatMap(({ lines }) => lines.map(({ stride }) => stride)));
  // A generation's first sums are those of the shapes' own rows.
  if ((shapes[0]?.from ?? 0) > 0) for (const { stride } of rows.flat()) used.add(stride);
  const span = mostSum(form, states) + centre - leastSum(form, states);
  return {
    lane: span < 2 ** 8 && !weighs ? 1 : span < 2 ** 16 ? 2 : 4,
    weighs,
    shapes,
    rows,
    strides: (Object.keys(STRIDES) as Stride[]).filter((stride) => used.has(stride)),
    counts,
    sets: sumSets(rule, topology, centre),
  };
}

/** What no shape's running sums take less than, in terms of a walk on bit slices (sliced-rows.ts). */
export const LEAST_EFFORT = 30;

/** What a row takes, in the same terms, as measured: its running sums, and a read of two of them for each line. */
export function runningEffort(rule: Rule & { readonly form: CountedForm }, topology: Topology): number {
  const { lane, shapes } = planOf(rule, topology);
  const [{ lines, from }] = shapes as readonly [LinePlan, ...LinePlan[]];
  const ofOne = LEAST_EFFORT + 2.5 * costOf(lines) + (from > 0 ? 15 : 0);
  return ofOne * { 1: 1, 2: 1.6, 4: 3 }[lane] * (shapes.length > 1 ? 1.5 : 1);
}

/** Where all lies in a memory: addresses and, of running sums, rows. */
interface Layout {
  readonly shape: SumShape;
  /** What lies beyond an edge, and what is taken away from single cells. */
  readonly zeros: number;
  /** A row of cells with what lies to its left and right. */
  readonly padded: number;
  /** Rows of sums, a shape after the other. */
  readonly sums: number;
  /** Bytes of one of them. */
  readonly sumBytes: number;
  /** The running sums: the first one's row 0, and what lies between two of them. */
  readonly running: number;
  readonly runningBytes: number;
  /** Rows that there is room for. */
  readonly room: number;
  readonly present: number;
  readonly next: number;
  readonly bytes: number;
}

const whole = (cells: number): number => Math.ceil(cells / STEP) * STEP;

function layOut(
  { lane, shapes, strides }: Plan,
  { states, reach }: Rule,
  width: number,
  height: number,
): Layout {
  const pitch = Math.max(2 * STEP, whole(width + 2 * reach));
  const shape: SumShape = { lane, states, width, reach, pitch, strides };
  let bytes = 0;
  const take = (size: number): number => {
    const at = bytes;
    bytes += whole(size) + 2 * STEP;
    return at;
  };
  const zeros = take(lane * Math.max(whole(width), reach));
  const padded = take(pitch);
  const sumBytes = lane * whole(width);
  const sums = take(sumBytes * Math.max(1, shapes[0]?.from ?? 0) * shapes.length);
  const room = 2 * reach + 4 + Math.max(3 * BAND, reach);
  // A row of zeros stands before the first.
  const runningBytes = lane * pitch * (room + 1) + 4 * STEP;
  bytes += biasOf(shape);
  const running = take(runningBytes * strides.length) + 2 * STEP + lane * pitch;
  const present = take(width * height);
  const next = take(width * height);
  return {
    shape,
    zeros,
    padded,
    sums,
    sumBytes,
    running,
    runningBytes,
    room,
    present,
    next,
    bytes,
  };
}

/** The cells of a box in a memory, and what is computed from them. */
export interface MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  /** Bytes beside the cells. */
  readonly bytes: number;
  /** As that of `RowSteps`. */
  readonly weight?: number;
  begin(box: Box, ahead: bigint): void;
  /** As those of `RowSteps`. */
  rows(j: number, odd: boolean, end: number): number;
  settle?(): void;
  release?(): void;
  edgeLives?(box: Box): boolean;
  alternates?(odd: boolean): boolean;
  close?(): void;
}

/** A way to compute rows of a rule, in a memory of so many bytes, which are 0. */
export interface SumMethod {
  /** As that of `OwnCells`. */
  readonly granule: bigint;
  /** How many compute them at most. */
  readonly threads: number;
  /** Of a memory that threads share, as long as possible: the first bytes, which nobody but them may clear. */
  readonly sharedBytes?: number;
  readonly bytes: (width: number, height: number) => number;
  readonly make: (width: number, height: number, memory: WebAssembly.Memory) => MemoryCells;
}

/** Running sums. */
export function runningMethod(rule: Rule & { readonly form: CountedForm }, topology: Topology): SumMethod {
  const plan = planOf(rule, topology);
  const loopsOf = ofWidth(() => new CompiledLoops());
  return {
    threads: 1,
    granule: BigInt(STEP),
    bytes: (width, height) => layOut(plan, rule, width, height).bytes,
    make: (width, height, memory) =>
      new MemoryRows(plan, topology, layOut(plan, rule, width, height), height, memory, loopsOf(width)),
  };
}

/** Rows by a method. Errors: a RangeError where the machine gives no such memory. */
export function rowsBy(method: SumMethod): RowSteps {
  let rows: MemoryCells | null = null;
  // A box's memory serves again two boxes later: a machine gives only so many.
  let [memory, other]: (WebAssembly.Memory | null)[] = [null, null];
  return {
    threads: method.threads,
    get bytes() {
      return rows?.bytes ?? 0;
    },
    get weight() {
      return rows?.weight ?? 1;
    },
    cells: {
      granule: method.granule,
      bytes: (w, h) => wholePages(method.bytes(w, h)),
      make: (w, h) => {
        rows?.close?.();
        [memory, other] = [withBytes(other, wholePages(method.bytes(w, h)), method.sharedBytes), memory];
        rows = method.make(w, h, memory);
        return rows;
      },
    },
    settle: () => rows?.settle?.(),
    release: () => rows?.release?.(),
    edgeLives: (box) => rows?.edgeLives?.(box),
    alternates: (odd) => rows?.alternates?.(odd) ?? false,
    begin: (box, ahead) => rows?.begin(box, ahead),
    rows: (box, j, odd, end) => rows?.rows(j, odd, end) ?? box.h,
    close: () => rows?.close?.(),
  };
}

function wholePages(bytes: number): number {
  return Math.ceil(bytes / PAGE) * PAGE;
}

/** A memory of so many bytes at least, which are 0 but for those at the start of a shared one. */
function withBytes(memory: WebAssembly.Memory | null, bytes: number, sharedBytes = 0): WebAssembly.Memory {
  if (!memory)
    return sharedBytes > 0
      ? new WebAssembly.Memory({ initial: bytes / PAGE, maximum: MOST_PAGES, shared: true })
      : new WebAssembly.Memory({ initial: bytes / PAGE });
  const held = memory.buffer.byteLength;
  if (held < bytes) memory.grow((bytes - held) / PAGE);
  new Uint8Array(memory.buffer, sharedBytes, Math.min(held, bytes) - sharedBytes).fill(0);
  return memory;
}

/** The cells and running sums of one box. */
class MemoryRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly weight: number;
  readonly layout: Layout;
  readonly #plan: Plan;
  readonly #topology: Topology;
  readonly #height: number;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #run: Run;
  readonly #add: Run;
  /** By the generation's parity; null where the terms are too many to be written out. */
  readonly #step: readonly [Run, Run] | null;
  /** Those that add no lines. */
  readonly #judge: readonly [Run, Run];
  /** Where the present cells and the next ones begin. */
  #from = 0;
  #to = 0;
  /** The row of the box in row 0 of the running sums, and the last one that is there. */
  #top = 0;
  #last = 0;
  /** The parity of the corner's column and row. */
  #corner = 0;

  constructor(
    plan: Plan,
    topology: Topology,
    layout: Layout,
    height: number,
    memory: WebAssembly.Memory,
    loops: CompiledLoops,
  ) {
    this.#plan = plan;
    this.#topology = topology;
    this.#height = height;
    this.layout = layout;
    const { shape, present, next } = layout;
    const cells = shape.width * height;
    this.bytes = layout.bytes - 2 * cells;
    const { buffer } = memory;
    this.#bytes = new Uint8Array(buffer);
    this.present = new Uint8Array(buffer, present, cells);
    this.next = new Uint8Array(buffer, next, cells);
    this.#run = loops.start(memory, "run", () => emitRunning(shape, plan.counts));
    this.#add = loops.start(memory, "add", () => emitAdding(shape.lane, plan.weighs));
    const isFresh = plan.shapes[0]?.from === 0;
    const [even, odd] = plan.sets;
    const judging = (
      name: string,
      linesOf: (i: number) => readonly SumLine[],
      fresh: boolean,
    ): readonly [Run, Run] => {
      const start = (phase: string, sets: SumSets): Run =>
        loops.start(memory, `${name} ${phase}`, () =>
          emitJudging(
            shape,
            plan.shapes.map((_, i) => ({ ...sets, lines: linesOf(i) })),
            fresh,
          ),
        );
      const first = start("even", even);
      return [first, odd === even ? first : start("odd", odd)];
    };
    const terms = plan.shapes.reduce((sum, { lines }) => sum + lines.length, 0);
    this.weight = Math.max(1, terms / MOST_WRITTEN);
    this.#judge = judging("judge", () => [], false);
    this.#step =
      plan.weighs || terms > MOST_WRITTEN
        ? null
        : judging("step", (i) => (plan.shapes[i] as LinePlan).lines, isFresh);
  }

  begin(box: Box): void {
    const { reach } = this.layout.shape;
    this.#from = box.present.byteOffset;
    this.#to = box.next.byteOffset;
    this.#top = -reach;
    this.#last = -reach - 1;
    this.#corner = cornerParity(box, this.#topology);
  }

  rows(j: number, odd: boolean, wanted: number): number {
    const from = (this.#plan.shapes[0] as LinePlan).from;
    const band = this.#step ? BAND : Math.min(BAND, wanted - j);
    const end = Math.min(this.#height, j < from ? from : j + band);
    this.#make(j, end - 1 + this.layout.shape.reach);
    if (j >= from && this.#step) this.#compute(this.#step[odd ? 1 : 0], j, end - j);
    else for (let row = j; row < end; row++) this.#addAndJudge(row, odd);
    return end;
  }

  #compute(run: Run, j: number, rows: number): void {
    const { shapes, strides } = this.#plan;
    const { shape } = this.layout;
    const cells = j * shape.width;
    run(
      this.#from + cells,
      this.#to + cells,
      rows,
      (this.#corner + j) & 1,
      ...shapes.map((_, i) => this.#sumsOf(i, j)),
      ...shapes.map((_, i) => this.#sumsOf(i, j) + this.#sumsOf(i, j + 1)),
      ...strides.map((_, k) => this.#runningAt(k, j, 0) - biasOf(shape)),
    );
  }

  /** A row whose terms are added one after the other: a generation's first ones, and where there are many. */
  #addAndJudge(j: number, odd: boolean): void {
    const { shapes, rows } = this.#plan;
    shapes.forEach(({ lines, from }, i) => {
      const sums = this.#sumsOf(i, j);
      if (j < from || from === 0) this.#bytes.fill(0, sums, sums + this.layout.sumBytes);
      for (const line of j < from ? (rows[i] as readonly SumLine[]) : lines) this.#addLine(line, sums, j);
    });
    this.#compute(this.#judge[odd ? 1 : 0], j, 1);
  }

  /** Where a shape's sums of a row are. */
  #sumsOf(i: number, j: number): number {
    const rows = Math.max(1, this.#plan.shapes[0]?.from ?? 0);
    return this.layout.sums + (i * rows + (j % rows)) * this.layout.sumBytes;
  }

  /** Where a running sum of a row of the box is; columns count from the box's first. */
  #runningAt(k: number, row: number, column: number): number {
    const { running, runningBytes, shape } = this.layout;
    const { lane, pitch, reach } = shape;
    return running + k * runningBytes + lane * ((row - this.#top) * pitch + reach + column);
  }

  #addLine({ stride, first, last, weight }: SumLine, sums: number, j: number): void {
    const k = this.#plan.strides.indexOf(stride);
    const [dx, dy] = STRIDES[stride];
    const end = this.#runningAt(k, j + last[1], last[0]);
    const start =
      stride === "cell" ? this.layout.zeros : this.#runningAt(k, j + first[1] - dy, first[0] - dx);
    const isTaken = weight < 0 && !this.#plan.weighs;
    this.#add(sums, isTaken ? start : end, isTaken ? end : start, sums + this.layout.sumBytes, weight);
  }

  /** Makes the running sums up to a row of the box or beyond its edge, for the sake of row j and those below. */
  #make(j: number, last: number): void {
    const { room, shape, zeros, padded } = this.layout;
    const { width, reach } = shape;
    if (last - this.#top >= room) this.#slide(j - reach - 3);
    const height = this.#height;
    const isTorus = this.#topology.kind === "torus";
    const [joinsColumns, joinsRows] = [gridWidth, gridHeight].map(
      (side) => isTorus && side(this.#topology) > 0,
    );
    for (let row = this.#last + 1; row <= last; ) {
      const inside = row >= 0 && row < height;
      const source = inside || joinsRows ? (row + height) % height : -1;
      const rows = source < 0 ? 1 : Math.min(last - row + 1, height - source);
      const middle = source < 0 ? zeros : this.#from + source * width;
      const joins = joinsColumns && source >= 0;
      this.#run(
        joins ? middle + width - reach : zeros,
        middle,
        joins ? middle : zeros,
        joins ? width : 0,
        rows,
        padded,
        ...this.#plan.strides.map((_, k) => this.#runningAt(k, row, -reach)),
      );
      row += rows;
    }
    this.#last = last;
  }

  /** Moves the running sums so that their first row is this one of the box. */
  #slide(top: number): void {
    this.#plan.strides.forEach((_, k) => {
      const { reach, lane, pitch } = this.layout.shape;
      const to = this.#runningAt(k, this.#top - 1, -reach);
      const from = this.#runningAt(k, top - 1, -reach);
      const end = this.#runningAt(k, this.#last, -reach) + lane * pitch;
      this.#bytes.copyWithin(to, from, end);
    });
    this.#top = top;
  }
}
