/** The command line that makes a run over ranks, for what is set. Pure. */

import { formatTopology, torus } from "../../../../engine/core/topology.ts";
import { shellWord } from "../shell-word.ts";

export const TRANSPORTS = ["threads", "mpi"] as const;
export const ALGORITHMS = ["bitwise", "gpu"] as const;
export const GPU_SHARES = ["each", "shared"] as const;

export interface RunWish {
  readonly width: number;
  readonly height: number;
  readonly generations: number;
  readonly algorithm: string;
  readonly ranks: number;
  readonly transport: string;
  /** Of ranks that are processes on GPUs. */
  readonly gpus: string;
  /** "auto", or a number of rows as text. */
  readonly halo: string;
  readonly overlap: boolean;
  /** The record's name; empty for none. */
  readonly record: string;
}

export const FIRST_RUN: RunWish = {
  width: 8192,
  height: 8192,
  generations: 1000,
  algorithm: "bitwise",
  ranks: 2,
  transport: "threads",
  gpus: "each",
  halo: "auto",
  overlap: true,
  record: "run.jsonl",
};

/** What is wrong with the halo, or null. */
export function haloProblem({ halo }: Pick<RunWish, "halo">): string | null {
  return halo === "auto" || /^[1-9]\d{0,8}$/.test(halo) ? null : "auto, or a number of rows from 1 on.";
}

/** What is wrong with the wish as a whole, or null. Numbers out of their fields' ranges are told there. */
export function wishProblem(wish: RunWish): string | null {
  const { width, height, generations, ranks, halo } = wish;
  if (![width, height, generations, ranks].every((value) => Number.isSafeInteger(value) && value > 0))
    return "The numbers are whole ones from 1 on.";
  if (haloProblem(wish)) return "The halo is auto or a number of rows.";
  const least = Math.floor(height / ranks);
  if (least === 0) return `${ranks} ranks are too many for ${height} rows.`;
  if (halo !== "auto" && ranks > 1 && Number(halo) > least)
    return `A halo of ${halo} rows is more than the ${least} that a rank has.`;
  return null;
}

export function runCommand(wish: RunWish): string {
  const { width, height, generations, algorithm, ranks, transport, gpus, halo, overlap, record } = wish;
  return [
    `tessella run --soup ${width}x${height} -r B3/S23${formatTopology(torus(width, height))} -m ${generations}`,
    `-a ${algorithm} --ranks ${ranks}`,
    ...(transport === "threads" ? [] : [`--transport ${transport}`]),
    ...(transport === "mpi" && algorithm === "gpu" ? [`--gpus ${gpus}`] : []),
    ...(halo === "auto" ? [] : [`--halo ${halo}`]),
    ...(overlap ? [] : ["--no-overlap"]),
    ...(record.trim() === "" ? [] : [`--record ${shellWord(record.trim())}`]),
  ].join(" ");
}
