/** What a run of the comparison over ranks leaves: plain data, to be kept as JSON and made into tables and plots elsewhere. */

import type { ClusterFigures } from "../../../engine/bench/cluster-bench.ts";
import type { TimedRun } from "../../../engine/model/kernel-fit.ts";
import type { Machine } from "../pages/words.ts";
import type { Reading } from "../seeds/timing.ts";
import type { CardPoint } from "./cards.ts";
import type { MessageFigures } from "./messages.ts";

/** A program on the paper's grid. */
export interface ProgramTime {
  readonly id: string;
  readonly label: string;
  /** null where it did not run. */
  readonly reading: Reading | null;
  readonly problem: string | null;
}

/** A kernel on one rank and grids of several sizes. */
export interface KernelTimes {
  readonly kernel: string;
  readonly runs: readonly TimedRun[];
  readonly problem: string | null;
}

/** One grid over ranks of one kind. */
export interface WayTimes {
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  /** Ranks that have a core or a card each; more take turns. null: all have. */
  readonly processors: number | null;
  readonly figures: ClusterFigures;
}

/** One grid after the other on more and more cards (cards.ts). */
export interface CardTimes {
  readonly algorithm: string;
  readonly cards: number;
  readonly points: readonly CardPoint[];
  readonly messages: MessageFigures;
}

/** One call of the bench, which measured some of the parts. */
export interface BenchCall {
  readonly date: string;
  readonly seconds: number;
  /** "programs", "kernels", "cards" and ids of ways. */
  readonly parts: readonly string[];
}

export interface ClusterResult {
  readonly kind: "tessella-cluster";
  readonly version: 3;
  readonly machine: Machine;
  /** null without a GPU. */
  readonly adapter: string | null;
  /** Cells a side of the paper's grid, and its generations; smaller ones only show that it works. */
  readonly side: number;
  readonly generations: number;
  readonly calls: readonly BenchCall[];
  readonly programs: readonly ProgramTime[];
  readonly kernels: readonly KernelTimes[];
  readonly ways: readonly WayTimes[];
  /** null where that was not asked for. */
  readonly cards: CardTimes | null;
}

/** JSON has no Infinity: a bandwidth that does not count. */
export function clusterResultText(result: ClusterResult): string {
  const textOf = (_: string, value: unknown): unknown =>
    value === Number.POSITIVE_INFINITY ? "infinite" : value;
  return `${JSON.stringify(result, textOf, 1)}\n`;
}

/** Errors: Error for what is none. */
export function parseClusterResult(text: string): ClusterResult {
  const value: unknown = JSON.parse(text, (_, field) =>
    field === "infinite" ? Number.POSITIVE_INFINITY : field,
  );
  const known = typeof value === "object" && value !== null && "kind" in value && "version" in value;
  if (!known || value.kind !== "tessella-cluster" || value.version !== 3)
    throw new Error("This is no result of `npm run bench -- cluster --json FILE`.");
  return value as ClusterResult;
}

/**
 * `result` with the parts that another call had measured and this one did not. Errors: Error where that was on another machine, on
 * another GPU or at another scale.
 */
export function withEarlier(result: ClusterResult, earlier: ClusterResult): ClusterResult {
  const of = ({ machine, adapter, side, generations }: ClusterResult): string =>
    JSON.stringify([machine, adapter, side, generations]);
  if (of(result) !== of(earlier))
    throw new Error("The kept figures are of another machine, GPU or scale: begin a new file.");
  const measured = new Set(result.calls.flatMap(({ parts }) => parts));
  const calls = earlier.calls
    .map((call) => ({ ...call, parts: call.parts.filter((part) => !measured.has(part)) }))
    .filter(({ parts }) => parts.length > 0);
  return {
    ...result,
    calls: [...calls, ...result.calls],
    programs: measured.has("programs") ? result.programs : earlier.programs,
    kernels: measured.has("kernels") ? result.kernels : earlier.kernels,
    cards: measured.has("cards") ? result.cards : earlier.cards,
    ways: [...earlier.ways.filter(({ id }) => !measured.has(id)), ...result.ways],
  };
}
