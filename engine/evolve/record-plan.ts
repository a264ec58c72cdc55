/** The plan of a search as fields of a file. */

import type { JsonPlace } from "../core/json-place.ts";
import type { Boundary } from "../rings/ring.ts";
import { BOUNDARIES, FEWEST_CELLS, MOST_CELLS } from "../rings/ring.ts";
import type { Radius } from "../rings/ring-rule.ts";
import { CROSSOVERS, SELECTIONS, TABLES } from "./breeding.ts";
import type { SearchPlan } from "./search.ts";
import { SEARCHES } from "./searches.ts";
import { TIES } from "./task.ts";
import { TASKS } from "./tasks/registry.ts";
import type { Density } from "./vectors.ts";

const MOST_WORD = 0xffffffff;
const DENSITIES = ["fair", "flat", "all"] as const;

/** All fields, in their order. */
export const PLAN_FIELDS = [
  ...["task", "cells", "radius", "ruleACell", "boundary", "steps", "ties", "start"],
  ...["search", "population", "vectors", "density", "fresh", "seed", "generations", "goal", "tables"],
  ...["selection", "tournament", "keep", "crossover", "crossing", "mutation", "elites", "immigrants", "deme"],
  ...["hot", "cold", "flips", "renewal", "densities"],
] as const;

export function plainPlan(plan: SearchPlan): object {
  const { setting, breeding, search, population, vectors, density, fresh, seed, generations, goal, tables } =
    plan;
  const { shape, task, steps, ties, start } = setting;
  const { cells, radius, ruleACell, boundary } = shape;
  const { selection, tournament, keep, crossover, crossing, mutation, elites, immigrants, deme } = breeding;
  return {
    ...{ task, cells, radius, ruleACell, boundary, steps, ties, start },
    ...{ search, population, vectors, density, fresh, seed, generations, goal: goal ?? null, tables },
    ...{ selection, tournament, keep, crossover, crossing, mutation, elites, immigrants, deme },
    ...plan.annealing,
    densities: plan.densities,
  };
}

/** Reads what `plainPlan` makes. Whether its parts fit each other is not looked at. Errors: `syntax`. */
export function planOf(place: JsonPlace): SearchPlan {
  const ids = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);
  return {
    setting: {
      shape: {
        cells: place.whole("cells", FEWEST_CELLS, MOST_CELLS),
        radius: place.whole("radius", 1, 3) as Radius,
        ruleACell: yesOrNo(place, "ruleACell"),
        boundary: place.word<Boundary>("boundary", BOUNDARIES),
      },
      task: place.word("task", ids(TASKS.list())),
      steps: place.whole("steps", 0, MOST_WORD),
      ties: place.word("ties", TIES),
      start: place.whole("start", 0, MOST_WORD),
    },
    search: place.word("search", ids(SEARCHES.list())),
    population: place.whole("population", 0, MOST_WORD),
    vectors: place.whole("vectors", 0, MOST_WORD),
    density: densityOf(place),
    fresh: yesOrNo(place, "fresh"),
    seed: place.whole("seed", 0, MOST_WORD),
    generations: place.whole("generations", 0),
    goal: place.field("goal")?.value === null ? undefined : place.whole("goal", 0, MOST_WORD),
    tables: place.word("tables", TABLES),
    breeding: {
      selection: place.word("selection", SELECTIONS),
      tournament: place.whole("tournament", 0, MOST_WORD),
      keep: place.whole("keep", 0, MOST_WORD),
      crossover: share(place, "crossover"),
      crossing: place.word("crossing", CROSSOVERS),
      mutation: share(place, "mutation"),
      elites: place.whole("elites", 0, MOST_WORD),
      immigrants: place.whole("immigrants", 0, MOST_WORD),
      deme: place.whole("deme", 0, MOST_WORD),
    },
    annealing: {
      hot: share(place, "hot"),
      cold: share(place, "cold"),
      flips: place.whole("flips", 0, MOST_WORD),
      renewal: place.whole("renewal", 0, MOST_WORD),
    },
    densities: place.whole("densities", 0, MOST_WORD),
  };
}

function densityOf(place: JsonPlace): Density {
  const value = place.field("density")?.value;
  return typeof value === "number" ? place.whole("density", 0, 255) : place.word("density", DENSITIES);
}

function yesOrNo(place: JsonPlace, name: string): boolean {
  const field = place.field(name);
  if (typeof field?.value === "boolean") return field.value;
  throw (field ?? place).wrong(`${place.what} has no "${name}" that is true or false.`);
}

function share(place: JsonPlace, name: string): number {
  const field = place.field(name);
  const value = field?.value;
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw (field ?? place).wrong(`${place.what} has no "${name}" that is a number from 0 to 1.`);
}
