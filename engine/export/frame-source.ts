/**
 * Frames: the cells of one region at every k-th generation. They are read from the universe, never from a picture, so
 * two exports of the same pattern are equal with every algorithm.
 *
 * The source steps the given universe; a caller that wants to keep a state takes a snapshot or exports a copy.
 */

import type { Block } from "../core/block.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped, groupedSize, toSafeNumber } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects, isEmptyRect, unionRects } from "../core/rect.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridLeft, gridRect, gridTop, gridWidth } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import { SlicedStepper } from "./film-universe.ts";

export interface Frame {
  /** Counted from 0. */
  readonly index: number;
  readonly generation: bigint;
  /** Until the next frame is read, which may take its memory. */
  readonly block: Block;
}

/** Frames at `from`, `from + every`, ... as long as they are not past `to`. */
export interface FrameRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly every: bigint;
}

export interface ExportProgress {
  /** Finished frames. */
  readonly done: number;
  readonly frames: number;
  /** The universe's generation: it moves between frames too. */
  readonly generation: bigint;
}

export interface ExportControl {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** The first frame to read; earlier ones are skipped. Default 0. */
  readonly first?: number;
}

export interface FrameSource {
  readonly frames: number;
  readonly region: Rect;
  readonly rule: Rule;
  readonly topology: Topology;
  /** Yields each frame once, in order. Errors: `aborted`, and those of stepping and reading the universe. */
  read(control?: ExportControl): AsyncGenerator<Frame>;
  /** Whether live cells were found outside a region that was chosen automatically. Known after reading. */
  readonly cellsLeft: boolean;
}

/** Number of frames in a range. Errors: `bad-argument`, `too-large`. */
export function countFrames(range: FrameRange): number {
  const { from, to, every } = range;
  if (every < 1n)
    throw new TessellaError("bad-argument", `A frame every ${every} generations makes no sense.`);
  if (from < 0n) throw new TessellaError("bad-argument", `The first frame cannot be at generation ${from}.`);
  if (to < from) {
    throw new TessellaError(
      "bad-argument",
      `The last frame, at generation ${to}, lies before the first, at ${from}.`,
    );
  }
  return toSafeNumber((to - from) / every + 1n, "The number of frames");
}

/** The largest region packed in one piece: 2^34 cells are 2 GiB. */
const MAX_REGION_CELLS = 2n ** 34n;

/**
 * The part to show: a region, or a way to find one. A finite grid is shown whole; elsewhere `first` is the box of the
 * live cells at the first frame (cells that leave it later are noticed and reported through `cellsLeft`), and `all` is
 * the box that holds the live cells of every frame, which costs running twice.
 */
export type RegionChoice = Rect | "first" | "all";

/** The facts about a range of frames, found before the first of them is read. */
interface OpenedRange {
  readonly frames: number;
  readonly region: Rect;
  readonly pacer: SlicedStepper;
}

/**
 * Runs the universe to the first frame and settles the region.
 * Errors: `bad-argument`, `too-large`, `aborted`, and those of stepping.
 */
export async function openRange(
  universe: FilmedUniverse,
  range: FrameRange,
  region: RegionChoice,
  control: ExportControl = {},
): Promise<OpenedRange> {
  const frames = countFrames(range);
  if (range.from < universe.generation) {
    throw new TessellaError(
      "bad-argument",
      `The first frame is at generation ${grouped(range.from)}, but the pattern begins at ${grouped(universe.generation)}.`,
      { hint: "Cellular automata run forwards only." },
    );
  }
  const given = typeof region === "object" ? region : null;
  if (given) checkRegion(given);
  const pacer = new SlicedStepper(universe);
  const advance = (target: bigint): Promise<void> =>
    pacer.stepTo(target, control.signal, (generation) =>
      control.onProgress?.({ done: 0, frames, generation }),
    );
  const liveBox = async (): Promise<Rect | null> => {
    if (region !== "all") return universe.bounds();
    const start = await universe.snapshot();
    try {
      let box = await universe.bounds();
      for (let index = 1; index < frames; index++) {
        await advance(range.from + BigInt(index) * range.every);
        box = unionRects(box, await universe.bounds());
      }
      return box;
    } finally {
      // Also after a stop: the caller gets the universe back in its former state.
      await universe.restore(start);
      universe.release(start);
    }
  };
  await advance(range.from);
  const chosen = given ?? gridRect(universe.topology) ?? wholeSides(universe, await liveBox());
  checkRegion(chosen);
  return { frames, region: chosen, pacer };
}

/** The cells of a region as a source of frames. Errors: those of `openRange`, and `too-large`. */
export async function openFrames(
  universe: FilmedUniverse,
  range: FrameRange,
  region: RegionChoice,
  control: ExportControl = {},
): Promise<FrameSource> {
  if (typeof region === "object") checkSize(region);
  const { frames, region: chosen, pacer } = await openRange(universe, range, region, control);
  checkSize(chosen);
  const watch = new RegionWatch(universe, chosen, region === "first");

  async function* read(inner: ExportControl = {}): AsyncGenerator<Frame> {
    let block: Block | undefined;
    for (let index = inner.first ?? 0; index < frames; index++) {
      const generation = range.from + BigInt(index) * range.every;
      await pacer.stepTo(generation, inner.signal, (at) =>
        inner.onProgress?.({ done: index, frames, generation: at }),
      );
      throwIfAborted(inner.signal);
      block = await universe.readBlock(chosen, block);
      await watch.look(index, index === frames - 1);
      yield { index, generation, block };
      inner.onProgress?.({ done: index + 1, frames, generation });
    }
  }
  return {
    frames,
    region: chosen,
    rule: universe.rule,
    topology: universe.topology,
    read,
    get cellsLeft() {
      return watch.cellsLeft;
    },
  };
}

/** The box of the live cells, widened to the whole of a side on which the grid is finite (a tube's, a strip's). */
function wholeSides({ topology, generation }: FilmedUniverse, box: Rect | null): Rect {
  if (!box) {
    throw new TessellaError("bad-argument", `There are no live cells at generation ${generation}.`, {
      hint: "Say which region to export.",
    });
  }
  const x = gridWidth(topology) > 0 ? { x: BigInt(gridLeft(topology)), w: BigInt(gridWidth(topology)) } : {};
  const y = gridHeight(topology) > 0 ? { y: BigInt(gridTop(topology)), h: BigInt(gridHeight(topology)) } : {};
  return { ...box, ...x, ...y };
}

function checkRegion(region: Rect): void {
  if (isEmptyRect(region)) {
    throw new TessellaError(
      "bad-argument",
      `A region of ${groupedSize(region.w, region.h)} cells holds nothing to export.`,
    );
  }
}

function checkSize(region: Rect): void {
  if (region.w * region.h > MAX_REGION_CELLS) {
    throw new TessellaError(
      "too-large",
      `A frame of ${groupedSize(region.w, region.h)} cells is too large; at most 2^34 cells can be written.`,
      { hint: "Choose a smaller region." },
    );
  }
}

/**
 * Notices cells that leave a region that was chosen automatically. Asking for the bounds can cost as much as a frame,
 * so this happens at frames 1, 2, 4, 8 ... and at the last one.
 */
export class RegionWatch {
  cellsLeft = false;
  readonly #active: boolean;
  readonly #universe: FilmedUniverse;
  readonly #region: Rect;

  constructor(universe: FilmedUniverse, region: Rect, unchosen: boolean) {
    this.#universe = universe;
    this.#region = region;
    this.#active = unchosen && gridRect(universe.topology) === null;
  }

  async look(index: number, last: boolean): Promise<void> {
    if (!this.#active || this.cellsLeft || index === 0) return;
    if (!last && !Number.isInteger(Math.log2(index))) return;
    const bounds = await this.#universe.bounds();
    if (!bounds) return;
    const inside = intersectRects(bounds, this.#region);
    this.cellsLeft = inside?.w !== bounds.w || inside.h !== bounds.h;
  }
}
