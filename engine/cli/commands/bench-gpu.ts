/** `tessella bench gpu`: from words to a plan, and from figures to a table. */

import type { AlgorithmEnvironment } from "../../algorithms/algorithm.ts";
import { ALGORITHMS, algorithmNamed } from "../../algorithms/registry.ts";
import type { GpuBench, GpuBenchPlan, GridSize, SoupFigures, SoupJob } from "../../bench/gpu-bench.ts";
import { benchGpu, wrongRows, YARDSTICKS } from "../../bench/gpu-bench.ts";
import { formatGpuBench, gpuBenchCells, gpuBenchJson } from "../../bench/gpu-report.ts";
import { soupFigures } from "../../bench/soup-figures.ts";
import { TessellaError } from "../../core/errors.ts";
import { torus } from "../../core/topology.ts";
import type { CopyBandwidth } from "../../gpu/copy-bandwidth.ts";
import { measureCopy } from "../../gpu/copy-bandwidth.ts";
import { findGpu } from "../../gpu/device.ts";
import { environmentFor } from "../../node/environment.ts";
import type { Rule } from "../../rules/rule.ts";
import { LIFE, parseRule } from "../../rules/universe-rule.ts";
import type { Arguments, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { listOf, rulesOf, sizeOf } from "../lists.ts";
import { parseAmount } from "../numbers.ts";
import { algorithmId } from "../source.ts";
import { threadsOf } from "../universe-threads.ts";
import { UsageError } from "../usage-error.ts";

export const GPU_REPEATS = 5;
const GPU_MEGABYTES = 32_000;
const STRETCH_MILLISECONDS = 250;
const RULES = "B3/S23,B4678/S35678,B2/S34H";
const SIZES = "256,1024,4096,16384";
/** A size that a CPU that emulates a GPU can run in a minute or two. */
const SOFTWARE_SIZES = "256,1024,2048";

export const GPU_NOTES: readonly string[] = [
  "gpu: half-dense soups on tori. A stretch takes at least a quarter of a second and follows one that compiles and tunes. " +
    "It goes at most 10,000 generations from the soup (100 on the CPU), as often as it takes: soups settle, and what skips " +
    "the settled would become faster and faster. Cells/s are cells of the grid times generations a second.",
  "The one-step limit is how fast the same GPU copies its memory (the better of a copy command and a kernel, bytes read " +
    "and bytes written both counted), divided by 0.25 byte a cell: what one generation a pass can at best reach. bitwise is " +
    `the CPU's figure (that of sums under Larger than Life), on one thread unless --threads says more; up to 8192 x 8192 cells it also says whether the cells are right. ` +
    "On grids of more than 33 million cells its own speed is measured only where --algorithms names it.",
];

/** The bench's needs of the machine; tests pass others. */
export interface GpuBenchMachine {
  readonly open: (adapterName: string | undefined, signal: AbortSignal) => Promise<AlgorithmEnvironment>;
  readonly copy: (environment: AlgorithmEnvironment) => Promise<CopyBandwidth>;
  readonly figures: (
    job: SoupJob,
    environment: AlgorithmEnvironment,
    signal: AbortSignal,
  ) => Promise<SoupFigures>;
}

export const REAL_GPU_TOOLS: GpuBenchMachine = {
  open: (adapterName, signal) => environmentFor({ needsGpu: true, adapterName, signal }),
  copy: measureCopy,
  figures: soupFigures,
};

/**
 * The command with its machine. A stopped bench still prints its figures. Errors: UsageError, `gpu-unavailable`,
 * `not-found`, `aborted`, and `unsupported-operation` for wrong cells.
 */
export async function benchGpus(call: CommandCall, machine: GpuBenchMachine): Promise<void> {
  const { args, terminal, signal } = call;
  const asked = planOf(args);
  const memoryMegabytes = amount(args, "maxmemory", "-M", "megabytes", GPU_MEGABYTES);
  const needsGpu = asked.algorithms.some((algorithm) => algorithm.needsGpu);
  if (!needsGpu && args.has("adapter"))
    throw new UsageError("--adapter chooses between GPUs, and none of these algorithms needs one.");
  const opened = needsGpu ? await machine.open(args.value("adapter"), signal) : {};
  const { helpers } = await environmentFor({ needsGpu: false, threads: threadsOf(args, 1) });
  const environment = { ...opened, memoryMegabytes, helpers };
  const { gpu } = environment;
  const found = gpu && !args.has("sizes") ? await findGpu(gpu) : null;
  const plan = found?.adapter && found.software ? { ...asked, sizes: sizesIn(SOFTWARE_SIZES) } : asked;
  terminal.startProgress();
  const show = (bench: GpuBench): void =>
    terminal.print(args.has("json") ? jsonText(gpuBenchJson(bench)) : formatGpuBench(bench));
  let latest: GpuBench | null = null;
  const bench = await benchGpu(plan, {
    measure: (job) => machine.figures(job, environment, signal),
    copy: () => machine.copy(environment),
    signal,
    onProgress: (done, all, what) => terminal.progress(() => `${done} of ${all}: ${what}`),
    onRow: (row, soFar) => {
      latest = soFar;
      terminal.note(gpuBenchCells(row).filter(Boolean).join(", "));
    },
  }).catch((error: unknown) => {
    if (latest && signal.aborted) show(latest);
    throw error;
  });
  show(bench);
  const wrong = wrongRows(bench);
  if (wrong.length > 0) throw new TessellaError("unsupported-operation", wrong.join("\n"));
}

function planOf(args: Arguments): GpuBenchPlan {
  const named = args.value("algorithms");
  const ids = named === undefined ? null : listOf(named, "--algorithms").map((id) => algorithmId(id));
  // Algorithms that run no torus are left out, and HashLife, whose soups repeat themselves, unless the command names them.
  const algorithms = ids
    ? ids.map(algorithmNamed)
    : ALGORITHMS.list().filter(
        ({ id, needsGpu, leaps, refuses }) =>
          YARDSTICKS.includes(id) || (needsGpu && !leaps && refuses(LIFE, torus(64, 64)) === null),
      );
  return {
    algorithms,
    rules: rulesOf(args.value("rules") ?? RULES, "--rules").map(ruleOf),
    sizes: sizesIn(args.value("sizes") ?? SIZES),
    repeats: amount(args, "repeats", "--repeats", "a number of runs", GPU_REPEATS),
    milliseconds: STRETCH_MILLISECONDS,
    patient: ids !== null,
  };
}

function amount(args: Arguments, name: string, option: string, what: string, otherwise: number): number {
  const text = args.value(name);
  return text === undefined ? otherwise : parseAmount(text, option, what);
}

function ruleOf(text: string): Rule {
  if (text.includes(":"))
    throw new UsageError(
      `--rules takes rules without a grid, not "${text}".`,
      "The grids are tori: see --sizes.",
    );
  try {
    return parseRule(text);
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    throw new UsageError(error.message, error.hint);
  }
}

function sizesIn(text: string): readonly GridSize[] {
  return listOf(text, "--sizes").map((size) => sizeOf(size, "--sizes"));
}
