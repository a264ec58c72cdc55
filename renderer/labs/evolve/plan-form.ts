/** A search's settings as fields, with what the paper has for each. Pure. */

import type { Tables } from "../../../engine/evolve/breeding.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import type { Ties } from "../../../engine/evolve/task.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import type { Radius } from "../../../engine/rings/ring-rule.ts";
import type { Option } from "../../ui/fields.tsx";
import { BOUNDARY_NAMES } from "./ring-words.ts";

interface FieldBase {
  readonly id: string;
  readonly label: string;
  /** Whether a search with this plan reads it. */
  readonly read: (plan: SearchPlan) => boolean;
  /** Whether the paper has nothing of the kind. */
  readonly ours: boolean;
  /** Whether it is seldom changed. */
  readonly more: boolean;
}

export interface PlanNumber extends FieldBase {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  /** What an arrow key adds; below 1 the number may have a fraction. */
  readonly step: number | undefined;
  /** What 0 means, where that is no number. */
  readonly zero: string | undefined;
  readonly get: (plan: SearchPlan) => number;
  readonly set: (plan: SearchPlan, value: number) => SearchPlan;
}

export interface PlanChoice extends FieldBase {
  readonly kind: "choice";
  readonly options: readonly Option[];
  readonly get: (plan: SearchPlan) => string;
  readonly set: (plan: SearchPlan, id: string) => SearchPlan;
}

export type PlanField = PlanNumber | PlanChoice;

const MOST_WORD = 0xffffffff;

type Numbers<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T];
/** What most fields need not say. */
type Rest = Partial<Pick<PlanNumber, "read" | "ours" | "more" | "step" | "zero">>;

const always = (): boolean => true;
const hasVectors = ({ setting }: SearchPlan): boolean => setting.task !== "counter";
/** Whether as many cells of a start may be 1 as are 0, and something can be said about that. */
const canTie = ({ setting: { task, shape }, search }: SearchPlan): boolean =>
  task === "majority" && shape.cells % 2 === 0 && search !== "cellular";
const searches =
  (...ids: readonly string[]) =>
  ({ search }: SearchPlan): boolean =>
    ids.includes(search);
const breeds = searches("genetic", "coevolution");
const maps = searches("map-elites");
const crosses = (plan: SearchPlan): boolean => breeds(plan) || maps(plan);
const anneals = searches("annealing");

function number(
  id: string,
  label: string,
  [min, max]: readonly [number, number],
  lens: Pick<PlanNumber, "get" | "set">,
  { read = always, ours = false, more = false, step, zero }: Rest = {},
): PlanNumber {
  return { kind: "number", id, label, min, max, ...lens, read, ours, more, step, zero };
}

const ofPlan = (id: Numbers<SearchPlan>): Pick<PlanNumber, "get" | "set"> => ({
  get: (plan) => plan[id],
  set: (plan, value) => ({ ...plan, [id]: value }),
});

const ofBreeding = (id: Numbers<SearchPlan["breeding"]>): Pick<PlanNumber, "get" | "set"> => ({
  get: ({ breeding }) => breeding[id],
  set: (plan, value) => ({ ...plan, breeding: { ...plan.breeding, [id]: value } }),
});

const ofAnnealing = (id: Numbers<SearchPlan["annealing"]>): Pick<PlanNumber, "get" | "set"> => ({
  get: ({ annealing }) => annealing[id],
  set: (plan, value) => ({ ...plan, annealing: { ...plan.annealing, [id]: value } }),
});

/** `options`: names by what the plan has. */
function choice<Id extends string>(
  id: string,
  label: string,
  options: Readonly<Record<Id, string>>,
  read: PlanChoice["read"],
  get: (plan: SearchPlan) => string,
  set: (plan: SearchPlan, id: Id) => SearchPlan,
  { ours = false, more = false }: Pick<Rest, "ours" | "more"> = {},
): PlanChoice {
  const list = Object.entries<string>(options).map(([one, name]) => ({ id: one, label: name }));
  const chosen: PlanChoice["set"] = (plan, one) => set(plan, one as Id);
  return { kind: "choice", id, label, options: list, read, ours, more, get, set: chosen };
}

const MANY = [0, 2 ** 20] as const;
const SHARE = [0, 1] as const;

export const PLAN_FIELDS: readonly PlanField[] = [
  number("cells", "Cells", [3, 1024], {
    get: ({ setting }) => setting.shape.cells,
    // The steps that the literature takes, and those in which a counter comes round.
    set: (plan, cells) => {
      const { setting, search } = plan;
      const steps = setting.task === "counter" ? 2 ** Math.min(cells, 20) - 1 : 2 * cells;
      const population = search === "cellular" ? cells : plan.population;
      return { ...plan, population, setting: { ...setting, steps, shape: { ...setting.shape, cells } } };
    },
  }),
  number("radius", "Radius", [1, 3], {
    get: ({ setting }) => setting.shape.radius,
    set: (plan, radius) => {
      const shape = { ...plan.setting.shape, radius: radius as Radius };
      return { ...plan, setting: { ...plan.setting, shape } };
    },
  }),
  // Cellular programming has an individual a cell.
  number("population", "Individuals", [2, 2 ** 20], ofPlan("population"), {
    read: (plan) => plan.search !== "cellular",
  }),
  number("vectors", "Vectors", [1, 2 ** 24], ofPlan("vectors"), { read: hasVectors }),
  choice(
    "density",
    "Density",
    { fair: "Fair", flat: "Flat" },
    // A record may have another one: all states, or a number.
    (plan) =>
      hasVectors(plan) && plan.search !== "coevolution" && ["fair", "flat"].includes(String(plan.density)),
    ({ density }) => String(density),
    (plan, density) => ({ ...plan, density }),
  ),
  number("generations", "Generations", [1, 100_000_000], ofPlan("generations")),
  choice(
    "selection",
    "Selection",
    { tournament: "Tournament", truncation: "Truncation" },
    breeds,
    ({ breeding }) => breeding.selection,
    (plan, selection) => ({ ...plan, breeding: { ...plan.breeding, selection } }),
  ),
  number("tournament", "Contestants", [1, 16], ofBreeding("tournament"), {
    read: (plan) => breeds(plan) && plan.breeding.selection === "tournament",
  }),
  number("keep", "Parents", [1, 2 ** 20], ofBreeding("keep"), {
    read: (plan) => breeds(plan) && plan.breeding.selection === "truncation",
    ours: true,
  }),
  number("crossover", "Crossover", SHARE, ofBreeding("crossover"), { read: crosses, step: 0.01 }),
  choice(
    "crossing",
    "Crossing",
    { "one-point": "One point", uniform: "Uniform" },
    crosses,
    ({ breeding }) => breeding.crossing,
    (plan, crossing) => ({ ...plan, breeding: { ...plan.breeding, crossing } }),
  ),
  number("mutation", "Mutation", SHARE, ofBreeding("mutation"), {
    read: (plan) => !anneals(plan),
    step: 0.001,
  }),
  number("elites", "Elites", MANY, ofBreeding("elites"), { read: breeds }),
  number("immigrants", "Immigrants", MANY, ofBreeding("immigrants"), { read: crosses }),
  number("deme", "Deme", MANY, ofBreeding("deme"), {
    read: (plan) => breeds(plan) && plan.breeding.selection === "tournament",
    ...{ ours: true, zero: "all" },
  }),
  choice<Tables>(
    "tables",
    "First tables",
    { fair: "Fair", flat: "Flat" },
    (plan) => !anneals(plan),
    ({ tables }) => tables,
    (plan, tables) => ({ ...plan, tables }),
    { ours: true, more: true },
  ),
  number("hot", "Hot", SHARE, ofAnnealing("hot"), { read: anneals, ours: true, step: 0.001 }),
  number("cold", "Cold", SHARE, ofAnnealing("cold"), { read: anneals, ours: true, step: 0.0001 }),
  number("flips", "Flips", [1, 15], ofAnnealing("flips"), { read: anneals, ours: true }),
  number("renewal", "Renewal", [1, 2 ** 20], ofAnnealing("renewal"), { read: anneals, ours: true }),
  number("densities", "Densities", [2, 256], ofPlan("densities"), {
    read: searches("coevolution"),
    ours: true,
  }),
  number("seed", "Seed", [0, MOST_WORD], ofPlan("seed")),
  choice<Boundary>(
    "boundary",
    "Ends",
    BOUNDARY_NAMES,
    always,
    ({ setting }) => setting.shape.boundary,
    (plan, boundary) => ({
      ...plan,
      setting: { ...plan.setting, shape: { ...plan.setting.shape, boundary } },
    }),
    { more: true },
  ),
  choice<Ties>(
    "ties",
    "Ties",
    { redraw: "Left out", fail: "Wrong", zero: "Right as all 0" },
    canTie,
    ({ setting }) => setting.ties,
    (plan, ties) => ({ ...plan, setting: { ...plan.setting, ties } }),
    { ours: true, more: true },
  ),
  number(
    "goal",
    "Goal",
    [0, MOST_WORD],
    {
      get: ({ goal }) => goal ?? 0,
      set: (plan, goal) => ({ ...plan, goal: goal === 0 ? undefined : goal }),
    },
    { more: true, zero: "none" },
  ),
];

/** What the paper of 2010 has there; undefined for what it leaves open. */
export function paperValue(field: PlanField, { setting }: SearchPlan): number | string | undefined {
  const { id, get, ours } = field;
  const zero = field.kind === "number" ? field.zero : undefined;
  const { plan } = PRESETS.get(setting.task === "counter" ? "counter" : "majority");
  // Runs until a goal took as many generations as they needed.
  const open = ours || id === "seed" || (id === "generations" && plan.goal !== undefined);
  return open || (zero !== undefined && get(plan) === 0) ? undefined : get(plan);
}

/** The first field whose number is no number that it can have; undefined where all are. */
export function wrongField(plan: SearchPlan): PlanField | undefined {
  return PLAN_FIELDS.find((field) => {
    if (field.kind === "choice" || !field.read(plan)) return false;
    const value = field.get(plan);
    const whole = field.step !== undefined || Number.isInteger(value);
    return !(value >= field.min && value <= field.max && whole);
  });
}

/** Whether a run of one plan can go on under the other, as a branch. */
export function canBranch(from: SearchPlan, to: SearchPlan): boolean {
  const key = ({ setting: { shape }, population }: SearchPlan): string =>
    [shape.cells, shape.radius, shape.ruleACell, population].join();
  return key(from) === key(to) && JSON.stringify(from) !== JSON.stringify(to);
}
