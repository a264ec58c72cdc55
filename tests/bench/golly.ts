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
import { runWords } from "../../engine/cli/app.ts";
import { Terminal } from "../../engine/cli/terminal.ts";

const CLI = fileURLToPath(new URL("../cli/main.mjs", import.meta.url));
const RUNS = 20;
const ROUNDS = 3;
const PATTERNS = "/usr/share/golly/Patterns/Life/Methuselahs";

/** Runs one `tessella` command again and again in this process. What it prints goes nowhere. */
export async function repeat(times: number, words: readonly string[]): Promise<void> {
  const nowhere = { write: () => undefined };
  const never = new AbortController().signal;
  for (let i = 0; i < times; i++) {
    const code = await runWords(words, new Terminal(nowhere, process.stderr), never);
    if (code !== 0) throw new Error(`tessella ${words.join(" ")} ended with ${code}.`);
  }
}

/** User and system seconds of a whole process and all its threads, by the shell that waits for it. */
function cpuSeconds(command: readonly string[]): number {
  const quoted = command.map((word) => `'${word}'`).join(" ");
  const script = `TIMEFORMAT='%U %S'; time ${quoted} >/dev/null 2>&1`;
  const { stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  const [user, system] = stderr.trim().split(/\s+/).map(Number);
  return user + system;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function ours(file: string, generation: string): string[] {
  return ["run", file, "-m", generation, "-a", "bitwise", "--json"];
}

/** Seconds a run above `-m 0`: ours in one process of many runs, ours in a process a run, bgolly's. */
function round(file: string, generation: string): readonly [number, number, number] {
  const many = (m: string): number =>
    cpuSeconds([process.execPath, process.argv[1], "repeat", String(RUNS), ...ours(file, m)]) / RUNS;
  const one = (m: string): number => cpuSeconds([process.execPath, CLI, ...ours(file, m)]);
  // The increment goes with the generation: bgolly rounds -i 0 to steps of 1.
  const golly = (m: string): number => cpuSeconds(["bgolly", "-q", "-q", "-m", m, "-i", generation, file]);
  const above = (run: (m: string) => number): number => run(generation) - run("0");
  const gollys = Array.from({ length: 3 }, () => above(golly));
  return [above(many), above(one), median(gollys)];
}

export function againstGolly(): void {
  if (spawnSync("bgolly", ["--help"]).error) {
    console.log("(bgolly is not installed: apt-get install golly)\n");
    return;
  }
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
      ["lidka", `${PATTERNS}/lidka-predecessor.rle`, "30000"],
      ["acorn", `${PATTERNS}/acorn.lif`, "5206"],
    ] as const;
    const rows = cases.map(([name, file, generation]) => {
      const rounds = Array.from({ length: ROUNDS }, () => round(file, generation));
      const [many, one, golly] = [0, 1, 2].map((i) => median(rounds.map((r) => r[i])));
      const ratio = (i: 0 | 1): string => median(rounds.map((r) => r[i] / r[2])).toFixed(2);
      return [
        name,
        generation,
        ...[many, golly].map((s) => s.toFixed(4)),
        ratio(0),
        one.toFixed(3),
        ratio(1),
      ];
    });
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
