/** What is compared, by the machine: cores and cards decide which ranks there are. */

import { CLUSTER_PARTS } from "../../../engine/bench/cluster-bench.ts";
import { processorsFor } from "../../../engine/cli/commands/bench-cluster.ts";
import { PAPER } from "../../../engine/model/paper.ts";
import type { CardPlan } from "./cards.ts";
import type { Way } from "./compare.ts";

export interface Scale {
  /** The paper's grid, or a smaller one. */
  readonly side: number;
  readonly generations: number;
  /** Sides of grids on one rank. */
  readonly sizes: readonly number[];
  readonly repeats: number;
  /** Sides of the grid over ranks. */
  readonly shared: { readonly cpu: number; readonly gpu: number };
  /** How long one rank computes in a run. */
  readonly seconds: number;
  /** Of a program on the paper's grid. */
  readonly cap: number;
}

export const FULL_SCALE: Scale = {
  side: PAPER.side,
  generations: PAPER.generations,
  sizes: [256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12_288, 16_384],
  repeats: 7,
  shared: { cpu: 8192, gpu: 16_384 },
  seconds: 2,
  cap: 20,
};

/** To see that everything works. */
export const SMALL_SCALE: Scale = {
  side: 189,
  generations: 100,
  sizes: [64, 128, 256],
  repeats: 3,
  shared: { cpu: 1024, gpu: 256 },
  seconds: 0.2,
  cap: 2,
};

export const CPU_KERNELS = ["bitwise", "block"];
export const GPU_KERNELS = ["gpu-naive", "tile-16", "bit-row", "vector-row", "gpu"];

/** The paper's grid and larger ones, the largest of 130,000 rows a card. */
export const FULL_CARDS: Pick<CardPlan, "grids" | "halos" | "seconds"> = {
  // What matters most comes first: a call that is cut off has measured that.
  grids: [
    { width: 65_536, height: 65_536, parts: ["strong"] },
    { width: 16_384, height: 16_384, parts: ["strong"] },
    { width: 130_000, height: 130_000, parts: ["strong"] },
    { width: 65_536, height: 65_536, parts: ["weak"] },
    { width: 130_000, height: 130_000, parts: ["weak"] },
    { width: PAPER.side, height: PAPER.side, parts: ["strong", "halo"] },
    { width: 16_384, height: 16_384, parts: ["halo"] },
    { width: 65_536, height: 65_536, parts: ["halo"] },
  ],
  halos: [64, 8, 1],
  seconds: 2,
};

export const SMALL_CARDS: typeof FULL_CARDS = {
  grids: [{ width: 300, height: 200, parts: ["strong", "halo", "weak"] }],
  halos: [8, 1],
  seconds: 0.1,
};

const HALOS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const MEGABYTES = 32_000;

export interface Ranks {
  /** For cores. */
  readonly cpu: readonly number[];
  /** For cards; null without a GPU. */
  readonly gpu: readonly number[] | null;
  readonly gpus: "each" | "shared";
  readonly adapter?: string;
}

export function waysOf(scale: Scale, { cpu, gpu, gpus, adapter }: Ranks): readonly Way[] {
  const { side, generations, seconds, shared } = scale;
  const common = { halos: HALOS, generations: { seconds }, parts: CLUSTER_PARTS };
  const onCpu = (transport: "threads" | "mpi", label: string): Way => ({
    id: `cpu-${transport}`,
    label,
    setting: { algorithm: "bitwise", transport, memoryMegabytes: MEGABYTES },
    plan: {
      ...common,
      width: shared.cpu,
      height: shared.cpu,
      ranks: cpu,
      processors: processorsFor(false, false),
      overlaps: false,
    },
  });
  const onGpu = (id: string, label: string, algorithm: string, plan: Partial<Way["plan"]>): readonly Way[] =>
    gpu === null
      ? []
      : [
          {
            id,
            label,
            setting: { algorithm, transport: "mpi", gpus, adapter, memoryMegabytes: MEGABYTES },
            plan: {
              ...common,
              width: shared.gpu,
              height: shared.gpu,
              ranks: gpu,
              processors: processorsFor(true, gpus === "each"),
              overlaps: gpus === "each",
              ...plan,
            },
          },
        ];
  const cards = gpus === "each" ? "a GPU a rank" : "ranks that share a GPU";
  return [
    onCpu("threads", "bitwise, threads"),
    onCpu("mpi", "bitwise, processes of MPI"),
    ...onGpu("gpu-paper", `The paper's grid and kernel, ${cards}`, "tile-16", {
      ...{ width: side, height: side, generations, parts: ["strong"] },
    }),
    ...onGpu("gpu", `vector-row, ${cards}`, "vector-row", {}),
  ];
}
