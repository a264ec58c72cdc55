/**
 * Naps of a thread that looks again and again whether something has come. Each is a share of the wait so far: what comes is late by that share of
 * its own time, and a long wait costs few looks.
 */

import { now } from "../core/clock.ts";

/** The share of a wait that a nap takes, and its least and its greatest length in milliseconds. */
export interface NapLengths {
  readonly share: number;
  /** A shorter one is left out: the system's timer is coarse, and would make it longer. */
  readonly least: number;
  readonly most: number;
}

const clock = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps as the wait since that moment (of `now`) asks for, and `left` milliseconds at most. */
export function nap(
  since: number,
  { share, least, most }: NapLengths,
  left = Number.POSITIVE_INFINITY,
): void {
  const milliseconds = Math.min(share * (now() - since), most, left);
  if (milliseconds >= least) Atomics.wait(clock, 0, 0, milliseconds);
}
