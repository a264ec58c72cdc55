/** Numbers for properties, as likely in one part of their stretch as in another. */

import fc from "fast-check";

const STEPS = 2 ** 24;

/**
 * A number from `min` to `max`, both included. `fc.double` draws among the numbers that a computer has, most of which lie
 * close to 0: from 0 to 6 it hardly ever says 4.
 */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: STEPS }).map((step) => min + (max - min) * (step / STEPS));
}
