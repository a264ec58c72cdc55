/** What is known of a rule that has a name. */

import type { Fate } from "../behaviour.ts";

/** What somebody might look for who has no name; what a rule string says by itself is in ../traits.ts. */
export const TAGS = [
  "guns and ships",
  "oscillators",
  "replicators",
  "mazes",
  "growing crystals",
  "blobs",
  "quick ash",
] as const;
export type Tag = (typeof TAGS)[number];

export interface NamedRule {
  readonly name: string;
  /** Canonical rule text. */
  readonly rule: string;
  /** As measured (engine/bench/rule-behaviour.ts); a test measures it again. */
  readonly fate: Fate;
  /** What is interesting about it, in one line. */
  readonly note: string;
  readonly tags: readonly Tag[];
}

export function named(
  name: string,
  rule: string,
  fate: Fate,
  note: string,
  ...tags: readonly Tag[]
): NamedRule {
  return { name, rule, fate, note, tags };
}
