/** A search's settings as fields, with what the paper has for each. Pure. */

import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";

export interface PlanField {
  readonly id: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** What an arrow key adds; below 1 the number may have a fraction. */
  readonly step?: number;
  /** Whether it means nothing to a task without vectors. */
  readonly ofVectors?: boolean;
  readonly get: (plan: SearchPlan) => number;
  readonly set: (plan: SearchPlan, value: number) => SearchPlan;
}

const MOST_WORD = 0xffffffff;

type Numbers<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T];

const ofPlan = (
  id: Numbers<SearchPlan>,
  label: string,
  min: number,
  max: number,
  more: Pick<PlanField, "ofVectors"> = {},
): PlanField => ({
  ...{ id, label, min, max, ...more },
  get: (plan) => plan[id],
  set: (plan, value) => ({ ...plan, [id]: value }),
});

const ofBreeding = (
  id: Numbers<SearchPlan["breeding"]>,
  label: string,
  max: number,
  step?: number,
): PlanField => ({
  ...{ id, label, min: id === "tournament" ? 1 : 0, max, step },
  get: ({ breeding }) => breeding[id],
  set: (plan, value) => ({ ...plan, breeding: { ...plan.breeding, [id]: value } }),
});

export const PLAN_FIELDS: readonly PlanField[] = [
  {
    ...{ id: "cells", label: "Cells", min: 3, max: 1024 },
    get: ({ setting }) => setting.shape.cells,
    // The steps that the literature takes, and those in which a counter comes round.
    set: (plan, cells) => {
      const { setting } = plan;
      const steps = setting.task === "counter" ? 2 ** Math.min(cells, 20) - 1 : 2 * cells;
      return { ...plan, setting: { ...setting, steps, shape: { ...setting.shape, cells } } };
    },
  },
  ofPlan("population", "Individuals", 2, 2 ** 20),
  ofPlan("vectors", "Vectors", 1, 2 ** 24, { ofVectors: true }),
  ofPlan("generations", "Generations", 1, 100_000_000),
  ofBreeding("crossover", "Crossover", 1, 0.01),
  ofBreeding("mutation", "Mutation", 1, 0.001),
  ofBreeding("tournament", "Tournament", 16),
  ofBreeding("elites", "Elites", 2 ** 20),
  ofBreeding("immigrants", "Immigrants", 2 ** 20),
  ofPlan("seed", "Seed", 0, MOST_WORD),
];

/** What the paper of 2010 has there; undefined for what it leaves open. */
export function paperValue({ id, get }: PlanField, { setting }: SearchPlan): number | undefined {
  const { plan } = PRESETS.get(setting.task === "counter" ? "counter" : "majority");
  // Runs until a goal took as many generations as they needed.
  const open = id === "seed" || (id === "generations" && plan.goal !== undefined);
  return open ? undefined : get(plan);
}

/** The first field whose number is no number that it can have; undefined where all are. */
export function wrongField(plan: SearchPlan): PlanField | undefined {
  return PLAN_FIELDS.find((field) => {
    const value = field.get(plan);
    return !(
      value >= field.min &&
      value <= field.max &&
      (field.step !== undefined || Number.isInteger(value))
    );
  });
}

/** Whether a run of one plan can go on under the other, as a branch. */
export function canBranch(from: SearchPlan, to: SearchPlan): boolean {
  const key = ({ setting: { shape }, population }: SearchPlan): string =>
    [shape.cells, shape.radius, shape.ruleACell, population].join();
  return key(from) === key(to) && JSON.stringify(from) !== JSON.stringify(to);
}
