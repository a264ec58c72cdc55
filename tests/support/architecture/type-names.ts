// A word means one thing: the name of an exported type, interface or class is unique in the repository's product code.

import type { SourceFacts } from "./source-facts.ts";

/** Names that several files declare and export, each with its places. */
export function doubledTypeNames(files: ReadonlyMap<string, SourceFacts>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, { exportedTypes }] of files) {
    for (const { name, line } of exportedTypes) {
      places.set(name, [...(places.get(name) ?? []), `${path}:${line}`]);
    }
  }
  return [...places]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `${name}: ${where.join(", ")}`)
    .sort();
}
