/**
 * The folder of patterns that comes with Golly, file by file: what is of two states and the nearest neighbours, or Generations, is after
 * 100 generations (2 where a rule reaches far) what bgolly makes of it, cell for cell in place; what has a rule by name (tables, trees, JvN29 and its kin, LifeHistory)
 * after 37, state for state.
 *
 * Which files those are is not taken from the reader under test: it is told by the rule in the file's own text, and the
 * counts below are those of Debian's golly 3.3 (353 files).
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { placePattern, universeRuleFor } from "../../engine/algorithms/patterns.ts";
import { cellsBounds } from "../../engine/core/cells.ts";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { withRuns } from "../../engine/core/pattern.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { patternsInside } from "../../engine/formats/zip.ts";
import { ruleFilesIn } from "../../engine/node/rule-files.ts";
import { sameShape } from "../support/bgolly.ts";
import { runOutside } from "../support/outside.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const bgolly = toolOrSkip("bgolly");
const PATTERNS = "/usr/share/golly/Patterns";
const RULES = "/usr/share/golly/Rules";
const ruleFiles = ruleFilesIn([RULES]);
const GENERATIONS = 100n;
/** Rules that look at least 100 cells far: a generation of theirs takes a tenth of a second and more, and reaches all over a pattern. */
const FAR = /^R\d{3},/;
const FAR_GENERATIONS = 2n;
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

const COUNTED = /^(R\d+,|\d+,)/;
/** Golly's algorithm for the rules that it has by name or in files. */
const named = (rule: string): string => (/^(JvN|Nobili|Hutton)/.test(rule) ? "JvN" : "RuleLoader");
/** Larger ones are only opened: bgolly takes long for them. */
const MOST_CELLS = 2 ** 23;
const NAMED_GENERATIONS = 37n;

/** The files that hold no pattern, and what is said of them. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "Life-Like/alt-wicks.lua": /Lua script for Golly/,
  "Life/Oscillators/p59-glider-loop.lua": /Lua script for Golly/,
  "Non-Totalistic/unit-fraction-orthogonal-spaceships.zip": /holds no pattern file/,
};

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

const resultOf = async (universe: Universe): Promise<Result> => ({
  hash: await universe.hash(),
  population: await universe.population(),
});

/** Looks at a pattern's universe at a generation, or where it begins. */
async function lookAt<T>(
  pattern: Pattern,
  until: bigint | null,
  look: (universe: Universe) => Promise<T>,
): Promise<T> {
  const universe = await universeOf(pattern);
  try {
    if (until !== null) await universe.step(until);
    return await look(universe);
  } finally {
    universe.dispose();
  }
}

/** What bgolly says of a file at that generation. HashLife tells the place too; the other takes rules that strobe and grids. */
async function gollys(
  path: string,
  at: bigint,
  algorithm: string,
  n: number,
  rules = RULES,
): Promise<Pattern> {
  const output = join(
    folder,
    `out${n}.${algorithm === "QuickLife" || algorithm === "Larger than Life" ? "rle" : "mc"}`,
  );
  rmSync(output, { force: true });
  const step = algorithm === "HashLife" ? "100" : "1";
  const flags = [
    "-s",
    `${rules}/`,
    "-a",
    algorithm,
    "-q",
    "-q",
    "-m",
    `${at}`,
    "-i",
    step,
    "-o",
    output,
    path,
  ];
  await runOutside(bgolly as string, flags);
  const among = rules === RULES ? ruleFiles : ruleFilesIn([rules, RULES]);
  return readPattern(readFileSync(output), { files: among }).pattern;
}

async function compare(name: string, rule: string, n: number): Promise<void> {
  const path = join(PATTERNS, name);
  const { pattern } = readPattern(readFileSync(path));
  const until = pattern.generation + (FAR.test(rule) ? FAR_GENERATIONS : GENERATIONS);
  const strobes = /^B0/.test(rule);
  const hasGrid = rule.includes(":");
  const stated = STATED.test(rule);
  const larger = LARGER.test(rule);
  const theirs = await gollys(
    path,
    until,
    larger ? "Larger than Life" : stated ? "Generations" : strobes || hasGrid ? "QuickLife" : "HashLife",
    n,
  );
  if (stated || (!strobes && !hasGrid && !larger)) {
    expect(theirs.generation, name).toBe(until);
    expect(await lookAt(theirs, null, resultOf), name).toEqual(await lookAt(pattern, until, resultOf));
    return;
  }
  // The RLE of the others says nothing about the place: shapes are compared.
  const ours = await lookAt(pattern, until, (universe) => universe.readRuns());
  expect(sameShape(ours, withRuns(theirs).cells), name).toBe(true);
}

/** Of a rule by name: state for state, in place. */
async function compareNamed(name: string, rule: string, n: number): Promise<boolean> {
  const path = join(PATTERNS, name);
  const { pattern } = readPattern(readFileSync(path), { files: ruleFiles });
  const box = cellsBounds(pattern.cells);
  if (!box || box.w * box.h > MOST_CELLS) return false;
  const until = pattern.generation + NAMED_GENERATIONS;
  const theirs = await gollys(path, until, named(rule), n);
  expect(await lookAt(theirs, null, resultOf), name).toEqual(await lookAt(pattern, until, resultOf));
  return true;
}

/** Does all of it, bgolly beside what is computed here. */
async function inTurn(
  names: readonly string[],
  act: (name: string, n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < names.length; n = next++) await act(names[n] as string, n);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism() + 1) }, worker));
}

describe.skipIf(!bgolly || files.length === 0)("Golly's folder of patterns", () => {
  const rules = new Map(files.map((name) => [name, ruleInside(name)]));
  const patterns = files.filter((name) => rules.get(name) !== null);
  const ruleOf = (name: string): string => rules.get(name) as string;
  const runs = patterns.filter((name) =>
    [OUTER, TABLE, STATED, LARGER].some((known) => known.test(ruleOf(name))),
  );
  const byName = patterns.filter((name) => !runs.includes(name) && !COUNTED.test(ruleOf(name)));

  it("opens every file of two states or Generations and runs it to bgolly's cells", {
    timeout: 240_000,
  }, async () => {
    await inTurn(runs, (name, n) => compare(name, ruleOf(name), n));
    expect(runs.length).toBeGreaterThanOrEqual(233);
  });

  it("opens every file whose rule has a name, and runs it to bgolly's states", {
    timeout: 240_000,
  }, async () => {
    let compared = 0;
    await inTurn(byName, async (name, n) => {
      if (await compareNamed(name, ruleOf(name), n)) compared++;
    });
    expect(byName.length).toBeGreaterThanOrEqual(100);
    expect(compared).toBeGreaterThanOrEqual(90);
  });

  it("opens each other file, and says of three what they are instead", () => {
    const said: Record<string, string> = {};
    const others = files.filter((name) => !runs.includes(name) && !byName.includes(name));
    for (const name of others.filter((each) => !each.endsWith(".zip") || each in REFUSED)) {
      try {
        readPattern(readFileSync(join(PATTERNS, name)), { files: ruleFiles });
      } catch (error) {
        expect(error, name).toBeInstanceOf(TessellaError);
        said[name] = describeError(error);
      }
    }
    expect(Object.keys(said).sort()).toEqual(Object.keys(REFUSED).sort());
    for (const [name, sentence] of Object.entries(said)) expect(sentence, name).toMatch(REFUSED[name]);
    expect(files.length).toBe(353);
  });

  it("opens every pattern of every archive, under the rule that lies beside it, and runs it to bgolly's states", {
    timeout: 240_000,
  }, async () => {
    const archives = files.filter((name) => name.endsWith(".zip") && !(name in REFUSED));
    const found: string[] = [];
    const withRules = new Set<string>();
    for (const name of archives) {
      const bytes = readFileSync(join(PATTERNS, name));
      const unpacked = join(folder, String(archives.indexOf(name)));
      mkdirSync(unpacked);
      for (const [path, content] of Object.entries(unzipSync(bytes)))
        if (!path.endsWith("/")) writeFileSync(join(unpacked, basename(path)), content);
      for (const member of patternsInside(bytes)) {
        const { pattern } = readPattern(bytes, { member, files: ruleFiles });
        found.push(member);
        const own = pattern.ruleFile && !ruleFiles(pattern.ruleFile.name) ? pattern.ruleFile.name : null;
        if (own !== null) withRules.add(own);
        const until = pattern.generation + NAMED_GENERATIONS;
        const path = join(unpacked, basename(member));
        const theirs = await gollys(path, until, named(pattern.rule as string), 0, own ? unpacked : RULES);
        const ours = await lookAt(pattern, until, (universe) => universe.readRuns());
        // bgolly passes over the place of one of them.
        expect(sameShape(ours, withRuns(theirs).cells), member).toBe(true);
      }
    }
    expect(archives).toHaveLength(9);
    expect(found).toHaveLength(18);
    expect([...withRules].sort()).toEqual([
      "AnimatedPixelArt",
      "DragonCurve",
      "Factorizor",
      "Flow6",
      "NoTimeAtAll",
      "Primer",
    ]);
  });
});
