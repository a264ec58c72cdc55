// What a worker loads: nothing that only another one serves.

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readFacts } from "../../support/architecture/source-facts.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Every file whose code is reached from an entry. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { specifier, typeOnly } of readFacts(path, readFileSync(`${root}/${path}`, "utf8")).imports) {
      const target = posix.join(posix.dirname(path), specifier);
      if (!typeOnly && specifier.startsWith(".") && target.endsWith(".ts")) waiting.push(target);
    }
  }
  return reached;
}

it("a document's worker loads neither analysis nor benchmarks nor exports", () => {
  const reached = [...reachedFrom("engine/worker/universe-worker.ts")];
  expect(reached).toContain("engine/algorithms/cpu/bitwise.ts");
  expect(reached.filter((path) => /^engine\/(analysis|bench|export)\//.test(path))).toEqual([]);
});
