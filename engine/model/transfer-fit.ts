/**
 * What a message costs, T_trans = T_lat + B / bw: from messages that were timed by themselves, or from whole runs over ranks.
 *
 * Of a run of slabs of h rows of W cells, with a halo of k rows, a generation takes
 *
 *     y = b + a N(k) + (T_lat + B(k) / bw) / k,        N(k) and B(k) as in halo.ts,
 *
 * and on one rank b + a N. That is linear in b, a, T_lat and 1/bw, so runs on one rank and on several tell all four, if widths
 * and halos vary. Where they do not tell bw it is taken as negligible, as the paper did.
 */

import { TessellaError } from "../core/errors.ts";
import type { HaloForm, TransferCost } from "./halo.ts";
import { cellsWithHalo, haloBytes } from "./halo.ts";
import type { KernelCost } from "./kernel-cost.ts";
import { noCellCost } from "./kernel-cost.ts";
import { fitLinear } from "./least-squares.ts";
import { partsOf } from "./predict.ts";

/** Seconds of an exchange of so many bytes a side. */
export interface TimedMessage {
  readonly bytes: number;
  readonly seconds: number;
}

/** A run of a torus in slabs. */
export interface ClusterRun {
  readonly ranks: number;
  readonly width: number;
  readonly height: number;
  /** Rows; counts on several ranks only. */
  readonly halo: number;
  readonly generations: number;
  readonly seconds: number;
}

export interface TransferFit {
  readonly transfer: TransferCost;
  readonly latencyError: number | null;
  /** |measured - fitted| / measured. */
  readonly largestRelativeResidual: number;
}

/** Errors: `bad-argument`. */
export function fitMessages(messages: readonly TimedMessage[]): TransferFit {
  checkTimes(messages);
  if (new Set(messages.map(({ bytes }) => bytes)).size < 2)
    throw new TessellaError(
      "bad-argument",
      "All messages have one size: latency and bandwidth are told apart by two sizes and more.",
    );
  const y = messages.map(({ seconds }) => seconds);
  const { coefficients, errors, residual } = relativeFit(
    [y.map(() => 1), messages.map(({ bytes }) => bytes)],
    y,
  ) as Found;
  return {
    transfer: { latencySeconds: coefficients[0], bytesASecond: 1 / coefficients[1] },
    latencyError: errors[0],
    largestRelativeResidual: residual,
  };
}

/**
 * Kernel and transfer of runs over ranks that all spend their halos in that way. `processors`: cores or cards that the ranks have; more
 * ranks than that take turns. Errors: `bad-argument`.
 */
export function fitClusterRuns(
  runs: readonly ClusterRun[],
  form: HaloForm,
  processors = Number.POSITIVE_INFINITY,
): TransferFit & { readonly cost: KernelCost } {
  checkTimes(runs);
  if (form === "overlap")
    throw new TessellaError("bad-argument", "Runs that overlap computing and transfer hide what it costs.", {
      hint: "Fit runs with the form whole or shrinking.",
    });
  const several = ({ ranks }: ClusterRun): boolean => ranks > 1;
  if (!runs.some(several))
    throw new TessellaError("bad-argument", "No run has two ranks, so nothing was transferred.");
  const parts = runs.map(
    ({ ranks, width, height }) => partsOf({ ranks, width, height, split: "slabs" }).largest,
  );
  const columns = [
    runs.map(({ ranks }) => turns(ranks, processors)),
    runs.map(
      (run, i) =>
        turns(run.ranks, processors) *
        (several(run) ? cellsWithHalo(parts[i], form, run.halo) : parts[i].width * parts[i].height),
    ),
    runs.map((run) => (several(run) ? 1 / run.halo : 0)),
    runs.map((run, i) => (several(run) ? haloBytes(parts[i], run.halo) / run.halo : 0)),
  ];
  const y = runs.map(({ seconds, generations }) => seconds / generations);
  const found = relativeFit(columns, y) ?? relativeFit(columns.slice(0, 3), y);
  if (!found)
    throw new TessellaError(
      "bad-argument",
      "The runs do not tell launch, cell and latency apart: needed are runs on one rank and on several, or with several halos.",
    );
  const [launchSeconds, secondsACell, latencySeconds, secondsAByte = 0] = found.coefficients;
  if (!(secondsACell > 0)) throw noCellCost();
  return {
    cost: { launchSeconds, secondsACell, knee: null },
    transfer: { latencySeconds, bytesASecond: 1 / secondsAByte },
    latencyError: found.errors[2],
    largestRelativeResidual: found.residual,
  };
}

/** How often a processor computes a generation where so many ranks share so many processors. */
export function turns(ranks: number, processors: number): number {
  return Math.max(1, ranks / processors);
}

interface Found {
  readonly coefficients: readonly number[];
  readonly errors: readonly (number | null)[];
  readonly residual: number;
}

/** No coefficient below 0, weights 1/y^2. */
function relativeFit(columns: readonly (readonly number[])[], y: readonly number[]): Found | null {
  const weights = y.map((seconds) => 1 / seconds ** 2);
  const fit = fitLinear(
    columns,
    y,
    weights,
    columns.map(() => true),
  );
  if (!fit) return null;
  const fitted = y.map((_, i) => fit.coefficients.reduce((sum, value, j) => sum + value * columns[j][i], 0));
  return { ...fit, residual: Math.max(...y.map((seconds, i) => Math.abs(seconds - fitted[i]) / seconds)) };
}

function checkTimes(points: readonly { readonly seconds: number }[]): void {
  if (points.length === 0) throw new TessellaError("bad-argument", "There are no points to fit.");
  points.forEach(({ seconds }, i) => {
    if (!(seconds > 0 && Number.isFinite(seconds)))
      throw new TessellaError("bad-argument", `Point ${i + 1} has a time of ${seconds} s, not one above 0.`);
  });
}
