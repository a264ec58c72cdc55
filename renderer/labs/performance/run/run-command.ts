/** The command line that makes a run over ranks, for what is set. Pure. */

import { MOST_RANK_THREADS, refuseRankRule } from "../../../../engine/cluster/limits.ts";
import { grouped } from "../../../../engine/core/integers.ts";
import type { Topology } from "../../../../engine/core/topology.ts";
import { formatTopology, isFinite2d } from "../../../../engine/core/topology.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";
import { fileWord, shellWord } from "../shell-word.ts";

export const TRANSPORTS = ["threads", "mpi"] as const;
export const ALGORITHMS = ["bitwise", "gpu"] as const;
export const GPU_SHARES = ["each", "shared"] as const;

/** A grid that ranks share, but for its size. */
type SharedGrid =
  | { readonly kind: "plane" | "frozen" }
  | { readonly kind: "torus"; readonly shiftX: number; readonly shiftY: 0 };

/** Whose cells run. */
export interface RunCells {
  /** The pattern's file; null for a soup. */
  readonly file: string | null;
  readonly rule: Rule;
  readonly grid: SharedGrid;
}

export interface RunWish extends RunCells {
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

const TORUS: SharedGrid = { kind: "torus", shiftX: 0, shiftY: 0 };

export const SOUP_OF_LIFE: RunCells = { file: null, rule: LIFE, grid: TORUS };

export const FIRST_RUN: RunWish = {
  ...SOUP_OF_LIFE,
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

/** A universe that is open, as far as a command line can tell of it. */
export interface OpenUniverse {
  /** Null where its cells are in no file. */
  readonly file: string | null;
  /** Whether the file lacks the last changes. */
  readonly dirty: boolean;
  readonly rule: Rule;
  readonly topology: Topology;
}

/** What to run for an open universe, and what of it that leaves out, as sentences. */
export function runOf({ file, dirty, rule, topology }: OpenUniverse): {
  readonly wish: RunCells & Partial<Pick<RunWish, "width" | "height">>;
  readonly remarks: readonly string[];
} {
  const grid = sharedGrid(topology);
  const remarks = [
    ...(file === null ? ["Its cells are in no file: the command runs a soup by its rule."] : []),
    ...(file !== null && dirty ? ["Its file does not have the last changes."] : []),
    ...(grid ? [] : ["Ranks share no grid like its own: the command runs on a torus."]),
  ];
  const cells = { file, rule, grid: grid ?? TORUS };
  if (!grid || !isFinite2d(topology)) return { wish: cells, remarks };
  const { width, height } = topology;
  return { wish: { ...cells, width, height }, remarks };
}

function sharedGrid(topology: Topology): SharedGrid | null {
  if (!isFinite2d(topology)) return null;
  const { kind } = topology;
  if (kind === "plane" || kind === "frozen") return { kind };
  return kind === "torus" && topology.shiftY === 0 ? { kind, shiftX: topology.shiftX, shiftY: 0 } : null;
}

/** What is wrong with the halo, or null. */
export function haloProblem({ halo }: Pick<RunWish, "halo">): string | null {
  return halo === "auto" || /^[1-9]\d{0,8}$/.test(halo) ? null : "auto, or a number of rows from 1 on.";
}

/** What is wrong with the wish as a whole, or null. Numbers out of their fields' ranges are told there. */
export function wishProblem(wish: RunWish): string | null {
  const { rule, width, height, generations, ranks, transport, halo } = wish;
  const foreign = refuseRankRule(rule);
  if (foreign) return foreign;
  if (![width, height, generations, ranks].every((value) => Number.isSafeInteger(value) && value > 0))
    return "The numbers are whole ones from 1 on.";
  if (haloProblem(wish)) return "The halo is auto or a number of rows.";
  if (transport === "threads" && ranks > MOST_RANK_THREADS)
    return `At most ${MOST_RANK_THREADS} ranks can be threads; more can be processes.`;
  const least = Math.floor(height / ranks);
  if (least === 0) return `${ranks} ranks are too many for ${height} rows.`;
  if (halo !== "auto" && ranks > 1 && Number(halo) > least)
    return `A halo of ${grouped(Number(halo))} rows is more than the ${grouped(least)} that a rank has.`;
  return null;
}

export function runCommand(wish: RunWish): string {
  const { width, height, generations, algorithm, ranks, transport, gpus, halo, overlap, record } = wish;
  const { file, rule, grid } = wish;
  const cells = file === null ? `--soup ${width}x${height}` : fileWord(file);
  const where = shellWord(rule.text + formatTopology({ ...grid, width, height }));
  return [
    `tessella run ${cells} -r ${where} -m ${generations}`,
    `-a ${algorithm} --ranks ${ranks}`,
    ...(transport === "threads" ? [] : [`--transport ${transport}`]),
    ...(transport === "mpi" && algorithm === "gpu" ? [`--gpus ${gpus}`] : []),
    ...(halo === "auto" ? [] : [`--halo ${halo}`]),
    ...(overlap ? [] : ["--no-overlap"]),
    ...(record.trim() === "" ? [] : [`--record ${fileWord(record.trim())}`]),
  ].join(" ");
}
