// What the form of a search asks for: a person sees these fields, with these bounds, and beside them what the paper has.

import { expect, test } from "vitest";
import { PRESETS } from "../../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../../engine/evolve/search.ts";
import type { PlanField, PlanNumber } from "../../../../renderer/labs/evolve/plan-form.ts";
import {
  canBranch,
  PLAN_FIELDS,
  paperValue,
  wrongField,
} from "../../../../renderer/labs/evolve/plan-form.ts";

const MAJORITY = PRESETS.get("majority").plan;
const COUNTER = PRESETS.get("counter").plan;

const ENDS =
  "cyclic Joined, replicate Repeat the end cell, fixed00 0 and 0, fixed01 0 and 1, fixed10 1 and 0, fixed11 1 and 1";
/** The fields of every search, in their order. */
const ALL = [
  "cells: Cells, 3 to 1024",
  "radius: Radius, 1 to 3",
  "population: Individuals, 2 to 1048576",
  "vectors: Vectors, 1 to 16777216",
  "density: Density, fair Fair, flat Flat",
  "generations: Generations, 1 to 100000000",
  "selection: Selection, tournament Tournament, truncation Truncation",
  "tournament: Contestants, 1 to 16",
  "keep: Parents, 1 to 1048576 (ours)",
  "crossover: Crossover, 0 to 1 by 0.01",
  "crossing: Crossing, one-point One point, uniform Uniform",
  "mutation: Mutation, 0 to 1 by 0.001",
  "elites: Elites, 0 to 1048576",
  "immigrants: Immigrants, 0 to 1048576",
  "deme: Deme, 0 to 1048576, 0 is all (ours)",
  "tables: First tables, fair Fair, flat Flat (ours) (more)",
  "hot: Hot, 0 to 1 by 0.001 (ours)",
  "cold: Cold, 0 to 1 by 0.0001 (ours)",
  "flips: Flips, 1 to 15 (ours)",
  "renewal: Renewal, 1 to 1048576 (ours)",
  "densities: Densities, 2 to 256 (ours)",
  "seed: Seed, 0 to 4294967295",
  `boundary: Ends, ${ENDS} (more)`,
  "ties: Ties, redraw Left out, fail Wrong, zero Right as all 0 (ours) (more)",
  "goal: Goal, 0 to 4294967295, 0 is none (more)",
];

function said(field: PlanField): string {
  const bounds = ({ min, max, step, zero }: PlanNumber): string =>
    `${min} to ${max}${step === undefined ? "" : ` by ${step}`}${zero === undefined ? "" : `, 0 is ${zero}`}`;
  const choice =
    field.kind === "number"
      ? bounds(field)
      : field.options.map(({ id, label }) => `${id} ${label}`).join(", ");
  return `${field.id}: ${field.label}, ${choice}${field.ours ? " (ours)" : ""}${field.more ? " (more)" : ""}`;
}

const read = (plan: SearchPlan): readonly string[] =>
  PLAN_FIELDS.filter((field) => field.read(plan)).map(({ id }) => id);
const without = (...ids: readonly string[]): readonly string[] =>
  PLAN_FIELDS.map(({ id }) => id).filter((id) => !ids.includes(id));
const field = (id: string): PlanField => PLAN_FIELDS.find((one) => one.id === id) as PlanField;
const ANNEALS = ["hot", "cold", "flips", "renewal"];
const BREEDS = ["selection", "tournament", "keep", "elites", "deme"];

test("the form has a name, bounds and a step for each setting, and says which are not the paper's", () => {
  expect(PLAN_FIELDS.map(said)).toEqual(ALL);
});

test.each<[string, SearchPlan, readonly string[]]>([
  ["breeds", MAJORITY, without("keep", ...ANNEALS, "densities")],
  [
    "breeds from the best",
    { ...MAJORITY, breeding: { ...MAJORITY.breeding, selection: "truncation" } },
    without("tournament", "deme", ...ANNEALS, "densities"),
  ],
  [
    "has an odd number of cells, which cannot tie",
    { ...MAJORITY, setting: { ...MAJORITY.setting, shape: { ...MAJORITY.setting.shape, cells: 149 } } },
    without("keep", ...ANNEALS, "densities", "ties"),
  ],
  [
    "counts, without vectors",
    COUNTER,
    without("vectors", "density", "keep", ...ANNEALS, "densities", "ties"),
  ],
  [
    "breeds its vectors as well",
    { ...MAJORITY, search: "coevolution" },
    without("density", "keep", ...ANNEALS),
  ],
  [
    "has an individual a cell",
    { ...MAJORITY, search: "cellular" },
    without("population", ...BREEDS, "crossover", "crossing", "immigrants", ...ANNEALS, "densities", "ties"),
  ],
  ["fills a map", { ...MAJORITY, search: "map-elites" }, without(...BREEDS, ...ANNEALS, "densities")],
  [
    "anneals",
    { ...MAJORITY, search: "annealing" },
    without(...BREEDS, "crossover", "crossing", "mutation", "immigrants", "tables", "densities"),
  ],
  [
    "has a density of its own",
    { ...MAJORITY, density: 0.5 },
    without("density", "keep", ...ANNEALS, "densities"),
  ],
])("a search that %s asks for what it reads", (_, plan, ids) => expect(read(plan)).toEqual(ids));

test("the paper's value stands beside a setting wherever it says one", () => {
  const paper = (plan: SearchPlan) =>
    Object.fromEntries(
      PLAN_FIELDS.map((one) => [one.id, paperValue(one, plan)] as const).filter(
        ([, value]) => value !== undefined,
      ),
    );
  const common = {
    selection: "tournament",
    tournament: 2,
    crossover: 0.7,
    crossing: "one-point",
    immigrants: 0,
  };
  expect(paper({ ...MAJORITY, population: 7, seed: 9 })).toEqual({
    ...{ cells: 64, radius: 3, population: 100, vectors: 240, density: "fair", generations: 10 },
    ...common,
    ...{ mutation: 0.01, elites: 1, boundary: "cyclic" },
  });
  expect(paper(COUNTER)).toEqual({
    ...{ cells: 4, radius: 1, population: 32, vectors: 1, density: "fair" },
    ...common,
    ...{ mutation: 0.18, elites: 2, boundary: "fixed00", goal: 10 },
  });
});

test("a counter of more cells takes the steps in which it comes round, as far as there are so many", () => {
  const cells = field("cells") as PlanNumber;
  expect(cells.set(COUNTER, 20).setting.steps).toBe(2 ** 20 - 1);
  expect(cells.set(COUNTER, 40).setting.steps).toBe(2 ** 20 - 1);
  expect(cells.set(MAJORITY, 40)).toMatchObject({
    population: 100,
    setting: { steps: 80, shape: { cells: 40 } },
  });
});

test("no goal is 0 in the form, and the other way round", () => {
  const goal = field("goal") as PlanNumber;
  expect(goal.get({ ...MAJORITY, goal: undefined })).toBe(0);
  expect(goal.set(COUNTER, 0).goal).toBe(undefined);
  expect(goal.set(COUNTER, 1).goal).toBe(1);
});

test.each([
  ["cells", 3, true],
  ["cells", 2, false],
  ["cells", 1024, true],
  ["cells", 1025, false],
  ["cells", 4.5, false],
  ["mutation", 0.0005, true],
  ["mutation", 1, true],
  ["mutation", 1.01, false],
  ["mutation", -0.1, false],
  // Which this search does not read.
  ["hot", 7, true],
])("of a search's %s, %s is taken: %s", (id, value, fits) => {
  const plan = (field(id) as PlanNumber).set(MAJORITY, value);
  expect(wrongField(plan)?.id).toBe(fits ? undefined : id);
});

test.each(["cells", "radius", "population"])("a run with other %s is no branch", (id) => {
  const plan = (field(id) as PlanNumber).set(MAJORITY, 2);
  expect(canBranch(MAJORITY, plan)).toBe(false);
  expect(canBranch(MAJORITY, { ...MAJORITY, goal: 7 })).toBe(true);
});
