/** The entry of a rule that has a name. */

import type { Fate } from "../behaviour.ts";

/** Properties to search rules by. Those that follow from the rule string are in ../traits.ts. */
export const TAGS = [
  "guns and ships",
  "oscillators",
  "replicators",
  "mazes",
  "growing crystals",
  "blobs",
  "quick ash",
  "dying cells",
] as const;
export type Tag = (typeof TAGS)[number];

export interface NamedRule {
  readonly name: string;
  /** Canonical rule text. */
  readonly rule: string;
  /** As measured (engine/bench/rule-behaviour.ts); a test measures it again. null for more than two states, which are not measured. */
  readonly fate: Fate | null;
  /** Its point of interest, in one line. */
  readonly note: string;
  readonly tags: readonly Tag[];
}

export function named(
  name: string,
  rule: string,
  fate: Fate | null,
  note: string,
  ...tags: readonly Tag[]
): NamedRule {
  return { name, rule, fate, note, tags };
}
