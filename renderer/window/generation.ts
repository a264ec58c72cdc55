/** Generations as people type them. */

import type { ReadNumber } from "../ui/read-number.ts";
import { readWhole } from "../ui/read-number.ts";

/** A number of its own, or, where there is a generation to count from, one with a sign: +100, -1e6. */
export function readGeneration(text: string, from: bigint | null): ReadNumber<bigint> {
  const read = readWhole(text);
  if (read.value === null) return read;
  const target = from !== null && /^\s*[+\-−–]/.test(text) ? from + read.value : read.value;
  if (target >= 0n) return { value: target, problem: null };
  return { value: null, problem: "There is no generation before 0." };
}
