/**
 * What an export will cost, found out by doing a little of it. At a few places of the run the universe is brought
 * there, and a frame (or a few) and a short stretch of frames are exported for once. The stretch less those gives
 * what each further frame adds, in bytes and in time; stepping is timed on the way. The universe is put back afterwards.
 */

import { throwIfAborted } from "../core/errors.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import { SlicedStepper } from "./film-universe.ts";
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

/**
 * Exports the frames of a range into nothing, the last of them held for so many more (default none); the universe stands at the first.
 * Errors: those of exporting.
 */
type TryExport = (range: FrameRange, control: ExportControl, hold?: number) => Promise<Trial>;

interface EstimateOptions extends ExportControl {
  /** So long is stepped towards places further on, and about as long is tried there. Default 3 seconds. */
  readonly budgetSeconds?: number;
  /** Frames in a stretch, at least. Default 8. */
  readonly stretch?: number;
  /** Frames that are exported first, for what there is to do at the beginning. Default 1; video needs some to get going. */
  readonly lead?: number;
  /** Whether another process will export, whose first frames have to warm everything up again. Default: no. */
  readonly cold?: boolean;
  /** For how many frames more the last one is shown, where that costs something: video has it again for each. Default 0. */
  readonly hold?: number;
}

/** Held frames that are tried: so many to get going, and at most so many more, as far as key frames lie apart. */
const HELD_LEAD = 20;
const HELD_MOST = 250;

/**
 * Where samples are taken, as shares of the run: most of what changes in a soup changes soon. Where frames take long there is
 * time for few, and the end is worth more than a second look at the beginning.
 */
const PLACES = [
  [0, 0.02, 0.1, 0.35, 1],
  [0, 0.1, 0.35, 1],
  [0, 0.2, 1],
  [0, 1],
] as const;

/** Seconds that a stretch is to take, so that the clock and a pause for garbage hardly count; and its most frames. */
const LONG_ENOUGH = 0.2;
const LONGEST = 512;

interface Sample {
  readonly frame: number;
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
  {
    signal,
    budgetSeconds = 3,
    stretch: shortest = 8,
    lead = 1,
    cold = false,
    hold = 0,
  }: EstimateOptions = {},
): Promise<Estimate> {
  let stretch = shortest;
  const frames = countFrames(range);
  const pacer = new SlicedStepper(universe);
  const control: ExportControl = { signal };
  const began = performance.now();
  const spent = (): number => (performance.now() - began) / 1000;
  const start = await universe.snapshot();
  /** Exports `count` frames from frame `first` on, where the universe stands, and brings it back there. */
  const trial = async (
    first: number,
    count: number,
    held?: number,
  ): Promise<{ readonly bytes: number; readonly seconds: number }> => {
    throwIfAborted(signal);
    const from = range.from + BigInt(first) * range.every;
    const part = { from, to: from + BigInt(count - 1) * range.every, every: range.every };
    const here = await universe.snapshot();
    try {
      const before = performance.now();
      const { bytes } = await attempt(part, control, held);
      return { bytes, seconds: (performance.now() - before) / 1000 };
    } finally {
      await universe.restore(here);
      universe.release(here);
    }
  };
  /** What holding the last frame adds, as far as a frame near it tells: a few of its repetitions, and what each further one takes. */
  const holding = async (frame: number): Promise<{ readonly bytes: number; readonly seconds: number }> => {
    if (hold === 0) return { bytes: 0, seconds: 0 };
    const more = Math.min(hold, HELD_MOST);
    const few = await trial(frame, 1, HELD_LEAD);
    const many = await trial(frame, 1, HELD_LEAD + more);
    const share = hold / more;
    return {
      bytes: share * Math.max(0, many.bytes - few.bytes),
      seconds: share * Math.max(0, many.seconds - few.seconds),
    };
  };
  try {
    await pacer.stepTo(range.from, signal, () => {});
    const toStart = spent();
    if (frames <= 2 * stretch) {
      const { bytes, seconds } = await trial(0, frames);
      const held = await holding(0);
      return { frames, bytes: Math.round(bytes + held.bytes), seconds: toStart + seconds + held.seconds };
    }
    // First trials warm everything up: what they take longer than those that follow is counted once, where the export has to
    // do the same, and else not at all. Where frames are cheap, more are needed to tell how cheap.
    let seconds = 0;
    const warming = { trials: 0, frames: 0, seconds: 0 };
    for (let short = true; short; ) {
      seconds = (await trial(0, stretch)).seconds;
      warming.trials++;
      warming.frames += stretch;
      warming.seconds += seconds;
      short =
        seconds < LONG_ENOUGH &&
        2 * stretch <= LONGEST &&
        16 * stretch <= frames &&
        spent() < budgetSeconds / 3;
      if (short) stretch *= 2;
    }
    const samples: Sample[] = [];
    const sampled = seconds * (1 + lead / stretch);
    const places = PLACES.find((list) => list.length * sampled <= budgetSeconds - spent()) ?? PLACES[3];
    for (const share of places) {
      const goal = Math.floor(share * (frames - stretch));
      if (goal < (samples.at(-1)?.frame ?? -stretch) + stretch) continue;
      const stepping = spent();
      const isLate = (): boolean => spent() - stepping > budgetSeconds / places.length;
      const frame = await stepTowards(universe, pacer, range, goal, signal, isLate);
      const little = await trial(frame, lead);
      // Frames may be dearer here than where the run begins.
      const enough = Math.ceil((LONG_ENOUGH * lead) / little.seconds);
      const tried = Math.max(shortest, Math.min(stretch, enough));
      const many = await trial(frame, tried);
      const frameBytes = Math.max(0, (many.bytes - little.bytes) / (tried - lead));
      const frameSeconds = Math.max(0, (many.seconds - little.seconds) / (tried - lead));
      samples.push({
        frame,
        bytes: Math.max(0, little.bytes - lead * frameBytes),
        frameBytes,
        seconds: Math.max(0, little.seconds - lead * frameSeconds),
        frameSeconds,
      });
      // Stepping was too slow to get there: what is known has to do.
      if (frame < goal) break;
    }
    const held = await holding((samples.at(-1) as Sample).frame);
    const [first] = samples;
    const warmed = warming.trials * first.seconds + warming.frames * first.frameSeconds;
    const mean = (of: (sample: Sample) => number): number =>
      samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
    return {
      frames,
      bytes: Math.round(
        mean((s) => s.bytes) + sumOver(samples, frames, stretch, (s) => s.frameBytes) + held.bytes,
      ),
      seconds:
        toStart +
        (cold ? Math.max(0, warming.seconds - warmed) : 0) +
        mean((s) => s.seconds) +
        sumOver(samples, frames, stretch, (s) => s.frameSeconds) +
        held.seconds,
    };
  } finally {
    await universe.restore(start);
    universe.release(start);
  }
}

/** All frames' share: that of each stretch, between stretches what changes evenly from one to the next, and the last's on. */
function sumOver(
  samples: readonly Sample[],
  frames: number,
  stretch: number,
  of: (sample: Sample) => number,
): number {
  let sum = 0;
  for (const [i, sample] of samples.entries()) {
    const next = samples[i + 1] ?? { ...sample, frame: frames };
    sum += stretch * of(sample) + ((next.frame - sample.frame - stretch) * (of(sample) + of(next))) / 2;
  }
  return sum;
}

/** Brings the universe to a frame, or to an earlier one when time is up. Answers which. */
async function stepTowards(
  universe: FilmedUniverse,
  pacer: SlicedStepper,
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
