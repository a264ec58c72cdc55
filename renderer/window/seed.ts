/** Seeds as people type them. */

const MOST_SEED = 2 ** 32 - 1;

/** Empty text means no seed. `problem`: a sentence about invalid text. */
export function parseSeed(text: string): { readonly seed: number | null; readonly problem: string | null } {
  const typed = text.trim();
  if (typed === "") return { seed: null, problem: null };
  const seed = Number(typed);
  if (/^\d+$/.test(typed) && seed <= MOST_SEED) return { seed, problem: null };
  return { seed: null, problem: `A seed is a whole number from 0 to ${MOST_SEED}.` };
}
