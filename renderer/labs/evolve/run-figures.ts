/** The figures of a run as they are plotted and tabled. Pure. */

import type { GenerationFigures } from "../../../engine/evolve/figures.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import type { PlotKey, PlotSeries } from "../../ui/plot/series.ts";
import { seriesStroke } from "../../ui/plot/series.ts";

/** A generation, or several of which best and worst are the extremes and the mean is the mean. */
export interface RunPoint {
  readonly generation: number;
  readonly best: number;
  readonly mean: number;
  readonly worst: number;
  /** The standard error of a share: 0 where nothing is sampled. */
  readonly error: number;
}

/** Points of a plot: more are told apart on no screen. */
const MOST_POINTS = 240;

/** What rules of the literature reach on 149 cells: the share of random vectors that they decide. */
export const LITERATURE: readonly PlotGoal[] = [
  { label: "1994", share: 0.769 },
  { label: "1996", share: 0.8233 },
  { label: "1998", share: 0.86 },
  { label: "2008", share: 0.889 },
];

/** The vectors that count; 0 where the task has none, and its fitness is itself what is shown. */
function trialsOf({ setting: { ties: how } }: SearchPlan, { vectors, ties }: GenerationFigures): number {
  return how === "redraw" ? vectors - ties : vectors;
}

/** At most `most` points, each of as many generations. */
export function runPoints(
  plan: SearchPlan,
  figures: readonly GenerationFigures[],
  most: number = MOST_POINTS,
): readonly RunPoint[] {
  const group = Math.ceil(figures.length / most);
  const points: RunPoint[] = [];
  for (let from = 0; from < figures.length; from += group) {
    const end = Math.min(figures.length, from + group);
    let [best, trials, mean, worst, sampled] = [-1, 1, 0, Infinity, false];
    for (let k = from; k < end; k++) {
      const one = figures[k] as GenerationFigures;
      const of = trialsOf(plan, one) || 1;
      mean += one.sum / plan.population / of;
      worst = Math.min(worst, one.worst / of);
      if (one.best / of <= best) continue;
      [best, trials, sampled] = [one.best / of, of, one.vectors > 0];
    }
    points.push({
      ...{ generation: (figures[end - 1] as GenerationFigures).generation, best, worst },
      mean: mean / (end - from),
      error: sampled ? Math.sqrt((best * (1 - best)) / trials) : 0,
    });
  }
  return points;
}

/** Best with its error, mean and worst, and the goals as level lines. All have the same xs. */
export function runSeries(plan: SearchPlan, points: readonly RunPoint[]): readonly PlotSeries[] {
  const xs = points.map(({ generation }) => generation);
  const line = (
    label: string,
    stroke: PlotSeries["stroke"],
    of: (point: RunPoint) => number,
  ): PlotSeries => ({
    ...{ label, stroke, xs, look: "line" },
    ys: points.map(of),
  });
  const sampled = points.some(({ error }) => error > 0);
  const band: PlotSeries = {
    ...{ label: "± standard error", stroke: seriesStroke(0), xs, look: "band" },
    lows: points.map(({ best, error }) => best - error),
    highs: points.map(({ best, error }) => best + error),
  };
  return [
    ...(sampled ? [band] : []),
    line("Best", seriesStroke(0), ({ best }) => best),
    line("Mean", seriesStroke(1), ({ mean }) => mean),
    line("Worst", seriesStroke(2), ({ worst }) => worst),
    ...goalLines(goalsOf(plan), xs),
  ];
}

const GOAL_STROKE: PlotSeries["stroke"] = { token: "--faint", dash: [1, 3] };

/** What is to be reached, as a level line. */
export interface PlotGoal {
  readonly label: string;
  readonly share: number;
}

export function goalLines(goals: readonly PlotGoal[], xs: readonly number[]): readonly PlotSeries[] {
  return goals.map(({ label, share }) => ({
    ...{ label, stroke: GOAL_STROKE, xs, look: "line" },
    ys: xs.map(() => share),
  }));
}

/** The lines that need a name, goals in one. `note`: about the goals. */
export function legendOf(
  goals: readonly PlotGoal[],
  series: readonly PlotSeries[],
  note = "",
): readonly PlotKey[] {
  const lines = series.filter(({ look, stroke }) => look !== "band" && stroke !== GOAL_STROKE);
  const labels = goals.map(({ label }) => label);
  if (labels.length === 0) return lines;
  const label = labels.length === 1 ? (labels[0] as string) : `Best of ${labels.join(", ")}`;
  return [...lines, { label: `${label}${note}`, stroke: GOAL_STROKE }];
}

/** The literature's where the run can be held against it, else the run's own. */
export function goalsOf({ search, setting, goal, vectors }: SearchPlan): readonly PlotGoal[] {
  // The fitness of a cell is no share of rings.
  if (search === "cellular") return [];
  if (setting.task === "majority" && setting.shape.cells === 149) return LITERATURE;
  if (goal === undefined) return [];
  return [{ label: "Goal", share: setting.task === "counter" ? goal : goal / vectors }];
}

/** What has to be known to hold a run against its goals: they are for fair vectors. */
export function goalNote(plan: SearchPlan): string {
  const fair = plan.density === "fair" && plan.search !== "coevolution";
  return goalsOf(plan) === LITERATURE && !fair ? ", on fair vectors" : "";
}

/** All generations as CSV, whole numbers as a record has them. */
export function figuresCsv(figures: readonly GenerationFigures[]): string {
  const fields = ["generation", "best", "sum", "worst", "vectors", "ties", "diversity", "hash"] as const;
  return [fields.join(), ...figures.map((one) => fields.map((field) => one[field]).join())]
    .map((line) => `${line}\n`)
    .join("");
}

/** A fitness as people read it: a share of the vectors, or a whole number. */
export function fitnessText(value: number, shared: boolean): string {
  return shared ? `${(100 * value).toFixed(1)} %` : String(Math.round(value * 10) / 10);
}
