/** The entry of a rule that has a name. */

import type { Fate } from "../behaviour.ts";
import type { Neighbourhood } from "../rule.ts";

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
  "machines",
] as const;
export type Tag = (typeof TAGS)[number];

export interface NamedRule {
  readonly name: string;
  /** Canonical rule text. */
  readonly rule: string;
  /** As measured (engine/bench/rule-behaviour.ts); a test measures it again. null where soup is nothing to go by: machines, and wires. */
  readonly fate: Fate | null;
  /** Its point of interest, in one line. */
  readonly note: string;
  readonly tags: readonly Tag[];
  /** Given where it is not read from the rule, which would take a moment to make. */
  readonly neighbourhood?: Neighbourhood;
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
