import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaseFigures, Contender, RunFigures } from "../../bench/hashlife-bench.ts";
import { benchCase, complaintsOf } from "../../bench/hashlife-bench.ts";
import type { HashLifeCase } from "../../bench/hashlife-cases.ts";
import { HASHLIFE_CASES, soupText } from "../../bench/hashlife-cases.ts";
import { formatHashLifeBench, hashLifeBenchJson } from "../../bench/hashlife-report.ts";
import { TessellaError } from "../../core/errors.ts";
import { findGollyPatterns, findProgram } from "../../node/find-program.ts";
import type { ProcessCost } from "../../node/process-cost.ts";
import { measureProcess } from "../../node/process-cost.ts";
import type { CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseAmount } from "../numbers.ts";
import { oneOf } from "../one-of.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const HASHLIFE_REPEATS = 3;
export const HASHLIFE_MEGABYTES = 8000;

export const HASHLIFE_NOTES: readonly string[] = [
  `hashlife: cases are ${HASHLIFE_CASES.map(({ name }) => name).join(", ")}. All of them take many minutes. Most are ` +
    "patterns of Golly's collection, which comes with Golly; without Golly our own figures are shown alone.",
  "Each run is a process of its own, and the contenders take turns: stepped goes in the case's steps " +
    "(tessella run FILE -a hashlife --threads 1 -i STEP -qq --keep-steps), bgolly in the same (bgolly -q -q -h -i STEP), leap to the end in one " +
    "step. Ours computes on one thread as Golly's does. CPU time is that of the whole process, its start and the reading of the file included; ours also counts the " +
    "cells in the end. A ratio is the median of the rounds' ratios. CPU time needs bash, peak memory needs Linux; what " +
    "cannot be measured is shown as ?. -v says each run's figures.",
];

/** The bench's needs of the system; tests pass others. */
export interface BenchTools {
  readonly findGolly: () => string | undefined;
  readonly findPatterns: (golly: string | undefined) => string | undefined;
  readonly measure: (command: readonly string[], signal: AbortSignal) => Promise<ProcessCost>;
  /** How this command is started again. */
  readonly tessella: readonly string[];
}

export const REAL_TOOLS: BenchTools = {
  findGolly: () => findProgram("bgolly"),
  findPatterns: findGollyPatterns,
  measure: measureProcess,
  tessella: [process.execPath, process.argv[1]],
};

interface Plan {
  readonly cases: readonly HashLifeCase[];
  readonly repeats: number;
  readonly memoryMegabytes: number;
  readonly golly: string | null;
  /** The case's file. */
  readonly fileOf: (of: HashLifeCase) => string;
}

/** The command with its tools. Errors: UsageError, `not-found`, `aborted`, and `unsupported-operation` for wrong results. */
export async function benchHashLife(call: CommandCall, tools: BenchTools): Promise<void> {
  const { args, terminal, signal } = call;
  const scratch = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  try {
    const plan = planOf(call, tools, scratch);
    const list: CaseFigures[] = [];
    terminal.startProgress();
    for (const [index, of] of plan.cases.entries()) {
      const run = async (contender: Contender): Promise<RunFigures> => {
        const what = `${of.name}, ${contender === "golly" ? "bgolly" : contender}`;
        terminal.progress(() => `${index + 1} of ${plan.cases.length}: ${what}`);
        const figures = await runOnce(contender, of, plan, tools, signal);
        note(terminal, what, figures);
        return figures;
      };
      list.push(await benchCase(of, { repeats: plan.repeats, withGolly: plan.golly !== null, run }));
    }
    terminal.print(args.has("json") ? jsonText(hashLifeBenchJson(list, plan)) : formatHashLifeBench(list));
    const complaints = list.flatMap(complaintsOf);
    if (complaints.length > 0) throw new TessellaError("unsupported-operation", complaints.join("\n"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function planOf({ args, terminal }: CommandCall, tools: BenchTools, scratch: string): Plan {
  const names = args.positionals.slice(1);
  const wanted = names.length > 0 ? [...new Set(names)].map(caseNamed) : HASHLIFE_CASES;
  const amount = (name: string, option: string, what: string, otherwise: number): number => {
    const text = args.value(name);
    return text === undefined ? otherwise : parseAmount(text, option, what);
  };
  const repeats = amount("repeats", "--repeats", "a number of runs", HASHLIFE_REPEATS);
  const memoryMegabytes = amount("maxmemory", "-M", "megabytes", HASHLIFE_MEGABYTES);
  const golly = tools.findGolly();
  if (golly === undefined) terminal.warn("bgolly is not installed, so nothing is compared with it.");
  const folder = patternsFolder(args.value("patterns"), () => tools.findPatterns(golly));
  const fileOf = (of: HashLifeCase): string =>
    "soup" in of.source ? join(scratch, `${of.name}.rle`) : join(folder ?? "", of.source.pattern);
  const missing = wanted.filter(
    (of) => "pattern" in of.source && (folder === undefined || !existsSync(fileOf(of))),
  );
  if (missing.length > 0) refuseOrWarn(terminal, missing, folder, names.length > 0);
  const cases = wanted.filter((of) => !missing.includes(of));
  for (const of of cases) if ("soup" in of.source) writeFileSync(fileOf(of), soupText(of.source, of.rule));
  return { cases, repeats, memoryMegabytes, golly: golly ?? null, fileOf };
}

function caseNamed(name: string): HashLifeCase {
  const names = HASHLIFE_CASES.map((of) => of.name);
  return HASHLIFE_CASES[names.indexOf(oneOf(name, names, "There is no case"))];
}

function patternsFolder(typed: string | undefined, find: () => string | undefined): string | undefined {
  if (typed === undefined) return find();
  if (existsSync(typed) && statSync(typed).isDirectory()) return typed;
  throw new UsageError(`--patterns names no folder: "${typed}".`);
}

/** A case asked for by name must exist; without a name all existing cases run. */
function refuseOrWarn(
  terminal: Terminal,
  missing: readonly HashLifeCase[],
  folder: string | undefined,
  named: boolean,
): void {
  const names = missing.map((of) => of.name).join(", ");
  const where = folder === undefined ? "Golly's Patterns folder was not found" : `not in ${folder}`;
  const hint = "Install Golly, or name its folder with --patterns FOLDER.";
  if (named) throw new TessellaError("not-found", `There is no pattern for ${names}: ${where}.`, { hint });
  terminal.warn(`Left out for want of a pattern: ${names} (${where}). ${hint}`);
}

async function runOnce(
  contender: Contender,
  of: HashLifeCase,
  plan: Plan,
  tools: BenchTools,
  signal: AbortSignal,
): Promise<RunFigures> {
  const file = plan.fileOf(of);
  const common = ["-M", `${plan.memoryMegabytes}`, "-m", `${of.generations}`];
  const steps = ["-i", `${of.step}`];
  const command =
    contender === "golly"
      ? [plan.golly ?? "bgolly", "-q", "-q", "-h", ...common, ...steps, file]
      : [
          ...[...tools.tessella, "run", file, "-a", "hashlife", "--threads", "1", "-qq", "--json", ...common],
          ...(contender === "stepped" ? [...steps, "--keep-steps"] : []),
        ];
  const { code, stdout, stderr, cpuSeconds, peakBytes } = await tools.measure(command, signal);
  const failed = code !== 0;
  return {
    cpuSeconds,
    peakBytes,
    population: failed || contender === "golly" ? null : populationIn(stdout),
    failure: failed ? stderr.trim().replace(/^tessella: /, "") || `ended with code ${code}.` : null,
  };
}

/** Exact, where a double would not be. */
function populationIn(json: string): bigint {
  return BigInt(/"population":(\d+)/.exec(json)?.[1] as string);
}

function note(terminal: Terminal, what: string, { cpuSeconds, peakBytes, failure }: RunFigures): void {
  const seconds = cpuSeconds === null ? "CPU time not measured" : `${cpuSeconds.toFixed(3)} s CPU`;
  const peak = peakBytes === null ? "memory not measured" : `${(peakBytes / 2 ** 20).toFixed(0)} MB`;
  terminal.note(`${what}: ${failure ?? `${seconds}, ${peak}`}`);
}
