/**
 * `npm run bench -- hashlife-gpu [--json FILE] [-M MEGABYTES] [--only CONTENDER,...] [CASE ...]`: HashLife on a GPU beside the CPU's on one thread and on eight,
 * and Golly's where it is installed, on patterns wide and narrow. What is timed is the steps by the wall clock: reading the
 * file, filling the universe and compiling come before, and for Golly a run of no generations is taken off. All must end with
 * the same cells. `CASE`: parts of the names of the cases to run.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import type { AlgorithmEnvironment, Universe } from "../../engine/algorithms/algorithm.ts";
import { GPU_HASHLIFE } from "../../engine/algorithms/gpu/hashlife/gpu-hashlife.ts";
import { HASHLIFE } from "../../engine/algorithms/hashlife/hashlife.ts";
import { writeCells } from "../../engine/algorithms/load.ts";
import type { HashLifeCase } from "../../engine/bench/hashlife-cases.ts";
import { HASHLIFE_CASES, soupText } from "../../engine/bench/hashlife-cases.ts";
import { formatTable } from "../../engine/bench/report.ts";
import { listOf } from "../../engine/cli/lists.ts";
import { oneOf } from "../../engine/cli/one-of.ts";
import { describeError } from "../../engine/core/errors.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { environmentFor } from "../../engine/node/environment.ts";
import { findGollyPatterns, findProgram } from "../../engine/node/find-program.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { numberAbove0 } from "./pages/options.ts";

/** Wide ones first, then the others of the CPU's bench, most of which are narrow. */
const CASES: readonly HashLifeCase[] = HASHLIFE_CASES.filter(({ timed, wide }) => timed || wide).sort(
  (one, other) => Number(other.wide ?? false) - Number(one.wide ?? false),
);

const CONTENDERS = ["gpu-hashlife", "hashlife-1", "hashlife-8", "bgolly"] as const;
type Contender = (typeof CONTENDERS)[number];

interface Outcome {
  readonly seconds: number;
  readonly population?: string;
  readonly hash?: string;
  readonly megabytes?: number;
  /** Stages by one workgroup and by dispatches. */
  readonly passes?: { readonly narrow: number; readonly wide: number };
  readonly failure?: string;
}

async function run(
  id: Contender,
  of: HashLifeCase,
  file: string,
  environment: AlgorithmEnvironment,
): Promise<Outcome> {
  if (id === "bgolly") return runGolly(of, file);
  const algorithm = id === "gpu-hashlife" ? GPU_HASHLIFE : HASHLIFE;
  const init = parseUniverseRule(of.rule);
  const warm = await algorithm.create(init, environment);
  const universe: Universe & { readonly passes?: Outcome["passes"] } = await algorithm.create(
    init,
    environment,
  );
  try {
    for (const one of [warm, universe]) await writeCells(one, cellsIn(file));
    // Compiles, and lets helpers start, for a universe of its own.
    await warm.step(1n);
    const began = performance.now();
    await universe.step(of.generations, { stride: of.step });
    const seconds = (performance.now() - began) / 1000;
    return {
      seconds,
      population: `${await universe.population()}`,
      hash: formatHash(await universe.hash()),
      megabytes: Math.round(universe.memory() / 2 ** 20),
      ...(universe.passes ? { passes: universe.passes } : {}),
    };
  } finally {
    warm.dispose();
    universe.dispose();
  }
}

function cellsIn(file: string) {
  const bytes = readFileSync(file);
  return readPattern(new Uint8Array(file.endsWith(".gz") ? gunzipSync(bytes) : bytes)).pattern.cells;
}

/** By the wall clock, less a run that only reads the file. */
function runGolly({ rule, generations, step }: HashLifeCase, file: string): Outcome {
  const timed = (count: bigint): number => {
    const began = performance.now();
    const common = ["-q", "-q", "-h", "-M", "8000", "-r", rule, "-i", `${step}`];
    const { status } = spawnSync("bgolly", [...common, "-m", `${count}`, file]);
    if (status !== 0) throw new Error(`bgolly ended with code ${status}.`);
    return (performance.now() - began) / 1000;
  };
  return { seconds: Math.max(0, timed(generations) - timed(0n)) };
}

/** Errors: Error where two contenders end with different cells, or a population is not the known one. */
export async function benchHashLifeOnGpu(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      json: { type: "string" },
      maxmemory: { type: "string", short: "M", default: "8000" },
      only: { type: "string" },
    },
    allowPositionals: true,
  });
  const memoryMegabytes = numberAbove0(values.maxmemory, "-M");
  const contenders = values.only
    ? listOf(values.only, "--only").map((name) => oneOf(name, CONTENDERS, "There is no contender"))
    : CONTENDERS;
  const scratch = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  try {
    const golly = findProgram("bgolly");
    const folder = findGollyPatterns(golly) ?? "";
    const chosen = CASES.filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
    );
    const environments: Readonly<Record<Contender, AlgorithmEnvironment>> = {
      "gpu-hashlife": await environmentFor({ needsGpu: true, memoryMegabytes }),
      "hashlife-1": await environmentFor({
        needsGpu: false,
        memoryMegabytes: Math.min(4096, memoryMegabytes),
      }),
      "hashlife-8": await environmentFor({
        needsGpu: false,
        memoryMegabytes: Math.min(4096, memoryMegabytes),
        threads: 8,
      }),
      bgolly: {},
    };
    const results: Record<string, Partial<Record<Contender, Outcome>>> = {};
    for (const of of chosen) {
      const file = "soup" in of.source ? join(scratch, `${of.name}.rle`) : join(folder, of.source.pattern);
      if ("soup" in of.source) writeFileSync(file, soupText(of.source, of.rule));
      if (!existsSync(file)) {
        console.error(`${of.name} is left out: there is no ${file}.`);
        continue;
      }
      const outcomes: Partial<Record<Contender, Outcome>> = {};
      results[of.name] = outcomes;
      for (const id of contenders) {
        if (id === "bgolly" && !golly) continue;
        outcomes[id] = await run(id, of, file, environments[id]).catch((error: unknown) => ({
          seconds: Number.NaN,
          failure: describeError(error),
        }));
        console.error(`${of.name}, ${id}: ${JSON.stringify(outcomes[id])}`);
      }
      if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
    }
    console.log(tableOf(results, contenders));
    const complaints = chosen.flatMap((of) => complaintsAbout(of, results[of.name] ?? {}));
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function tableOf(
  results: Readonly<Record<string, Partial<Record<Contender, Outcome>>>>,
  contenders: readonly Contender[],
): string {
  const rows = Object.entries(results).map(([name, outcomes]) => [
    name,
    ...contenders.map((id) => outcomes[id]?.failure ?? outcomes[id]?.seconds.toFixed(3) ?? "?"),
  ]);
  return formatTable(["case", ...contenders.map((id) => `${id}, s`)], rows);
}

function complaintsAbout(of: HashLifeCase, outcomes: Partial<Record<Contender, Outcome>>): readonly string[] {
  const ours = Object.entries(outcomes).filter(([id]) => id !== "bgolly");
  const failed = ours.flatMap(([id, { failure }]) => (failure ? [`${of.name}, ${id}: ${failure}`] : []));
  const hashes = new Set(ours.flatMap(([, { hash }]) => hash ?? []));
  const known = of.population;
  const wrong = ours.filter(([, { population }]) => population !== undefined && population !== `${known}`);
  return [
    ...failed,
    ...(hashes.size > 1 ? [`${of.name} ends with different cells: ${[...hashes].join(", ")}.`] : []),
    ...wrong.map(([id, { population }]) => `${of.name}, ${id}: ${population} cells instead of ${known}.`),
  ];
}
