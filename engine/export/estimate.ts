/**
 * The cost of an export, measured on a sample of it. At a few places of the run the code exports a frame (or a few) and
 * a short stretch of frames. The difference gives the bytes and the time of each further frame; stepping is timed on
 * the way. Afterwards the universe is restored.
 */

import { now } from "../core/clock.ts";
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

/** The output of a trial. */
export interface Trial {
  readonly bytes: number;
}

/**
 * Exports the frames of a range to a null target and holds the last of them for some more frames (default none); the
 * universe stands at the first. Errors: those of exporting.
 */
type TryExport = (range: FrameRange, control: ExportControl, hold?: number) => Promise<Trial>;

interface EstimateOptions extends ExportControl {
  /** Seconds of stepping towards later places, and about as much for the trials there. Default 3. */
  readonly budgetSeconds?: number;
  /** Frames in a stretch, at least. Default 8. */
  readonly stretch?: number;
  /** Frames exported first, for the work at the beginning. Default 1; video encoders need some to warm up. */
  readonly lead?: number;
  /** Whether another process will export, whose first frames have to warm up again. Default: no. */
  readonly cold?: boolean;
  /** Number of extra frames that hold the last one, if that costs something: video repeats it for each. Default 0. */
  readonly hold?: number;
}

/** Held frames in a trial: this many to warm up, and at most this many more, the distance of key frames. */
const HELD_LEAD = 20;
const HELD_MOST = 250;

/**
 * Places of the samples, as shares of the run: most of the change in a soup comes early. With slow frames there is time
 * for few, and the end is worth more than a second look at the beginning.
 */
const PLACES = [
  [0, 0.02, 0.1, 0.35, 1],
  [0, 0.1, 0.35, 1],
  [0, 0.2, 1],
  [0, 1],
] as const;

/**
 * Length of a stretch in seconds, so that the clock's resolution and a garbage collection hardly count; and its most
 * frames.
 */
const LONG_ENOUGH = 0.2;
const LONGEST = 512;

interface Sample {
  readonly frame: number;
  /** The fixed cost of an export, and the cost of each frame. */
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
  const began = now();
  const spent = (): number => (now() - began) / 1000;
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
      const before = now();
      const { bytes } = await attempt(part, control, held);
      return { bytes, seconds: (now() - before) / 1000 };
    } finally {
      await universe.restore(here);
      universe.release(here);
    }
  };
  /**
   * The cost of holding the last frame, estimated from a frame near it: a few of its repetitions, and the cost of each
   * further one.
   */
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
    // First trials warm everything up: their extra time counts once if the export has to warm up as well, and else not
    // at all. With cheap frames more of them are needed for a measurement.
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
      // Frames may cost more here than at the beginning of the run.
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
      // Stepping was too slow to get there: the known samples have to do.
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

/** The cost of all frames: that of each stretch, linear between stretches, and the last stretch's from there on. */
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

/** Brings the universe to a frame, or to an earlier one when time is up. Returns the frame reached. */
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
    // In leaps short enough to notice the time.
    here = Math.min(goal, here + Math.max(1, Math.ceil((goal - here) / 16)));
    await pacer.stepTo(generationOf(here), signal, () => {});
  }
  return here;
}
