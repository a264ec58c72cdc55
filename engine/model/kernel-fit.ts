/**
 * A kernel's cost from measured times. For g generations of N cells in y g seconds,
 *
 *     y = b + a N            or, with s submissions of which each costs b_submit,        y = b_dispatch + s b_submit / g + a N
 *
 * Timings are wrong by a share of themselves, so a point weighs 1/y^2: unweighted, the largest grids alone would decide, and the
 * launch would be whatever they leave over.
 *
 * **The knee** is found by the fit. For each pair of neighbouring sizes, one line is laid through the points below and one
 * through those above. If they cross between the two sizes, that is the best knee there; if not, the best is at one of these sizes
 * (D. J. Hudson, Fitting segmented curves whose join points have to be estimated, JASA 61, 1966). A knee counts if it is no
 * accident: two more coefficients make the misfit smaller in any case, and by chance to a share q of it with the probability
 * q^(m/2), m being the points beyond the coefficients (the F test for two coefficients, in closed form), for each of the places tried.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { KernelCost } from "./kernel-cost.ts";
import { countingCells, generationSeconds, noCellCost } from "./kernel-cost.ts";
import { fitLinear } from "./least-squares.ts";
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
  readonly launchError: number | null;
  readonly cellError: number | null;
  readonly cellErrorBelow: number | null;
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

/** A knee is believed where chance makes one so rarely. */
const ACCIDENT = 0.01;
/** Misfits below this share of the times are rounding. */
const ROUNDING = 1e-9;

interface Bend {
  readonly cost: KernelCost;
  readonly submitSeconds: number | null;
  readonly misfit: number;
  readonly errors: readonly (number | null)[];
}

interface Points {
  readonly cells: readonly number[];
  readonly y: readonly number[];
  /** Submissions a generation; null where they are not told apart. */
  readonly submits: readonly number[] | null;
  readonly weights: readonly number[];
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
  const [launchError, ...errors] = bend.errors;
  const submitError = points.submits ? (errors.shift() ?? null) : null;
  const below = bend.cost.knee ? (errors.shift() ?? null) : null;
  return {
    cost: bend.cost,
    launchError,
    cellError: errors[0],
    cellErrorBelow: below,
    submitSeconds: bend.submitSeconds,
    submitError,
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
      const fit = (bend.cost.knee && kneeOf(rest)) ?? lineOf(rest);
      return fit && (points.y[i] - predictedSeconds(fit, run)) / points.y[i];
    }),
  };
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

function pointsOf(runs: readonly TimedRun[], weighting: Weighting): Points {
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

/** One line, or two where a knee is no accident. */
function bendOf(points: Points): Bend | null {
  const line = lineOf(points);
  const knee = line && kneeOf(points);
  if (!line || !knee) return line;
  const all = points.y.reduce((sum, y, i) => sum + points.weights[i] * y * y, 0);
  if (line.misfit <= ROUNDING ** 2 * all) return line;
  const free = points.y.length - (points.submits ? 5 : 4);
  if (free < 1) return line;
  const places = new Set(points.cells).size - 3;
  const chance = places * (knee.misfit / line.misfit) ** (free / 2);
  return chance < ACCIDENT ? knee : line;
}

function lineOf({ cells, y, submits, weights }: Points): Bend | null {
  const columns = [cells.map(() => 1), ...(submits ? [submits] : []), cells];
  const bounded = columns.map((_, i) => i < columns.length - 1);
  const fit = fitLinear(columns, y, weights, bounded);
  if (!fit) return null;
  const { coefficients, errors, misfit } = fit;
  return {
    cost: {
      launchSeconds: coefficients[0],
      secondsACell: coefficients[coefficients.length - 1],
      knee: null,
    },
    submitSeconds: submits && coefficients[1],
    misfit,
    errors,
  };
}

/** The best knee, with a steeper line above it where a cache ends, or below it where a card is not yet busy; null where none fits. */
function kneeOf(points: Points): Bend | null {
  const sizes = [...new Set(points.cells)].sort((a, b) => a - b);
  let best: Bend | null = null;
  const take = (bend: Bend | null): void => {
    if (bend && (!best || bend.misfit < best.misfit)) best = bend;
  };
  // At least two sizes on each side.
  for (let i = 1; i + 2 < sizes.length; i++) {
    const crossing = crossingOf(points, sizes[i]);
    if (crossing > sizes[i] && crossing < sizes[i + 1]) take(bentAt(points, crossing));
    take(bentAt(points, sizes[i]));
  }
  return best;
}

/** Where the lines through the points up to that size and through those above it cross. */
function crossingOf({ cells, y, submits, weights }: Points, last: number): number {
  const below = cells.map((size) => Number(size <= last));
  const columns = [
    below,
    cells.map((size, i) => size * below[i]),
    below.map((is) => 1 - is),
    cells.map((size, i) => size * (1 - below[i])),
    ...(submits ? [submits] : []),
  ];
  const fit = fitLinear(columns, y, weights, [true, true, false, false, true].slice(0, columns.length));
  if (!fit) return Number.NaN;
  const [start, slope, otherStart, otherSlope] = fit.coefficients;
  return (start - otherStart) / (otherSlope - slope);
}

function bentAt({ cells, y, submits, weights }: Points, knee: number): Bend | null {
  const columns = [
    cells.map(() => 1),
    ...(submits ? [submits] : []),
    cells.map((size) => Math.min(size, knee)),
    cells.map((size) => Math.max(0, size - knee)),
  ];
  const fit = fitLinear(
    columns,
    y,
    weights,
    columns.map(() => true),
    1,
  );
  if (!fit) return null;
  const { coefficients, errors, misfit } = fit;
  const [below, above] = coefficients.slice(-2);
  const cost = {
    launchSeconds: coefficients[0],
    secondsACell: above,
    knee: { cells: knee, secondsACell: below },
  };
  return { cost, submitSeconds: submits && coefficients[1], misfit, errors };
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
