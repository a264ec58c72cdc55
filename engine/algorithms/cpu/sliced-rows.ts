/**
 * How `sums` computes rows where sums on bit slices are the way (sliced-kernel.ts). The cells in state 1 lie in a memory of WebAssembly's
 * as rows of bits, with what lies beyond the edges around them, in two generations. Bytes, a state each, lie beside them; of two states
 * they are made when somebody asks for them, and from then on they are what counts.
 */

import { now } from "../../core/clock.ts";
import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import { isWeighed, reachOf } from "../../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../rules/rule.ts";
import type { RimRun, SumSets } from "../sliced-sums.ts";
import { MOST_TERMS, slicedPlan } from "../sliced-sums.ts";
import type { Muster } from "../wasm/muster.ts";
import type { Team, TeamTask } from "../wasm/team.ts";
import type { Run } from "./compiled-loops.ts";
import { ofWidth } from "./compiled-loops.ts";
import type { Box } from "./reference-box.ts";
import { cornerParity } from "./reference-box.ts";
import { biasedSets } from "./sliced-bias.ts";
import { changedCells, hasFading, NOTE_BYTES } from "./sliced-changes.ts";
import { emitJoining } from "./sliced-edges.ts";
import {
  emitBeginning,
  emitPacking,
  emitUnpacking,
  emitWalk,
  MOST_SLICED_REACH,
  squareRow,
} from "./sliced-kernel.ts";
import type { Layout } from "./sliced-layout.ts";
import {
  BAND,
  FIRST_LOOP,
  GATE_BYTES,
  LOOPS,
  layOut,
  layOutRow,
  lengthOf,
  writePlan,
} from "./sliced-layout.ts";
import { emitRowSums } from "./sliced-row-sums.ts";
import { SleepingTiles } from "./sliced-sleep.ts";
import { stripesOf, stripeTerms } from "./sliced-stripes.ts";
import { COLUMN, STEP } from "./sliced-words.ts";
import type { MemoryCells, SumMethod } from "./sum-rows.ts";
import type { SumHelp, SumKernel, SumStepper, ThreadedSumKernel } from "./sum-stepper.ts";

/** Of more than two states: that no cell of a tile fades is known of both generations before it sleeps. */
const SETTLING = 3;
/** How many times as many cells as alone are computed between two looks at the clock, for each thread: what threads begin with takes time. */
const SLICES = 2;
/** Bands that helpers can be given. */
const MOST_BANDS = 0xffff;

/** What a row takes, in terms of a walk; null where slices are not for a form. Terms of squares are those of a sum of a row. */
export function slicedEffort(rule: Rule & { readonly form: CountedForm }, topology: Topology): number | null {
  if (isWeighed(rule.form) || reachOf(rule.form) > MOST_SLICED_REACH) return null;
  const plan = slicedPlan(rule, topology);
  if (squareRow(plan)) return 0;
  const terms = stripeTerms(stripesOf(plan));
  return terms <= MOST_TERMS ? terms : null;
}

/** `stepper`: what computes them. */
export function slicedMethod(
  rule: Rule & { readonly form: CountedForm },
  topology: Topology,
  { module, threads, help }: SumStepper,
): SumMethod {
  const plain = slicedPlan(rule, topology);
  const { bias, sets } = biasedSets(plain);
  const stripes = squareRow(plain) ? [] : stripesOf(plain);
  const shared = help !== undefined;
  const walked = { plan: { ...plain, sets }, stripes, states: rule.states, shared };
  const rowOf = ofWidth((width) => layOutRow(walked, width));
  // What a judge has learned of a rule holds for the next box of its cells.
  const crew = help && crewOf(help);
  return {
    threads,
    granule: BigInt(COLUMN),
    ...(shared && { sharedBytes: GATE_BYTES }),
    bytes: (width, height) => layOut(rowOf(width), height, threads).bytes,
    make: (width, height, memory) =>
      new SlicedRows(topology, layOut(rowOf(width), height, threads), bias, height, { memory, module, crew }),
  };
}

/** Helpers, and whether they lose time for tests. */
interface Crew extends Pick<SumHelp, "team" | "delays"> {
  /** Their judge, which may ask for more tiles after a trial in vain, and forgets that again as it watches. */
  readonly muster: Muster;
  /** Of boxes with fewer tiles it is not asked. */
  readonly fewest: number;
}

function crewOf({ team, delays, muster }: SumHelp): Crew {
  const judge = muster();
  return { team, delays, muster: judge, fewest: judge.narrow };
}

/** What bands are computed with. */
interface Machinery {
  readonly memory: WebAssembly.Memory;
  readonly module: WebAssembly.Module;
  readonly crew?: Crew;
}

class SlicedRows implements MemoryCells {
  readonly present: Uint8Array<ArrayBuffer>;
  readonly next: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly #layout: Layout;
  readonly #height: number;
  /** Whether the ends of columns are joined. */
  readonly #joinsRows: boolean;
  readonly #memory: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #pack: Run;
  readonly #unpack: Run;
  readonly #kernel: SumKernel;
  readonly #help: SlicedHelp | null;
  readonly #topology: Topology;
  readonly #tiles: SleepingTiles;
  /** Of more than two states, for both generations of bytes: the tiles in which cells may be in states above 1, which are others in each generation. */
  readonly #fading: readonly [Uint8Array, Uint8Array];
  /** Whether a generation has begun, and which kind was the last one. */
  #isMidway = false;
  #odd: boolean | null = null;
  #ahead = 0n;
  /** Where the present states and the next ones begin. */
  #from: number;
  #to: number;
  /** The generation of bits that is the present one. */
  #side: 0 | 1 = 0;
  /** Whether the present bits are those of the present states, and whether these are still to be made from them. */
  #hasBits = false;
  #owesBytes = false;
  /** Whether a cell in state 1, which others see, lies within reach of an endless side's ends. */
  #nearEnds = false;

  constructor(
    topology: Topology,
    layout: Layout,
    bias: number,
    height: number,
    { memory, module, crew }: Machinery,
  ) {
    this.#topology = topology;
    this.#layout = layout;
    this.#height = height;
    const { shape, square, columnBytes, present, next, bytes, loops } = layout;
    const { width, states, plan } = shape;
    const cells = width * height;
    this.#memory = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.present = new Uint8Array(memory.buffer, present, cells);
    this.next = new Uint8Array(memory.buffer, next, cells);
    this.#from = present;
    this.#to = next;
    this.bytes = bytes - 2 * cells;
    const isTorus = topology.kind === "torus";
    const [isWide, isTall] = [gridWidth(topology) === 0, gridHeight(topology) === 0];
    const joinsColumns = isTorus && !isWide;
    this.#joinsRows = isTorus && !isTall;
    this.#pack = loops.start(memory, "pack", () => emitPacking(shape));
    this.#unpack = loops.start(memory, "unpack", () => emitUnpacking(shape));
    const modules = loopsOf(layout, bias, { joins: joinsColumns, isWide });
    const table = new WebAssembly.Table({ element: "anyfunc", initial: LOOPS });
    for (const [i, loop] of modules.entries())
      table.set(FIRST_LOOP + i, new WebAssembly.Instance(loop, { env: { memory } }).exports.run);
    const instance = new WebAssembly.Instance(module, { env: { memory, table } });
    this.#kernel = instance.exports as unknown as SumKernel;
    writePlan(this.#words, {
      width,
      height,
      reach: plan.reach,
      states,
      pitch: shape.pitch,
      isTall: isTall ? 1 : 0,
      area: layout.area,
      kept: layout.kept,
      keptBytes: columnBytes.kept,
      coming: square ? square.start : (layout.keptStripes as number),
      comingBytes: columnBytes.sums,
      ringPitch: square?.pitch ?? 0,
      ringRows: square ? square.bytes / square.pitch : 0,
      ready: layout.ready,
      strip: layout.strip,
      older: layout.older,
      awake: layout.awake,
      notes: layout.notes,
    });
    const sight = { reach: plan.reach, width, height, joinsColumns, joinsRows: this.#joinsRows };
    this.#tiles = new SleepingTiles(sight, BAND, states > 2 ? SETTLING : 1);
    const fading = (): Uint8Array => new Uint8Array(states > 2 ? this.#tiles.awake.length : 0).fill(1);
    this.#fading = [fading(), fading()];
    const kernel = this.#kernel as ThreadedSumKernel;
    this.#help =
      crew && height <= MOST_BANDS * BAND && this.#tiles.awake.length >= crew.fewest
        ? new SlicedHelp(crew, { kernel, module, memory, loops: modules })
        : null;
  }

  get weight(): number {
    return 1 / (this.#help?.slices ?? 1);
  }

  settle(): void {
    if (this.#owesBytes) this.#unpack(this.#bitsOf(this.#side, 0), this.#from, this.#height);
    this.#owesBytes = false;
  }

  release(): void {
    this.settle();
    this.#hasBits = false;
  }

  close(): void {
    this.#help?.close();
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
    const bits = this.#bitsOf(this.#side, 0);
    this.#pack(this.#from, bits, this.#height);
    writePlan(this.#words, { bits });
    this.#kernel.begin();
    this.#kernel.joinAll();
    this.#nearEnds = this.#kernel.isNear() !== 0;
    this.#hasBits = true;
    // Cells that were written may fade, which their bits do not tell.
    for (const fading of this.#fading) fading.fill(1);
    this.#tiles.wakeAll();
  }

  begin(box: Box, ahead: bigint): void {
    this.#from = box.present.byteOffset;
    this.#to = box.next.byteOffset;
    this.#ahead = ahead;
    this.#makeBits();
    const corner = this.#layout.shape.plan.oddRim ? cornerParity(box, this.#topology) : 0;
    // Every other cell of a row, of which there are eight to a byte.
    writePlan(this.#words, { corner: corner ? 0x55 : 0xaa });
    // A generation that was left is partly written over the one before.
    if (this.#isMidway) this.#tiles.wakeAll();
    this.#isMidway = true;
    if (!this.#joinsRows) return;
    const { reach } = this.#layout.shape.plan;
    const height = this.#height;
    this.#copyRows(height - reach - 1, -reach - 1, reach + 1);
    this.#copyRows(0, height, reach);
  }

  rows(j: number, odd: boolean, end: number): number {
    if (j === 0) this.#beginRows(odd);
    const past = Math.min(Math.ceil(end / BAND) * BAND, this.#height);
    const [first, last] = [j / BAND, Math.ceil(past / BAND)];
    const isLast = past === this.#height;
    if (this.#help) this.#help.run(first, last, isLast, this.#ahead);
    else this.#kernel.run(first, last);
    if (!isLast) return past;
    this.#isMidway = false;
    this.#nearEnds = this.#kernel.isNear() !== 0;
    this.#noteChanges();
    this.#side = this.#side === 0 ? 1 : 0;
    this.#from = this.#to;
    this.#hasBits = true;
    this.#owesBytes = this.#layout.shape.states === 2;
    return past;
  }

  #beginRows(odd: boolean): void {
    const tiles = this.#tiles;
    if (this.#isOutOfTurn(odd)) tiles.wakeAll();
    this.#odd = odd;
    tiles.begin();
    if (tiles.notes) this.#memory.set(tiles.awake, this.#layout.awake);
    writePlan(this.#words, {
      bits: this.#bitsOf(this.#side, 0),
      after: this.#bitsOf(this.#side === 0 ? 1 : 0, 0),
      from: this.#from,
      to: this.#to,
      walk: FIRST_LOOP + (odd ? 1 : 0),
      isNoted: tiles.notes ? 1 : 0,
      sample: tiles.sample,
    });
    // A tile that sleeps has had no cell near an end: the cells would have been laid out anew.
    this.#kernel.begin();
  }

  /** Wakes those that see what a generation changed, and tiles themselves where cells fade. */
  #noteChanges(): void {
    const tiles = this.#tiles;
    const { sample, awake, columns } = tiles;
    if (tiles.notes) {
      for (let tile = 0; tile < awake.length; tile++) if (awake[tile] === 1) this.#noteTile(tile, columns);
      return;
    }
    // All were computed, and cells may fade in the next generation's.
    this.#fading[this.#side === 0 ? 1 : 0]?.fill(1);
    if (sample < 0) return;
    const notes = this.#notesOf(sample);
    const size = this.#sizeOf(sample, columns);
    if (!changedCells(this.#words, notes, size.rows, size.width) && !hasFading(this.#words, notes))
      tiles.sampleIsStill();
  }

  #noteTile(tile: number, columns: number): void {
    const tiles = this.#tiles;
    const { left, top, rows, width } = this.#sizeOf(tile, columns);
    const notes = this.#notesOf(tile);
    const change = changedCells(this.#words, notes, rows, width);
    if (change) tiles.wake(left + change.left, left + change.right, top + change.top, top + change.bottom);
    if (this.#layout.shape.states === 2) return;
    const changes = change !== null || hasFading(this.#words, notes);
    const fading = this.#fading[this.#side === 0 ? 1 : 0] as Uint8Array;
    if (changes || fading[tile] === 1) tiles.stayAwake(left / COLUMN, top / BAND);
    fading[tile] = changes ? 1 : 0;
  }

  #notesOf(tile: number): number {
    return this.#layout.notes + NOTE_BYTES * tile;
  }

  /** Where a tile's first cell is, and how many rows and columns it has. */
  #sizeOf(tile: number, columns: number): Record<"left" | "top" | "rows" | "width", number> {
    const [left, top] = [COLUMN * (tile % columns), BAND * Math.floor(tile / columns)];
    const width = Math.min(COLUMN, this.#layout.shape.width - left);
    return { left, top, rows: Math.min(BAND, this.#height - top), width };
  }

  #bitsOf(side: 0 | 1, row: number): number {
    const { shape, bits } = this.#layout;
    return bits[side] + (row + 3 * shape.plan.reach + 2) * shape.pitch;
  }

  #copyRows(from: number, to: number, rows: number): void {
    const at = this.#bitsOf(this.#side, from) - STEP;
    this.#memory.copyWithin(this.#bitsOf(this.#side, to) - STEP, at, at + this.#layout.shape.pitch * rows);
  }
}

/** The loops that the kernel calls, in their order in its table. */
function loopsOf(
  { shape, square, columnBytes, scratch, loops }: Layout,
  bias: number,
  ends: { readonly joins: boolean; readonly isWide: boolean },
): readonly WebAssembly.Module[] {
  const { plan, pitch, width, shared } = shape;
  const [even, odd] = plan.sets;
  const walk = (name: string, sets: SumSets): WebAssembly.Module =>
    loops.module(name, () => emitWalk(shape, square, columnBytes, sets));
  const first = walk("even", even);
  const begin = loops.module("begin", () => emitBeginning(shape, square, columnBytes, bias));
  const join = loops.module("join", () => emitJoining({ width, pitch, shared, reach: plan.reach, ...ends }));
  const run = squareRow(plan);
  const sum = (row: RimRun): WebAssembly.Module =>
    loops.module("sum", () =>
      emitRowSums(lengthOf(row), row.first, Math.ceil(width / COLUMN), pitch, scratch, shared),
    );
  return [first, odd === even ? first : walk("odd", odd), begin, join, ...(run ? [sum(run)] : [])];
}

/** Helpers of a box of cells. */
class SlicedHelp {
  readonly #team: Team;
  readonly #task: TeamTask & { readonly kernel: ThreadedSumKernel };

  constructor({ team, muster, delays }: Crew, task: TeamTask & { readonly kernel: ThreadedSumKernel }) {
    this.#team = team;
    this.#task = task;
    if (delays !== 0) task.kernel.setDelays(delays);
    team.begin(task, muster);
  }

  /** How many times as much as alone is computed at a time. */
  get slices(): number {
    return this.#team.isShared(this.#task) ? SLICES * this.#team.threads : 1;
  }

  /** Computes bands. `isLast`: they are a generation's last ones. `ahead`: generations to the step's target, that one among them. */
  run(first: number, end: number, isLast: boolean, ahead: bigint): void {
    const { kernel } = this.#task;
    const began = now();
    kernel.run(first, end);
    this.#team.check(this.#task);
    const milliseconds = now() - began;
    const results = kernel.getComputed() + kernel.getHelped();
    const generations = isLast ? 1 : 0;
    const stretch = { milliseconds, results, generations, ahead: Number(ahead) - generations };
    this.#team.account(this.#task, stretch, (threads, least) => kernel.share(threads, least));
  }

  close(): void {
    this.#team.end(this.#task);
  }
}
