/**
 * Seamless loops: the first stretch of a run whose end leads back to its beginning.
 *
 * If the state of the whole universe returns, the run repeats for certain. If the camera follows the pattern, its
 * position does not count, and a spaceship loops too. But most film subjects never return as a whole: a gun's gliders
 * fly on for ever. So the search also follows the cells of the visible region. One return of those may be chance; if
 * every frame of a whole further round equals that of the round before, it is a loop.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import { hashBlock, hashMul, hashShift } from "../core/state-hash.ts";
import { backgroundOf } from "../rules/phases.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import { SlicedStepper } from "./film-universe.ts";
import type { ExportControl, FrameRange } from "./frame-source.ts";
import { countFrames } from "./frame-source.ts";

export interface FoundLoop {
  /** The frames of one round: the frame after the last equals the first. */
  readonly range: FrameRange;
  /** The pattern's displacement in a round. */
  readonly dx: bigint;
  readonly dy: bigint;
}

/** The part that has to return. */
interface LoopWish {
  /** Whether the pattern may have moved. */
  readonly moving: boolean;
  /** The cells shown throughout, if the view is fixed. */
  readonly region: Rect | null;
}

/** Larger regions are followed only as a part of the whole. */
const MOST_REGION_CELLS = 2n ** 24n;

interface Seen {
  readonly index: number;
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * Looks for a loop among the frames of the range. The universe stands at the first, and does so again afterwards.
 * Errors: `not-found` if there is none, `aborted`, and those of stepping.
 */
export async function findLoop(
  universe: FilmedUniverse,
  range: FrameRange,
  { moving, region }: LoopWish,
  control: ExportControl = {},
): Promise<FoundLoop> {
  const frames = countFrames(range);
  const pacer = new SlicedStepper(universe);
  const strobes = backgroundOf(universe.rule, universe.topology) === "strobing";
  const shown = region && region.w * region.h <= MOST_REGION_CELLS ? region : null;
  const start = await universe.snapshot();
  const seen = new Map<string, Seen>();
  const rounds = new Rounds();
  const generationOf = (index: number): bigint => range.from + BigInt(index) * range.every;
  const found = (first: number, after: number): FrameRange => ({
    from: generationOf(first),
    to: generationOf(after - 1),
    every: range.every,
  });
  try {
    for (let index = 0; index < frames; index++) {
      const generation = generationOf(index);
      await pacer.stepTo(generation, control.signal, (at) =>
        control.onProgress?.({ done: 0, frames, generation: at }),
      );
      // If a rule's background strobes, the same cells at an even and an odd generation have different futures.
      const phase = strobes ? generation % 2n : 0n;
      const box = moving ? await universe.bounds() : null;
      const [x, y] = [box?.x ?? 0n, box?.y ?? 0n];
      const key = `${hashMul(await universe.hash(), hashShift(-x, -y))} ${phase}`;
      const before = seen.get(key);
      if (before) return { range: found(before.index, index), dx: x - before.x, dy: y - before.y };
      seen.set(key, { index, x, y });
      if (!shown) continue;
      const period = rounds.next(`${hashBlock(await universe.readBlock(shown))} ${phase}`);
      if (period > 0) return { range: found(index + 1 - 2 * period, index + 1 - period), dx: 0n, dy: 0n };
    }
  } finally {
    await universe.restore(start);
    universe.release(start);
  }
  throw new TessellaError(
    "not-found",
    `No loop was found: from generation ${grouped(range.from)} to ${grouped(range.to)} nothing comes round and round again.`,
    {
      hint: "Look for it up to a later generation, choose a smaller region, or begin where the pattern has settled.",
    },
  );
}

/** Finds two consecutive rounds of the same pictures in a sequence. */
class Rounds {
  readonly #pictures: string[] = [];
  readonly #last = new Map<string, number>();
  /** The length of a round, if these are rounds, and the number of matching pictures. */
  #period = 0;
  #fitting = 0;

  /** Returns the length of a round when the second one is complete, else 0. */
  next(picture: string): number {
    const index = this.#pictures.push(picture) - 1;
    if (this.#period > 0 && this.#pictures[index - this.#period] === picture) {
      this.#fitting++;
    } else {
      const before = this.#last.get(picture);
      this.#period = before === undefined ? 0 : index - before;
      this.#fitting = 1;
    }
    this.#last.set(picture, index);
    // A still picture is a round of one; the empty picture before the first cells arrive is no loop.
    return this.#period > 1 && this.#fitting >= this.#period ? this.#period : 0;
  }
}
