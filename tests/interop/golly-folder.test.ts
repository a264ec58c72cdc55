/**
 * The folder of patterns that comes with Golly, file by file: what is two-state and of the nearest neighbours, or Generations, opens
 * here and is after 100 generations what bgolly makes of it, cell for cell in place; everything else is refused by naming its family.
 *
 * Which files those are is not taken from the reader under test: it is told by the rule in the file's own text, and the
 * counts below are those of Debian's golly 3.3 (353 files: 222 to run, five of them LifeHistory, and 131 of other kinds).
 */

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { placePattern, universeRuleFor } from "../../engine/algorithms/patterns.ts";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { withRuns } from "../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";
import { sameShape } from "../support/bgolly.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const bgolly = toolOrSkip("bgolly");
const PATTERNS = "/usr/share/golly/Patterns";
const GENERATIONS = 100n;
const folder = mkdtempSync(join(tmpdir(), "tessella-golly-folder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = existsSync(PATTERNS)
  ? (readdirSync(PATTERNS, { recursive: true }) as string[])
      .filter((name) => statSync(join(PATTERNS, name)).isFile())
      .sort()
  : [];

/** The rule in a file's own words; null for a file that is none of Golly's pattern formats. */
function ruleInside(name: string): string | null {
  if (!/\.(rle|mc|mcl|lif)(\.gz)?$/.test(name)) return null;
  const bytes = readFileSync(join(PATTERNS, name));
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("latin1");
  const said =
    /^#GOLLY +(.+)$/m.exec(text) ??
    /^#RULE +(.+)$/m.exec(text) ??
    /^x *=.*?rule *= *(.+)$/m.exec(text) ??
    /^#[Rr] +([BSWw]?\d.*|[0-8]*\/.*|[A-Za-z].*)$/m.exec(text);
  return (said?.[1] ?? "B3/S23").trim();
}

const OUTER = /^(B?[0-8]*\/S?[0-8]*|S[0-8]*\/B[0-8]*|B[0-8]+|Life)[HV]?(:.*)?$/i;
/** Two states, and more than counting: letters, a table, one dimension. */
const TABLE = /^(B[\da-z-]*[/_]S[\da-z-]*|[\da-z-]*\/[\da-z-]*|MAP[^/]*|W\d+)(:.*)?$/i;
const STATED = /^\d*\/\d*\/\d+[HV]?(:.*)?$/i;
const LARGER = /^R\d+,C\d+,M/;
const isLifeHistory = (rule: string): boolean => /^LifeHistory(:.*)?$/i.test(rule);

/** By the folder it lies in or the rule it names, what a refusal has to say. */
const FAMILIES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.lua$/, /Lua script for Golly/],
  [/Non-Totalistic\/.*\.zip$/, /ZIP archive holds no pattern file/],
  [/Flow6\.zip$/, /ZIP archive holds \d+ patterns/],
  [/Langtons-ant\.zip$/, /WireWorld/],
  [/CY_Lee_computer\.zip$/, /von Neumann multi-state/],
  [/\.zip$/, /rule tables and trees/],
  [/^Turmites\//, /turmites and ants/],
  [/^Patersons-Worms\//, /Paterson's worms/],
  [/^Margolus\//, /Margolus/],
  [/^Loops\//, /self-replicating loops/],
  [/^WireWorld\//, /WireWorld/],
  [/^Self-Rep\/(Codd|Devore|Banks|JvN|Nobili|Hutton)/, /von Neumann multi-state/],
];

interface Result {
  readonly hash: bigint;
  readonly population: bigint;
}

async function universeOf(pattern: Pattern): Promise<Universe> {
  const { rule, topology } = universeRuleFor(pattern);
  const { cells } = placePattern(pattern, topology);
  const { generation } = pattern;
  return (await createUniverse({ rule, topology, cells, generation }, {})).universe;
}

async function resultOf(pattern: Pattern, until: bigint | null): Promise<Result> {
  const universe = await universeOf(pattern);
  try {
    if (until !== null) await universe.step(until);
    return { hash: await universe.hash(), population: await universe.population() };
  } finally {
    universe.dispose();
  }
}

/** What bgolly says of a file at that generation. HashLife tells the place too; the other takes rules that strobe and grids. */
async function gollys(
  path: string,
  at: bigint,
  algorithm: "HashLife" | "QuickLife" | "Generations" | "Larger than Life",
  n: number,
): Promise<Pattern> {
  const output = join(
    folder,
    `out${n}.${algorithm === "QuickLife" || algorithm === "Larger than Life" ? "rle" : "mc"}`,
  );
  rmSync(output, { force: true });
  const step = algorithm === "HashLife" ? "100" : "1";
  const flags = ["-a", algorithm, "-q", "-q", "-m", `${at}`, "-i", step, "-o", output, path];
  await promisify(execFile)(bgolly as string, flags, { timeout: 60_000 });
  return readPattern(readFileSync(output)).pattern;
}

async function compare(name: string, rule: string, n: number): Promise<void> {
  const path = join(PATTERNS, name);
  const { pattern } = readPattern(readFileSync(path));
  const until = pattern.generation + GENERATIONS;
  const ours = await resultOf(pattern, until);
  const strobes = /^B0/.test(rule);
  const hasGrid = rule.includes(":");
  // bgolly reads no LifeHistory: it gets the two-state cells, as they were read here.
  const copy = join(folder, `in${n}.rle`);
  if (isLifeHistory(rule)) writeFileSync(copy, writePattern(pattern, "rle"));
  const input = isLifeHistory(rule) ? copy : path;
  const stated = STATED.test(rule);
  const larger = LARGER.test(rule);
  const theirs = await gollys(
    input,
    until,
    larger ? "Larger than Life" : stated ? "Generations" : strobes || hasGrid ? "QuickLife" : "HashLife",
    n,
  );
  if (stated || (!strobes && !hasGrid && !larger)) {
    expect(theirs.generation, name).toBe(until);
    expect(await resultOf(theirs, null), name).toEqual(ours);
    return;
  }
  // The RLE of the others says nothing about the place: shapes are compared.
  const universe = await universeOf(pattern);
  await universe.step(until);
  expect(sameShape(await universe.readRuns(), withRuns(theirs).cells), name).toBe(true);
  universe.dispose();
}

describe.skipIf(!bgolly || files.length === 0)("Golly's folder of patterns", () => {
  const rules = new Map(files.map((name) => [name, ruleInside(name)]));
  const runs = files.filter((name) => {
    const rule = rules.get(name);
    return rule && [OUTER, TABLE, STATED, LARGER].some((known) => known.test(rule) || isLifeHistory(rule));
  });
  const refused = files.filter((name) => !runs.includes(name));

  it("opens every two-state file and runs it to bgolly's cells", {
    timeout: 240_000,
  }, async () => {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let n = next++; n < runs.length; n = next++)
        await compare(runs[n], rules.get(runs[n]) as string, n);
    };
    // bgolly computes beside what is computed here.
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism() + 1) }, worker));
    expect(runs.length).toBeGreaterThanOrEqual(238);
    expect(runs.filter((name) => isLifeHistory(rules.get(name) as string)).length).toBeGreaterThanOrEqual(5);
  });

  it("refuses each other file by naming its family", () => {
    for (const name of refused) {
      // The one archive here whose pattern is LifeHistory.
      if (name.endsWith("h-to-h-collection-26Aug2017.zip")) {
        expect(readPattern(readFileSync(join(PATTERNS, name))).pattern.rule).toBe("B3/S23");
        continue;
      }
      let said = "it opened";
      try {
        readPattern(readFileSync(join(PATTERNS, name)));
      } catch (error) {
        expect(error).toBeInstanceOf(TessellaError);
        expect(["unsupported-rule", "unsupported-format"], name).toContain((error as TessellaError).code);
        said = describeError(error);
      }
      const due = FAMILIES.find(([file]) => file.test(name))?.[1] ?? /of the family|rule tables and trees/;
      expect(said, name).toMatch(due);
    }
    expect(refused.length + runs.length).toBe(files.length);
  });
});
