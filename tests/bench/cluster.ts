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
 *   --only PARTS           some of programs, kernels, the ways (cpu-threads, cpu-mpi, gpu-paper, gpu) and cards: `gpu` on large
 *                          grids, a card a rank, and what more cards than there are would do
 *   --rounds N             how often cards run each point (default: 1)
 *   --budget SECONDS       for everything (default 540); what does not fit is left out and said so
 *   --adapter NAME         which GPU
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { SharedRunSetting } from "../../engine/cli/rank-runs.ts";
import { sharedRuns } from "../../engine/cli/rank-runs.ts";
import { findGpu } from "../../engine/gpu/device.ts";
import { environmentFor } from "../../engine/node/environment.ts";
import { findProgram } from "../../engine/node/find-program.ts";
import { gpuCards } from "../../engine/node/gpu-cards.ts";
import { measureProcess } from "../../engine/node/process-cost.ts";
import { benchCards } from "./cluster/cards.ts";
import { compareCluster, PROGRAMS } from "./cluster/compare.ts";
import type { MessageFigures } from "./cluster/messages.ts";
import { renderCluster } from "./cluster/render.ts";
import type { CardTimes, ClusterResult } from "./cluster/result.ts";
import { clusterResultText, parseClusterResult, withEarlier } from "./cluster/result.ts";
import {
  CPU_KERNELS,
  FULL_CARDS,
  FULL_SCALE,
  GPU_KERNELS,
  SMALL_CARDS,
  SMALL_SCALE,
  waysOf,
} from "./cluster/ways.ts";
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
      rounds: { type: "string", default: "1" },
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
  const known = [
    ...["programs", "kernels", ...ways.map(({ id }) => id)],
    ...(adapter === null || findProgram("mpirun", process.env) === undefined ? [] : ["cards"]),
  ];
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
    timeCards: only.includes("cards")
      ? (isUp, keep, onProgress) =>
          timeCards(
            {
              ranks: onCards,
              // Ranks that share a card only show that it works.
              gpus: values.gpus === "shared" ? "shared" : "each",
              small: values.small,
              rounds: numberAbove0(values.rounds, "--rounds"),
            },
            isUp,
            keep,
            onProgress,
          )
      : null,
    onProgress: (what) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}`),
    onResult: (so) => {
      if (json !== undefined) writeFileSync(json, clusterResultText(whole(so)));
    },
  });
  if (json === undefined) console.log(renderCluster(result).get("README.md"));
  else writeFileSync(json, clusterResultText(whole(result)));
}

interface CardWish {
  readonly ranks: readonly number[];
  readonly gpus: "each" | "shared";
  readonly small: boolean;
  readonly rounds: number;
}

/** Messages are timed first, by processes that open no card. */
async function timeCards(
  { ranks, gpus, small, rounds }: CardWish,
  isUp: () => boolean,
  keep: (so: CardTimes) => void,
  onProgress: (what: string) => void,
): Promise<void> {
  const algorithm = "gpu";
  const launcher = ["mpirun", "-n", "2", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"];
  const { code, stdout, stderr } = await measureProcess([
    ...launcher,
    process.execPath,
    process.argv[1],
    "messages",
  ]);
  if (code !== 0) throw new Error(`Messages cannot be timed: ${stderr}`);
  const messages = JSON.parse(stdout) as MessageFigures;
  for (const { bytes, seconds } of messages.sendrecv)
    onProgress(`Sendrecv of ${bytes} bytes: ${(1e6 * seconds).toFixed(2)} us`);
  const folder = mkdtempSync(join(tmpdir(), "tessella-cards-"));
  const cards = gpus === "shared" ? Math.max(...ranks) : Math.max(1, gpuCards().length);
  try {
    await benchCards(
      { algorithm, ...(small ? SMALL_CARDS : FULL_CARDS), ranks, cards, gpus, rounds },
      {
        environment: await environmentFor({ needsGpu: true, memoryMegabytes: MEGABYTES }),
        messages: messages.message,
        tessella: [process.execPath, CLI],
        measure: measureProcess,
        recordPath: join(folder, "record.jsonl"),
        isUp,
        onProgress,
        onPoints: (points) => keep({ algorithm, cards, points, messages }),
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function gpusOf(typed: string | undefined, ranks: number): "each" | "shared" {
  if (typed === "each" || typed === "shared") return typed;
  if (typed !== undefined) throw new Error(`--gpus is each or shared, not "${typed}".`);
  return gpuCards().length >= ranks ? "each" : "shared";
}
