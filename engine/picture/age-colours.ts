/** The age of cells, in frames, as one of a few colours. */

import type { Theme } from "./themes.ts";
import { blend } from "./themes.ts";

/** The number of ages with colours of their own. */
export const AGE_STEPS = 8;

/**
 * The step of each number of frames that a cell has lived, up to 127: each step begins at twice the frames of the
 * last.
 */
export const AGE_STEP_OF = Uint8Array.from({ length: 128 }, (_, frames) =>
  Math.min(AGE_STEPS - 1, 32 - Math.clz32(frames)),
);

export function ageColour({ ages }: Theme, step: number): number {
  const last = ages.length - 1;
  const at = step * last;
  const from = Math.floor(at / (AGE_STEPS - 1));
  return blend(ages[from], ages[Math.min(last, from + 1)], at - from * (AGE_STEPS - 1), AGE_STEPS - 1);
}
