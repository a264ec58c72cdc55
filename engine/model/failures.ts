/**
 * Ranks that fail. A run over many ranks ends when one of them does, and goes on from its last checkpoint, so with a mean time M
 * between failures anywhere it pays to write one about every sqrt(2 d M) seconds, d being what one costs (J. W. Young, CACM 17,
 * 1974). Ranks that fail by chance and each by itself have an M of one rank's divided by their number.
 */

import { TessellaError } from "../core/errors.ts";
import { soupHash } from "../core/soup.ts";

export interface FailingRun {
  /** Of an undisturbed run without checkpoints. */
  readonly seconds: number;
  /** M. */
  readonly meanSeconds: number;
  /** Work between two checkpoints. */
  readonly everySeconds: number;
  /** d. */
  readonly checkpointSeconds: number;
  /** From a failure to the first generation after it. */
  readonly restartSeconds: number;
}

export interface FailureFigures {
  /** Means of the runs that were simulated. */
  readonly seconds: number;
  readonly failures: number;
  readonly checkpoints: number;
  /** The standard error of `seconds`. */
  readonly error: number;
}

/** Failures and checkpoints of one run: it makes no progress. */
const MOST_EVENTS = 1_000_000;

/** Young's interval. */
export function bestCheckpointSeconds(checkpointSeconds: number, meanSeconds: number): number {
  return Math.sqrt(2 * checkpointSeconds * meanSeconds);
}

/**
 * The mean of all such runs (J. T. Daly, Future Generation Computer Systems 22, 2006): M e^(R/M) (e^((t + d)/M) - 1) for each of the
 * pieces of t seconds.
 */
export function expectedSeconds(run: FailingRun): number {
  const { seconds, meanSeconds, everySeconds, checkpointSeconds, restartSeconds } = run;
  const growth = Math.exp(restartSeconds / meanSeconds) * meanSeconds;
  const piece = (work: number): number => growth * Math.expm1(work / meanSeconds);
  const whole = Math.max(0, Math.ceil(seconds / everySeconds) - 1);
  return whole * piece(everySeconds + checkpointSeconds) + piece(seconds - whole * everySeconds);
}

/** Runs it `repeats` times, event by event. Errors: `bad-argument` for a run that would not end. */
export function simulateFailures(run: FailingRun, repeats: number, seed: number): FailureFigures {
  let [sum, squares, failures, checkpoints] = [0, 0, 0, 0];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const one = simulateOnce(run, seed, repeat);
    sum += one.seconds;
    squares += one.seconds ** 2;
    failures += one.failures;
    checkpoints += one.checkpoints;
  }
  const mean = sum / repeats;
  const variance = Math.max(0, squares / repeats - mean * mean);
  return {
    seconds: mean,
    failures: failures / repeats,
    checkpoints: checkpoints / repeats,
    error: Math.sqrt(variance / repeats),
  };
}

function simulateOnce(run: FailingRun, seed: number, repeat: number): Omit<FailureFigures, "error"> {
  const { seconds, meanSeconds, everySeconds, checkpointSeconds, restartSeconds } = run;
  let [clock, kept, failures, checkpoints] = [0, 0, 0, 0];
  const draw = (): number => -meanSeconds * Math.log((soupHash(seed, failures, repeat) + 0.5) / 2 ** 32);
  let failure = draw();
  while (kept < seconds) {
    if (failures + checkpoints > MOST_EVENTS)
      throw new TessellaError(
        "bad-argument",
        `The run would not end: something fails every ${Math.round(meanSeconds)} s, and a checkpoint with its work takes ` +
          `${Math.round(everySeconds + checkpointSeconds)} s.`,
      );
    const last = seconds - kept <= everySeconds;
    const end = clock + (last ? seconds - kept : everySeconds + checkpointSeconds);
    if (failure < end) {
      failures++;
      // It may fail again while it starts.
      clock = failure + restartSeconds;
      failure += draw();
      continue;
    }
    clock = end;
    kept = last ? seconds : kept + everySeconds;
    if (!last) checkpoints++;
  }
  return { seconds: clock, failures, checkpoints };
}
