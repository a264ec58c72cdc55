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

/** How long a nap is to be, as the wait since that moment (of `now`) asks for. */
export function napLength(since: number, { share, most }: NapLengths): number {
  return Math.min(share * (now() - since), most);
}

/** Sleeps so long, and `left` milliseconds at most. */
export function nap(since: number, lengths: NapLengths, left = Number.POSITIVE_INFINITY): void {
  const milliseconds = Math.min(napLength(since, lengths), left);
  if (milliseconds >= lengths.least) sleep(milliseconds);
}

export function sleep(milliseconds: number): void {
  Atomics.wait(clock, 0, 0, milliseconds);
}

let hasWaited = false;

/** Says that the thread has waited for something else and will again, so that nobody else need make it rest. */
export function noteWait(): void {
  hasWaited = true;
}

/** Whether that was said since this was asked last. */
export function takeWait(): boolean {
  const waited = hasWaited;
  hasWaited = false;
  return waited;
}
