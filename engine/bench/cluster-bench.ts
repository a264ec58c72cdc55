/**
 * One grid over more and more ranks, predicted and then measured. Runs on one rank at three heights, and on a few with three halos, tell what
 * a cell, a launch and an exchange cost (engine/model/transfer-fit.ts). From then on the time of each run is said before it begins.
 *
 * - *Strong*: the same grid on more ranks, with the halo that the model takes for the best, and overlap where that is said to pay.
 * - *Weak*: a grid that grows with the ranks.
 * - *Halo*: on a few ranks, halos of more and more rows, with and without overlap.
 *
 * All runs of a grid go to one generation, so that their cells have to be the same. Who runs them is the caller's.
 */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { HaloForm } from "../model/halo.ts";
import { mostHalo } from "../model/halo.ts";
import type { KernelCost } from "../model/kernel-cost.ts";
import { generationSeconds } from "../model/kernel-cost.ts";
import type { Division, ForecastOfForm } from "../model/predict.ts";
import { forecast, grownGrid, partsOf } from "../model/predict.ts";
import type { ClusterRun, TransferFit } from "../model/transfer-fit.ts";
import { fitClusterRuns, turns } from "../model/transfer-fit.ts";
import { timeText } from "../model/words.ts";

/** A half-dense soup under Life on a torus, in slabs. */
export type SharedRun = Omit<ClusterRun, "seconds"> & { readonly overlap: boolean };

export interface SharedOutcome {
  /** Of stepping all generations; 0 where that was too soon over to be timed. */
  readonly seconds: number;
  /** Of the cells it ended with. */
  readonly hash: string;
}

/** Errors: TessellaError for what cannot run here, and `aborted` when the signal fires. */
export type RunShared = (run: SharedRun, signal: AbortSignal) => Promise<SharedOutcome>;

export const CLUSTER_PARTS = ["strong", "weak", "halo"] as const;
export type ClusterPart = (typeof CLUSTER_PARTS)[number];

export interface SharedPoint extends SharedRun, SharedOutcome {
  readonly part: "fit" | ClusterPart;
  /** Seconds, said before it was run; null for those that the model comes from. */
  readonly predicted: number | null;
}

export interface ClusterPlan {
  readonly width: number;
  readonly height: number;
  /** From 1 on. */
  readonly ranks: readonly number[];
  readonly halos: readonly number[];
  /** Cores or cards that the ranks have. */
  readonly processors: number;
  /** Whether the model may choose overlap for the best; if not, only halos are compared with it. */
  readonly overlaps: boolean;
  /** A number, or how long one rank may take for them in seconds. */
  readonly generations: number | { readonly seconds: number };
  readonly parts: readonly ClusterPart[];
}

export interface ClusterFigures {
  readonly points: readonly SharedPoint[];
  /** null where the runs did not tell it. */
  readonly fit: (TransferFit & { readonly cost: KernelCost }) | null;
  /** Why points are missing, a sentence each. */
  readonly problems: readonly string[];
}

export interface ClusterControl {
  readonly run: RunShared;
  readonly signal: AbortSignal;
  /**
   * Seconds after which a run is stopped, whatever was predicted: ranks that wait for each other on busy cores may take for ever. What is
   * known to take longer is left out.
   */
  readonly cap: number;
  /** On `performance.now()`'s clock: what would take longer is left out or stopped. Default: never. */
  readonly deadline?: number;
  /** Told before a run begins. */
  readonly onPrediction?: (run: SharedRun, seconds: number | null) => void;
  /** Told after each run, with all that there is. */
  readonly onFigures?: (figures: ClusterFigures) => void;
}

/** So many times at least a halo is exchanged in a run: the first times are its start. */
const LEAST_EXCHANGES = 4;
const FIT_HALOS = [32, 8, 1];
const LEAST_GENERATIONS = LEAST_EXCHANGES * 32;
/** A run that takes this share of the wanted time shows how many generations take all of it. */
const TRIAL_SHARE = 1 / 8;
/** Rows of a rank in a grid that grows with them, as a share of the whole. */
const WEAK_SHARE = 4;

/** Errors: `bad-argument` for more ranks than rows, `aborted`, and those of `run` that are no TessellaError. */
export async function benchCluster(plan: ClusterPlan, control: ClusterControl): Promise<ClusterFigures> {
  return new ClusterBench(plan, control).measure();
}

class ClusterBench {
  readonly #plan: ClusterPlan;
  readonly #control: ClusterControl;
  readonly #points: SharedPoint[] = [];
  readonly #problems: string[] = [];
  #fit: ClusterFigures["fit"] = null;
  #generations = 0;

  constructor(plan: ClusterPlan, control: ClusterControl) {
    this.#plan = plan;
    this.#control = control;
  }

  async measure(): Promise<ClusterFigures> {
    const { parts, width, height, ranks } = this.#plan;
    for (const count of ranks) partsOf({ width, height, ranks: count, split: "slabs" });
    if (await this.#begin()) {
      await this.#measureFit();
      for (const part of this.#fit ? parts : [])
        for (const run of this.#runsOf(part)) await this.#take(part, run);
    }
    return this.#figures();
  }

  #figures(): ClusterFigures {
    return { points: [...this.#points], fit: this.#fit, problems: [...new Set(this.#problems)] };
  }

  /** Settles how many generations all runs have. Resolves with whether any can. */
  async #begin(): Promise<boolean> {
    const { generations, width, height } = this.#plan;
    if (typeof generations === "number") {
      this.#generations = generations;
      return true;
    }
    const wanted = generations.seconds;
    for (let count = LEAST_GENERATIONS; ; count *= 8) {
      const figures = await this.#tryOut({ ...ALONE, width, height, generations: count });
      if (!figures) return false;
      if (figures.seconds === 0 || figures.seconds < wanted * TRIAL_SHARE) continue;
      this.#generations = Math.max(LEAST_GENERATIONS, Math.ceil((count * wanted) / figures.seconds));
      return true;
    }
  }

  async #measureFit(): Promise<void> {
    const { width, height, processors, ranks } = this.#plan;
    for (const rows of [height, Math.ceil(height / 2), Math.ceil(height / 4)])
      await this.#take("fit", { ...ALONE, width, height: rows, generations: this.#generations });
    const few = this.#points.length > 0 ? ranks.find((count) => count > 1) : undefined;
    for (const halo of few === undefined ? [] : this.#possible(few, FIT_HALOS)) {
      const run = this.#run({ width, height, ranks: few as number, split: "slabs" }, halo, false);
      // What the last halo cost beside computing is exchanges, which this one has more of.
      const last = this.#points[this.#points.length - 1];
      const computing = this.#points[0].seconds / run.ranks;
      const most =
        last.ranks === few ? computing + ((last.seconds - computing) * last.halo) / halo : computing;
      if (most > this.#control.cap) this.#leaveOut(run, most);
      else await this.#take("fit", run);
    }
    try {
      this.#fit = fitClusterRuns(this.#points, "whole", processors);
    } catch (error) {
      this.#note(error);
    }
  }

  /** Halos that slabs have rows for and that are exchanged often enough. */
  #possible(ranks: number, halos: readonly number[]): readonly number[] {
    const { width, height } = this.#plan;
    const { smallest } = partsOf({ width, height, ranks, split: "slabs" });
    return halos.filter((halo) => halo <= mostHalo(smallest) && LEAST_EXCHANGES * halo <= this.#generations);
  }

  *#runsOf(part: ClusterPart): Generator<SharedRun> {
    const { width, height, ranks, halos } = this.#plan;
    const slab = { width, height: Math.ceil(height / WEAK_SHARE), split: "slabs" } as const;
    if (part !== "halo") {
      for (const count of ranks) {
        const division = part === "strong" ? { ...slab, height, ranks: count } : grownGrid(slab, count);
        const { halo, overlap } = this.#best(division);
        yield this.#run(division, halo, overlap);
      }
      return;
    }
    const few = ranks.find((count) => count > 1);
    if (few === undefined) return;
    const division = { ...slab, height, ranks: few };
    // High ones first: a low one may take all the time that is left.
    for (const halo of this.#possible(few, halos).toSorted((a, b) => b - a))
      for (const overlap of [false, true]) yield this.#run(division, halo, overlap);
  }

  #run({ ranks, width, height }: Division, halo: number, overlap: boolean): SharedRun {
    return { ranks, width, height, halo, overlap, generations: this.#generations };
  }

  /** Under the model, of halos that are exchanged often enough. */
  #best(division: Division): { readonly halo: number; readonly overlap: boolean } {
    if (division.ranks === 1) return ALONE;
    const of = (form: HaloForm): ForecastOfForm => {
      const best = this.#forecast(division, form, "auto");
      const most = Math.max(1, Math.floor(this.#generations / LEAST_EXCHANGES));
      return best.halo <= most ? best : this.#forecast(division, form, most);
    };
    const whole = of("whole");
    const overlap = this.#plan.overlaps ? of("overlap") : whole;
    return overlap.seconds < whole.seconds
      ? { halo: overlap.halo, overlap: true }
      : { halo: whole.halo, overlap: false };
  }

  #forecast(division: Division, form: HaloForm, halo: number | "auto"): ForecastOfForm {
    const { cost, transfer } = this.#fit as TransferFit & { readonly cost: KernelCost };
    const share = turns(division.ranks, this.#plan.processors);
    const seconds = (cells: number): number => share * generationSeconds(cost, cells);
    return forecast({ seconds, transfer }, division, { form, halo, weak: false }).forms[form];
  }

  async #take(part: SharedPoint["part"], run: SharedRun): Promise<void> {
    const { onFigures } = this.#control;
    const form = run.overlap ? "overlap" : "whole";
    const halo = run.ranks === 1 ? "auto" : run.halo;
    const forecasted = part === "fit" ? null : this.#forecast({ ...run, split: "slabs" }, form, halo);
    const predicted = forecasted && forecasted.seconds * run.generations;
    const figures = await this.#tryOut(run, predicted);
    if (!figures) return;
    if (figures.seconds === 0) {
      this.#problems.push(`A run of ${runText(run)} was too soon over to be timed.`);
      return;
    }
    this.#points.push({ ...run, ...figures, part, predicted });
    onFigures?.(this.#figures());
  }

  /** null where it cannot be run, or not in time. */
  async #tryOut(run: SharedRun, predicted: number | null = null): Promise<SharedOutcome | null> {
    const { deadline = Number.POSITIVE_INFINITY, onPrediction, signal, cap } = this.#control;
    const left = deadline - performance.now();
    if (1000 * (predicted ?? 0) >= left) {
      this.#problems.push("The time for the comparison was up before all had been run.");
      return null;
    }
    if (predicted !== null && predicted > cap) {
      this.#leaveOut(run, predicted);
      return null;
    }
    onPrediction?.(run, predicted);
    const timer = AbortSignal.timeout(Math.ceil(Math.min(1000 * cap, left)));
    try {
      return await this.#control.run(run, AbortSignal.any([signal, timer]));
    } catch (error) {
      throwIfAborted(signal);
      if (timer.aborted) this.#problems.push(`A run of ${runText(run)} took too long and was stopped.`);
      else this.#note(error);
      return null;
    }
  }

  #leaveOut(run: SharedRun, seconds: number): void {
    this.#problems.push(`A run of ${runText(run)} was left out: it might take ${timeText(seconds)}.`);
  }

  #note(error: unknown): void {
    if (!(error instanceof TessellaError)) throw error;
    this.#problems.push(error.message);
  }
}

const ALONE = { ranks: 1, halo: 1, overlap: false } as const;

/** "2 ranks on 512 x 512 cells with halos of 8 rows and overlap". */
export function runText({ ranks, width, height, halo, overlap }: SharedRun): string {
  if (ranks === 1) return `1 rank on ${groupedSize(width, height)} cells`;
  const rows = `halos of ${halo} ${halo === 1 ? "row" : "rows"}`;
  return `${ranks} ranks on ${groupedSize(width, height)} cells with ${rows}${overlap ? " and overlap" : ""}`;
}

/** The runs whose cells are not those of the first one of the same grid and generation. */
export function unlikeRuns<Run extends Pick<SharedRun, "width" | "height" | "generations"> & SharedOutcome>(
  points: readonly Run[],
): readonly Run[] {
  const nameOf = ({ width, height, generations }: Run): string => `${width} ${height} ${generations}`;
  const first = new Map<string, string>();
  return points.filter((point) => {
    const name = nameOf(point);
    const hash = first.get(name) ?? point.hash;
    first.set(name, hash);
    return hash !== point.hash;
  });
}
