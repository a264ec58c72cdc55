/**
 * `npm run bench -- cluster [options]`: the paper on a performance model of cellular automata on GPU clusters, made anew. Its figures beside
 * ours, kernels fitted one by one, and one grid over threads, processes and GPUs, each run predicted before it begins. Needs a built
 * command (npm run build:cli).
 *
 *   --json FILE            keep the figures; written again after each, so that a run that is cut off keeps what it has. With --only
 *                          the file's other parts stay
 *   --render FILE FOLDER   no run: tables (README.md) and plots (SVG) from kept figures
 *   --small                small grids, to see that it works
 *   --ranks N,...          how many (default: 1, 2, 4 ... as far as there are cores; 1 and 2 on GPUs)
 *   --gpus each|shared     a GPU for each rank, or one for all (default: each where there are enough)
 *   --only PARTS           some of programs, kernels and the ways: cpu-threads, cpu-mpi, gpu-paper, gpu
 *   --budget SECONDS       for everything (default 540); what does not fit is left out and said so
 *   --adapter NAME         which GPU
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { SharedRunSetting } from "../../engine/cli/rank-runs.ts";
import { sharedRuns } from "../../engine/cli/rank-runs.ts";
import { findGpu } from "../../engine/gpu/device.ts";
import { gpuCards } from "../../engine/node/gpu-cards.ts";
import { measureProcess } from "../../engine/node/process-cost.ts";
import { compareCluster, PROGRAMS } from "./cluster/compare.ts";
import { renderCluster } from "./cluster/render.ts";
import type { ClusterResult } from "./cluster/result.ts";
import { clusterResultText, parseClusterResult, withEarlier } from "./cluster/result.ts";
import { CPU_KERNELS, FULL_SCALE, GPU_KERNELS, SMALL_SCALE, waysOf } from "./cluster/ways.ts";
import { dawnIfAny, numberAbove0, renderAsked } from "./pages/options.ts";

const CLI = fileURLToPath(new URL("../cli/main.cjs", import.meta.url));
const MEGABYTES = 32_000;

export async function benchClusterPages(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      json: { type: "string" },
      render: { type: "string" },
      small: { type: "boolean", default: false },
      ranks: { type: "string" },
      gpus: { type: "string" },
      only: { type: "string" },
      budget: { type: "string", default: "540" },
      adapter: { type: "string" },
    },
  });
  if (renderAsked("cluster", { values, positionals }, (text) => renderCluster(parseClusterResult(text))))
    return;
  if (!existsSync(CLI)) throw new Error("The command that runs ranks is not built: npm run build:cli.");
  const dawn = await dawnIfAny(values.adapter);
  const { adapter } = await findGpu(dawn);
  const typed = values.ranks?.split(",").map((text) => numberAbove0(text, "--ranks"));
  const onCards = typed ?? [1, 2];
  const cores = [1, 2, 4, 8, 16, 32, 64].filter((count) => count <= Math.max(2, availableParallelism()));
  const scale = values.small ? SMALL_SCALE : FULL_SCALE;
  const ways = waysOf(scale, {
    cpu: typed ?? cores,
    gpu: adapter === null ? null : onCards,
    gpus: gpusOf(values.gpus, Math.max(...onCards)),
    adapter: values.adapter,
  });
  const known = ["programs", "kernels", ...ways.map(({ id }) => id)];
  const only = values.only?.split(",") ?? known;
  const unknown = only.find((part) => !known.includes(part));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}": ${known.join(", ")}.`);
  const { json } = values;
  const earlier =
    json !== undefined && values.only !== undefined && existsSync(json)
      ? parseClusterResult(readFileSync(json, "utf8"))
      : null;
  const whole = (so: ClusterResult): ClusterResult => (earlier ? withEarlier(so, earlier) : so);
  const tools = { measure: measureProcess, tessella: [process.execPath, CLI] };
  const result = await compareCluster({
    ...scale,
    programs: only.includes("programs") ? PROGRAMS : [],
    kernels: only.includes("kernels") ? [...(adapter === null ? [] : GPU_KERNELS), ...CPU_KERNELS] : [],
    ways: ways.filter(({ id }) => only.includes(id)),
    budget: numberAbove0(values.budget, "--budget"),
    environment: { gpu: dawn, memoryMegabytes: MEGABYTES },
    adapter,
    runsOf: (setting: SharedRunSetting) => sharedRuns(setting, tools),
    onProgress: (what) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}`),
    onResult: (so) => {
      if (json !== undefined) writeFileSync(json, clusterResultText(whole(so)));
    },
  });
  if (json === undefined) console.log(renderCluster(result).get("README.md"));
  else writeFileSync(json, clusterResultText(whole(result)));
}

function gpusOf(typed: string | undefined, ranks: number): "each" | "shared" {
  if (typed === "each" || typed === "shared") return typed;
  if (typed !== undefined) throw new Error(`--gpus is each or shared, not "${typed}".`);
  return gpuCards().length >= ranks ? "each" : "shared";
}
