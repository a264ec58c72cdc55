/** What `tessella evolve` prints, for people and as JSON. */

import { meanOf } from "../bench/statistics.ts";
import { duration } from "../core/duration.ts";
import { grouped } from "../core/integers.ts";
import { ringOfCells } from "../evolve/cellular.ts";
import { genomeWords, ringOfGenome } from "../evolve/genome.ts";
import type { HallVerdict } from "../evolve/hall.ts";
import { filledNiches, MAP_ELITES } from "../evolve/map-elites.ts";
import type { Ending, RunRecord } from "../evolve/run.ts";
import type { SearchPlan } from "../evolve/search.ts";
import { SEARCHES } from "../evolve/searches.ts";
import { shareLine } from "../evolve/task.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import type { CommandCall } from "./command.ts";
import { jsonText } from "./json.ts";
import { jsonSeconds } from "./report.ts";
import { jsonRules, ringName } from "./ring-options.ts";
import { table } from "./terminal.ts";

/** What a record does not say. */
interface Circumstances {
  readonly method: string;
  readonly adapter: string | undefined;
  /** That shared the work, where there were any. */
  readonly ranks: number | undefined;
  readonly seconds: number;
  /** The record's file. */
  readonly out: string | undefined;
  /** Which of the hall is the best, where fresh vectors were asked. */
  readonly fresh: HallVerdict | undefined;
}

export function reportSearch(
  { args, terminal }: CommandCall,
  record: RunRecord,
  ending: Ending,
  { method, adapter, ranks, seconds, out, fresh }: Circumstances,
): void {
  const { plan, preset, figures, hall } = record;
  const { setting, population, seed, goal } = plan;
  const { shape, steps } = setting;
  const { cells, radius, boundary } = shape;
  const task = TASKS.get(setting.task);
  const last = figures[figures.length - 1];
  const { generation, fitness, genome } = fresh?.entry ?? hall[0];
  const { cellular } = SEARCHES.get(plan.search);
  const ring = cellular ? ringOfCells(plan, record.last) : ringOfGenome(shape, genome);
  const vectors = task.vectors ? plan.vectors : undefined;
  const niches =
    plan.search === MAP_ELITES.id ? filledNiches(record.last.genomes, genomeWords(shape)).length : undefined;
  // Of a map, the mean of the rules that there are.
  const mean = last.sum / (niches ?? population);
  const freshFacts = fresh && {
    vectors: fresh.set.size,
    seed: fresh.set.seed,
    fitness: fresh.fitness,
    ...fresh.share,
  };
  if (args.has("json")) {
    const about = {
      preset,
      search: plan.search,
      task: task.id,
      radius,
      cells,
      boundary,
      steps,
      population,
      vectors,
      seed,
    };
    const results = {
      ...(niches === undefined ? {} : { niches }),
      ...{ generations: figures.length, ending, solved: ending === "goal", goal },
      best: { generation, fitness, ...jsonRules(ring), ...(fresh ? { fresh: freshFacts } : {}) },
      last: { best: last.best, mean, worst: last.worst, hash: last.hash },
      evaluations: figures.length * population * (vectors ?? 1),
    };
    const circumstances = { method, adapter, ranks, seconds: jsonSeconds(seconds), output: out };
    terminal.print(jsonText({ ...about, ...results, ...circumstances }));
    return;
  }
  const endings: Readonly<Record<Ending, string>> = {
    goal: `generation ${grouped(last.generation)} reaches the goal, ${goal}`,
    generations: "all are done",
    time: "the time is over",
  };
  const starts = vectors === undefined ? "" : ` on ${grouped(vectors)} starts`;
  const most = grouped(task.most(plan.vectors, setting));
  terminal.print(
    table([
      ["task", `${task.name.toLowerCase()}, ${grouped(cells)} cells, ${boundary}, ${grouped(steps)} steps`],
      ["population", `${grouped(population)}${starts}, seed ${seed}`],
      ["generations", `${grouped(figures.length)}: ${endings[ending]}`],
      ["niches", niches === undefined ? null : `${grouped(niches)} of ${grouped(population)} hold a rule`],
      ["best", `${grouped(fitness)} of ${most}, in generation ${grouped(generation)}`],
      ["rule", ringName(ring)],
      ["on fresh starts", fresh ? freshWords(fresh) : null],
      [
        "last",
        `best ${grouped(last.best)}, mean ${mean.toFixed(1)}, worst ${grouped(last.worst)}, population ${last.hash}`,
      ],
      ["method", whereabouts(method, adapter, ranks)],
      ["record", out ?? null],
      ["time", duration(seconds)],
    ]),
  );
}

function freshWords({ share, fitness, set }: HallVerdict): string {
  return `${share ? shareLine(share)[1] : `fitness ${grouped(fitness)}`}, of ${grouped(set.size)}`;
}

function whereabouts(method: string, adapter: string | undefined, ranks: number | undefined): string {
  const place = adapter === undefined ? method : `${method} on ${adapter}`;
  return ranks === undefined ? place : `${place}, ${ranks === 1 ? "1 rank" : `${grouped(ranks)} ranks`}`;
}

/** Runs of one plan with a goal, each with a seed of its own, and the generations that they took. */
interface ManyRuns {
  readonly plan: SearchPlan;
  readonly preset: string | undefined;
  /** Undefined where the goal was not reached. */
  readonly generations: readonly (number | undefined)[];
  readonly method: string;
  readonly adapter?: string;
  readonly ranks: number | undefined;
  readonly seconds: number;
}

export function reportRuns(
  { args, terminal }: CommandCall,
  { plan, preset, generations, method, adapter, ranks, seconds }: ManyRuns,
): void {
  const { seed, goal, setting } = plan;
  const runs = generations.length;
  const solved = generations.filter((one) => one !== undefined);
  const { mean, standardError } = meanOf(solved);
  if (args.has("json")) {
    const facts = { preset, task: setting.task, seed, goal, runs, solved: solved.length };
    const results = { meanGenerations: mean, standardError, generations };
    const circumstances = { method, adapter, ranks, seconds: jsonSeconds(seconds) };
    terminal.print(jsonText({ ...facts, ...results, ...circumstances }));
    return;
  }
  const error = standardError === undefined ? "" : ` +- ${grouped(Math.round(standardError))}`;
  terminal.print(
    table([
      ["runs", `${grouped(runs)}, seeds from ${seed} on`],
      [
        "solved",
        `${grouped(solved.length)}: fitness ${goal} within ${grouped(plan.generations)} generations`,
      ],
      ["method", whereabouts(method, adapter, ranks)],
      ["mean", mean === undefined ? null : `${grouped(Math.round(mean))}${error} generations`],
      ["time", duration(seconds)],
    ]),
  );
}
