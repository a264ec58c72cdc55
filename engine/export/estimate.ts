/**
 * What an export will cost, found out by doing a little of it. At a few places spread over the run the universe is brought
 * there, and a single frame and a short stretch of frames are exported into nothing. The stretch less the frame gives
 * what each further frame adds, in bytes and in time; stepping is timed on the way. The universe is put back afterwards.
 */

import { throwIfAborted } from "../core/errors.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import { Pacer } from "./film-universe.ts";
import type { ExportControl, FrameRange } from "./frame-source.ts";
import { countFrames } from "./frame-source.ts";

export interface Estimate {
  readonly frames: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** What a trial wrote. */
export interface Trial {
  readonly bytes: number;
}

/** Exports the frames of a range into nothing; the universe stands at its first. Errors: those of exporting. */
export type TryExport = (range: FrameRange, control: ExportControl) => Promise<Trial>;

export interface EstimateOptions extends ExportControl {
  /** Sampling ends soon after so long. Default 3 seconds. */
  readonly budgetSeconds?: number;
  /** Frames in a stretch. Default 8. */
  readonly stretch?: number;
}

const PLACES = 5;

interface Sample {
  /** What the export takes whatever the number of frames, and what each frame adds. */
  readonly bytes: number;
  readonly frameBytes: number;
  readonly seconds: number;
  readonly frameSeconds: number;
}

/** Errors: `bad-argument`, `aborted`, and those of the trials. */
export async function estimateExport(
  universe: FilmedUniverse,
  range: FrameRange,
  attempt: TryExport,
  { signal, budgetSeconds = 3, stretch = 8 }: EstimateOptions = {},
): Promise<Estimate> {
  const frames = countFrames(range);
  const pacer = new Pacer(universe);
  const control: ExportControl = { signal };
  const began = performance.now();
  const spent = (): number => (performance.now() - began) / 1000;
  const start = await universe.snapshot();
  /** Exports `count` frames from frame `first` on, where the universe stands, and brings it back there. */
  const trial = async (
    first: number,
    count: number,
  ): Promise<{ readonly bytes: number; readonly seconds: number }> => {
    throwIfAborted(signal);
    const from = range.from + BigInt(first) * range.every;
    const part = { from, to: from + BigInt(count - 1) * range.every, every: range.every };
    const here = await universe.snapshot();
    try {
      const before = performance.now();
      const { bytes } = await attempt(part, control);
      return { bytes, seconds: (performance.now() - before) / 1000 };
    } finally {
      await universe.restore(here);
      universe.release(here);
    }
  };
  try {
    await pacer.stepTo(range.from, signal, () => {});
    const toStart = spent();
    if (frames <= 2 * stretch) {
      const { bytes, seconds } = await trial(0, frames);
      return { frames, bytes, seconds: toStart + seconds };
    }
    // A first trial warms everything up and is not counted.
    await trial(0, stretch);
    const samples: Sample[] = [];
    for (let place = 0; place < PLACES; place++) {
      const goal = Math.floor((place * (frames - stretch)) / (PLACES - 1));
      const first = await stepTowards(universe, pacer, range, goal, signal, () => spent() > budgetSeconds);
      const one = await trial(first, 1);
      const many = await trial(first, stretch);
      const frameBytes = Math.max(0, (many.bytes - one.bytes) / (stretch - 1));
      const frameSeconds = Math.max(0, (many.seconds - one.seconds) / (stretch - 1));
      samples.push({
        bytes: Math.max(0, one.bytes - frameBytes),
        frameBytes,
        seconds: Math.max(0, one.seconds - frameSeconds),
        frameSeconds,
      });
      if (first < goal || spent() > budgetSeconds) break;
    }
    const mean = (of: (sample: Sample) => number): number =>
      samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
    return {
      frames,
      bytes: Math.round(mean((s) => s.bytes) + mean((s) => s.frameBytes) * frames),
      seconds: toStart + mean((s) => s.seconds) + mean((s) => s.frameSeconds) * frames,
    };
  } finally {
    await universe.restore(start);
    universe.release(start);
  }
}

/** Brings the universe to a frame, or to an earlier one when time is up. Answers which. */
async function stepTowards(
  universe: FilmedUniverse,
  pacer: Pacer,
  range: FrameRange,
  goal: number,
  signal: AbortSignal | undefined,
  isLate: () => boolean,
): Promise<number> {
  const generationOf = (frame: number): bigint => range.from + BigInt(frame) * range.every;
  let here = Number((universe.generation - range.from) / range.every);
  while (here < goal && !isLate()) {
    // In leaps that leave a chance to notice the time.
    here = Math.min(goal, here + Math.max(1, Math.ceil((goal - here) / 16)));
    await pacer.stepTo(generationOf(here), signal, () => {});
  }
  return here;
}
