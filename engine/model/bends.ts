/**
 * Lines through timed points, with a bend where the points speak for one.
 *
 *     line    y = b + a N
 *     knee    the slope changes at K cells, and the two lines meet there
 *     step    the slope changes and the launch stays: beyond K every cell costs more and not only those beyond it
 *     jump    two lines that do not meet, each with a launch of its own
 *
 * A cache that keeps what was used last and is read from one end to the other keeps nothing as soon as the grids are larger than it is:
 * then all cells come from memory at once, which is a step. If some of them still come from the cache, it is a knee; if the launch changes
 * too, a jump. With s submissions of which each costs b_submit, all have s b_submit / g more.
 *
 * **Where.** Each place between two sizes that has two sizes on either side is tried. The best knee between two neighbouring sizes is where the
 * line through the points below and that through those above cross, and at one of these sizes where they do not cross between them
 * (D. J. Hudson, Fitting segmented curves whose join points have to be estimated, JASA 61, 1966). Where lines do not
 * meet, no point tells where between its neighbours the place is; it is taken in the middle, by ratio.
 *
 * **Whether.** Forms are asked in the order of their coefficients, and one takes the place of a simpler one if that is no accident: the
 * probability of the F test (f-test.ts), times the places that were tried, must be small.
 */

import { chanceOfShare } from "./f-test.ts";
import type { KernelCost } from "./kernel-cost.ts";
import { fitLinear } from "./least-squares.ts";

export interface TimedSizes {
  readonly cells: readonly number[];
  /** Seconds a generation. */
  readonly y: readonly number[];
  /** Submissions a generation; null where they are not told apart. */
  readonly submits: readonly number[] | null;
  readonly weights: readonly number[];
}

export type BendForm = "line" | "knee" | "step" | "jump";

export interface Bend {
  readonly form: BendForm;
  readonly cost: KernelCost;
  readonly submitSeconds: number | null;
  /** The sum of w (y - fitted)^2. */
  readonly misfit: number;
  /** Standard errors; null where there is no such coefficient, where a bound holds, or where the points are too few. */
  readonly errors: {
    readonly launch: number | null;
    readonly submit: number | null;
    readonly cell: number | null;
    readonly cellBelow: number | null;
    readonly jump: number | null;
  };
}

/** Without submissions; the place of a bend is one. */
const COEFFICIENTS: Readonly<Record<BendForm, number>> = { line: 2, knee: 4, step: 4, jump: 5 };
/** Rivals have equally many coefficients: the better one is asked. */
const RIVALS: readonly (readonly BendForm[])[] = [["knee", "step"], ["jump"]];

/**
 * Neighbouring places find nearly the same, so a bound that counts them all is three times the chance and more. In 2,400 simulated
 * lines of 8, 11, 14 and 20 sizes with errors of 3 %, this one let a bend in 17 to 22 times in a thousand. A bound of 0.03 let in a third of
 * that, and took `vector-row` on two H200s for a line, which it misses by 14 % where the knee at 30 million cells misses it by 7.
 */
const ACCIDENT = 0.1;
/** Misfits below this share of the times are rounding. */
export const ROUNDING = 1e-9;

/** The form that the points speak for; null where they do not tell a line. */
export function bendOf(points: TimedSizes): Bend | null {
  let found = bestOfForm(points, "line");
  if (!found) return null;
  const all = points.y.reduce((sum, y, i) => sum + points.weights[i] * y * y, 0);
  const places = sizesOf(points).length - 3;
  for (const rivals of RIVALS) {
    if (found.misfit <= ROUNDING ** 2 * all) break;
    const next: Bend | null = least(rivals.map((form) => bestOfForm(points, form)));
    if (!next) continue;
    const further = COEFFICIENTS[next.form] - COEFFICIENTS[found.form];
    const free = points.y.length - COEFFICIENTS[next.form] - (points.submits ? 1 : 0);
    if (free < 1) break;
    const chance = chanceOfShare(next.misfit / found.misfit, further as 1 | 2 | 3, free);
    if (places * chance < ACCIDENT) found = next;
  }
  return found;
}

/** The best of that form; null where the points do not tell it. */
export function bestOfForm(points: TimedSizes, form: BendForm): Bend | null {
  if (form === "line") return fitted(points, "line", Number.POSITIVE_INFINITY);
  const sizes = sizesOf(points);
  const tried: (Bend | null)[] = [];
  for (let i = 1; i + 2 < sizes.length; i++) {
    const [below, above] = [sizes[i], sizes[i + 1]];
    if (form === "knee") {
      const crossing = crossingOf(points, below);
      if (crossing > below && crossing < above) tried.push(fitted(points, form, crossing));
      tried.push(fitted(points, form, below));
    } else tried.push(fitted(points, form, Math.sqrt(below * above)));
  }
  return least(tried);
}

function least(bends: readonly (Bend | null)[]): Bend | null {
  return bends.reduce((best, bend) => (bend && (!best || bend.misfit < best.misfit) ? bend : best), null);
}

function sizesOf({ cells }: TimedSizes): readonly number[] {
  return [...new Set(cells)].sort((a, b) => a - b);
}

/** Where the lines through the points up to that size and through those above it cross. */
function crossingOf({ cells, y, submits, weights }: TimedSizes, last: number): number {
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

/** That form with its place at so many cells. Nothing grows cheaper as a whole where cells are added: jumps go up. */
function fitted({ cells, y, submits, weights }: TimedSizes, form: BendForm, place: number): Bend | null {
  const columns: [name: "launch" | "submit" | "cell" | "cellBelow" | "jump", values: readonly number[]][] = [
    ["launch", cells.map(() => 1)],
  ];
  if (submits) columns.push(["submit", submits]);
  const add = (name: "cell" | "cellBelow" | "jump", of: (size: number) => number): void => {
    columns.push([name, cells.map(of)]);
  };
  if (form === "line") add("cell", (size) => size);
  else if (form === "step") {
    add("cellBelow", (size) => (size <= place ? size : 0));
    add("cell", (size) => (size <= place ? 0 : size));
  } else {
    add("cellBelow", (size) => Math.min(size, place));
    add("cell", (size) => Math.max(0, size - place));
    if (form === "jump") add("jump", (size) => Number(size > place));
  }
  const fit = fitLinear(
    columns.map(([, values]) => values),
    y,
    weights,
    // The cells of a plain line may cost less than nothing: then it is none.
    columns.map(([name]) => form !== "line" || name !== "cell"),
    form === "line" ? 0 : 1,
  );
  if (!fit) return null;
  const of = <T>(values: readonly T[], name: string): T | null =>
    values[columns.findIndex(([each]) => each === name)] ?? null;
  const secondsACell = of(fit.coefficients, "cell") ?? 0;
  const below = of(fit.coefficients, "cellBelow") ?? 0;
  const jumpSeconds = form === "step" ? (secondsACell - below) * place : (of(fit.coefficients, "jump") ?? 0);
  if (jumpSeconds < 0) return null;
  return {
    form,
    cost: {
      launchSeconds: of(fit.coefficients, "launch") ?? 0,
      secondsACell,
      knee: form === "line" ? null : { cells: place, secondsACell: below, jumpSeconds },
    },
    submitSeconds: of(fit.coefficients, "submit"),
    misfit: fit.misfit,
    errors: {
      launch: of(fit.errors, "launch"),
      submit: of(fit.errors, "submit"),
      cell: of(fit.errors, "cell"),
      cellBelow: of(fit.errors, "cellBelow"),
      jump: of(fit.errors, "jump"),
    },
  };
}
