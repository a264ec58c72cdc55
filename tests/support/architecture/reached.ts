// What is loaded along with a file: lazily or at once, in a worker or not, but not what the compiler erases.

import { importedFile } from "./import-rules.ts";
import type { SourceFacts } from "./source-facts.ts";

/** Every file whose code is reached from an entry, that included. */
export function reachedFrom(entry: string, files: ReadonlyMap<string, SourceFacts>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const fact of files.get(path)?.imports ?? []) {
      const target = importedFile(path, fact);
      if (!fact.typeOnly && target !== null && files.has(target)) waiting.push(target);
    }
  }
  return reached;
}
