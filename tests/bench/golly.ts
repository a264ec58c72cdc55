/**
 * `bitwise` beside bgolly's QuickLife, in CPU time above the same command with `-m 0`: what is left is stepping, without
 * starting a process, reading the file or counting cells.
 *
 * Ours runs the command twenty times in one process, so that compiling the kernel (which V8 does twice, fast and then
 * well) is shared by twenty runs as it is in a studio that stays open; a second column gives single processes. bgolly
 * compiles nothing: each of its runs is a process. Rounds take turns, and medians are reported, because the machine's
 * speed drifts.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatTable } from "../../engine/bench/report.ts";
import { median } from "../../engine/bench/statistics.ts";
import { runWords } from "../../engine/cli/app.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { findGollyPatterns, findProgram } from "../../engine/node/find-program.ts";
import { measureProcess } from "../../engine/node/process-cost.ts";

const CLI = fileURLToPath(new URL("../cli/main.cjs", import.meta.url));
const RUNS = 20;
const ROUNDS = 3;

/** Runs one `tessella` command again and again in this process. What it prints goes nowhere. */
export async function repeat(times: number, words: readonly string[]): Promise<void> {
  const nowhere = { write: () => undefined };
  const never = new AbortController().signal;
  for (let i = 0; i < times; i++) {
    const code = await runWords(words, new Terminal(nowhere, process.stderr), never);
    if (code !== 0) throw new Error(`tessella ${words.join(" ")} ended with ${code}.`);
  }
}

async function cpuSeconds(command: readonly string[]): Promise<number> {
  const { cpuSeconds: seconds, code, stderr } = await measureProcess(command);
  if (code !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  if (seconds === null) throw new Error("CPU time cannot be measured here: there is no bash.");
  return seconds;
}

function ours(file: string, generation: string): string[] {
  return ["run", file, "-m", generation, "-a", "bitwise", "--threads", "1", "--json"];
}

/** Seconds a run above `-m 0`: ours in one process of many runs, ours in a process a run, bgolly's. */
async function round(
  golly: string,
  file: string,
  generation: string,
): Promise<readonly [number, number, number]> {
  const repeated = ["repeat", String(RUNS)];
  const many = async (m: string): Promise<number> =>
    (await cpuSeconds([process.execPath, process.argv[1], ...repeated, ...ours(file, m)])) / RUNS;
  const one = (m: string): Promise<number> => cpuSeconds([process.execPath, CLI, ...ours(file, m)]);
  // The increment goes with the generation: bgolly rounds -i 0 to steps of 1.
  const theirs = (m: string): Promise<number> =>
    cpuSeconds([golly, "-q", "-q", "-m", m, "-i", generation, file]);
  const above = async (run: (m: string) => Promise<number>): Promise<number> =>
    (await run(generation)) - (await run("0"));
  const gollys: number[] = [];
  for (let i = 0; i < 3; i++) gollys.push(await above(theirs));
  return [await above(many), await above(one), median(gollys)];
}

export async function againstGolly(): Promise<void> {
  const program = findProgram("bgolly");
  const patterns = findGollyPatterns(program);
  if (program === undefined || patterns === undefined) {
    console.log("(bgolly is not installed: apt-get install golly)\n");
    return;
  }
  const methuselahs = join(patterns, "Life/Methuselahs");
  const folder = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  try {
    const soup = join(folder, "soup.rle");
    const made = spawnSync(process.execPath, [
      CLI,
      "run",
      "--soup",
      "2048x2048:0.5:1",
      "-m",
      "0",
      "-o",
      soup,
    ]);
    if (made.status !== 0) throw new Error(String(made.stderr));
    const cases = [
      ["soup 2048 x 2048", soup, "1000"],
      ["lidka", `${methuselahs}/lidka-predecessor.rle`, "30000"],
      ["acorn", `${methuselahs}/acorn.lif`, "5206"],
    ] as const;
    const rows: string[][] = [];
    for (const [name, file, generation] of cases) {
      const rounds: (readonly [number, number, number])[] = [];
      for (let i = 0; i < ROUNDS; i++) rounds.push(await round(program, file, generation));
      const [many, one, golly] = [0, 1, 2].map((i) => median(rounds.map((r) => r[i])));
      const ratio = (i: 0 | 1): string => median(rounds.map((r) => r[i] / r[2])).toFixed(2);
      rows.push([
        name,
        generation,
        ...[many, golly].map((s) => s.toFixed(4)),
        ratio(0),
        one.toFixed(3),
        ratio(1),
      ]);
    }
    const head = [
      "pattern",
      "generations",
      `bitwise, CPU s a run (${RUNS} in a process)`,
      "QuickLife, CPU s",
      "ratio",
      "bitwise, CPU s (a process)",
      "ratio",
    ];
    console.log("CPU time above the same command with -m 0, medians\n");
    console.log(`${formatTable(head, rows)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
