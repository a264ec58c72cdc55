/** The summary, shown once, after opening several files. */

import { describeError, TessellaError } from "../../engine/core/errors.ts";

export interface FileFailure {
  readonly name: string;
  readonly error: unknown;
}

/** The number of failures to name with their reasons. */
const NAMED = 3;

/** "2 of 5 files were opened. Not opened: a.rle (why), and 2 more."; null where nothing failed. */
export function summaryOf(count: number, failures: readonly FileFailure[]): string | null {
  if (failures.length === 0) return null;
  const named = failures.slice(0, NAMED).map(({ name, error }) => `${name} (${reasonOf(error)})`);
  return `${count - failures.length} of ${count} files were opened. Not opened: ${withMore(named, failures.length)}.`;
}

/** The files that an end in the middle has left unopened: "b.rle and 2 more were not opened." */
export function notOpened(names: readonly string[]): string {
  const [first, ...rest] = names;
  if (rest.length === 0) return `${first} was not opened.`;
  return `${first} and ${rest.length} more were not opened.`;
}

/** The sentence alone, without its end: place and advice would be too much in a list. */
function reasonOf(error: unknown): string {
  const sentence = error instanceof TessellaError ? error.message : describeError(error);
  return sentence.replace(/\.$/, "");
}

function withMore(named: readonly string[], count: number): string {
  const more = count - named.length;
  return named.join(", ") + (more > 0 ? `, and ${more} more` : "");
}
