/**
 * `npm run bench [-- SECTION ...]`: the figures in the README, each a ratio measured side by side in one run.
 *
 *   dense     reference, block, bitwise (and gpu where there is an adapter) on a 2048 x 2048 torus
 *   large     bitwise and gpu on a 16384 x 16384 torus
 *   studio    how the built studio feels in a real browser: handlers, frames, Stop, idle CPU, memory
 *   golly     bitwise against bgolly's QuickLife as whole processes, where bgolly is installed
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { measure } from "../../engine/bench/measure.ts";
import { formatMeasurements, formatTable } from "../../engine/bench/report.ts";
import { seedWorkloads } from "../../engine/bench/workload.ts";
import { describeError } from "../../engine/core/errors.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { benchStudio } from "./studio.ts";

const sections: Readonly<Record<string, () => Promise<void>>> = {
  dense: () => compare(2048, ["reference", "block", "bitwise", "gpu"], "reference"),
  large: () => compare(16384, ["bitwise", "gpu"], "bitwise"),
  studio: benchStudio,
  golly: async () => againstGolly(),
};

async function compare(side: number, ids: readonly string[], base: string): Promise<void> {
  const gpu = await openDawn().catch((error: unknown) => {
    console.log(`(without gpu: ${describeError(error)})\n`);
    return undefined;
  });
  const algorithms = ids.map((id) => ALGORITHMS.get(id)).filter((a) => gpu || !a.needsGpu);
  for (const workload of seedWorkloads(side)) {
    const result = await measure(workload, algorithms, { gpu, memoryMegabytes: 4096 });
    console.log(`${workload.name}\n\n${formatMeasurements(result, base)}\n`);
  }
}

const CLI = fileURLToPath(new URL("../cli/main.mjs", import.meta.url));

/** User and system seconds of a whole process, by the shell that waits for it. */
function cpuSeconds(command: readonly string[]): number {
  const quoted = command.map((word) => `'${word}'`).join(" ");
  const script = `TIMEFORMAT='%U %S'; time ${quoted} >/dev/null 2>&1`;
  const { stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  return stderr
    .trim()
    .split(/\s+/)
    .map(Number)
    .reduce((a, b) => a + b);
}

function againstGolly(): void {
  if (spawnSync("bgolly", ["--help"]).error) {
    console.log("(bgolly is not installed: apt-get install golly)\n");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  const soup = join(folder, "soup.rle");
  const made = spawnSync(process.execPath, [CLI, "run", "--soup", "2048x2048:0.5:1", "-m", "0", "-o", soup]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const patterns = "/usr/share/golly/Patterns";
  const cases = [
    ["soup 2048 x 2048", soup, "1000"],
    ["lidka", `${patterns}/Life/Methuselahs/lidka-predecessor.rle`, "30000"],
    ["acorn", `${patterns}/Life/Methuselahs/acorn.lif`, "5206"],
  ] as const;
  const rows: string[][] = [];
  for (const [name, file, generation] of cases) {
    const pairs = Array.from({ length: 7 }, () => {
      const ours = cpuSeconds([
        process.execPath,
        CLI,
        "run",
        file,
        "-m",
        generation,
        "-a",
        "bitwise",
        "--json",
      ]);
      const golly = cpuSeconds(["bgolly", "-q", "-q", "-m", generation, "-i", generation, file]);
      return { ours, golly, ratio: ours / golly };
    }).slice(1);
    const median = (key: keyof (typeof pairs)[0]): number =>
      pairs.map((p) => p[key]).sort((a, b) => a - b)[pairs.length >> 1];
    rows.push([
      name,
      generation,
      median("ours").toFixed(3),
      median("golly").toFixed(3),
      median("ratio").toFixed(2),
    ]);
  }
  rmSync(folder, { recursive: true });
  const head = ["pattern", "generations", "bitwise, CPU s", "bgolly QuickLife, CPU s", "ratio"];
  console.log(`${formatTable(head, rows)}\n`);
}

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : ["dense", "golly"]) {
  const section = sections[name];
  if (!section) throw new Error(`No section "${name}"; there are ${Object.keys(sections).join(", ")}.`);
  await section();
}
