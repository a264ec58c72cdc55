/**
 * `npm run bench -- hashlife-threads [--threads N,...] [--repeats N] [--json FILE] [--patterns FOLDER] [CASE ...]`: HashLife on threads beside
 * Golly's, whole processes by the wall clock, with equal steps, in turn. All must end with the known population. `CASE`: parts of
 * the names of the cases to run. Needs a built command and bgolly.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { HashLifeCase } from "../../engine/bench/hashlife-cases.ts";
import { HASHLIFE_CASES, soupText } from "../../engine/bench/hashlife-cases.ts";
import { formatTable } from "../../engine/bench/report.ts";
import { geometricMean, median } from "../../engine/bench/statistics.ts";
import { listOf } from "../../engine/cli/lists.ts";
import { findGollyPatterns, findProgram } from "../../engine/node/find-program.ts";
import { numberAbove0 } from "./pages/options.ts";

const CLI = fileURLToPath(new URL("../cli/main.cjs", import.meta.url));
/** Whether the file itself can be started. */
const IS_PROGRAM = process.platform !== "win32";
const GOLLY = "bgolly";

interface CaseSeconds {
  readonly name: string;
  readonly wide: boolean;
  /** Of each contender: Golly, and ours by the number of its threads. */
  readonly seconds: Readonly<Record<string, readonly number[]>>;
}

/** Errors: Error where a run fails, or ends with another population than the known one. */
export async function benchHashLifeOnThreads(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      json: { type: "string" },
      threads: { type: "string", default: "1,2,4,8" },
      repeats: { type: "string", default: "3" },
      patterns: { type: "string" },
    },
    allowPositionals: true,
  });
  const threads = listOf(values.threads, "--threads").map((text) => `${numberAbove0(text, "--threads")}`);
  const repeats = numberAbove0(values.repeats, "--repeats");
  const golly = findProgram("bgolly");
  if (!golly) throw new Error("bgolly is not installed: apt-get install golly");
  const folder = values.patterns ?? findGollyPatterns(golly) ?? "";
  const scratch = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  const fileOf = ({ name, source }: HashLifeCase): string =>
    "soup" in source ? join(scratch, `${name}.rle`) : join(folder, source.pattern);
  const chosen = HASHLIFE_CASES.filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  for (const of of chosen) if ("soup" in of.source) writeFileSync(fileOf(of), soupText(of.source, of.rule));
  const rows: CaseSeconds[] = [];
  try {
    for (const of of chosen) {
      const file = fileOf(of);
      if (!existsSync(file)) {
        console.error(`${of.name} is left out: there is no ${file}.`);
        continue;
      }
      const seconds: Record<string, number[]> = {};
      for (let round = 0; round < repeats; round++) {
        for (const id of [GOLLY, ...threads]) {
          (seconds[id] ??= []).push(id === GOLLY ? timeGolly(golly, of, file) : timeOurs(of, file, id));
        }
      }
      rows.push({ name: of.name, wide: of.wide ?? false, seconds });
      console.error(
        `${of.name}: ${JSON.stringify(seconds, (_, x) => (Number.isFinite(x) ? Number(x.toFixed(3)) : x))}`,
      );
      if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(tableOf(rows, threads));
}

function timeGolly(golly: string, { rule, generations, step }: HashLifeCase, file: string): number {
  const words = ["-q", "-q", "-h", "-M", "8000", "-r", rule, "-m", `${generations}`, "-i", `${step}`, file];
  return timed(golly, words).seconds;
}

function timeOurs(
  { name, generations, step, population }: HashLifeCase,
  file: string,
  threads: string,
): number {
  const words = ["-a", "hashlife", "-m", `${generations}`, "-i", `${step}`, "-qq", "--keep-steps", "--json"];
  const all = ["run", file, ...words, "--threads", threads];
  // As people start it, with a shell at its head.
  const { seconds, stdout } = IS_PROGRAM ? timed(CLI, all) : timed(process.execPath, [CLI, ...all]);
  const ended = /"population":(\d+)/.exec(stdout)?.[1];
  if (ended !== `${population}`)
    throw new Error(`${name} on ${threads} threads ended with ${ended} cells instead of ${population}.`);
  return seconds;
}

function timed(
  program: string,
  words: readonly string[],
): { readonly seconds: number; readonly stdout: string } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${status}: ${stderr}`);
  return { seconds, stdout };
}

/** Medians, those of ours also as a share of Golly's, and the geometric means of the shares. */
function tableOf(rows: readonly CaseSeconds[], threads: readonly string[]): string {
  const share = ({ seconds }: CaseSeconds, id: string): number =>
    median(seconds[id]) / median(seconds[GOLLY]);
  const table = formatTable(
    [
      "case",
      "bgolly, s",
      ...threads.map((count) => `${count} thread${count === "1" ? "" : "s"}, s`),
      "of bgolly",
    ],
    rows.map((row) => [
      row.wide ? row.name : `(${row.name})`,
      median(row.seconds[GOLLY]).toFixed(2),
      ...threads.map((id) => median(row.seconds[id]).toFixed(2)),
      threads.map((id) => share(row, id).toFixed(3)).join(" "),
    ]),
  );
  const means = (of: readonly CaseSeconds[]): string =>
    threads.map((id) => geometricMean(of.map((row) => share(row, id))).toFixed(3)).join(" ");
  const wide = rows.filter((row) => row.wide);
  return `${table}\nGeometric means: ${wide.length} wide cases ${means(wide)}, all ${rows.length} ${means(rows)}.`;
}
