/**
 * Times one algorithm on one soup, in the thread that holds its cells: in the command line's process or in one of the
 * studio's workers.
 */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import type { SoupFigures, SoupJob, StretchLength, TimedStretch } from "./gpu-bench.ts";
import { SoupClock } from "./soup-run.ts";

/**
 * A soup settles, and algorithms that skip settled areas would become faster the longer it ran. So no stretch goes far
 * from its soup; if that is too short for the clock, the stretch is repeated. A GPU needs more generations than a CPU,
 * or the clock would mostly see the wait for its first and last.
 */
const MOST_GENERATIONS = { cpu: 100, gpu: 10_000 } as const;
const MOST_TURNS = 1000;
/** A stretch of one generation that takes longer than this is timed once. */
const LONG_SECONDS = 8;

/** Errors: those of creating and stepping the universe, `aborted`. */
export async function soupFigures(
  job: SoupJob,
  environment: AlgorithmEnvironment,
  signal?: AbortSignal,
): Promise<SoupFigures> {
  const clock = await SoupClock.create(job, environment, signal);
  try {
    const adapter = clock.universe.adapter ?? null;
    const hash = job.checkGenerations === null ? null : await hashAfter(clock, job.checkGenerations);
    if (job.repeats === 0) return { adapter, stretches: [], generations: 0, hash };
    const { stretch, first } = job.length
      ? await again(clock, job.length)
      : await calibrate(clock, job.milliseconds);
    const once = stretch.generations === 1 && first.seconds > LONG_SECONDS;
    const stretches = once ? [first] : [];
    while (!once && stretches.length < job.repeats) stretches.push(await timeStretch(clock, stretch));
    return { adapter, stretches, generations: stretch.generations, hash };
  } finally {
    clock.dispose();
  }
}

async function hashAfter(clock: SoupClock, generations: number): Promise<bigint> {
  await clock.begin();
  await clock.universe.step(BigInt(generations));
  return clock.universe.hash();
}

async function timeStretch(clock: SoupClock, { generations, turns }: StretchLength): Promise<TimedStretch> {
  const taken: TimedStretch[] = [];
  for (let turn = 0; turn < turns; turn++) taken.push(await clock.time(generations));
  const sum = (read: (one: TimedStretch) => number | null): number | null =>
    taken.reduce<number | null>((all, one) => {
      const value = read(one);
      return all === null || value === null ? null : all + value;
    }, 0);
  return {
    seconds: taken.reduce((all, { seconds }) => all + seconds, 0),
    generations: generations * turns,
    submits: sum(({ submits }) => submits),
    gpuSeconds: sum(({ gpuSeconds }) => gpuSeconds),
  };
}

/** One that does not count: the universe is a new one. */
async function again(
  clock: SoupClock,
  stretch: StretchLength,
): Promise<{ readonly stretch: StretchLength; readonly first: TimedStretch }> {
  return { stretch, first: await timeStretch(clock, stretch) };
}

/**
 * A stretch that is long enough. The first one of its length also compiles what it needs and tries what is fastest, so a
 * length counts only when a second stretch of it was long enough too.
 */
async function calibrate(
  clock: SoupClock,
  milliseconds: number,
): Promise<{ readonly stretch: StretchLength; readonly first: TimedStretch }> {
  const most = clock.universe.adapter === undefined ? MOST_GENERATIONS.cpu : MOST_GENERATIONS.gpu;
  let stretch: StretchLength = { generations: 1, turns: 1 };
  for (let again = false; ; ) {
    const first = await timeStretch(clock, stretch);
    const { seconds } = first;
    const enough = seconds * 1000 >= milliseconds || stretch.turns >= MOST_TURNS;
    if (enough && (again || seconds > LONG_SECONDS)) return { stretch, first };
    again = enough;
    if (!enough) stretch = longer(stretch, milliseconds / Math.max(seconds * 1000, 0.001), most);
  }
}

/** So many times as long, and a little more; not too much at once, since the first ones are slow. */
function longer({ generations, turns }: StretchLength, factor: number, most: number): StretchLength {
  const wanted = Math.ceil(generations * turns * Math.min(16, factor * 1.2)) + 1;
  if (wanted <= most) return { generations: wanted, turns: 1 };
  return { generations: most, turns: Math.min(MOST_TURNS, Math.ceil(wanted / most)) };
}
