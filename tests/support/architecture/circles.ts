// Circles of files: files that reach each other by imports, those of types included. Nobody can read, test or move one of
// them without all the others.

import { importedFile } from "./import-rules.ts";
import type { SourceFacts } from "./source-facts.ts";

/** Each circle as its files in alphabetical order (Tarjan's strongly connected components). Lazy pages and workers count too. */
export function circlesOf(files: ReadonlyMap<string, SourceFacts>): string[][] {
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  const visit = (path: string): void => {
    indices.set(path, indices.size);
    let low = indices.size - 1;
    open.push(path);
    for (const fact of files.get(path)?.imports ?? []) {
      const target = importedFile(path, fact);
      if (target === null || !files.has(target)) continue;
      if (!indices.has(target)) visit(target);
      // A file that was left for good belongs to another component.
      if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? (indices.get(target) as number));
    }
    lowest.set(path, low);
    if (low !== indices.get(path)) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const path of files.keys()) if (!indices.has(path)) visit(path);
  return circles.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}
