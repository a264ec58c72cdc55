/**
 * A kernel's cost from measured times. For g generations of N cells in y g seconds,
 *
 *     y = b + a N            or, with s submissions of which each costs b_submit,        y = b_dispatch + s b_submit / g + a N
 *
 * or such a line with a bend (bends.ts). Timings are wrong by a share of themselves, so a point weighs 1/y^2: unweighted, the largest grids
 * alone would decide, and the launch would be whatever they leave over.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Bend, BendForm, TimedSizes } from "./bends.ts";
import { bendOf, bestOfForm, ROUNDING } from "./bends.ts";
import type { KernelCost } from "./kernel-cost.ts";
import { countingCells, generationSeconds, noCellCost } from "./kernel-cost.ts";
import type { RunsTest } from "./runs-test.ts";
import { runsTest } from "./runs-test.ts";

/** A timed run. */
export interface TimedRun {
  readonly cells: number;
  readonly generations: number;
  /** Of all generations. */
  readonly seconds: number;
  /** How often work was handed to the GPU; null where nobody counted. */
  readonly submits: number | null;
  /** The same by the wall, where a GPU's own clock timed it. */
  readonly wallSeconds?: number;
  /** Seconds a generation of the fastest and of the slowest stretch, where several were timed. */
  readonly fastest?: number;
  readonly slowest?: number;
}

/** 1/y^2 each, or all the same. */
export const WEIGHTINGS = ["relative", "none"] as const;
export type Weighting = (typeof WEIGHTINGS)[number];

/** Times in seconds a generation, sizes in cells. Errors are standard errors; null where the points are too few, or a bound holds. */
export interface KernelFit {
  /** `launchSeconds` is that of a dispatch where submissions are told apart. */
  readonly cost: KernelCost;
  /** What the points spoke for. */
  readonly form: BendForm;
  readonly launchError: number | null;
  readonly cellError: number | null;
  readonly cellErrorBelow: number | null;
  /** null also where the jump follows from the slopes (`step`). */
  readonly jumpError: number | null;
  /** b_submit; null where the points do not tell it from b_dispatch. */
  readonly submitSeconds: number | null;
  readonly submitError: number | null;
  /** The share of the times' variance that the fit explains. Above .99 it proves little. */
  readonly r2: number;
  /** (measured - fitted) / measured, point by point. */
  readonly residuals: readonly number[];
  /** Of all points. */
  readonly largestRelativeResidual: number;
  /** Of the points whose size counts. */
  readonly largestCountingResidual: number;
  readonly runsTest: RunsTest | null;
  /** The size from which points measure the kernel more than its launch. */
  readonly countsFrom: number;
  /** (measured - predicted) / measured of each point by a fit of all others; null where these are too few. */
  readonly leftOut: readonly (number | null)[];
}

/** Errors: `bad-argument` for points that tell no cost, naming what is missing. */
export function fitKernel(runs: readonly TimedRun[], weighting: Weighting = "relative"): KernelFit {
  const sizes = checkRuns(runs);
  const points = pointsOf(runs, weighting);
  const bend = bendOf(points);
  const largest = sizes[sizes.length - 1];
  if (!bend || !(bend.cost.secondsACell * largest > ROUNDING * Math.max(...points.y))) throw noCellCost();
  const countsFrom = countingCells(bend.cost);
  if (largest < countsFrom)
    throw new TessellaError(
      "bad-argument",
      `No size reaches half of the best rate: the largest has ${grouped(largest)} cells, and ` +
        `${grouped(Math.ceil(countsFrom))} are needed.`,
    );
  const predicted = runs.map((run) => predictedSeconds(bend, run));
  const residuals = points.y.map((y, i) => (y - predicted[i]) / y);
  const order = runs.map((_, i) => i).sort((i, j) => runs[i].cells - runs[j].cells);
  return {
    cost: bend.cost,
    form: bend.form,
    launchError: bend.errors.launch,
    cellError: bend.errors.cell,
    cellErrorBelow: bend.errors.cellBelow,
    jumpError: bend.errors.jump,
    submitSeconds: bend.submitSeconds,
    submitError: bend.errors.submit,
    r2: explained(points.y, predicted),
    residuals,
    largestRelativeResidual: Math.max(...residuals.map(Math.abs)),
    largestCountingResidual: Math.max(
      ...residuals.map((residual, i) => (runs[i].cells >= countsFrom ? Math.abs(residual) : 0)),
    ),
    runsTest: runsTest(
      order.map((i) => residuals[i]),
      ROUNDING,
    ),
    countsFrom,
    leftOut: runs.map((run, i) => {
      const others = runs.filter((_, other) => other !== i);
      const rest = pointsOf(others, weighting);
      const fit = bestOfForm(rest, bend.form) ?? bestOfForm(rest, "line");
      return fit && (points.y[i] - predictedSeconds(fit, run)) / points.y[i];
    }),
  };
}

/** The cells at which two lines through the points would part, whether or not that is an accident; null where they are too few. */
export function likeliestBend(runs: readonly TimedRun[]): number | null {
  return bestOfForm(pointsOf(runs, "relative"), "jump")?.cost.knee?.cells ?? null;
}

/** The sizes, smallest first. */
function checkRuns(runs: readonly TimedRun[]): readonly number[] {
  runs.forEach(({ cells, generations, seconds, submits }, i) => {
    const wrong = (what: string): TessellaError =>
      new TessellaError("bad-argument", `Point ${i + 1} has ${what}.`);
    if (!(seconds > 0 && Number.isFinite(seconds))) throw wrong(`a time of ${seconds} s, not one above 0`);
    if (!(cells >= 1 && Number.isFinite(cells))) throw wrong(`${cells} cells`);
    if (!(generations >= 1 && Number.isFinite(generations))) throw wrong(`${generations} generations`);
    if (submits !== null && !(submits >= 0 && Number.isFinite(submits)))
      throw wrong(`${submits} submissions`);
  });
  const sizes = [...new Set(runs.map(({ cells }) => cells))].sort((a, b) => a - b);
  if (sizes.length === 0) throw new TessellaError("bad-argument", "There are no points to fit.");
  if (sizes.length === 1)
    throw new TessellaError(
      "bad-argument",
      `All points have ${grouped(sizes[0])} cells: launch and cell are told apart by two sizes and more.`,
    );
  return sizes;
}

function pointsOf(runs: readonly TimedRun[], weighting: Weighting): TimedSizes {
  const y = runs.map(({ seconds, generations }) => seconds / generations);
  const shares = runs.map(({ submits, generations }) => (submits ?? Number.NaN) / generations);
  const tell = shares.every((share) => !Number.isNaN(share)) && new Set(shares).size > 1;
  return {
    cells: runs.map(({ cells }) => cells),
    y,
    submits: tell ? shares : null,
    weights: y.map((seconds) => (weighting === "relative" ? 1 / seconds ** 2 : 1)),
  };
}

function predictedSeconds({ cost, submitSeconds }: Bend, { cells, submits, generations }: TimedRun): number {
  const handing = submitSeconds === null ? 0 : (submitSeconds * (submits ?? 0)) / generations;
  return generationSeconds(cost, cells) + handing;
}

/** R^2, of plain times. */
function explained(y: readonly number[], predicted: readonly number[]): number {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const rest = y.reduce((sum, value, i) => sum + (value - predicted[i]) ** 2, 0);
  return 1 - rest / y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
