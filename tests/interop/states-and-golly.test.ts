/** HashLife on Golly's patterns of more than two states: the cells that bgolly ends with, after one leap and after steps. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { placePattern } from "../../engine/algorithms/patterns.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { findGollyPatterns } from "../../engine/node/find-program.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { runOutside } from "../support/outside.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const program = toolOrSkip("bgolly");
const folder = program ? (findGollyPatterns(program) ?? null) : null;
const scratch = mkdtempSync(join(tmpdir(), "tessella-states-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The pattern, Golly's algorithm, and how far it goes in which steps. */
const CASES = [
  ["WireWorld/primes.mc", "RuleLoader", 4096, 64],
  ["WireWorld/primes.mc", "RuleLoader", 65_536, 65_536],
  ["Loops/Langtons-Loops.rle", "RuleLoader", 2048, 256],
  ["Loops/Evoloop.rle", "RuleLoader", 1024, 1024],
  ["Loops/Perrier-Loop.rle", "RuleLoader", 1024, 128],
  ["Self-Rep/JvN/NP-replicator.rle.gz", "JvN", 8192, 1024],
  ["Generations/Delta.rle", "Generations", 300, 50],
] as const;

const filesOf = (rules: string) => (name: string) => {
  try {
    return { name, text: readFileSync(join(rules, `${name}.rule`), "utf8") };
  } catch {
    return undefined;
  }
};

/** The universe of a file's cells. */
async function open(bytes: Uint8Array, rules: string) {
  const files = filesOf(rules);
  const { pattern } = readPattern(bytes, { files });
  const init = parseUniverseRule(pattern.rule as string, { files });
  const { cells } = placePattern(pattern, init.topology);
  return (await createUniverse({ ...init, cells, algorithm: "hashlife" }, {})).universe;
}

/** The cells, wherever they lie: RLE says nothing of that. */
async function cellsOf(universe: Universe): Promise<Uint32Array> {
  return (await universe.readBlock((await universe.bounds()) as Rect)).words;
}

describe.skipIf(folder === null)("HashLife on Golly's patterns of states", () => {
  const rules = join(dirname(folder as string), "Rules");

  it.each(CASES)(
    "has the cells of %s that %s has after %i generations, by %i",
    async (path, name, to, by) => {
      const file = join(folder as string, path);
      const output = join(scratch, "out.mc");
      const flags = ["-a", name, "-q", "-q", "-s", `${rules}/`, "-m", `${to}`, "-i", `${by}`, "-o", output];
      await runOutside(program as string, [...flags, file]);
      const theirs = await open(new Uint8Array(readFileSync(output)), rules);
      const ours = await open(new Uint8Array(readFileSync(file)), rules);
      await ours.step(BigInt(to), { stride: BigInt(by) });
      expect(await ours.population()).toBe(await theirs.population());
      expect(await cellsOf(ours)).toEqual(await cellsOf(theirs));
      for (const universe of [ours, theirs]) universe.dispose();
    },
  );
});
