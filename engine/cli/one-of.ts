/** A word out of a few, as it is typed. */

import { nearest } from "../core/nearest.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The one of `words`, which are in lower case, that `typed` is in any case. `refusal` begins the sentence about another:
 * `There is no theme` or `--flip knows no`. Errors: UsageError, with the nearest word, or with all of them.
 */
export function oneOf<T extends string>(typed: string, words: readonly T[], refusal: string): T {
  const plain = typed.trim().toLowerCase();
  const found = words.find((word) => word === plain);
  if (found !== undefined) return found;
  const meant = nearest(plain, words);
  throw new UsageError(
    `${refusal} "${typed}".`,
    meant ? `Did you mean ${meant}?` : `There are: ${words.join(", ")}.`,
  );
}
