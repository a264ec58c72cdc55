/** The plan of a search, from a preset and options. */

import type { Breeding } from "../evolve/breeding.ts";
import { CROSSOVERS, TABLES } from "../evolve/breeding.ts";
import type { RingShape } from "../evolve/genome.ts";
import { PRESETS } from "../evolve/presets.ts";
import type { Annealing, SearchPlan } from "../evolve/search.ts";
import { checkPlan, SEARCHES } from "../evolve/searches.ts";
import type { Task } from "../evolve/task.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import { BOUNDARIES } from "../rings/ring.ts";
import type { Radius } from "../rings/ring-rule.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount, parseSeed } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { asUsage, BOUNDARY_OPTION } from "./ring-options.ts";
import { densityOf, settingOf, TASK_OPTIONS, taskOf, vectorsOf } from "./task-options.ts";
import { UsageError } from "./usage-error.ts";

/** The options of `shapeOf`. */
export const SHAPE_OPTIONS: readonly OptionSpec[] = [
  { name: "cells", short: "n", value: "N", help: "of the ring" },
  { name: "radius", value: "R", help: "of the rules: 1, 2 or 3" },
  BOUNDARY_OPTION,
];

/** Options that a plan is made of; a record has them in its own. */
export const PLAN_OPTIONS: readonly OptionSpec[] = [
  {
    name: "task",
    value: "TASK",
    help: `instead of the preset's: ${TASKS.list()
      .map(({ id }) => id)
      .join(", ")}`,
  },
  ...SHAPE_OPTIONS,
  ...TASK_OPTIONS,
  { name: "population", value: "N", help: "individuals of a generation, 2 or more" },
  { name: "vectors", value: "N", help: "random starts that each is scored on" },
  { name: "fixed-vectors", help: "the same starts in all generations; otherwise each has new ones" },
  { name: "seed", value: "N", help: "of all chance, from 0 to 4294967295 (default: 1)" },
  { name: "crossover", value: "P", help: "how likely two parents are crossed, from 0 to 1" },
  { name: "crossing", value: "HOW", help: `${CROSSOVERS.join(" or ")}` },
  { name: "mutation", value: "P", help: "how likely a bit flips, from 0 to 1" },
  { name: "tournament", value: "N", help: "parents are the best of N, from 1 to 16" },
  { name: "truncation", value: "N", help: "parents are any of the best N, instead of a tournament" },
  { name: "elites", value: "N", help: "the best that are kept as they are" },
  { name: "immigrants", value: "N", help: "new random individuals a generation" },
  {
    name: "deme",
    value: "N",
    help: "parents and elites are among N individuals to either side (0: among all)",
  },
  {
    name: "tables",
    value: "HOW",
    help: `of the first generation: ${TABLES.join(" or ")} in their share of ones`,
  },
  { name: "search", value: "KIND", help: `instead of the preset's: ${searchNames().join(", ")}` },
  {
    name: "temperature",
    value: "HOT:COLD",
    help: "of annealing: by what share of the starts worse a candidate is usually taken, at first and in the end",
  },
  { name: "flips", value: "N", help: "pairs of entries that a candidate of annealing flips, at most" },
  { name: "renewal", value: "N", help: "generations of annealing that share their starts" },
  { name: "densities", value: "N", help: "of starts that coevolve" },
];

/** Options about the end of a search: a record's may be put off when it goes on. */
export const END_OPTIONS: readonly OptionSpec[] = [
  { name: "generations", short: "g", value: "N", help: "that are scored at most, the first one included" },
  { name: "until", value: "FITNESS", help: "ends with the first generation whose best has it" },
];

/** A new plan, checked. Errors: UsageError. */
export function planOf(
  name: string | undefined,
  args: Arguments,
): { readonly preset: string | undefined; readonly plan: SearchPlan } {
  const typedTask = args.value("task");
  if (name === undefined && typedTask === undefined)
    throw new UsageError("Name a preset.", `There are: ${presetNames().join(", ")}.`);
  const preset =
    name === undefined ? undefined : PRESETS.get(oneOf(name, presetNames(), "There is no preset"));
  // Of the presets, the one whose search suits any task.
  const base = preset?.plan ?? PRESETS.get("synchronise-149").plan;
  const task = taskOf(typedTask ?? base.setting.task);
  const sameTask = task.id === base.setting.task;
  const shape = shapeOf(args, sameTask ? base.setting.shape : task.usual.shape);
  const setting = settingOf(args, task, shape, sameTask ? base.setting : {});
  const density = densityOf(args, base.density);
  const typedSearch = args.value("search");
  const search =
    typedSearch === undefined ? base.search : oneOf(typedSearch, searchNames(), "There is no search");
  const tables = args.value("tables");
  const usualPopulation = SEARCHES.get(search).cellular ? shape.cells : base.population;
  const plan: SearchPlan = {
    ...base,
    search,
    setting,
    population: amount(args, "population", "a number of individuals") ?? usualPopulation,
    vectors: task.vectors ? vectorsOf(args, density, shape.cells, sameTask ? base.vectors : 100) : 1,
    density,
    fresh: !args.has("fixed-vectors") && base.fresh,
    tables: tables === undefined ? base.tables : oneOf(tables, TABLES, "--tables knows no"),
    breeding: breedingOf(args, base.breeding),
    annealing: annealingOf(args, base.annealing),
    densities: amount(args, "densities", "a number of densities") ?? base.densities,
    seed: parseSeed(args.value("seed") ?? String(base.seed), "--seed"),
    goal: sameTask ? base.goal : undefined,
  };
  const ended = withEnd(args, plan, task);
  asUsage(() => checkPlan(ended));
  return { preset: preset?.id, plan: ended };
}

/** The plan with the end that was asked for. Errors: UsageError. */
export function withEnd(
  args: Arguments,
  plan: SearchPlan,
  task: Task = TASKS.get(plan.setting.task),
): SearchPlan {
  const generations = amount(args, "generations", "a number of generations") ?? plan.generations;
  const goal = amount(args, "until", "a fitness") ?? plan.goal;
  const most = task.most(plan.vectors, plan.setting);
  if (args.has("until") && goal !== undefined && goal > most)
    throw new UsageError(`--until ${goal} cannot be reached: the highest fitness is ${most}.`);
  return { ...plan, generations, goal };
}

function searchNames(): readonly string[] {
  return SEARCHES.list().map(({ id }) => id);
}

function presetNames(): readonly string[] {
  return PRESETS.list().map(({ id }) => id);
}

/** The rings that are asked for; what is not said is as in `base`. Errors: UsageError. */
export function shapeOf(args: Arguments, base: RingShape): RingShape {
  const radius = args.value("radius");
  if (radius !== undefined && !/^[123]$/.test(radius))
    throw new UsageError(`--radius is 1, 2 or 3, not "${radius}".`);
  const boundary = args.value("boundary");
  return {
    cells: amount(args, "cells", "a number of cells") ?? base.cells,
    radius: radius === undefined ? base.radius : (Number(radius) as Radius),
    boundary: boundary === undefined ? base.boundary : oneOf(boundary, BOUNDARIES, "--boundary knows no"),
    ruleACell: base.ruleACell,
  };
}

function breedingOf(args: Arguments, base: Breeding): Breeding {
  const keep = amount(args, "truncation", "a number of parents");
  if (keep !== undefined && args.has("tournament"))
    throw new UsageError("--tournament and --truncation exclude each other.");
  const selection =
    keep === undefined ? (args.has("tournament") ? "tournament" : base.selection) : "truncation";
  const crossing = args.value("crossing");
  return {
    selection,
    tournament: amount(args, "tournament", "a number of contestants") ?? base.tournament,
    keep: keep ?? base.keep,
    crossover: chanceOf(args, "crossover") ?? base.crossover,
    crossing: crossing === undefined ? base.crossing : oneOf(crossing, CROSSOVERS, "--crossing knows no"),
    mutation: chanceOf(args, "mutation") ?? base.mutation,
    elites: countOf(args, "elites") ?? base.elites,
    immigrants: countOf(args, "immigrants") ?? base.immigrants,
    deme: countOf(args, "deme") ?? base.deme,
  };
}

function annealingOf(args: Arguments, base: Annealing): Annealing {
  const text = args.value("temperature");
  const [hot, cold] = text === undefined ? [base.hot, base.cold] : text.split(":").map(Number);
  if (text !== undefined && !/^(\d*\.?\d+):(\d*\.?\d+)$/.test(text))
    throw new UsageError(`--temperature wants HOT:COLD, two shares such as 0.006:0.0006, not "${text}".`);
  return {
    ...{ hot, cold },
    flips: amount(args, "flips", "a number of pairs") ?? base.flips,
    renewal: amount(args, "renewal", "a number of generations") ?? base.renewal,
  };
}

function amount(args: Arguments, name: string, what: string): number | undefined {
  const text = args.value(name);
  return text === undefined ? undefined : parseAmount(text, `--${name}`, what);
}

function countOf(args: Arguments, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined || /^\d{1,7}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${name} wants a whole number from 0 on, not "${text}".`);
}

function chanceOf(args: Arguments, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = /^(\d*\.?\d+|\d+\.)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`--${name} is a number from 0 to 1, not "${text}".`);
}
