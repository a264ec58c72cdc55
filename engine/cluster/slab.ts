/**
 * One rank's rows of a universe, with the halos that let it step several generations by itself (split.ts).
 *
 * Halos are copied when their last good row is used up. With overlap they are copied earlier: some generations before, the rows around the
 * slab's borders are stepped ahead to the block's end in a strip of their own (strip.ts), and what the neighbours need of them travels while the
 * slab itself is stepped. An edit makes halos worthless, and so does a read that takes them for dead rows.
 *
 * A GPU does what it is told in that order. So it is told to copy the strip's rows out of the slab, to step them and to read them back, and
 * then to step the slab, before anybody waits for an answer; and while it still steps the slab, the next block is told. It never
 * waits for this thread as long as an exchange takes less time than those generations.
 *
 * All ranks make the same calls with the same numbers, so each knows when its neighbours exchange.
 */

import type {
  Algorithm,
  AlgorithmEnvironment,
  RowPort,
  RowRange,
  Universe,
} from "../algorithms/algorithm.ts";
import { blockStride } from "../core/block.ts";
import { now } from "../core/clock.ts";
import type { Rect } from "../core/rect.ts";
import { gridRect, gridTop } from "../core/topology.ts";
import { copyBits } from "../gpu/packed-bits.ts";
import type { Rule } from "../rules/rule.ts";
import { rowPortOf } from "./block-rows.ts";
import type { HaloChoice, SharedInit } from "./commands.ts";
import { arrived } from "./parcels.ts";
import type { SpanKind } from "./record.ts";
import type { SlabPart } from "./shared-tuning.ts";
import type { SlabPlan } from "./split.ts";
import { likeness, planSlab } from "./split.ts";
import type { Strip } from "./strip.ts";
import { fillStrip, makeStrip, takeRows } from "./strip.ts";
import type { SlabTrace, TracedBlock } from "./trace.ts";
import type { Transfer, Transport } from "./transport.ts";

/** Milliseconds: a GPU that is done is to be noticed soon. */
const GPU_PATIENCE = 0.2;

export class Slab {
  readonly universe: Universe;
  readonly plan: SlabPlan;
  /** The rank's own rows, as cells of its universe, and how far below their places on the whole grid they lie there. */
  readonly own: Rect;
  readonly dy: bigint;
  /** Where it notes what it does; null for nowhere. */
  trace: SlabTrace | null = null;
  readonly #transport: Transport;
  readonly #port: RowPort;
  /** Own rows that the neighbours need, and the halos: above and then below, where there is a neighbour. */
  readonly #borders: readonly RowRange[];
  readonly #halos: readonly RowRange[];
  /** Their words on the way. They are kept: fresh memory costs more than to send it. */
  readonly #outgoing: Uint32Array<ArrayBuffer>;
  readonly #incoming: Uint32Array<ArrayBuffer>;
  /** How long it may wait without a look at its other tasks. */
  readonly #patience: number | undefined;
  /** Generations that the strip is stepped ahead; 0 for none. */
  readonly #ahead: number;
  /** Cells that wrap around from the last rank to the first move so far to the right. */
  readonly #shift: number;
  readonly #algorithm: Algorithm;
  readonly #environmentOf: (part: SlabPart) => AlgorithmEnvironment;
  #strip: Strip | null = null;
  /** The block under way, where that is noted. */
  #block: TracedBlock | null = null;
  /** When the GPU was last seen to have done all its steps, and whether it has done those that were noted last. */
  #computedUntil = 0;
  #computed = Promise.resolve();
  /** Rows of each halo that are what they ought to be. */
  #fresh = 0;
  /** Whether all rows but its own are dead. */
  #bare = true;

  private constructor(
    transport: Transport,
    algorithm: Algorithm,
    init: SharedInit,
    plan: SlabPlan,
    universe: Universe,
    ahead: number,
    environmentOf: (part: SlabPart) => AlgorithmEnvironment,
  ) {
    const { topology } = init;
    this.#transport = transport;
    this.plan = plan;
    this.universe = universe;
    this.#port = rowPortOf(universe);
    this.#patience = universe.adapter ? GPU_PATIENCE : undefined;
    this.#ahead = ahead;
    this.#shift = topology.kind === "torus" ? topology.shiftX : 0;
    this.#algorithm = algorithm;
    this.#environmentOf = environmentOf;
    const all = gridRect(plan.topology) as Rect;
    this.own = { ...all, y: all.y + BigInt(plan.lead), h: BigInt(plan.rows) };
    this.dy = this.own.y - BigInt(gridTop(topology) + plan.first);
    const { above, below, halo, lead, rows } = plan;
    const ranges = (top: number, bottom: number): readonly RowRange[] => [
      ...(above === null ? [] : [{ first: top, rows: halo }]),
      ...(below === null ? [] : [{ first: bottom, rows: halo }]),
    ];
    this.#borders = ranges(lead, lead + rows - halo);
    this.#halos = ranges(lead - halo, lead + rows);
    const words = this.#borders.length * halo * blockStride(topology.width);
    this.#outgoing = new Uint32Array(words);
    this.#incoming = new Uint32Array(words);
  }

  /** `environmentOf`: what the slab's universe and those of its strips are made with. Errors: those of the algorithm's `create`. */
  static async create(
    transport: Transport,
    algorithm: Algorithm,
    environmentOf: (part: SlabPart) => AlgorithmEnvironment,
    init: SharedInit,
    { halo, ahead }: HaloChoice,
  ): Promise<Slab> {
    const plan = planSlab(init.topology, init.ranges, transport.rank, halo);
    const { generation } = init;
    const universe = await algorithm.create(
      { rule: init.rule, topology: plan.topology, generation },
      environmentOf("slab"),
    );
    return new Slab(transport, algorithm, init, plan, universe, ahead, environmentOf);
  }

  /** Bytes of the slab and its strip, with the slab's snapshots. */
  memory(): number {
    return this.universe.memory() + (this.#strip?.universe.memory() ?? 0);
  }

  /** Whether its GPU may still find a faster kernel, for the slab or its strip. */
  get searching(): boolean {
    return (this.universe.searching ?? false) || (this.#strip?.universe.searching ?? false);
  }

  /** Resolves once all that was asked for is done. Errors: those of stepping. */
  async drained(): Promise<void> {
    await this.universe.step(this.universe.generation);
  }

  /** Generations until rows are exchanged again; a whole block where they have just been. 0 where there is no neighbour. */
  get untilExchange(): number {
    const { above, below, halo } = this.plan;
    return above === null && below === null ? 0 : this.#fresh || halo;
  }

  /** To be called before own cells are changed by anything but a step. */
  touch(): void {
    this.#fresh = 0;
  }

  /** The same where all cells may change. */
  touchAll(): void {
    this.#fresh = 0;
    this.#bare = false;
  }

  /** Makes all rows but its own dead, so that counts of the universe are counts of its rows. */
  async clearHalos(): Promise<void> {
    if (this.#bare || this.plan.lead + this.plan.trail === 0) return;
    this.#fresh = 0;
    const all = gridRect(this.plan.topology) as Rect;
    const end = this.own.y + this.own.h;
    if (this.plan.lead > 0) await this.universe.clear({ ...all, h: BigInt(this.plan.lead) });
    if (this.plan.trail > 0) await this.universe.clear({ ...all, y: end, h: BigInt(this.plan.trail) });
    this.#bare = true;
  }

  setRule(rule: Rule): void {
    this.universe.setRule(rule);
    this.#strip?.universe.setRule(rule);
  }

  /** Errors: those of stepping, `engine-lost`. */
  async advance(count: number, goesOn: boolean): Promise<void> {
    const { above, below, halo } = this.plan;
    const isAlone = above === null && below === null;
    for (let left = count; left > 0; ) {
      const length = isAlone ? left : Math.min(left, this.#fresh || halo);
      left -= length;
      this.#block = this.trace?.begin(length) ?? null;
      if (!isAlone && this.#fresh === 0) await this.#refresh();
      const endsBlock = !isAlone && length === this.#fresh && (left > 0 || goesOn);
      if (endsBlock && this.#ahead > 0 && length >= this.#ahead) {
        if (length > this.#ahead) await this.#step(length - this.#ahead);
        await this.#stepAhead();
      } else await this.#step(length);
      if (this.#block) this.#block.ended = now();
    }
    // Who goes on has more to tell a GPU before it has done this. Else the run is over when the GPU is done, as without ranks.
    if (!goesOn) await this.drained();
  }

  dispose(): void {
    this.#strip?.universe.dispose();
    this.universe.dispose();
  }

  async #step(count: number): Promise<void> {
    this.#bare = false;
    this.#fresh -= Math.min(count, this.#fresh);
    await this.#compute(this.universe, this.universe.generation + BigInt(count));
  }

  async #compute(universe: Universe, target: bigint, held = false): Promise<void> {
    const [block, began] = [this.#block, now()];
    await universe.step(target, { ahead: true, held });
    if (!block) return;
    if (!universe.adapter) return block.add("computing", began);
    // Nothing here waits for the GPU; a step to where the universe is does, and the GPU takes one thing after the other.
    this.#computed = universe.step(universe.generation).then(() => {
      block.add("computing", Math.max(began, this.#computedUntil));
      this.#computedUntil = now();
    });
    this.trace?.expect(block, this.#computed);
  }

  async #timed<T>(kind: SpanKind, work: () => T | Promise<T>): Promise<T> {
    const [block, began] = [this.#block, now()];
    const result = await work();
    block?.add(kind, began);
    return result;
  }

  /** Notes how long rows take that are being read. On a GPU they wait for the steps before them. */
  async #reading<T>(rows: Promise<T>): Promise<T> {
    const [block, began, computed] = [this.#block, now(), this.#computed];
    const result = await rows;
    const ended = now();
    if (block)
      this.trace?.expect(
        block,
        computed.then(() => block.add("reading", Math.max(began, this.#computedUntil), ended)),
      );
    return result;
  }

  /** Copies the neighbours' rows. */
  async #refresh(): Promise<void> {
    const coming = this.#expect();
    await this.#reading(this.#port.read(this.#borders, this.#outgoing));
    await this.#take(coming, await this.#timed("sending", () => this.#send()));
  }

  #makeStrip(): Promise<Strip> {
    const { plan, universe } = this;
    const { rule } = universe;
    const environment = this.#environmentOf("strip");
    const make = (height: number): Promise<Universe> =>
      this.#algorithm.create({ rule, topology: likeness(plan.topology, height) }, environment);
    return makeStrip(plan, this.#ahead, this.#algorithm, rule, make, !environment.tuning?.follows);
  }

  /** The last generations of a block, at the end of which fresh halos are there. */
  async #stepAhead(): Promise<void> {
    const { plan, universe } = this;
    const ahead = this.#ahead;
    const strip = (this.#strip ??= await this.#makeStrip());
    const coming = this.#expect();
    await this.#timed("writing", () => fillStrip(strip, universe));
    await this.#compute(strip.universe, universe.generation + BigInt(ahead), true);
    const { words } = await takeRows(strip, plan.halo, this.#outgoing);
    const sending = this.#reading(words).then(() => this.#timed("sending", () => this.#send()));
    // A GPU gets its work before its answer is waited for; a CPU that steps answers nobody.
    if (!universe.adapter) await sending;
    const stepping = this.#step(ahead);
    // A GPU that is lost fails both.
    const [sent] = await Promise.all([sending, stepping]);
    await this.#take(coming, sent);
  }

  /**
   * Begins to receive the neighbours' rows. Two ranks of a torus are each other's neighbours on both sides: what such a neighbour
   * sends first, its top, goes below.
   */
  #expect(): readonly Transfer[] {
    const { above, below } = this.plan;
    const [rowsAbove, rowsBelow] = this.#sides(this.#incoming);
    const coming: Transfer[] = [];
    if (below !== null) coming.push(this.#transport.irecv(rowsBelow, below));
    if (above !== null) coming.push(this.#transport.irecv(rowsAbove, above));
    return coming;
  }

  /** Begins to send its first and last rows, which may be written over once the answer is done. */
  #send(): readonly Transfer[] {
    const { above, below } = this.plan;
    const [top, bottom] = this.#sides(this.#outgoing);
    const sent: Transfer[] = [];
    if (above !== null) sent.push(this.#transport.isend(top, above));
    if (below !== null) sent.push(this.#transport.isend(bottom, below));
    return sent;
  }

  /** The words above and below. */
  #sides(words: Uint32Array<ArrayBuffer>): readonly [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
    const middle = this.plan.above === null ? 0 : words.length / this.#borders.length;
    return [words.subarray(0, middle), words.subarray(middle)];
  }

  /** Waits for the neighbours' rows and puts them where they belong. */
  async #take(coming: readonly Transfer[], sent: readonly Transfer[]): Promise<void> {
    const allOf = async (transfers: readonly Transfer[]): Promise<void> => {
      for (const transfer of transfers) await arrived(this.#transport, transfer, this.#patience);
    };
    await this.#timed("waiting", () => allOf(coming));
    await this.#timed("writing", () => {
      this.#moveAround();
      return this.#port.write(this.#halos, this.#incoming);
    });
    await this.#timed("sending", () => allOf(sent));
    this.#fresh = this.plan.halo;
    this.#bare = false;
  }

  /** Moves rows that came around a shifted torus. */
  #moveAround(): void {
    const { rank, size } = this.#transport;
    const { above, below, topology } = this.plan;
    if (this.#shift === 0) return;
    const [rowsAbove, rowsBelow] = this.#sides(this.#incoming);
    if (above !== null && rank === 0) turnRows(rowsAbove, topology.width, this.#shift);
    if (below !== null && rank === size - 1) turnRows(rowsBelow, topology.width, -this.#shift);
  }
}

/** Turns rows to the right by so many cells; what leaves at one end comes back at the other. */
function turnRows(words: Uint32Array<ArrayBuffer>, width: number, shift: number): void {
  const by = ((shift % width) + width) % width;
  const stride = blockStride(width);
  const row = new Uint32Array(stride);
  for (let at = 0; at < words.length; at += stride) {
    row.set(words.subarray(at, at + stride));
    words.fill(0, at, at + stride);
    copyBits(row, 0, 0, words, at, by, width - by);
    copyBits(row, 0, width - by, words, at, 0, by);
  }
}
