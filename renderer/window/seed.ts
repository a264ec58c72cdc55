/** Seeds as people type them. */

import { grouped } from "../../engine/core/integers.ts";
import { readWhole } from "../ui/read-number.ts";

const MOST_SEED = 2 ** 32 - 1;

/** Empty text means no seed. `problem`: a sentence about invalid text. */
export function parseSeed(text: string): { readonly seed: number | null; readonly problem: string | null } {
  if (text.trim() === "") return { seed: null, problem: null };
  const { value } = readWhole(text, { least: 0n, most: BigInt(MOST_SEED) });
  if (value !== null) return { seed: Number(value), problem: null };
  return { seed: null, problem: `A seed is a whole number from 0 to ${grouped(MOST_SEED)}.` };
}
